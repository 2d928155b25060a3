//! The fixed data of the vehicles of a puzzle: their lines, and how far they can ever move.

use crate::puzzle::{Orientation, Puzzle, Side, Vehicle};

/// The fixed data of a vehicle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VehicleData {
    pub(crate) length: u8,
    /// The cell at offset 0 of its line, and the distance between two neighbouring cells. Cells are numbered row by row.
    pub(crate) base: u16,
    pub(crate) stride: u16,
    /// The offset at the start of the puzzle.
    pub(crate) start: u8,
    /// The least and the greatest offset: vehicles of a lane never pass each other.
    pub(crate) lowest: u8,
    pub(crate) highest: u8,
    /// The offset at which the valet removes it, if it is a vehicle of the exit line other than the primary.
    pub(crate) removal_offset: Option<u8>,
}

impl VehicleData {
    /// Returns the data of all vehicles of a puzzle.
    pub(crate) fn of_all(puzzle: &Puzzle) -> Vec<VehicleData> {
        VehicleData::with_removable(puzzle, |_| false)
    }

    /// Returns the data of all vehicles of a puzzle from which some may be removed.
    pub(super) fn with_removable(puzzle: &Puzzle, removable: impl Fn(usize) -> bool + Copy) -> Vec<VehicleData> {
        (0..puzzle.vehicles().len()).map(|index| VehicleData::of(puzzle, removable, index)).collect()
    }

    fn of(puzzle: &Puzzle, removable: impl Fn(usize) -> bool, index: usize) -> VehicleData {
        let (vehicle, primary) = (&puzzle.vehicles()[index], puzzle.primary());
        let width = u16::from(puzzle.width());
        let first = vehicle.orientation.cell(vehicle.line(), 0);
        let in_exit_line = vehicle.line() == primary.line() && vehicle.orientation == primary.orientation;
        let valet = puzzle.rules().valet && in_exit_line;
        let room = puzzle.line_length(vehicle.orientation);
        let walled = |along: u8| puzzle.walls().contains(&vehicle.orientation.cell(vehicle.line(), along));
        let start = (0..vehicle.offset()).rev().find(|along| walled(*along)).map_or(0, |wall| wall + 1);
        let end = (vehicle.offset()..room).find(|along| walled(*along)).unwrap_or(room);
        // The valet may remove the other vehicles of the exit line.
        let others = |range: std::ops::Range<u8>| -> u8 {
            let stays = |(other, details): &(usize, &Vehicle)| {
                let in_line = (details.orientation, details.line()) == (vehicle.orientation, vehicle.line());
                !valet && !removable(*other) && in_line && range.contains(&details.offset())
            };
            puzzle.vehicles().iter().enumerate().filter(stays).map(|(_, details)| details.length).sum()
        };
        let removed_at = match puzzle.exit().side {
            Side::Left | Side::Top => 0,
            Side::Right | Side::Bottom => room - vehicle.length,
        };
        VehicleData {
            length: vehicle.length,
            base: u16::from(first.row) * width + u16::from(first.column),
            stride: if vehicle.orientation == Orientation::Horizontal { 1 } else { width },
            start: vehicle.offset(),
            lowest: start + others(start..vehicle.offset()),
            highest: end - vehicle.length - others(vehicle.offset() + 1..end),
            removal_offset: (valet && index != puzzle.primary_index()).then_some(removed_at),
        }
    }

    /// Returns the cell at an index of its line.
    #[inline]
    pub(crate) fn cell(&self, along: u8) -> usize {
        usize::from(self.base + u16::from(along) * self.stride)
    }

    /// Returns the cells that it covers at an offset.
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
