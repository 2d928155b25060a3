//! Perfect hashing of the positions of a cluster: a mixed-radix number (Knuth, *The Art of Computer Programming* 2,
//! section 4.1) whose digits are the ranks of the arrangements that occur in each line. Visited positions are marked in
//! a bit set under these numbers.

use super::board::MAX_LENGTH;
use super::column_blocks::{ColumnBlock, reach};
use super::line::{ArrangementSet, LineMove};
use super::line_table::{LineTable, MAX_LINES, PackedBoard, arrangement, bits};

/// The numbering of the combinations of the arrangements that occur in a cluster.
#[derive(Clone, Debug)]
pub(super) struct PositionIndex {
    /// The contribution of each arrangement of each line to the number of a position.
    contributions: [u32; 16 * MAX_LINES],
    /// Number of combinations.
    pub(super) count: u64,
}

impl Default for PositionIndex {
    fn default() -> PositionIndex {
        PositionIndex { contributions: [0; 16 * MAX_LINES], count: 1 }
    }
}

impl PositionIndex {
    /// Assigns numbers for the cluster that consists of some blocks.
    pub(super) fn assign(&mut self, table: &LineTable, packed: &PackedBoard, blocks: &[ColumnBlock]) {
        let mut used = [0 as ArrangementSet; MAX_LINES];
        for block in blocks {
            for line_index in packed.line_indices() {
                used[line_index] |= match line_index {
                    0..MAX_LENGTH => 1 << arrangement(block.key, line_index),
                    _ => reach(table.get(packed.lines[line_index]), *block, line_index - MAX_LENGTH).set,
                };
            }
        }
        self.count = 1;
        for line_index in packed.line_indices() {
            for (rank, arrangement) in bits(used[line_index].into()).enumerate() {
                self.contributions[line_index << 4 | arrangement] = (rank as u64 * self.count) as u32;
            }
            self.count = self.count.saturating_mul(used[line_index].count_ones().into());
        }
    }

    /// Returns the contribution of an arrangement to the number of a position.
    #[inline]
    pub(super) fn contribution(&self, line_index: usize, arrangement: usize) -> u32 {
        self.contributions[(line_index << 4 | arrangement) % (16 * MAX_LINES)]
    }

    /// Returns the number of the position that a move leads to.
    #[inline]
    pub(super) fn successor(&self, number: u32, mv: &LineMove) -> u32 {
        let contribution = |arrangement: u8| {
            self.contributions[(usize::from(mv.line_index) << 4 | usize::from(arrangement)) % (16 * MAX_LINES)]
        };
        number.wrapping_sub(contribution(mv.from)).wrapping_add(contribution(mv.to))
    }
}

/// A set of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    /// Removes all numbers and reserves space for the numbers below `count`.
    pub(super) fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }

    /// Adds a number. Returns 1 if it is new and 0 if not: callers add this to a count, because a branch on it would be
    /// unpredictable.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> usize {
        let word = &mut self.0[number as usize >> 6];
        let new = !*word >> (number & 63) & 1;
        *word |= 1 << (number & 63);
        new as usize
    }
}
