//! Boards of the census as bit masks: for each line the cells that its own vehicles cover, and the walls.
//!
//! A *line* is a row or a column. Rows have the indices from 0, columns those from [`MAX_LENGTH`].

use rushlab::format::board_line;
use rushlab::puzzle::{Draft, DraftVehicle, DraftWall, Label, Orientation, Puzzle, Rules, Side};

/// Maximum number of cells of a line, so that the cells of a line are the bits of a byte.
pub(super) const MAX_LENGTH: usize = 8;

pub(super) const PRIMARY_LENGTH: usize = 2;

/// The size of the boards of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: usize,
    height: usize,
}

impl Size {
    /// Returns a size, if the census supports it: 3 to 8 columns and rows.
    pub fn new(width: usize, height: usize) -> Option<Size> {
        let fits = |cells: usize| (3..=MAX_LENGTH).contains(&cells);
        (fits(width) && fits(height)).then_some(Size { width, height })
    }

    /// Returns the number of columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(self) -> usize {
        self.height
    }

    /// Returns the row of the primary: the middle one, or the upper one of two.
    pub fn primary_row(self) -> usize {
        (self.height - 1) / 2
    }

    pub(super) fn bit(self, row: usize, column: usize) -> u64 {
        1 << (row * self.width + column)
    }
}

/// The vehicles of a line as masks of its cells; the first cell is the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct LineContent {
    /// The first cells of the vehicles.
    pub(super) starts: u8,
    /// The cells that the vehicles cover.
    pub(super) cells: u8,
}

/// Returns the mask of `length` cells from `offset` on.
pub(super) fn cells(offset: usize, length: usize) -> u8 {
    (((1_u16 << length) - 1) << offset) as u8
}

impl LineContent {
    pub(super) fn add(&mut self, offset: usize, length: usize) {
        self.starts |= 1 << offset;
        self.cells |= cells(offset, length);
    }

    pub(super) fn remove(&mut self, offset: usize, length: usize) {
        self.starts &= !(1 << offset);
        self.cells &= !cells(offset, length);
    }

    pub(super) fn vehicles(self) -> impl Iterator<Item = (usize, usize)> {
        (0..MAX_LENGTH).filter(move |offset| self.starts >> offset & 1 == 1).map(move |offset| {
            let ends = |along: &usize| self.cells >> along & 1 == 0 || self.starts >> along & 1 == 1;
            (offset, (offset + 1..MAX_LENGTH).find(ends).unwrap_or(MAX_LENGTH) - offset)
        })
    }
}

/// A board of the census.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CensusBoard {
    pub(super) rows: [LineContent; MAX_LENGTH],
    pub(super) columns: [LineContent; MAX_LENGTH],
    pub(super) walls: [u8; MAX_LENGTH],
}

impl CensusBoard {
    pub(super) fn line(&self, line_index: usize) -> LineContent {
        if line_index < MAX_LENGTH { self.rows[line_index] } else { self.columns[line_index - MAX_LENGTH] }
    }

    pub(super) fn line_mut(&mut self, line_index: usize) -> &mut LineContent {
        if line_index < MAX_LENGTH { &mut self.rows[line_index] } else { &mut self.columns[line_index - MAX_LENGTH] }
    }

    /// Removes the primary, the last vehicle of its row.
    pub(super) fn remove_primary(&mut self, size: Size) {
        let row = &mut self.rows[size.primary_row()];
        if let Some((offset, length)) = row.vehicles().last() {
            row.remove(offset, length);
        }
    }

    pub(super) fn walls(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let cells = (0..MAX_LENGTH).flat_map(|row| (0..MAX_LENGTH).map(move |column| (row, column)));
        cells.filter(|(row, column)| self.walls[*row] >> column & 1 == 1)
    }

    pub(super) fn wall_count(&self) -> usize {
        self.walls.iter().map(|walls| walls.count_ones() as usize).sum()
    }

