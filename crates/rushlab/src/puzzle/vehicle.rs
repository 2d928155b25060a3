//! Vehicles, and the exit.

use super::{Cell, Label, Orientation, Side};

/// A car or a truck, at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Vehicle {
    /// The label, as the user wrote it.
    pub label: Label,
    /// The axis it moves along.
    pub orientation: Orientation,
    /// Number of cells it covers, at least 2.
    pub length: u8,
    /// The top or left cell.
    pub cell: Cell,
    /// The units of fuel that the input gives it; `None` if the input gives none.
    pub fuel: Option<u16>,
}

impl Vehicle {
    /// Returns the row of a horizontal vehicle or the column of a vertical one. It never changes.
    pub fn line(&self) -> u8 {
        match self.orientation {
            Orientation::Horizontal => self.cell.row,
            Orientation::Vertical => self.cell.column,
        }
    }

    /// Returns the index of the first cell within the line. Moves change it.
    pub fn offset(&self) -> u8 {
        match self.orientation {
            Orientation::Horizontal => self.cell.column,
            Orientation::Vertical => self.cell.row,
        }
    }

    /// Returns whether two vehicles are in the same row or column.
    pub fn shares_line_with(&self, other: &Vehicle) -> bool {
        (self.orientation, self.line()) == (other.orientation, other.line())
    }

    /// Returns the cells it covers at an offset within its line.
    pub fn cells_at(&self, offset: u8) -> impl Iterator<Item = Cell> + use<> {
        let (orientation, line, length) = (self.orientation, self.line(), self.length);
        (offset..offset + length).map(move |index| orientation.cell(line, index))
    }

    /// Returns the cells it covers at the start.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.cells_at(self.offset())
    }
}

/// The place where the primary leaves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Exit {
    /// The side of the board.
    pub side: Side,
    /// The row of an exit on the left or right, or the column of one at the top or bottom.
    pub line: u8,
}
