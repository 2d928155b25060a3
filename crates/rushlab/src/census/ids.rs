//! Boards by number: every board in which no vehicle can move left or up has an id, and every cluster has such a board.
//!
//! Boards are made row by row. What matters of the rows above is, for each column, whether its last cell is free or not and whether a
//! vehicle of the column goes on: so the boards that complete some rows are counted once for each such state, and a board is found by
//! its number without a look at those before it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{ControlFlow, RangeInclusive};

use super::board::{Board, LONGEST, Size};

/// The lengths of vehicles; the primary has the first.
const LENGTHS: [usize; 2] = [2, 3];

/// What a column is at the end of the rows so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Above {
    /// Its last cell is empty: a vehicle that begins below could move up.
    Empty,
    /// Its last cell is taken. `full`: by vehicles of the column, as all cells before it.
    Taken { full: bool },
    /// A vehicle of the column goes on for so many cells.
    GoesOn { cells: u8, full: bool },
}

impl Above {
    fn number(self) -> u64 {
        match self {
            Above::Empty => 0,
            Above::Taken { full } => 1 + u64::from(full),
            Above::GoesOn { cells, full } => 1 + 2 * u64::from(cells) + u64::from(full),
        }
    }

    fn after(cells: u8, full: bool) -> Above {
        if cells == 0 { Above::Taken { full } } else { Above::GoesOn { cells, full } }
    }
}

/// Some rows of a board, from the top.
#[derive(Clone, Copy, Debug)]
struct Rows {
    row: usize,
    walls: u8,
    above: [Above; LONGEST],
    board: Board,
}

impl Rows {
    fn number(&self) -> u64 {
        let columns = self.above.iter().fold(0, |all, above| all << 3 | above.number());
        (columns << 8 | u64::from(self.walls)) << 4 | self.row as u64
    }
}

/// A row being filled from the left.
#[derive(Clone, Copy, Debug)]
struct Row {
    rows: Rows,
    column: usize,
    /// The last cell is empty: a vehicle that begins here could move left.
    gap: bool,
    /// Not all cells so far are walls or of vehicles of the row.
    loose: bool,
    /// The primary is there.
    primary: bool,
}

/// The boards of a size, by number.
#[derive(Clone, Debug)]
pub struct Ids {
    size: Size,
    walls: RangeInclusive<u8>,
    /// How many boards complete some rows.
    completions: HashMap<u64, u64, BuildHasherDefault<Spread>>,
}

impl Ids {
    /// Counts the boards of a size with so many walls; nothing if they are more than can be numbered.
    pub fn new(size: Size, walls: RangeInclusive<u8>) -> Option<Ids> {
        let mut ids = Ids { size, walls, completions: HashMap::default() };
        ids.complete(&ids.top())?;
        Some(ids)
    }

    /// The size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many ids there are: they begin with 0.
    pub fn count(&self) -> u64 {
        self.completions(&self.top())
    }

    /// Calls back for the boards of some ids, in order, until it breaks; whether it did.
    pub fn boards(&self, from: u64, to: u64, mut each: impl FnMut(&Board) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut left = to.saturating_sub(from);
        let mut flow = ControlFlow::Continue(());
        // The walk also breaks off when there are no more boards to come.
        let _ = self.walk(&self.top(), &mut { from }, &mut left, &mut |board| {
            flow = each(board);
            flow
        });
        flow
    }

    fn top(&self) -> Rows {
        Rows { row: 0, walls: 0, above: [Above::Taken { full: true }; LONGEST], board: Board::default() }
    }

    /// The boards that complete some rows, but for the first `skip`, and so many at most.
    fn walk(
        &self,
        rows: &Rows,
        skip: &mut u64,
        left: &mut u64,
        each: &mut impl FnMut(&Board) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if *left == 0 {
            return ControlFlow::Break(());
        }
        if *skip > 0 {
            let here = self.completions(rows);
            if *skip >= here {
                *skip -= here;
                return ControlFlow::Continue(());
            }
        }
        if rows.row == self.size.height() {
            if self.walls.contains(&rows.walls) {
                *left -= 1;
                each(&rows.board)?;
            }
            return ControlFlow::Continue(());
        }
        self.fill(self.row_of(rows), &mut |next| self.walk(next, skip, left, each))
    }

