//! Minimal puzzles: take any vehicle but the primary away, or any wall, and the shortest solution becomes shorter.
//!
//! Taking something away never makes a solution longer, for a solution stays one when the moves of what is gone are left out. Two
//! things follow. A vehicle that moves in some shortest solution is needed: without its moves that solution is shorter. So only those
//! that stand still have to be tried. And what is needed stays needed when something else goes: so one pass over them makes a puzzle
//! minimal, and its shortest solution keeps its length.

use super::Stopped;
use crate::puzzle::{Cell, Draft, Puzzle};
use crate::search::{Limits, Observer, Outcome, Status, solve};

/// What could go, each on its own, without making the shortest solution shorter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spare {
    /// Vehicles, by their index.
    pub vehicles: Vec<usize>,
    /// Walls.
    pub walls: Vec<Cell>,
}

impl Spare {
    /// Whether nothing could go: the puzzle is minimal.
    pub fn is_empty(&self) -> bool {
        self.vehicles.is_empty() && self.walls.is_empty()
    }
}

/// What could go from a puzzle; nothing is known of one without a solution.
pub fn spare(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Spare>, Stopped> {
    let Some(solution) = solution(puzzle, limits, observer)? else { return Ok(None) };
    let mut spare = Spare::default();
    for vehicle in still(puzzle, &solution) {
        if is_spare(&without_vehicle(puzzle, vehicle), &solution, limits, observer)?.is_some() {
            spare.vehicles.push(vehicle);
        }
    }
    for wall in puzzle.walls() {
        if is_spare(&without_wall(puzzle, *wall), &solution, limits, observer)?.is_some() {
            spare.walls.push(*wall);
        }
    }
    Ok(Some(spare))
}

/// The puzzle without what it does not need: minimal, with a shortest solution of the same length; nothing if it has no solution.
pub fn reduced(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Puzzle>, Stopped> {
    let Some(solution) = solution(puzzle, limits, observer)? else { return Ok(None) };
    let mut reduced = puzzle.clone();
    for vehicle in still(puzzle, &solution) {
        let label = puzzle.vehicles()[vehicle].label;
        let Some(index) = reduced.vehicle_named(label) else { continue };
        if let Some(smaller) = is_spare(&without_vehicle(&reduced, index), &solution, limits, observer)? {
            reduced = smaller;
        }
    }
    for wall in puzzle.walls() {
        if let Some(smaller) = is_spare(&without_wall(&reduced, *wall), &solution, limits, observer)? {
            reduced = smaller;
        }
    }
    Ok(Some(reduced))
}

/// A shortest solution, if there is one.
fn solution(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Outcome>, Stopped> {
    let outcome = solve(puzzle, limits, observer);
    match outcome.status {
        Status::Solved => Ok(Some(outcome)),
        Status::Unsolvable => Ok(None),
        Status::Limit(limit) => Err(Stopped::Limit(limit)),
        Status::Interrupted => Err(Stopped::Interrupted),
    }
}

/// The vehicles that a solution does not move.
fn still(puzzle: &Puzzle, solution: &Outcome) -> impl Iterator<Item = usize> {
    let moved = |vehicle: usize| solution.moves.iter().any(|mv| mv.vehicle == vehicle);
    (0..puzzle.vehicles().len()).filter(move |vehicle| *vehicle != puzzle.primary_index() && !moved(*vehicle))
}

/// The smaller puzzle, if its shortest solution is as long as the one given.
fn is_spare(
    smaller: &Draft,
    solution: &Outcome,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Option<Puzzle>, Stopped> {
    // Nothing that is taken from a valid puzzle makes it a bad one.
    let Ok(smaller) = Puzzle::try_from(smaller.clone()) else { return Ok(None) };
    let shortest = self::solution(&smaller, limits, observer)?;
    Ok(shortest.filter(|shortest| shortest.cost == solution.cost).map(|_| smaller))
}

fn without_vehicle(puzzle: &Puzzle, vehicle: usize) -> Draft {
    let mut draft = Draft::from(puzzle);
    let label = draft.vehicles.remove(vehicle).label;
    draft.fuel.retain(|fuel| fuel.label != label);
    draft
}

fn without_wall(puzzle: &Puzzle, wall: Cell) -> Draft {
    let mut draft = Draft::from(puzzle);
    draft.walls.retain(|other| (other.row, other.column) != (wall.row.into(), wall.column.into()));
    draft
}
