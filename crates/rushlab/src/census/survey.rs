//! All positions of a board's cluster, many at a time.
//!
//! While the rows stand still, the columns have nothing to do with each other: what each can reach is independent of the others. So
//! positions are met in blocks: the rows stand somewhere, and each column is anywhere within its reach. The key of a block tells the
//! rows and the smallest arrangement of each column, which is the block's smallest position. The number of blocks is a small part of the
//! number of positions.

use super::board::LONGEST;
use super::line::{Jam, Line, Lines, Set, arrangement, bits, nibble};
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
pub(super) fn reach(line: &Line, block: Block, column: usize) -> Set {
    line.reach((block.shadow >> (8 * column)) as u8, arrangement(block.key, LONGEST + column))
}

impl Surveyor {
    /// The cluster of a board, unless another position of it is smaller: then it is not the board's to be looked at.
    pub(super) fn survey(&mut self, lines: &Lines, jam: &Jam) -> Option<Survey> {
        self.table.clear(0);
        self.blocks.clear();
        let rows = jam.used & ((1 << LONGEST) - 1);
        let columns = jam.used >> LONGEST;
        let shadow = bits(rows).fold(0, |all, row| all | lines.get(jam.lines[row]).shadows[arrangement(jam.key, row)]);
        let column_line = |column: usize| (columns >> column & 1 == 1).then(|| lines.get(jam.lines[LONGEST + column]));
        let smallest = mask_of_columns(lines, jam, jam.key);
        self.table.insert(jam.key);
        self.blocks.push(Block { key: jam.key, shadow });
        let main = lines.size().primary_row();
        let exit = lines.get(jam.lines[main]).masks.len() - 1;
        let mut survey = Survey::default();
        let mut head = 0;
        while let Some(block) = self.blocks.get(head).copied() {
            head += 1;
            let positions =
                bits(columns).map(|column| reach(lines.get(jam.lines[LONGEST + column]), block, column).count_ones());
            survey.positions += positions.fold(1, |product, count| product * u64::from(count));
            survey.solvable |= arrangement(block.key, main) == exit;
            for row in bits(rows) {
                let from = arrangement(block.key, row);
                for step in &lines.get(jam.lines[row]).steps[from] {
                    let mut key = block.key ^ (((from ^ usize::from(step.to)) as u64) << (4 * nibble(row)));
                    let (entered, left) = (usize::from(step.entered), usize::from(step.left));
                    let shadow = block.shadow ^ (1 << (8 * entered + row)) ^ (1 << (8 * left + row));
                    if let Some(line) = column_line(left) {
                        // The column has more room now.
                        let old = arrangement(key, LONGEST + left);
                        let new = line.reach((shadow >> (8 * left)) as u8, old).trailing_zeros() as usize;
                        key ^= ((old ^ new) as u64) << (4 * nibble(LONGEST + left));
                    }
                    let Some(line) = column_line(entered) else {
                        if !self.meet(key, shadow, lines, jam, smallest) {
                            return None;
                        }
                        continue;
                    };
                    // The column must make way, maybe in several ways that are now parted.
                    let old = arrangement(key, LONGEST + entered);
                    let mut ways = reach(line, block, entered) & !line.covering[row];
                    while ways != 0 {
                        let new = ways.trailing_zeros() as usize;
                        ways &= !line.reach((shadow >> (8 * entered)) as u8, new);
                        let key = key ^ ((old ^ new) as u64) << (4 * nibble(LONGEST + entered));
                        if !self.meet(key, shadow, lines, jam, smallest) {
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
        if self.table.insert(key) {
            let (rows, own) = (key >> (4 * LONGEST), jam.key >> (4 * LONGEST));
            if rows < own || (rows == own && mask_of_columns(lines, jam, key) < smallest) {
                self.blocks.push(Block { key, shadow });
                return false;
            }
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
