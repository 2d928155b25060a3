//! Random fuel tanks.

use super::check::check_lengths;
use super::random::RandomStream;
use super::{AttemptFailure, Constraints};
use crate::puzzle::{Draft, DraftFuel, Puzzle};
use crate::search::Observer;

/// Maximum number of random fuel distributions tried on a board.
const MAX_TRIES: usize = 40;

/// Maximum number of vehicles with a tank.
const MAX_TANKS: usize = 4;

/// Adds tanks to a board such that its solution still has a suitable length.
pub(super) fn add_fuel(
    constraints: &Constraints,
    board: Puzzle,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    if constraints.fuel.is_none() {
        return Ok(board);
    }
    let mut failure = AttemptFailure::NoBoard;
    for _ in 0..MAX_TRIES {
        let board = with_random_fuel(constraints, &board, random).ok_or(AttemptFailure::NoBoard)?;
        match check_lengths(constraints, &board, observer) {
            Ok(()) => return Ok(board),
            Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
            Err(other) => failure = other,
        }
    }
    Err(failure)
}

/// Returns the board with random amounts of fuel in the tanks of random vehicles.
pub(super) fn with_random_fuel(constraints: &Constraints, board: &Puzzle, random: &mut RandomStream) -> Option<Puzzle> {
    let Some(fuel) = &constraints.fuel else { return Some(board.clone()) };
    let mut draft = Draft::from(board);
    let tanks = random.in_range(&(1..=MAX_TANKS)).min(draft.vehicles.len());
    let mut labels: Vec<_> = draft.vehicles.iter().map(|vehicle| vehicle.label).collect();
    for _ in 0..tanks {
        let label = labels.swap_remove(random.below(labels.len()));
        draft.fuel.push(DraftFuel { label, units: random.in_range(fuel) as i64, text_line: 0 });
    }
    Puzzle::try_from(draft).ok()
}
