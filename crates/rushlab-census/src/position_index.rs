//! Perfect hashing of the positions of a cluster: a mixed-radix number (Knuth, *The Art of Computer Programming* 2,
//! section 4.1) whose digits are the ranks of the arrangements that occur in each line. Visited positions are marked in
//! a bit set under these numbers.

use super::board::MAX_LENGTH;
use super::column_blocks::{ClusterExplorer, ROWS};
use super::line::{ArrangementSet, LineMove};
use super::line_table::{MAX_LINES, PackedBoard, arrangement, bits};

/// The numbering of the combinations of the arrangements that occur in a cluster.
#[derive(Clone, Debug)]
pub(super) struct PositionIndex {
    contributions: [u32; 16 * MAX_LINES],
    count: u64,
    /// Number of the first goal, which is also the number of combinations that are not goals.
    pub(super) first_goal: u64,
}

impl Default for PositionIndex {
    fn default() -> PositionIndex {
        PositionIndex { contributions: [0; 16 * MAX_LINES], count: 1, first_goal: 1 }
    }
}

impl PositionIndex {
    /// Assigns numbers for an explored cluster. The goals, in which the row of the primary has the arrangement `exit`
    /// or a greater one, get the greatest numbers, from `first_goal` on.
    pub(super) fn assign(&mut self, packed: &PackedBoard, explorer: &ClusterExplorer, primary_row: usize, exit: usize) {
        let mut occurring = [0 as ArrangementSet; MAX_LINES];
        occurring[MAX_LENGTH..].copy_from_slice(&explorer.occurring);
        for row in bits(packed.used & ROWS) {
            let arrangements = explorer.blocks.iter().map(|block| arrangement(block.key, row));
            occurring[row % MAX_LINES] = arrangements.fold(0, |all, arrangement| all | 1 << arrangement);
        }
        self.count = 1;
        for line_index in bits(packed.used & !(1 << primary_row)) {
            self.add_digit(line_index, occurring[line_index % MAX_LINES]);
        }
        let unsolved = occurring[primary_row] & !(ArrangementSet::MAX << exit);
        self.first_goal = self.count.saturating_mul(unsolved.count_ones().into());
        self.add_digit(primary_row, occurring[primary_row]);
    }

    /// Adds the arrangements of a line as the most significant digit.
    fn add_digit(&mut self, line_index: usize, occurring: ArrangementSet) {
        for (rank, arrangement) in bits(occurring.into()).enumerate() {
            self.contributions[(line_index << 4 | arrangement) % (16 * MAX_LINES)] = (rank as u64 * self.count) as u32;
        }
        self.count = self.count.saturating_mul(occurring.count_ones().into());
    }

    #[inline]
    pub(super) fn contribution(&self, line_index: usize, arrangement: usize) -> u32 {
        self.contributions[(line_index << 4 | arrangement) % (16 * MAX_LINES)]
    }

    #[inline]
    pub(super) fn successor(&self, number: u32, mv: &LineMove) -> u32 {
        let contribution = |arrangement: u8| {
            self.contributions[(usize::from(mv.line_index) << 4 | usize::from(arrangement)) % (16 * MAX_LINES)]
        };
        number.wrapping_sub(contribution(mv.from)).wrapping_add(contribution(mv.to))
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    /// Removes all numbers and reserves space for those below `count`. The rest of the last word counts as present.
    pub(super) fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
        if let Some(last) = self.0.last_mut().filter(|_| !count.is_multiple_of(64)) {
            *last = u64::MAX << (count % 64);
        }
    }

    /// Adds a number. Returns 1 if it is new and 0 if not, or if it is beyond the reserved space: callers add this to a
    /// count, because a branch on it would be unpredictable.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> usize {
        let Some(word) = self.0.get_mut(number as usize >> 6) else { return 0 };
        let new = !*word >> (number & 63) & 1;
        *word |= 1 << (number & 63);
        new as usize
    }
}
