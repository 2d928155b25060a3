//! The fixed geometry of the vehicles of a puzzle: the cells of their lines by number, and how far they can ever move.

use super::{Orientation, Puzzle};

#[derive(Clone, Copy, Debug)]
pub(crate) struct VehicleGeometry {
    pub(crate) length: u8,
    pub(crate) line_length: u8,
    /// The cell at offset 0 of its line, and the distance between two neighbours. Cells are numbered row by row.
    base: u16,
    stride: u16,
    pub(crate) start: u8,
    /// The least and the greatest offset: vehicles of a lane never pass each other.
    pub(crate) lowest: u8,
    pub(crate) highest: u8,
    /// The offset at which the valet removes it.
    pub(crate) removal_offset: Option<u8>,
}

impl VehicleGeometry {
    pub(crate) fn of_all(puzzle: &Puzzle) -> Vec<VehicleGeometry> {
        (0..puzzle.vehicles().len()).map(|index| VehicleGeometry::of(puzzle, index)).collect()
    }

    fn of(puzzle: &Puzzle, index: usize) -> VehicleGeometry {
        let vehicle = &puzzle.vehicles()[index];
        let width = u16::from(puzzle.width());
        let first = vehicle.orientation.cell(vehicle.line(), 0);
        let run = puzzle.run_of(vehicle);
        // The valet may remove the other vehicles of the exit line.
        let may_leave = puzzle.rules().valet && vehicle.shares_line_with(puzzle.primary());
        let others = |range: std::ops::Range<u8>| -> u8 {
            let others = puzzle.vehicles().iter().filter(|other| !may_leave && other.shares_line_with(vehicle));
            others.filter(|other| range.contains(&other.offset())).map(|other| other.length).sum()
        };
        VehicleGeometry {
            length: vehicle.length,
            line_length: puzzle.line_length(vehicle.orientation),
            base: u16::from(first.row) * width + u16::from(first.column),
            stride: if vehicle.orientation == Orientation::Horizontal { 1 } else { width },
            start: vehicle.offset(),
            lowest: run.offset + others(run.offset..vehicle.offset()),
            highest: run.end() - vehicle.length - others(vehicle.offset() + 1..run.end()),
            removal_offset: puzzle.removal_offset(index),
        }
    }

    /// Returns whether two vehicles are in the same row or column.
    #[inline]
    pub(crate) fn shares_line_with(&self, other: &VehicleGeometry) -> bool {
        (self.base, self.stride) == (other.base, other.stride)
    }

    #[inline]
    pub(crate) fn cell(&self, along: u8) -> usize {
        usize::from(self.base + u16::from(along) * self.stride)
    }

    #[inline]
    pub(crate) fn index_of(&self, cell: usize) -> u8 {
        ((cell - usize::from(self.base)) / usize::from(self.stride)) as u8
    }

    #[inline]
    pub(crate) fn cells(self, offset: u8) -> impl Iterator<Item = usize> {
        self.cells_between(offset, offset)
    }

    /// Returns the cells that it covers at some offset of a range, ends included.
    #[inline]
    pub(crate) fn cells_between(self, first: u8, last: u8) -> impl Iterator<Item = usize> {
        (first..last + self.length).map(move |along| self.cell(along))
    }
}
