//! Which cells of a board are occupied while its puzzle is encoded or decoded.

use crate::puzzle::{Cell, Orientation, Run};

#[derive(Debug)]
pub(super) struct Board {
    width: u8,
    height: u8,
    occupied: Vec<bool>,
}

impl Board {
    pub(super) fn empty(width: u8, height: u8) -> Board {
        Board { width, height, occupied: vec![false; usize::from(width) * usize::from(height)] }
    }

    pub(super) fn cells(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }

    /// Returns the index of a cell in reading order.
    pub(super) fn index(&self, cell: Cell) -> u32 {
        u32::from(cell.row) * u32::from(self.width) + u32::from(cell.column)
    }

    /// Returns the cell with an index in reading order.
    pub(super) fn cell(&self, index: u32) -> Cell {
        let width = u32::from(self.width);
        Cell { row: (index / width) as u8, column: (index % width) as u8 }
    }

    pub(super) fn occupy(&mut self, cell: Cell) {
        let index = self.index(cell) as usize;
        if let Some(occupied) = self.occupied.get_mut(index) {
            *occupied = true;
        }
    }

    /// Returns the maximal runs of free cells of all lines along an axis.
    pub(super) fn runs(&self, orientation: Orientation) -> Vec<Run> {
        let (lines, length) = match orientation {
            Orientation::Horizontal => (self.height, self.width),
            Orientation::Vertical => (self.width, self.height),
        };
        let is_free = |line: u8, offset: u8| {
            let index = self.index(orientation.cell(line, offset)) as usize;
            self.occupied.get(index) == Some(&false)
        };
        (0..lines).flat_map(|line| Run::all_of(line, length, move |along| is_free(line, along))).collect()
    }
}