    /// Returns the size and the board of a puzzle; `None` if no census has such boards. They have 3 to 8 columns and
    /// rows, plain rules and no fuel, and the primary is the last vehicle of the middle row and leaves on the right.
    pub fn of(puzzle: &Puzzle) -> Option<(Size, CensusBoard)> {
        let size = Size::new(puzzle.width().into(), puzzle.height().into())?;
        let (exit, rules) = (puzzle.exit(), puzzle.rules());
        let has_fuel = puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
        if exit.side != Side::Right || rules != Rules::plain(rules.metric) || has_fuel {
            return None;
        }
        let mut board = CensusBoard::default();
        for vehicle in puzzle.vehicles() {
            let first = if vehicle.orientation == Orientation::Horizontal { 0 } else { MAX_LENGTH };
            let line_index = first + usize::from(vehicle.line());
            board.line_mut(line_index).add(vehicle.offset().into(), vehicle.length.into());
        }
        for wall in puzzle.walls() {
            board.walls[usize::from(wall.row)] |= 1 << wall.column;
        }
        let (primary, row) = (puzzle.primary(), size.primary_row());
        let last = board.rows[row].vehicles().last();
        let is_last = last == Some((primary.offset().into(), PRIMARY_LENGTH)) && usize::from(primary.line()) == row;
        is_last.then_some((size, board))
    }

    /// Returns the board in a larger one, with the primary in the middle row and `columns` empty columns on the left;
    /// `None` if it does not fit.
    pub fn within(&self, own: Size, size: Size, columns: usize) -> Option<CensusBoard> {
        let rows = size.primary_row().checked_sub(own.primary_row())?;
        if own.width + columns > size.width || own.height + rows > size.height {
            return None;
        }
        let shifted = |line: LineContent, by: usize| LineContent { starts: line.starts << by, cells: line.cells << by };
        let mut board = CensusBoard::default();
        for row in 0..own.height {
            board.rows[row + rows] = shifted(self.rows[row], columns);
            board.walls[row + rows] = self.walls[row] << columns;
        }
        for column in 0..own.width {
            board.columns[column + columns] = shifted(self.columns[column], rows);
        }
        Some(board)
    }

    /// Returns the board as a puzzle with the labels of the published database.
    pub fn puzzle(&self, size: Size) -> Option<Puzzle> {
        let puzzle = Puzzle::try_from(self.draft(size)).ok()?;
        puzzle.with_canonical_labels().or(Some(puzzle))
    }

    /// Returns the board as one line of text, with the labels of the published database.
    pub(super) fn text(&self, size: Size) -> String {
        self.puzzle(size).and_then(|puzzle| board_line(&puzzle)).unwrap_or_default()
    }

    /// Returns a draft of the board. Only the primary's label is significant.
    fn draft(&self, size: Size) -> Draft {
        let mut draft = Draft { width: size.width as i64, height: size.height as i64, ..Draft::default() };
        let mut labels = ('A'..='W').chain('0'..='9').filter_map(Label::from_char);
        draft.primary = labels.next();
        for line_index in 0..2 * MAX_LENGTH {
            let (orientation, line) = if line_index < MAX_LENGTH {
                (Orientation::Horizontal, line_index)
            } else {
                (Orientation::Vertical, line_index - MAX_LENGTH)
            };
            let (line, vehicles) = (line as i64, self.line(line_index).vehicles());
            let primary = if line_index == size.primary_row() { self.line(line_index).vehicles().last() } else { None };
            for (offset, length) in vehicles {
                let is_primary = primary == Some((offset, length));
                let offset = offset as i64;
                let (row, column) = if line_index < MAX_LENGTH { (line, offset) } else { (offset, line) };
                let label = if is_primary { draft.primary } else { labels.next() };
                let vehicle =
                    |label| DraftVehicle { label, orientation, length: length as i64, row, column, text_line: 0 };
                draft.vehicles.extend(label.map(vehicle));
            }
        }
        for (row, walls) in self.walls.iter().enumerate() {
            let columns = (0..size.width).filter(|column| walls >> column & 1 == 1);
            draft.walls.extend(columns.map(|column| DraftWall {
                row: row as i64,
                column: column as i64,
                text_line: 0,
            }));
        }
        draft
    }
}
