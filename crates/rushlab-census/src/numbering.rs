//! Ranking and unranking of boards (Knuth, *The Art of Computer Programming* 4A): every board in which no vehicle can
//! move left or up has a number, its id. Every cluster contains such a board.
//!
//! Boards are built row by row by an automaton. The state after some rows is, for each column, whether its last cell is
//! empty and whether a vehicle of the column continues below. The number of boards that complete each state is computed
//! once, so the board with any id is found without enumerating those before it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, RangeInclusive};

use super::board::{CensusBoard, MAX_LENGTH, PRIMARY_LENGTH, Size};
use super::rules::{CensusRules, Supply};

/// The state of a column after some rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnState {
    /// The last cell is empty, so a vehicle that starts below it could move up.
    Empty,
    /// The last cell is occupied. `full`: the column's own vehicles occupy all cells so far.
    Taken { full: bool },
    /// A vehicle of the column continues for this number of cells.
    Continues { cells: u8, full: bool },
}

impl ColumnState {
    fn code(self) -> u64 {
        match self {
            ColumnState::Empty => 0,
            ColumnState::Taken { full } => 1 + u64::from(full),
            ColumnState::Continues { cells, full } => 1 + 2 * u64::from(cells) + u64::from(full),
        }
    }

    fn after(cells: u8, full: bool) -> ColumnState {
        if cells == 0 { ColumnState::Taken { full } } else { ColumnState::Continues { cells, full } }
    }
}

/// The first rows of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialBoard {
    pub(super) row: usize,
    walls: u8,
    /// The vehicles that are left; not used if there is no limit.
    supply: Supply,
    columns: [ColumnState; MAX_LENGTH],
    board: CensusBoard,
}

impl PartialBoard {
    fn code(&self) -> u64 {
        let columns = self.columns.iter().fold(0, |code, column| code << 3 | column.code());
        let vehicles = u64::from(self.supply.cars) << 8 | u64::from(self.supply.trucks);
        ((columns << 8 | u64::from(self.walls)) << 16 | vehicles) << 4 | self.row as u64
    }

    /// Takes a vehicle from the supply. Returns whether there was one.
    fn take(&mut self, length: usize, rules: &CensusRules) -> bool {
        let left = if length == PRIMARY_LENGTH { &mut self.supply.cars } else { &mut self.supply.trucks };
        let rest = left.checked_sub(1);
        *left = rest.unwrap_or(0);
        rest.is_some() || rules.supply.is_none()
    }
}

/// What a cell is filled with, if it is not covered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellContent {
    /// Nothing that begins here: the cell is empty or already covered by a vehicle of its column.
    Nothing,
    Wall,
    /// The first cell of a vehicle of this length.
    ColumnVehicle(usize),
    RowVehicle(usize),
}

/// A row that is being filled from the left.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialRow {
    partial: PartialBoard,
    pub(super) column: usize,
    /// The last cell is empty, so a vehicle that starts here could move left.
    after_empty: bool,
    /// Some cell so far is neither a wall nor covered by a vehicle of the row.
    has_open_cell: bool,
    primary: bool,
}

impl PartialRow {
    /// Returns a number that identifies everything that determines how the board can be completed.
    pub(super) fn code(&self) -> u128 {
        let flags = [self.after_empty, self.has_open_cell, self.primary].map(u128::from);
        let row = flags.into_iter().fold(self.column as u128, |code, flag| code << 1 | flag);
        u128::from(self.partial.code()) << 8 | row
    }
}

/// The reason why boards cannot be numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumberingError {
    /// There are more boards than numbers of 64 bits.
    #[error("there are more boards than ids; choose a smaller size or fewer walls")]
    TooManyBoards,
    /// The caller stopped the counting.
    #[error("the counting of the boards was stopped")]
    Stopped,
}

/// The numbering of all boards of a size.
#[derive(Clone, Debug)]
pub struct BoardNumbering {
    rules: &'static CensusRules,
    size: Size,
    walls: RangeInclusive<u8>,
    /// Whether vehicles may be able to move left or up.
    any_position: bool,
    /// Number of boards that complete each state of the automaton.
    completions: HashMap<u64, u64, BuildHasherDefault<MixHasher>>,
}

impl BoardNumbering {
    /// Numbers the boards, which takes half a minute for 8×8. Calls `progress` with the number of states counted, until
    /// it breaks.
    pub fn new(
        rules: &'static CensusRules,
        size: Size,
        walls: RangeInclusive<u8>,
        mut progress: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<BoardNumbering, NumberingError> {
        let mut numbering = BoardNumbering { rules, size, walls, any_position: false, completions: HashMap::default() };
        numbering.count_completions(&numbering.empty(), &mut progress)?;
        Ok(numbering)
    }

    /// Returns the number of positions in all clusters: of boards whose vehicles are anywhere. Calls `progress` with
    /// the number of states counted, until it breaks.
    pub fn count_positions(
        rules: &'static CensusRules,
        size: Size,
        walls: RangeInclusive<u8>,
        mut progress: impl FnMut(usize) -> ControlFlow<()>,
    ) -> Result<u64, NumberingError> {
        let mut numbering = BoardNumbering { rules, size, walls, any_position: true, completions: HashMap::default() };
        numbering.count_completions(&numbering.empty(), &mut progress)
    }

    /// Returns the size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules of the boards.
    pub fn rules(&self) -> &'static CensusRules {
        self.rules
    }

