//! Whole clusters: every position of a puzzle with its true distance, and what that says: about the puzzle, about how hard it is, and
//! about heuristics.

mod cluster;
mod difficulty;
mod minimal;
mod properties;
mod solutions;
mod survey;

pub use cluster::{Cluster, Stopped};
pub use difficulty::{Difficulty, Level};
pub use minimal::{Spare, reduced, spare};
pub use properties::{Fall, Properties, TooHigh};
pub use solutions::Solutions;
pub use survey::{Survey, hardest};

use crate::puzzle::{Draft, DraftFuel, Problems, Puzzle};
use crate::reference::Position;

/// The puzzle that begins at a position of another one: without the vehicles that the valet has taken, and with the fuel that is left.
pub fn puzzle_at(puzzle: &Puzzle, position: &Position) -> Result<Puzzle, Problems> {
    let mut draft = Draft::from(puzzle);
    (draft.vehicles, draft.fuel) = (Vec::new(), Vec::new());
    for (index, mut vehicle) in Draft::from(puzzle).vehicles.into_iter().enumerate() {
        let Some(cell) = position.cell_of(puzzle, index) else { continue };
        (vehicle.row, vehicle.column) = (cell.row.into(), cell.column.into());
        draft.vehicles.push(vehicle);
        // A tank that is as full as the rules make it needs no figure.
        let given = puzzle.vehicles()[index].fuel.is_some();
        let left = position.fuel[index].filter(|units| given || Some(*units) != puzzle.rules().default_fuel);
        draft.fuel.extend(left.map(|units| DraftFuel { label: vehicle.label, units: units.into(), line: 0 }));
    }
    Puzzle::try_from(draft)
}
