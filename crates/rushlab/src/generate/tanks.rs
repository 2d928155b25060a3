//! Fuel for a few vehicles.

use super::check::lengths;
use super::draw::Draw;
use super::{Demand, Miss};
use crate::puzzle::{Draft, DraftFuel, Puzzle};
use crate::search::Observer;

/// How often tanks are filled anew until there is a solution as demanded.
const TRIES: usize = 40;

/// So many vehicles have a tank at the most.
const MOST_TANKS: usize = 4;

/// The board with fuel in some tanks, and still a solution of a length that was asked for.
pub(super) fn with_tanks(
    demand: &Demand,
    board: Puzzle,
    draw: &mut Draw,
    observer: &mut dyn Observer,
) -> Result<Puzzle, Miss> {
    if demand.fuel.is_none() {
        return Ok(board);
    }
    let mut miss = Miss::NoBoard;
    for _ in 0..TRIES {
        let board = tanked(demand, &board, draw).ok_or(Miss::NoBoard)?;
        match lengths(demand, &board, observer) {
            Ok(()) => return Ok(board),
            Err(Miss::Interrupted) => return Err(Miss::Interrupted),
            Err(other) => miss = other,
        }
    }
    Err(miss)
}

/// The board with fuel in some tanks.
pub(super) fn tanked(demand: &Demand, board: &Puzzle, draw: &mut Draw) -> Option<Puzzle> {
    let Some(fuel) = &demand.fuel else { return Some(board.clone()) };
    let mut draft = Draft::from(board);
    let tanks = draw.within(&(1..=MOST_TANKS)).min(draft.vehicles.len());
    let mut labels: Vec<_> = draft.vehicles.iter().map(|vehicle| vehicle.label).collect();
    for _ in 0..tanks {
        let label = labels.swap_remove(draw.below(labels.len()));
        draft.fuel.push(DraftFuel { label, units: draw.within(fuel) as i64, line: 0 });
    }
    Puzzle::try_from(draft).ok()
}
