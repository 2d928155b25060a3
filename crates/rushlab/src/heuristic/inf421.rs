//! `inf421-h2`: the number of blockers, and for each the smaller number of vehicles that block it.
//!
//! Each crossing blocker needs some cells to clear the line of the primary, in either direction. The vehicles on these
//! cells are counted, and the direction with fewer of them counts; a direction in which the blocker does not fit is
//! ignored. A vehicle that blocks two blockers is counted twice, so under `moves` the estimate is neither admissible
//! nor consistent, contrary to what INF421 says. Under `steps` it is both, because a step leaves one cell.
//! `docs/heuristics.md` has the counterexample and the proof.

use super::exit_path::blockers;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::{Puzzle, Vehicle};

/// `inf421-h2`.
pub(super) struct Inf421;

struct Compiled {
    puzzle: Puzzle,
    /// For each cell, the index of its vehicle plus one; 0 if it is free, `u8::MAX` if it is a wall.
    grid: Vec<u8>,
}

impl Heuristic for Inf421 {
    fn about(&self) -> About {
        About::new(
            "inf421-h2",
            "h1, and for each blocker the fewest vehicles that block it",
            Claim::UnderSteps,
            Claim::UnderSteps,
        )
        .plain("Blockers of blockers", "the blocking vehicles, and what blocks each of them")
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        let cells = usize::from(puzzle.width()) * usize::from(puzzle.height());
        Box::new(Compiled { puzzle: puzzle.clone(), grid: vec![0; cells] })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        self.fill(position);
        let cost = |(index, vehicle, _): (usize, &Vehicle, u8)| {
            1 + position.offsets[index].map_or(0, |offset| self.fewest(vehicle, offset))
        };
        Some(blockers(&self.puzzle, position).map(cost).sum())
    }
}

impl Compiled {
    fn fill(&mut self, position: &Position) {
        self.grid.fill(0);
        let width = usize::from(self.puzzle.width());
        let index = |cell: crate::puzzle::Cell| usize::from(cell.row) * width + usize::from(cell.column);
        self.puzzle.walls().iter().for_each(|wall| self.grid[index(*wall)] = u8::MAX);
        for (number, vehicle) in self.puzzle.vehicles().iter().enumerate() {
            for along in position.offsets[number].into_iter().flat_map(|offset| offset..offset + vehicle.length) {
                self.grid[index(vehicle.orientation.cell(vehicle.line(), along))] = number as u8 + 1;
            }
        }
    }

    /// Returns the smaller number of vehicles, over both directions, on the cells that a blocker needs to clear the
    /// line of the primary.
    fn fewest(&self, vehicle: &Vehicle, offset: u8) -> u32 {
        let primary = self.puzzle.primary();
        if vehicle.orientation == primary.orientation {
            return 0;
        }
        let line = primary.line();
        // A vehicle is clear of the line if it ends before it or begins after it.
        let back = line.checked_sub(vehicle.length).map(|arrived| arrived..offset);
        let last = line + vehicle.length;
        let forth = (last < self.puzzle.line_length(vehicle.orientation)).then(|| offset + vehicle.length..last + 1);
        [back, forth].into_iter().flatten().filter_map(|cells| self.vehicles_on(vehicle, cells)).min().unwrap_or(0)
    }

    /// Returns the number of vehicles on some cells of a line; `None` if there is a wall.
    fn vehicles_on(&self, vehicle: &Vehicle, cells: std::ops::Range<u8>) -> Option<u32> {
        let mut seen: Vec<u8> = Vec::new();
        for along in cells {
            let cell = vehicle.orientation.cell(vehicle.line(), along);
            match self.grid[usize::from(cell.row) * usize::from(self.puzzle.width()) + usize::from(cell.column)] {
                0 => {}
                u8::MAX => return None,
                other if seen.contains(&other) => {}
                other => seen.push(other),
            }
        }
        Some(seen.len() as u32)
    }
}
