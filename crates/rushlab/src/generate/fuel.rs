//! Random fuel tanks.
//!
//! Random tanks are seldom too small for a solution. Where every vehicle has a tank, as in COMP 472, fuel should
//! matter. So tanks are chosen that exclude one shortest solution after the other, until the shortest one that is left
//! is longer.

use super::check::{check_lengths, shortest_solution};
use super::{AttemptFailure, Constraints};
use crate::puzzle::{Draft, DraftFuel, Puzzle};
use crate::random::RandomStream;
use crate::search::Observer;
use crate::solution::Solution;

/// Maximum number of random fuel distributions tried on a board.
const MAX_TRIES: usize = 40;

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

/// Returns the board with tanks that make its shortest solution longer, but not too long; `None` if none are found.
pub(super) fn with_binding_fuel(
    constraints: &Constraints,
    board: &Puzzle,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Option<Puzzle>, AttemptFailure> {
    let Some(fuel) = &constraints.fuel else { return Ok(None) };
    let Some(mut solution) = shortest_solution(board, observer)? else { return Ok(None) };
    let (cost, mut fuelled) = (solution.cost(), board.clone());
    let mut without_tank: Vec<usize> = (0..board.vehicles().len()).collect();
    for _ in 0..MAX_TANKS {
        // A tank that excludes the solution, but leaves others.
        let driven = cells_driven(board, &solution);
        let mut candidates = without_tank.clone();
        candidates.retain(|vehicle| driven[*vehicle] > *fuel.start());
        let (vehicle, next, other) = loop {
            let Some(&vehicle) = random.choose(&candidates) else { return Ok(None) };
            candidates.retain(|candidate| *candidate != vehicle);
            let Some(next) = with_tank(&fuelled, vehicle, (*fuel.end()).min(driven[vehicle] - 1)) else { continue };
            if let Some(other) = shortest_solution(&next, observer)? {
                break (vehicle, next, other);
            }
        };
        without_tank.retain(|candidate| *candidate != vehicle);
        if other.cost() > cost {
            return match check_lengths(constraints, &next, observer) {
                Ok(()) => Ok(Some(next)),
                Err(AttemptFailure::Interrupted) => Err(AttemptFailure::Interrupted),
                Err(_) => Ok(None),
            };
        }
        (fuelled, solution) = (next, other);
    }
    Ok(None)
}

fn with_tank(puzzle: &Puzzle, vehicle: usize, units: usize) -> Option<Puzzle> {
    let mut draft = Draft::from(puzzle);
    let label = puzzle.vehicles()[vehicle].label;
    draft.fuel.push(DraftFuel { label, units: units as i64, text_line: 0 });
    Puzzle::try_from(draft).ok()
}

fn cells_driven(puzzle: &Puzzle, solution: &Solution) -> Vec<usize> {
    let mut driven = vec![0; puzzle.vehicles().len()];
    solution.moves().iter().for_each(|mv| driven[mv.vehicle] += usize::from(mv.cells));
    driven
}
