//! Which positions of a cluster were met: by a bit each, where the arrangements in use leave few combinations that do not occur.

use super::board::LONGEST;
use super::jam::{Jam, LINES, Lines, arrangement, bits};
use super::line::{LineSlide, Set};
use super::survey::{Block, reach};

/// Numbers for the combinations of the arrangements that occur in a cluster.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// What each arrangement of each line adds to the number.
    parts: [u32; 16 * LINES],
    /// How many numbers there are.
    pub(super) count: u64,
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers { parts: [0; 16 * LINES], count: 1 }
    }
}

impl Numbers {
    /// For the cluster of some blocks.
    pub(super) fn set(&mut self, lines: &Lines, jam: &Jam, blocks: &[Block]) {
        let mut used = [0 as Set; LINES];
        for block in blocks {
            for place in jam.places() {
                used[place] |= match place {
                    0..LONGEST => 1 << arrangement(block.key, place),
                    _ => reach(lines.get(jam.lines[place]), *block, place - LONGEST).set,
                };
            }
        }
        self.count = 1;
        for place in jam.places() {
            for (rank, arrangement) in bits(used[place].into()).enumerate() {
                self.parts[place << 4 | arrangement] = (rank as u64 * self.count) as u32;
            }
            self.count = self.count.saturating_mul(used[place].count_ones().into());
        }
    }

    /// What an arrangement of a line adds to the number of a position.
    #[inline]
    pub(super) fn part(&self, place: usize, arrangement: usize) -> u32 {
        self.parts[(place << 4 | arrangement) % (16 * LINES)]
    }

    /// The number of the position that a move leads to.
    #[inline]
    pub(super) fn after(&self, number: u32, mv: &LineSlide) -> u32 {
        let part = |arrangement: u8| self.parts[(usize::from(mv.place) << 4 | usize::from(arrangement)) % (16 * LINES)];
        number.wrapping_sub(part(mv.from)).wrapping_add(part(mv.to))
    }
}

/// A set of numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    /// Empties it, and makes room for so many numbers.
    pub(super) fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }

    /// Adds a number; 1 if it is new, 0 if not: a figure to be reckoned with, for no processor can guess the answer.
    #[inline]
    pub(super) fn insert(&mut self, number: u32) -> usize {
        let word = &mut self.0[number as usize >> 6];
        let new = !*word >> (number & 63) & 1;
        *word |= 1 << (number & 63);
        new as usize
    }
}
