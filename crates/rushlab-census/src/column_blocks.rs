//! Exploration of a cluster in column blocks.
//!
//! While no row changes, the columns are independent: what one column can reach does not depend on the others. A column
//! block is the set of positions in which the rows are fixed and each column has any arrangement within its reach. Its
//! key consists of the arrangements of the rows and the smallest reachable arrangement of each column, so it is the key
//! of its smallest position. A cluster has far fewer blocks than positions.
//!
//! It also decides whether a board is the canonical representative of its cluster: the smallest of its positions.

use super::board::MAX_LENGTH;
use super::key_set::KeySet;
use super::line::{ArrangementSet, CompiledLine, LineLists, Reach};
use super::line_table::{BoardLines, LineTable, PackedBoard, arrangement, bits, nibble};

pub(super) const ROWS: u32 = (1 << MAX_LENGTH) - 1;

/// Properties of a cluster. Its blocks stay in the [`ClusterExplorer`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ClusterSummary {
    pub(super) positions: u64,
    /// Whether the primary is at the exit in any of them.
    pub(super) solvable: bool,
    /// Whether the primary is elsewhere in any of them.
    pub(super) has_unsolved: bool,
}

/// A column block: its key, and the cells that the rows cover, one byte per column with one bit per row.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnBlock {
    pub(super) key: u64,
    pub(super) cover: u64,
    /// Set of the rows that are asleep (Godefroid 1996). Steps are independent if they have no column in common.
    asleep: u8,
    /// The change of the rows' part of the key by the step that led here, if reversing that step leads to the block it
    /// came from and to no other; otherwise 0.
    reverse_change: u32,
}

impl ColumnBlock {
    /// Returns a block from which every move is followed.
    pub(super) fn new(key: u64, cover: u64) -> ColumnBlock {
        ColumnBlock { key, cover, asleep: 0, reverse_change: 0 }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct ClusterExplorer {
    pub(super) blocks: Vec<ColumnBlock>,
    /// For each column, the arrangements that occur in the cluster.
    pub(super) occurring: [ArrangementSet; MAX_LENGTH],
    visited: KeySet,
}

/// Returns the byte of a column: one bit per row.
#[inline]
fn column_byte(cover: u64, column: usize) -> u8 {
    (cover >> (8 * column)) as u8
}

/// Returns the arrangements that a column can reach within a block.
#[inline]
pub(super) fn reach(lists: &LineLists, line: &CompiledLine, block: &ColumnBlock, column: usize) -> Reach {
    lists.reach(line.first_reach, column_byte(block.cover, column), arrangement(block.key, MAX_LENGTH + column))
}

#[inline]
pub(super) fn with_column(key: u64, column: usize, new: usize) -> u64 {
    let shift = 4 * nibble(MAX_LENGTH + column);
    key & !(15 << shift) | (new as u64) << shift
}

/// The lines of a board, as an exploration reads them.
struct CompiledBoard<'a> {
    lists: &'a LineLists,
    lines: BoardLines<'a>,
    first_reaches: [usize; MAX_LENGTH],
    /// The rows that have vehicles.
    rows: u32,
    height: usize,
}

impl<'a> CompiledBoard<'a> {
    fn new(table: &'a LineTable, packed: &PackedBoard) -> CompiledBoard<'a> {
        let lines = packed.lines(table);
        let first_reaches = std::array::from_fn(|column| lines[MAX_LENGTH + column].first_reach);
        let (rows, height) = (packed.used & ROWS, table.size().height());
        CompiledBoard { lists: &table.lists, lines, first_reaches, rows, height }
    }

    #[inline]
    fn reach(&self, column: usize, cover: u64, key: u64) -> Reach {
        let occupied = column_byte(cover, column);
        self.lists.reach(self.first_reaches[column], occupied, arrangement(key, MAX_LENGTH + column))
    }
}

impl ClusterExplorer {
    /// Explores the cluster of a board in which no vehicle can move left or up. Returns `None` as soon as a smaller
    /// position is found, because the board is not the canonical representative of its cluster then.
    pub(super) fn explore(&mut self, table: &LineTable, packed: &PackedBoard) -> Option<ClusterSummary> {
        let columns = |key| mask_of_columns(table, packed, key);
        let start = packed.key >> (4 * MAX_LENGTH);
        let block = ColumnBlock::new(packed.key, cover_of(table, packed));
        self.explore_while(table, packed, &[block], |key, _| {
            let rows = key >> (4 * MAX_LENGTH);
            rows > start || (rows == start && columns(key) > columns(packed.key))
        })
    }

    /// Explores the cluster of any board. Returns `None` if it has more than `max_positions` positions.
    pub(super) fn explore_up_to(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        max_positions: u64,
    ) -> Option<ClusterSummary> {
        let lines = packed.lines(table);
        let mut start = ColumnBlock::new(packed.key, cover_of(table, packed));
        start.key = bits(packed.used >> MAX_LENGTH).fold(packed.key, |key, column| {
            with_column(key, column, reach(&table.lists, lines[MAX_LENGTH + column], &start, column).first.into())
        });
        let summary = self.explore_while(table, packed, &[start], |_, positions| positions <= max_positions)?;
        (summary.positions <= max_positions).then_some(summary)
    }

