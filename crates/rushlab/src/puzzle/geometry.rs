//! Cells, directions and sides. Rows count downwards and columns to the right, from 0 in code and from 1 in print.

use std::fmt;

use crate::words::words;

/// One cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// The row, counted from the top, from 0.
    pub row: u8,
    /// The column, counted from the left, from 0.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// The axis that a vehicle lies and moves along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Orientation {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

impl Orientation {
    /// Returns the other axis.
    #[must_use]
    pub fn other(self) -> Orientation {
        match self {
            Orientation::Horizontal => Orientation::Vertical,
            Orientation::Vertical => Orientation::Horizontal,
        }
    }

    /// Returns the two directions along this axis: left or up first.
    pub fn directions(self) -> [Direction; 2] {
        match self {
            Orientation::Horizontal => [Direction::Left, Direction::Right],
            Orientation::Vertical => [Direction::Up, Direction::Down],
        }
    }

    /// Returns the cell at an index of a line: of a row if horizontal, of a column if vertical.
    pub fn cell(self, line: u8, index: u8) -> Cell {
        match self {
            Orientation::Horizontal => Cell { row: line, column: index },
            Orientation::Vertical => Cell { row: index, column: line },
        }
    }
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Orientation::Horizontal => "horizontal",
            Orientation::Vertical => "vertical",
        })
    }
}

/// Consecutive cells of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The row or column.
    pub line: u8,
    /// The index of the first cell within the line.
    pub offset: u8,
    /// Number of cells.
    pub length: u8,
}

impl Run {
    /// Returns the maximal runs of free cells of a line.
    pub(crate) fn all_of(line: u8, line_length: u8, is_free: impl Fn(u8) -> bool) -> impl Iterator<Item = Run> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let offset = (next..line_length).find(|along| is_free(*along))?;
            next = (offset..line_length).find(|along| !is_free(*along)).unwrap_or(line_length);
            Some(Run { line, offset, length: next - offset })
        })
    }

    pub(crate) fn end(self) -> u8 {
        self.offset + self.length
    }

    /// Returns whether an index within the line is that of a cell of the run.
    pub(crate) fn contains(self, along: u8) -> bool {
        (self.offset..self.end()).contains(&along)
    }
}

/// The direction of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Direction {
    /// Towards row 1.
    Up,
    /// Away from row 1.
    Down,
    /// Towards column 1.
    Left,
    /// Away from column 1.
    Right,
}

words!(Direction { Up => "up", Down => "down", Left => "left", Right => "right" });

impl Direction {
    /// Returns the axis of the direction.
    pub fn orientation(self) -> Orientation {
        match self {
            Direction::Left | Direction::Right => Orientation::Horizontal,
            Direction::Up | Direction::Down => Orientation::Vertical,
        }
    }

    /// Returns 1 for right and down, -1 for left and up.
    pub fn sign(self) -> i32 {
        match self {
            Direction::Right | Direction::Down => 1,
            Direction::Left | Direction::Up => -1,
        }
    }

    /// Returns a number of cells in this direction as a signed distance.
    pub fn distance(self, cells: u8) -> i32 {
        self.sign() * i32::from(cells)
    }
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// The right-hand side.
    Right,
    /// The left-hand side.
    Left,
    /// The top.
    Top,
    /// The bottom.
    Bottom,
}

words!(Side { Right => "right", Left => "left", Top => "top", Bottom => "bottom" });

impl Side {
    /// Returns the default exit side: right for a horizontal primary, top for a vertical one.
    pub fn default_for(orientation: Orientation) -> Side {
        match orientation {
            Orientation::Horizontal => Side::Right,
            Orientation::Vertical => Side::Top,
        }
    }

    /// Returns the axis of a vehicle that can leave on this side.
    pub fn orientation(self) -> Orientation {
        self.direction().orientation()
    }

    /// Returns the direction in which a vehicle leaves on this side.
    pub fn direction(self) -> Direction {
        match self {
            Side::Right => Direction::Right,
            Side::Left => Direction::Left,
            Side::Top => Direction::Up,
            Side::Bottom => Direction::Down,
        }
    }

    /// Returns the side as part of a sentence: `on the right`, `at the top`.
    pub fn phrase(self) -> &'static str {
        match self {
            Side::Right => "on the right",
            Side::Left => "on the left",
            Side::Top => "at the top",
            Side::Bottom => "at the bottom",
        }
    }
}
