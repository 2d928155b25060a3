//! Cells, directions and sides. Rows count downwards and columns to the right, from 0 in code and from 1 in everything printed.

use std::fmt;

/// One square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Counted from the top, from 0.
    pub row: u8,
    /// Counted from the left, from 0.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

/// How a vehicle lies, and so which way it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Orientation {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

impl Orientation {
    /// The directions a vehicle that lies so can move in: left or up first.
    pub fn directions(self) -> [Direction; 2] {
        match self {
            Orientation::Horizontal => [Direction::Left, Direction::Right],
            Orientation::Vertical => [Direction::Up, Direction::Down],
        }
    }

    /// The cell `along` cells into line `line`: a row for a horizontal vehicle, a column for a vertical one.
    pub fn cell(self, line: u8, along: u8) -> Cell {
        match self {
            Orientation::Horizontal => Cell { row: line, column: along },
            Orientation::Vertical => Cell { row: along, column: line },
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

/// Where a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Which vehicles can go that way.
    pub fn orientation(self) -> Orientation {
        match self {
            Direction::Left | Direction::Right => Orientation::Horizontal,
            Direction::Up | Direction::Down => Orientation::Vertical,
        }
    }

    /// +1 where rows or columns grow, -1 where they shrink.
    pub fn sign(self) -> i32 {
        match self {
            Direction::Right | Direction::Down => 1,
            Direction::Left | Direction::Up => -1,
        }
    }

    /// The word for it: `left`.
    pub fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A side of the board, where the exit may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// East.
    Right,
    /// West.
    Left,
    /// North.
    Top,
    /// South.
    Bottom,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::Right, Side::Left, Side::Top, Side::Bottom];

    /// Where a vehicle that lies so leaves when nobody says otherwise: to the right, or at the top.
    pub fn usual_for(orientation: Orientation) -> Side {
        match orientation {
            Orientation::Horizontal => Side::Right,
            Orientation::Vertical => Side::Top,
        }
    }

    /// How a vehicle must lie to leave there.
    pub fn orientation(self) -> Orientation {
        self.direction().orientation()
    }

    /// The way out.
    pub fn direction(self) -> Direction {
        match self {
            Side::Right => Direction::Right,
            Side::Left => Direction::Left,
            Side::Top => Direction::Up,
            Side::Bottom => Direction::Down,
        }
    }

    /// The word for it: `top`.
    pub fn word(self) -> &'static str {
        match self {
            Side::Right => "right",
            Side::Left => "left",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    /// The side in a sentence: `on the right`, `at the top`.
    pub fn phrase(self) -> &'static str {
        match self {
            Side::Right => "on the right",
            Side::Left => "on the left",
            Side::Top => "at the top",
            Side::Bottom => "at the bottom",
        }
    }

    /// The side of that word.
    pub fn from_word(word: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.word() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