    fn completions(&self, rows: &Rows) -> u64 {
        if rows.row == self.size.height() {
            return self.walls.contains(&rows.walls).into();
        }
        self.completions.get(&rows.number()).copied().unwrap_or(0)
    }

    /// Counts what completes some rows, if that can be counted.
    fn complete(&mut self, rows: &Rows) -> Option<u64> {
        if rows.row == self.size.height() || self.completions.contains_key(&rows.number()) {
            return Some(self.completions(rows));
        }
        let mut nexts = Vec::new();
        let _ = self.fill(self.row_of(rows), &mut |next| {
            nexts.push(*next);
            ControlFlow::Continue(())
        });
        let count = nexts.iter().try_fold(0_u64, |sum, next| sum.checked_add(self.complete(next)?))?;
        self.completions.insert(rows.number(), count);
        Some(count)
    }

    fn row_of(&self, rows: &Rows) -> Row {
        Row { rows: *rows, column: 0, gap: false, loose: false, primary: false }
    }

    /// Fills the rest of a row in every way.
    fn fill(&self, row: Row, each: &mut impl FnMut(&Rows) -> ControlFlow<()>) -> ControlFlow<()> {
        let (width, height) = (self.size.width(), self.size.height());
        let at = row.rows.row;
        let main = at == self.size.primary_row();
        if row.column == width {
            if row.loose && row.primary == main {
                each(&Rows { row: at + 1, ..row.rows })?;
            }
            return ControlFlow::Continue(());
        }
        let column = row.column;
        let mut next = Row { column: column + 1, gap: false, ..row };
        let full = match row.rows.above[column] {
            Above::GoesOn { cells, full } => {
                next.rows.above[column] = Above::after(cells - 1, full);
                next.loose = true;
                return self.fill(next, each);
            }
            Above::Taken { full } => Some(full),
            Above::Empty => None,
        };
        // Nothing.
        next.rows.above[column] = Above::Empty;
        self.fill(Row { gap: true, loose: true, ..next }, each)?;
        // A wall, but not between the primary and the exit.
        if row.rows.walls < *self.walls.end() && !row.primary {
            let mut next = next;
            next.rows.above[column] = Above::Taken { full: false };
            next.rows.walls += 1;
            next.rows.board.walls[at] |= 1 << column;
            self.fill(next, each)?;
        }
        // A vehicle of the column, which cannot move up and does not fill the column together with others.
        for (length, full) in LENGTHS.into_iter().filter_map(|length| Some((length, full?))) {
            let end = at + length;
            if end < height || (end == height && !full) {
                let mut next = next;
                next.rows.above[column] = Above::after(length as u8 - 1, full);
                next.rows.board.columns[column].put(at, length);
                self.fill(Row { loose: true, ..next }, each)?;
            }
        }
        // A vehicle of the row, which cannot move left; beside the primary there is no other.
        for length in LENGTHS {
            let end = column + length;
            let there = |column: usize| !matches!(row.rows.above[column], Above::GoesOn { .. });
            if row.gap || end > width || !(column..end).all(there) || (main && (row.primary || length != LENGTHS[0])) {
                continue;
            }
            let mut next = next;
            next.rows.above[column..end].fill(Above::Taken { full: false });
            next.rows.board.rows[at].put(column, length);
            self.fill(Row { column: end, primary: main, ..next }, each)?;
        }
        ControlFlow::Continue(())
    }
}

/// Numbers are their own hash, spread.
#[derive(Clone, Copy, Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
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

    #[test]
    fn the_published_numbers_of_ids() {
        for (width, walls, count) in
            [(4, 0..=0, 1_349), (5, 0..=0, 268_109), (5, 0..=1, 2_988_670), (6, 0..=0, 243_502_786)]
        {
            assert_eq!(Ids::new(Size::new(width, width).unwrap(), walls).unwrap().count(), count);
        }
    }

    #[test]
    fn a_slice_of_ids_is_what_it_is_among_all() {
        let ids = Ids::new(Size::new(5, 4).unwrap(), 0..=1).unwrap();
        let boards = |from, to| {
            let mut found = Vec::new();
            let _ = ids.boards(from, to, |board| {
                found.push(*board);
                ControlFlow::Continue(())
            });
            found
        };
        let all = boards(0, ids.count());
        assert_eq!(all.len() as u64, ids.count());
        for from in (0..ids.count()).step_by(997) {
            assert_eq!(boards(from, from + 500), all[from as usize..all.len().min(from as usize + 500)]);
        }
    }
}
