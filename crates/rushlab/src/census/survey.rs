//! All positions of a board's cluster, many at a time.
//!
//! While the rows stand still, the columns have nothing to do with each other: what each can reach is independent of the others. So
//! positions are met in blocks: the rows stand somewhere, and each column is anywhere within its reach. The key of a block tells the
//! rows and the smallest arrangement of each column, which is the block's smallest position. The number of blocks is a small part of the
//! number of positions.

use super::board::LONGEST;
use super::line::{Jam, Line, Lines, Reach, arrangement, bits, nibble};
use super::table::Table;

/// What is known of a cluster: its blocks are kept by whoever made it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Survey {
    /// How many positions it has.
    pub(super) positions: u64,
    /// Whether the primary is at the exit in some of them.
    pub(super) solvable: bool,
}

/// A block: its key, and what the rows cover, a byte for each column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) key: u64,
    pub(super) shadow: u64,
}

/// Explores clusters, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Surveyor {
    pub(super) blocks: Vec<Block>,
    table: Table,
}

/// What a column can reach within a block.
#[inline]
pub(super) fn reach(line: &Line, block: Block, column: usize) -> Reach {
    line.reach((block.shadow >> (8 * column)) as u8, arrangement(block.key, LONGEST + column))
}

/// A key with another arrangement of a column.
#[inline]
fn with_column(key: u64, column: usize, new: usize) -> u64 {
    let shift = 4 * nibble(LONGEST + column);
    key & !(15 << shift) | (new as u64) << shift
}

impl Surveyor {
    /// The cluster of a board, unless another position of it is smaller: then it is not the board's to be looked at.
    pub(super) fn survey(&mut self, lines: &Lines, jam: &Jam) -> Option<Survey> {
        self.table.clear(0);
        self.blocks.clear();
        let at_hand = jam.at_hand(lines);
        let rows = jam.used & ((1 << LONGEST) - 1);
        let columns = jam.used >> LONGEST;
        let shadow = bits(rows).fold(0, |all, row| all | at_hand[row].shadows[arrangement(jam.key, row)]);
        let smallest = mask_of_columns(lines, jam, jam.key);
        self.table.insert(jam.key);
        self.blocks.push(Block { key: jam.key, shadow });
        let main = lines.size().primary_row();
        let exit = at_hand[main].masks.len() - 1;
        let mut survey = Survey::default();
        let mut head = 0;
        while let Some(block) = self.blocks.get(head).copied() {
            head += 1;
            let mut positions = 1;
            let mut reaches = [0; LONGEST];
            for column in bits(columns) {
                let reach = reach(at_hand[LONGEST + column], block, column);
                positions *= u64::from(reach.count);
                reaches[column] = reach.set;
            }
            survey.positions += positions;
            survey.solvable |= arrangement(block.key, main) == exit;
            for row in bits(rows) {
                let from = arrangement(block.key, row);
                for step in at_hand[row].steps(from) {
                    let (entered, left) = (usize::from(step.entered), usize::from(step.left));
                    // Maybe the column that is entered cannot make way.
                    let line = at_hand[LONGEST + entered];
                    let crossed = columns >> entered & 1 == 1;
                    let mut ways = reaches[entered] & !line.covering[row];
                    if crossed && ways == 0 {
                        continue;
                    }
                    let mut key = block.key ^ (((from ^ usize::from(step.to)) as u64) << (4 * nibble(row)));
                    let shadow = block.shadow ^ (1 << (8 * entered + row)) ^ (1 << (8 * left + row));
                    if columns >> left & 1 == 1 {
                        // This column has more room now.
                        let old = arrangement(key, LONGEST + left);
                        let reach = at_hand[LONGEST + left].reach((shadow >> (8 * left)) as u8, old);
                        key = with_column(key, left, reach.first.into());
                    }
                    if !crossed && !self.meet(key, shadow, lines, jam, smallest) {
                        return None;
                    }
                    // There may be several ways to make way, which are parted now.
                    while ways != 0 && crossed {
                        let new = ways.trailing_zeros() as usize;
                        ways &= !line.reach((shadow >> (8 * entered)) as u8, new).set;
                        if !self.meet(with_column(key, entered, new), shadow, lines, jam, smallest) {
                            return None;
                        }
                    }
                }
            }
        }
        Some(survey)
    }

    /// Notes a block; whether it is not smaller than the board.
    #[inline]
    fn meet(&mut self, key: u64, shadow: u64, lines: &Lines, jam: &Jam, smallest: u64) -> bool {
        let (rows, own) = (key >> (4 * LONGEST), jam.key >> (4 * LONGEST));
        if rows < own || (rows == own && mask_of_columns(lines, jam, key) < smallest) {
            return false;
        }
        if self.table.insert(key) {
            self.blocks.push(Block { key, shadow });
        }
        true
    }
}

/// What the vehicles of the columns cover.
pub(super) fn mask_of_columns(lines: &Lines, jam: &Jam, key: u64) -> u64 {
    mask_of(lines, jam, key, !((1 << LONGEST) - 1))
}

/// What the vehicles of some lines cover.
pub(super) fn mask_of(lines: &Lines, jam: &Jam, key: u64, which: u32) -> u64 {
    bits(jam.used & which).fold(0, |all, place| all | lines.get(jam.lines[place]).masks[arrangement(key, place)])
}
