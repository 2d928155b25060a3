//! The fixed geometry of a puzzle, and the targets of vehicles by number.

use rushlab::puzzle::Metric;
use rushlab::{Orientation, Puzzle};

/// Content of a free cell and of a wall; other values are vehicle indices.
pub(super) const FREE: u8 = u8::MAX;
pub(super) const WALL: u8 = u8::MAX - 1;

/// The line of a vehicle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub(super) length: u8,
    pub(super) line_length: u8,
    pub(super) line: u8,
    pub(super) orientation: Orientation,
    base: u16,
    stride: u16,
}

impl Track {
    /// Returns the number of a cell of the line. Cells are numbered row by row.
    pub(super) fn cell(&self, along: u8) -> usize {
        usize::from(self.base + u16::from(along) * self.stride)
    }

    /// Returns the cells that the vehicle enters on its way from one offset to another, in the order of the way.
    pub(super) fn way(&self, from: u8, to: u8) -> impl Iterator<Item = u8> + use<> {
        let (forward, backward) = (from + self.length..to.max(from) + self.length, to.min(from)..from);
        forward.chain(backward.rev())
    }
}

/// The fixed geometry of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) puzzle: Puzzle,
    pub(super) tracks: Vec<Track>,
    /// The cells without vehicles: free or walls.
    pub(super) empty: Vec<u8>,
    /// Number of targets of each vehicle.
    pub(super) span: usize,
}

impl Layout {
    /// Returns the geometry; `None` if the moves of the puzzle depend on more than free cells.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Layout> {
        let vehicles = 0..puzzle.vehicles().len();
        let is_plain = puzzle.rules().metric == Metric::Moves
            && vehicles.clone().all(|index| puzzle.tank(index).is_none() && puzzle.removal_offset(index).is_none());
        if !is_plain {
            return None;
        }
        let width = usize::from(puzzle.width());
        let mut empty = vec![FREE; width * usize::from(puzzle.height())];
        for wall in puzzle.walls() {
            empty[usize::from(wall.row) * width + usize::from(wall.column)] = WALL;
        }
        let track = |index: usize| {
            let vehicle = &puzzle.vehicles()[index];
            let first = vehicle.orientation.cell(vehicle.line(), 0);
            Track {
                length: vehicle.length,
                line_length: puzzle.line_length(vehicle.orientation),
                line: vehicle.line(),
                orientation: vehicle.orientation,
                base: u16::from(first.row) * width as u16 + u16::from(first.column),
                stride: if vehicle.orientation == Orientation::Horizontal { 1 } else { width as u16 },
            }
        };
        let span = width.max(usize::from(puzzle.height()));
        Some(Layout { puzzle: puzzle.clone(), tracks: vehicles.map(track).collect(), empty, span })
    }

    /// Returns the number of the aim to move a vehicle to an offset.
    pub(super) fn aim(&self, vehicle: usize, to: u8) -> usize {
        vehicle * self.span + usize::from(to)
    }

    /// Returns the vehicle and the offset of an aim.
    pub(super) fn of_aim(&self, aim: usize) -> (usize, u8) {
        (aim / self.span, (aim % self.span) as u8)
    }

    /// Returns the aim of the whole puzzle: the primary at the exit.
    pub(super) fn goal(&self) -> usize {
        self.aim(self.puzzle.primary_index(), self.puzzle.goal_offset())
    }

    /// Returns the content of every cell.
    pub(super) fn grid(&self, offsets: &[u8]) -> Vec<u8> {
        let mut grid = self.empty.clone();
        for (index, (track, offset)) in self.tracks.iter().zip(offsets).enumerate() {
            (*offset..offset + track.length).for_each(|along| grid[track.cell(along)] = index as u8);
        }
        grid
    }

    /// Returns how many cells each vehicle can move, back and forward.
    pub(super) fn reach(&self, grid: &[u8], offsets: &[u8]) -> Vec<[u8; 2]> {
        let free = |track: &Track, along: &u8| grid[track.cell(*along)] == FREE;
        let of_vehicle = |(track, offset): (&Track, &u8)| {
            let back = track.way(*offset, 0).take_while(|along| free(track, along)).count();
            let last = track.line_length - track.length;
            let forward = track.way(*offset, last).take_while(|along| free(track, along)).count();
            [back as u8, forward as u8]
        };
        self.tracks.iter().zip(offsets).map(of_vehicle).collect()
    }

    /// Returns the vehicles in the way of one that is to move to an offset, nearest first; `None` if a wall is.
    pub(super) fn in_the_way(&self, grid: &[u8], offsets: &[u8], vehicle: usize, to: u8) -> Option<Vec<usize>> {
        let track = &self.tracks[vehicle];
        let mut found = Vec::new();
        for along in track.way(offsets[vehicle], to) {
            match grid[track.cell(along)] {
                FREE => {}
                WALL => return None,
                // The cells of a vehicle in a way are next to each other.
                other if found.last() == Some(&usize::from(other)) => {}
                other => found.push(usize::from(other)),
            }
        }
        Some(found)
    }
}