    /// Explores the clusters of several blocks of the same vehicles as if they were one.
    pub(super) fn explore_all(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        starts: &[ColumnBlock],
    ) -> ClusterSummary {
        self.explore_while(table, packed, starts, |_, _| true).unwrap_or_default()
    }

    /// Explores the clusters of some blocks. Returns `None` as soon as `admits` rejects a new block; its arguments are
    /// the key of the block and the number of positions of the blocks explored so far.
    fn explore_while(
        &mut self,
        table: &LineTable,
        packed: &PackedBoard,
        starts: &[ColumnBlock],
        admits: impl Fn(u64, u64) -> bool,
    ) -> Option<ClusterSummary> {
        self.visited.clear(0);
        self.blocks.clear();
        let board = CompiledBoard::new(table, packed);
        for start in starts {
            if self.visited.insert(start.key) {
                self.blocks.push(*start);
            }
        }
        let primary_row = table.size().primary_row();
        let exit = board.lines[primary_row].exit;
        let mut summary = ClusterSummary::default();
        let mut occurring = [0; MAX_LENGTH];
        let mut head = 0;
        while let Some(block) = self.blocks.get(head).copied() {
            head += 1;
            let mut positions = 1;
            let mut reaches = [0; MAX_LENGTH];
            for (column, reachable) in reaches.iter_mut().enumerate().take(table.size().width()) {
                let reach = board.reach(column, block.cover, block.key);
                positions *= u64::from(reach.count);
                *reachable = reach.set;
            }
            for (all, reach) in occurring.iter_mut().zip(reaches) {
                *all |= reach;
            }
            summary.positions += positions;
            let solved = arrangement(block.key, primary_row) >= exit;
            summary.solvable |= solved;
            summary.has_unsolved |= !solved;
            if !self.take_steps(&board, &block, &reaches, |key| admits(key, summary.positions)) {
                return None;
            }
        }
        self.occurring = occurring;
        Some(summary)
    }

    /// Adds the blocks that the steps of the rows lead to. Returns false as soon as `admits` rejects a new one.
    #[inline(always)]
    fn take_steps(
        &mut self,
        board: &CompiledBoard<'_>,
        block: &ColumnBlock,
        reaches: &[ArrangementSet; MAX_LENGTH],
        admits: impl Fn(u64) -> bool,
    ) -> bool {
        let mut step_columns = 0;
        for (row, line) in board.lines[..MAX_LENGTH].iter().enumerate().take(board.height) {
            step_columns |= line.step_columns[arrangement(block.key, row)];
        }
        let step_columns = step_columns.to_le_bytes();
        let mut awake = board.rows & !u32::from(block.asleep);
        while awake != 0 {
            let row = awake.trailing_zeros() as usize % MAX_LENGTH;
            awake &= awake - 1;
            let earlier = block.asleep | (board.rows & ((1 << row) - 1)) as u8;
            for step in board.lines[row].steps(arrangement(block.key, row)) {
                let change = (step.key_change >> (4 * MAX_LENGTH)) as u32;
                if change == block.reverse_change {
                    continue;
                }
                let [entered, left] = [step.entered, step.left].map(|column| usize::from(column) % MAX_LENGTH);
                // The column that the vehicle enters loses a free cell, and the arrangements it can still have may
                // fall into several sets that are not connected. Each set gives a block.
                let mut remaining = reaches[entered] & !board.lines[MAX_LENGTH + entered].covering[row];
                if remaining == 0 {
                    continue;
                }
                let asleep = earlier & !step_columns[entered] & !step_columns[left];
                let (key, cover) = (block.key ^ step.key_change, block.cover ^ step.cover_change);
                // The column that the vehicle leaves gains a free cell.
                let reachable = board.reach(left, cover, key);
                let key = with_column(key, left, reachable.first.into());
                let reversible = reachable.set & !board.lines[MAX_LENGTH + left].covering[row] == reaches[left];
                let reverse_change = change * u32::from(reversible);
                while remaining != 0 {
                    let key = with_column(key, entered, remaining.trailing_zeros() as usize);
                    remaining &= !board.reach(entered, cover, key).set;
                    if self.visited.insert(key) {
                        self.blocks.push(ColumnBlock { key, cover, asleep, reverse_change });
                        if !admits(key) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }
}

fn cover_of(table: &LineTable, packed: &PackedBoard) -> u64 {
    let rows = bits(packed.used & ROWS);
    rows.fold(0, |all, row| all | table.get(packed.lines[row]).covers[arrangement(packed.key, row)])
}

/// Returns the mask of the cells that the vehicles of the columns cover.
pub(super) fn mask_of_columns(table: &LineTable, packed: &PackedBoard, key: u64) -> u64 {
    mask_of(table, packed, key, !ROWS)
}

/// Returns the mask of the cells that the vehicles of some lines cover.
pub(super) fn mask_of(table: &LineTable, packed: &PackedBoard, key: u64, which: u32) -> u64 {
    bits(packed.used & which)
        .fold(0, |all, line_index| all | table.get(packed.lines[line_index]).masks[arrangement(key, line_index)])
}
