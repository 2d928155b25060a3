//! `inf421-h2`: the blockers, and for each the fewest vehicles in its way out.
//!
//! For every crossing blocker the cells it needs to clear the primary's line are looked at in both directions, and the smaller number
//! of vehicles on them counts; a direction in which it does not fit does not. A vehicle in the way of two blockers is counted twice,
//! which is why this is neither admissible nor consistent, whatever its authors say: `docs/seeds.md` has counter-examples.

use super::ahead::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::{Puzzle, Vehicle};
use crate::reference::Position;

/// `inf421-h2`.
pub(super) struct Inf421;

struct Compiled {
    puzzle: Puzzle,
    /// Who stands in each cell: a vehicle's number plus one, 0 for nobody, `u8::MAX` for a wall.
    grid: Vec<u8>,
}

impl Heuristic for Inf421 {
    fn about(&self) -> &'static About {
        &About {
            name: "inf421-h2",
            summary: "h1, and for each blocker the fewest vehicles in its way out",
            weighted: false,
            admissible: Claim::Never,
            consistent: Claim::Never,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
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
        let place = |cell: crate::puzzle::Cell| usize::from(cell.row) * width + usize::from(cell.column);
        self.puzzle.walls().iter().for_each(|wall| self.grid[place(*wall)] = u8::MAX);
        for (index, vehicle) in self.puzzle.vehicles().iter().enumerate() {
            for along in position.offsets[index].into_iter().flat_map(|offset| offset..offset + vehicle.length) {
                self.grid[place(vehicle.orientation.cell(vehicle.line(), along))] = index as u8 + 1;
            }
        }
    }

    /// The fewest vehicles, over both directions, on the cells a blocker needs to clear the primary's line.
    fn fewest(&self, vehicle: &Vehicle, offset: u8) -> u32 {
        let primary = self.puzzle.primary();
        if vehicle.orientation == primary.orientation {
            return 0;
        }
        let line = primary.line();
        // Clear of the line means that the vehicle ends before it, or begins after it.
        let back = line.checked_sub(vehicle.length).map(|arrived| arrived..offset);
        let last = line + vehicle.length;
        let forth = (last < self.puzzle.line_length(vehicle.orientation)).then(|| offset + vehicle.length..last + 1);
        [back, forth].into_iter().flatten().filter_map(|cells| self.vehicles_on(vehicle, cells)).min().unwrap_or(0)
    }

    /// How many vehicles stand on some cells of a vehicle's line; `None` if there is a wall.
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