    pub(super) fn max_walls(&self) -> u8 {
        *self.walls.end()
    }

    /// Returns the number of boards; ids start at 0.
    pub fn count(&self) -> u64 {
        self.completions(&self.empty())
    }

    /// Calls `each` for the boards with ids from `from` to `to`, excluding `to`, in order, until it breaks. Returns
    /// whether it did.
    pub fn for_each_board(
        &self,
        from: u64,
        to: u64,
        mut each: impl FnMut(&CensusBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The walk takes a trait object, so that it is compiled here and not in the crate of the caller.
        self.for_each_board_dyn(from, to, &mut each)
    }

    fn for_each_board_dyn(
        &self,
        from: u64,
        to: u64,
        each: &mut dyn FnMut(&CensusBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut remaining = to.saturating_sub(from);
        let mut flow = ControlFlow::Continue(());
        // The walk also breaks when all requested boards are done, which is not reported.
        let _ = self.walk(&self.empty(), &mut { from }, &mut remaining, &mut |board| {
            flow = each(board);
            flow
        });
        flow
    }

    pub(super) fn empty(&self) -> PartialBoard {
        PartialBoard {
            row: 0,
            walls: 0,
            supply: self.rules.supply.unwrap_or(Supply { cars: 0, trucks: 0 }),
            // If columns may be filled, it is not recorded which are, so that there are fewer states.
            columns: [ColumnState::Taken { full: !self.rules.full_lines }; MAX_LENGTH],
            board: CensusBoard::default(),
        }
    }

    /// Visits the boards that complete some rows, except the first `skip`, and at most `remaining`.
    fn walk(
        &self,
        partial: &PartialBoard,
        skip: &mut u64,
        remaining: &mut u64,
        each: &mut impl FnMut(&CensusBoard) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if *remaining == 0 {
            return ControlFlow::Break(());
        }
        if *skip > 0 {
            let count = self.completions(partial);
            if *skip >= count {
                *skip -= count;
                return ControlFlow::Continue(());
            }
        }
        if partial.row == self.size.height() {
            if self.walls.contains(&partial.walls) {
                *remaining -= 1;
                each(&partial.board)?;
            }
            return ControlFlow::Continue(());
        }
        self.fill_row(self.start_row(partial), &mut |next| self.walk(next, skip, remaining, each))
    }

    pub(super) fn completions(&self, partial: &PartialBoard) -> u64 {
        if partial.row == self.size.height() {
            return self.walls.contains(&partial.walls).into();
        }
        self.completions.get(&partial.code()).copied().unwrap_or(0)
    }

    /// Returns the board with an id.
    pub fn board(&self, id: u64) -> Option<CensusBoard> {
        let mut found = None;
        let _ = self.for_each_board(id, id.checked_add(1)?, |board| {
            found = Some(*board);
            ControlFlow::Break(())
        });
        found
    }

    /// Counts the boards that complete some rows.
    fn count_completions(
        &mut self,
        partial: &PartialBoard,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<u64, NumberingError> {
        if partial.row == self.size.height() || self.completions.contains_key(&partial.code()) {
            return Ok(self.completions(partial));
        }
        let mut successors = Vec::new();
        let _ = self.fill_row(self.start_row(partial), &mut |next| {
            successors.push(*next);
            ControlFlow::Continue(())
        });
        let mut count = 0_u64;
        for next in &successors {
            let completions = self.count_completions(next, progress)?;
            count = count.checked_add(completions).ok_or(NumberingError::TooManyBoards)?;
        }
        self.completions.insert(partial.code(), count);
        if progress(self.completions.len()).is_break() {
            return Err(NumberingError::Stopped);
        }
        Ok(count)
    }

    pub(super) fn start_row(&self, partial: &PartialBoard) -> PartialRow {
        PartialRow { partial: *partial, column: 0, after_empty: false, has_open_cell: false, primary: false }
    }

    /// Fills the rest of a row in every possible way.
    fn fill_row(&self, row: PartialRow, each: &mut impl FnMut(&PartialBoard) -> ControlFlow<()>) -> ControlFlow<()> {
        if row.column < self.size.width() {
            return self.fill_cell(&row, &mut |_, next| self.fill_row(next, each));
        }
        match self.complete_row(&row) {
            Some(next) => each(&next),
            None => ControlFlow::Continue(()),
        }
    }

    /// Returns the board after a filled row, if the row is valid.
    pub(super) fn complete_row(&self, row: &PartialRow) -> Option<PartialBoard> {
        let at = row.partial.row;
        let is_valid = (row.has_open_cell || self.rules.full_lines) && row.primary == (at == self.size.primary_row());
        is_valid.then_some(PartialBoard { row: at + 1, ..row.partial })
    }

    /// Fills the next cell of a row in every possible way, in the order of the numbering.
    #[inline]
    pub(super) fn fill_cell(
        &self,
        row: &PartialRow,
        each: &mut impl FnMut(CellContent, PartialRow) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let height = self.size.height();
        let at = row.partial.row;
        let primary_row = at == self.size.primary_row();
        let column = row.column;
        let mut next = PartialRow { column: column + 1, after_empty: false, ..*row };
        let full = match row.partial.columns[column] {
            ColumnState::Continues { cells, full } => {
                next.partial.columns[column] = ColumnState::after(cells - 1, full);
                next.has_open_cell = true;
                return each(CellContent::Nothing, next);
            }
            ColumnState::Taken { full } => Some(full),
            ColumnState::Empty => None,
        };
        // An empty cell.
        next.partial.columns[column] =
            if self.any_position { ColumnState::Taken { full: false } } else { ColumnState::Empty };
        each(CellContent::Nothing, PartialRow { after_empty: true, has_open_cell: true, ..next })?;
        // A wall, but not between the primary and the exit.
        if row.partial.walls < *self.walls.end() && !row.primary {
            let mut next = next;
            next.partial.columns[column] = ColumnState::Taken { full: false };
            next.partial.walls += 1;
            next.partial.board.walls[at] |= 1 << column;
            each(CellContent::Wall, next)?;
        }
        // A vehicle of the column, which must not be able to move up and must not fill the column together with others.
        for (length, full) in self.rules.lengths.iter().filter_map(|length| Some((*length, full?))) {
            let end = at + length;
            if end < height || (end == height && !full) {
                let mut next = next;
                if next.partial.take(length, self.rules) {
                    next.partial.columns[column] = ColumnState::after(length as u8 - 1, full);
                    next.partial.board.columns[column].add(at, length);
                    each(CellContent::ColumnVehicle(length), PartialRow { has_open_cell: true, ..next })?;
                }
            }
        }
        // A vehicle of the row, which must not be able to move left. The primary is the last vehicle of its row.
        if (row.after_empty && !self.any_position) || row.primary {
            return ControlFlow::Continue(());
        }
        if primary_row {
            self.add_row_vehicle(row, &next, PRIMARY_LENGTH, true, each)?;
        }
        if !primary_row || self.rules.shared_row {
            self.rules.lengths.iter().try_for_each(|length| self.add_row_vehicle(row, &next, *length, false, each))?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a vehicle to a row, if there is space for it.
    fn add_row_vehicle(
        &self,
        row: &PartialRow,
        next: &PartialRow,
        length: usize,
        primary: bool,
        each: &mut impl FnMut(CellContent, PartialRow) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (column, at) = (row.column, row.partial.row);
        let end = column + length;
        let available = |column: usize| !matches!(row.partial.columns[column], ColumnState::Continues { .. });
        if end > self.size.width() || !(column..end).all(available) {
            return ControlFlow::Continue(());
        }
        let mut next = *next;
        if !next.partial.take(length, self.rules) {
            return ControlFlow::Continue(());
        }
        next.partial.columns[column..end].fill(ColumnState::Taken { full: false });
        next.partial.board.rows[at].add(column, length);
        each(CellContent::RowVehicle(length), PartialRow { column: end, primary, ..next })
    }
}

/// A hasher for integers: multiplies and rotates, so that all bits of the code affect the table index.
#[derive(Clone, Copy, Debug, Default)]
struct MixHasher(u64);

impl Hasher for MixHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(self.0 << 8 | u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::FOGLEMAN;

    fn numbering(width: usize, height: usize, walls: RangeInclusive<u8>) -> BoardNumbering {
        let size = Size::new(width, height).unwrap();
        BoardNumbering::new(&FOGLEMAN, size, walls, |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn board_counts_are_the_published_ones() {
        for (width, walls, count) in
            [(4, 0..=0, 1_349), (5, 0..=0, 268_109), (5, 0..=1, 2_988_670), (6, 0..=0, 243_502_786)]
        {
            assert_eq!(numbering(width, width, walls).count(), count);
        }
    }

    #[test]
    fn a_range_of_ids_equals_that_part_of_the_full_enumeration() {
        let numbering = numbering(5, 4, 0..=1);
        let boards = |from, to| {
            let mut found = Vec::new();
            let _ = numbering.for_each_board(from, to, |board| {
                found.push(*board);
                ControlFlow::Continue(())
            });
            found
        };
        let all = boards(0, numbering.count());
        assert_eq!(all.len() as u64, numbering.count());
        for from in (0..numbering.count()).step_by(997) {
            assert_eq!(boards(from, from + 500), all[from as usize..all.len().min(from as usize + 500)]);
        }
    }
}
