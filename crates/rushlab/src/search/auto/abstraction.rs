//! Puzzles with fewer vehicles, and what their solutions collide with.

use crate::position::{Move, Position};
use crate::puzzle::{Draft, Puzzle};

pub(super) fn with_vehicles(puzzle: &Puzzle, included: &[bool]) -> Option<Puzzle> {
    let mut draft = Draft::from(puzzle);
    let removed: Vec<_> = puzzle
        .vehicles()
        .iter()
        .zip(included)
        .filter(|(_, included)| !**included)
        .map(|(vehicle, _)| vehicle.label)
        .collect();
    draft.vehicles.retain(|vehicle| !removed.contains(&vehicle.label));
    draft.fuel.retain(|fuel| !removed.contains(&fuel.label));
    Puzzle::try_from(draft).ok()
}

/// Returns the moves of a reduced puzzle with the vehicle indices of the original puzzle.
pub(super) fn with_indices_of(original: &Puzzle, reduced: &Puzzle, moves: &[Move]) -> Vec<Move> {
    let with_index = |mv: &Move| {
        let vehicle = original.vehicle_named(reduced.vehicles()[mv.vehicle].label)?;
        Some(Move { vehicle, ..*mv })
    };
    moves.iter().filter_map(with_index).collect()
}

/// Returns the excluded vehicles with which the moves collide. Excluded vehicles stay at their start.
pub(super) fn collisions(puzzle: &Puzzle, included: &[bool], moves: &[Move]) -> Vec<usize> {
    let start = Position::start(puzzle);
    let mut offsets = start.offsets().to_vec();
    let mut found = Vec::new();
    for mv in moves {
        let vehicle = &puzzle.vehicles()[mv.vehicle];
        let Some(from) = offsets[mv.vehicle] else { continue };
        let to = from.wrapping_add_signed(mv.direction.distance(mv.cells) as i8);
        let trail = from.min(to)..from.max(to) + vehicle.length;
        for (other, details) in puzzle.vehicles().iter().enumerate().filter(|(other, _)| !included[*other]) {
            let covered = start.offsets()[other].into_iter().flat_map(|offset| details.cells_at(offset));
            let collides = covered
                .into_iter()
                .any(|cell| trail.clone().any(|along| vehicle.orientation.cell(vehicle.line(), along) == cell));
            if collides && !found.contains(&other) {
                found.push(other);
            }
        }
        offsets[mv.vehicle] = Some(to);
    }
    found
}
