//! A board of the census, in bits: which cells of each line belong to vehicles of that line, and which are walls.

use crate::format::board_line;
use crate::puzzle::{Draft, DraftVehicle, DraftWall, Label, Orientation, Puzzle};

/// The longest line there may be: a line's cells are the bits of one byte.
pub(super) const LONGEST: usize = 8;

/// Which board sizes there are, and the row of the primary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: usize,
    height: usize,
}

impl Size {
    /// A size, if the census knows it: 3 to 8 cells each way.
    pub fn new(width: usize, height: usize) -> Option<Size> {
        let fits = |cells: usize| (3..=LONGEST).contains(&cells);
        (fits(width) && fits(height)).then_some(Size { width, height })
    }

    /// Columns.
    pub fn width(self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(self) -> usize {
        self.height
    }

    /// The row of the primary: the middle one, the upper of two.
    pub fn primary_row(self) -> usize {
        (self.height - 1) / 2
    }

    /// A cell's bit in a mask of the board.
    pub(super) fn bit(self, row: usize, column: usize) -> u64 {
        1 << (row * self.width + column)
    }
}

/// What lies in a line: bits of its cells, the first cell lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Content {
    /// Where its own vehicles begin.
    pub(super) starts: u8,
    /// What they cover.
    pub(super) cells: u8,
}

/// So many cells of a line, from one on.
pub(super) fn cells(offset: usize, length: usize) -> u8 {
    (((1_u16 << length) - 1) << offset) as u8
}

impl Content {
    /// Adds a vehicle.
    pub(super) fn put(&mut self, offset: usize, length: usize) {
        self.starts |= 1 << offset;
        self.cells |= cells(offset, length);
    }

    /// Takes a vehicle away.
    pub(super) fn take(&mut self, offset: usize, length: usize) {
        self.starts &= !(1 << offset);
        self.cells &= !cells(offset, length);
    }

    /// Its vehicles: where they begin and how long they are.
    pub(super) fn vehicles(self) -> impl Iterator<Item = (usize, usize)> {
        (0..LONGEST).filter(move |offset| self.starts >> offset & 1 == 1).map(move |offset| {
            let ends = |along: &usize| self.cells >> along & 1 == 0 || self.starts >> along & 1 == 1;
            (offset, (offset + 1..LONGEST).find(ends).unwrap_or(LONGEST) - offset)
        })
    }
}

/// A board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub(super) rows: [Content; LONGEST],
    pub(super) columns: [Content; LONGEST],
    /// The walls of each row.
    pub(super) walls: [u8; LONGEST],
}

impl Board {
    /// The content of a line: rows are numbered from 0, columns from [`LONGEST`].
    pub(super) fn line(&self, place: usize) -> Content {
        if place < LONGEST { self.rows[place] } else { self.columns[place - LONGEST] }
    }

    /// The same, to be changed.
    pub(super) fn line_mut(&mut self, place: usize) -> &mut Content {
        if place < LONGEST { &mut self.rows[place] } else { &mut self.columns[place - LONGEST] }
    }

    /// The walls of a column.
    pub(super) fn column_walls(&self, column: usize) -> u8 {
        self.walls.iter().enumerate().fold(0, |all, (row, walls)| all | (walls >> column & 1) << row)
    }

    /// How many walls there are.
    pub(super) fn wall_count(&self) -> usize {
        self.walls.iter().map(|walls| walls.count_ones() as usize).sum()
    }

    /// The board as a puzzle, lettered as in the published database.
    pub fn puzzle(&self, size: Size) -> Option<Puzzle> {
        let puzzle = Puzzle::try_from(self.draft(size)).ok()?;
        puzzle.with_canonical_labels().or(Some(puzzle))
    }

    /// The same in one line.
    pub(super) fn text(&self, size: Size) -> String {
        self.puzzle(size).and_then(|puzzle| board_line(&puzzle)).unwrap_or_default()
    }

    /// With labels in any order but for the primary's.
    fn draft(&self, size: Size) -> Draft {
        let mut draft = Draft { width: size.width as i64, height: size.height as i64, ..Draft::default() };
        let mut labels = ('A'..='W').chain('0'..='9').filter_map(Label::from_char);
        draft.primary = labels.next();
        for place in 0..2 * LONGEST {
            let (orientation, line) = if place < LONGEST {
                (Orientation::Horizontal, place)
            } else {
                (Orientation::Vertical, place - LONGEST)
            };
            let (line, main) = (line as i64, place == size.primary_row());
            for (offset, length) in self.line(place).vehicles() {
                let offset = offset as i64;
                let (row, column) = if place < LONGEST { (line, offset) } else { (offset, line) };
                let label = if main { draft.primary } else { labels.next() };
                let vehicle = |label| DraftVehicle { label, orientation, length: length as i64, row, column, line: 0 };
                draft.vehicles.extend(label.map(vehicle));
            }
        }
        for (row, walls) in self.walls.iter().enumerate() {
            let columns = (0..size.width).filter(|column| walls >> column & 1 == 1);
            draft.walls.extend(columns.map(|column| DraftWall { row: row as i64, column: column as i64, line: 0 }));
        }
        draft
    }
}
