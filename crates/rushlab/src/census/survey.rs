//! All positions of a board's cluster, many at a time.
//!
//! While the rows stand still, the columns have nothing to do with each other: what each can reach is independent of the others. So
//! positions are met in blocks: the rows stand somewhere, and each column is anywhere within its reach. The key of a block tells the
//! rows and the smallest arrangement of each column, which is the block's smallest position. The number of blocks is a small part of the
//! number of positions.

use super::board::LONGEST;
use super::jam::{Jam, LINES, Lines, arrangement, bits, nibble};
use super::line::{Line, Reach};
use super::table::Table;

/// The lines that are rows.
pub(super) const ROWS: u32 = (1 << LONGEST) - 1;

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
    /// The rows that need no look: steps that have no column in common are followed in one order, as moves are in `distance.rs`.
    resting: u8,
    /// What the step that led here changed in the rows, if the step back leads to where that came from and nowhere else; 0 if not.
    back: u32,
}

/// Explores clusters, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Surveyor {
    pub(super) blocks: Vec<Block>,
    table: Table,
}

/// The byte of a column: a bit for each row.
#[inline]
fn byte(shadow: u64, column: usize) -> u8 {
    (shadow >> (8 * column)) as u8
}

/// What a column can reach within a block.
#[inline]
pub(super) fn reach(line: &Line, block: Block, column: usize) -> Reach {
    line.reach(byte(block.shadow, column), arrangement(block.key, LONGEST + column))
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
        let rows = jam.used & ROWS;
        let width = lines.size().width();
        let shadow = bits(rows).fold(0, |all, row| all | at_hand[row].shadows[arrangement(jam.key, row)]);
        self.table.insert(jam.key);
        self.blocks.push(Block { key: jam.key, shadow, resting: 0, back: 0 });
        let main = lines.size().primary_row();
        let exit = at_hand[main].masks.len() - 1;
        let mut survey = Survey::default();
        let mut head = 0;
        while let Some(block) = self.blocks.get(head).copied() {
            head += 1;
            let mut positions = 1;
            let mut reaches = [0; LONGEST];
            for column in 0..width {
                let reach = reach(at_hand[LONGEST + column], block, column);
                positions *= u64::from(reach.count);
                reaches[column] = reach.set;
            }
            survey.positions += positions;
            survey.solvable |= arrangement(block.key, main) == exit;
            let interests: u64 =
                bits(rows).fold(0, |all, row| all | at_hand[row].interests[arrangement(block.key, row)]);
            for row in bits(rows & !u32::from(block.resting)) {
                let earlier = block.resting | (rows & ((1 << row) - 1)) as u8;
                for step in at_hand[row % LINES].steps(arrangement(block.key, row)) {
                    let change = (step.flip >> (4 * LONGEST)) as u32;
                    if change == block.back {
                        continue;
                    }
                    let [entered, left] = [step.entered, step.left].map(|column| usize::from(column) % LONGEST);
                    let [entered_line, left_line] = [entered, left].map(|column| at_hand[LONGEST + column]);
                    let resting = earlier & !byte(interests, entered) & !byte(interests, left);
                    let (key, shadow) = (block.key ^ step.flip, block.shadow ^ step.shade);
                    // The column that is left has more room now.
                    let room = left_line.reach(byte(shadow, left), arrangement(key, LONGEST + left));
                    let key = with_column(key, left, room.first.into());
                    let same = room.set & !left_line.covering[row % LONGEST] == reaches[left];
                    let back = if same { change } else { 0 };
                    // The column that is entered has to make way: there may be several ways, which are parted now.
                    let mut ways = reaches[entered] & !entered_line.covering[row % LONGEST];
                    while ways != 0 {
                        let new = ways.trailing_zeros() as usize;
                        ways &= !entered_line.reach(byte(shadow, entered), new).set;
                        let key = with_column(key, entered, new);
                        if !self.meet(Block { key, shadow, resting, back }, lines, jam) {
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
    fn meet(&mut self, block: Block, lines: &Lines, jam: &Jam) -> bool {
        if self.table.insert(block.key) {
            self.blocks.push(block);
            let (rows, own) = (block.key >> (4 * LONGEST), jam.key >> (4 * LONGEST));
            let columns = |key| mask_of_columns(lines, jam, key);
            return rows > own || (rows == own && columns(block.key) > columns(jam.key));
        }
        true
    }
}

/// What the vehicles of the columns cover.
pub(super) fn mask_of_columns(lines: &Lines, jam: &Jam, key: u64) -> u64 {
    mask_of(lines, jam, key, !ROWS)
}

/// What the vehicles of some lines cover.
pub(super) fn mask_of(lines: &Lines, jam: &Jam, key: u64, which: u32) -> u64 {
    bits(jam.used & which).fold(0, |all, place| all | lines.get(jam.lines[place]).masks[arrangement(key, place)])
}
