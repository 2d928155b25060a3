//! Minimal puzzles: removing any vehicle but the primary, or any wall, makes the optimal solution shorter.
//!
//! Removing a vehicle or wall never makes the optimal solution longer: deleting the moves of the removed vehicle from a
//! solution leaves a solution. Two facts follow. A vehicle that moves in some optimal solution is needed, because
//! without its moves that solution is shorter; so only the vehicles that do not move have to be tried. And a vehicle or
//! wall that is needed is still needed after another one is removed; so one pass over them makes a puzzle minimal, and
//! its optimum stays the same.

use super::Stopped;
use crate::puzzle::{Cell, Draft, Puzzle};
use crate::search::{Limits, Observer, Status, solve};
use crate::solution::Solution;

/// The vehicles and walls that can each be removed without changing the length of a shortest solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Redundant {
    /// The indices of vehicles.
    pub vehicles: Vec<usize>,
    /// The walls.
    pub walls: Vec<Cell>,
}

impl Redundant {
    /// Returns whether nothing can be removed: the puzzle is minimal.
    pub fn is_empty(&self) -> bool {
        self.vehicles.is_empty() && self.walls.is_empty()
    }
}

/// Returns the redundant vehicles and walls of a puzzle; `None` if the puzzle has no solution.
///
/// # Errors
///
/// Fails if a limit is reached or if the observer stops a search.
pub fn redundant(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Redundant>, Stopped> {
    let Some(solution) = optimal(puzzle, limits, observer)? else { return Ok(None) };
    let mut redundant = Redundant::default();
    for vehicle in unmoved(puzzle, &solution) {
        if puzzle_if_same_cost(&without_vehicle(puzzle, vehicle), &solution, limits, observer)?.is_some() {
            redundant.vehicles.push(vehicle);
        }
    }
    for wall in puzzle.walls() {
        if puzzle_if_same_cost(&without_wall(puzzle, *wall), &solution, limits, observer)?.is_some() {
            redundant.walls.push(*wall);
        }
    }
    Ok(Some(redundant))
}

/// Returns a minimal puzzle with the same optimum, made by removing vehicles and walls; `None` without a solution.
///
/// # Errors
///
/// Fails if a limit is reached or if the observer stops a search.
pub fn minimised(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Puzzle>, Stopped> {
    let Some(solution) = optimal(puzzle, limits, observer)? else { return Ok(None) };
    let mut reduced = puzzle.clone();
    for vehicle in unmoved(puzzle, &solution) {
        let label = puzzle.vehicles()[vehicle].label;
        let Some(index) = reduced.vehicle_named(label) else { continue };
        if let Some(smaller) = puzzle_if_same_cost(&without_vehicle(&reduced, index), &solution, limits, observer)? {
            reduced = smaller;
        }
    }
    for wall in puzzle.walls() {
        if let Some(smaller) = puzzle_if_same_cost(&without_wall(&reduced, *wall), &solution, limits, observer)? {
            reduced = smaller;
        }
    }
    Ok(Some(reduced))
}

/// Returns an optimal solution; `None` if there is no solution.
fn optimal(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Option<Solution>, Stopped> {
    let outcome = solve(puzzle, limits, observer);
    match outcome.status {
        Status::Solved => Ok(outcome.solution),
        Status::Unsolvable => Ok(None),
        Status::Limit(limit) => Err(Stopped::Limit(limit)),
        Status::Interrupted => Err(Stopped::Interrupted),
    }
}

fn unmoved(puzzle: &Puzzle, solution: &Solution) -> impl Iterator<Item = usize> {
    let moved = |vehicle: usize| solution.moves().iter().any(|mv| mv.vehicle == vehicle);
    (0..puzzle.vehicles().len()).filter(move |vehicle| *vehicle != puzzle.primary_index() && !moved(*vehicle))
}

/// Returns the smaller puzzle if its optimal cost is the same.
fn puzzle_if_same_cost(
    smaller: &Draft,
    solution: &Solution,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Option<Puzzle>, Stopped> {
    // A valid puzzle stays valid when something is removed.
    let Ok(smaller) = Puzzle::try_from(smaller.clone()) else { return Ok(None) };
    let shortest = optimal(&smaller, limits, observer)?;
    Ok(shortest.filter(|shortest| shortest.cost() == solution.cost()).map(|_| smaller))
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
