//! Verification of the constraints on a finished puzzle, by searches that are independent of how it was generated.

use super::fuel::add_fuel;
use super::{AttemptFailure, Constraints};
use crate::analysis::{Cluster, Difficulty, Solutions, minimised, redundant};
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::random::RandomStream;
use crate::search::{Limits, Observer, Status, solve};
use crate::solution::Solution;

/// Maximum number of positions of a search that verifies a puzzle.
const MAX_CHECK_STATES: u64 = 500_000;

/// Returns the cost of a shortest solution, or `None` if the puzzle is proved to have none.
pub(super) fn optimal_cost(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Option<u32>, AttemptFailure> {
    Ok(shortest_solution(puzzle, observer)?.as_ref().map(Solution::cost))
}

/// Returns a shortest solution, or `None` if the puzzle is proved to have none.
pub(super) fn shortest_solution(
    puzzle: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<Option<Solution>, AttemptFailure> {
    let outcome = solve(puzzle, Limits { states: MAX_CHECK_STATES, ..Limits::default() }, observer);
    match outcome.status {
        Status::Solved => Ok(outcome.solution),
        Status::Unsolvable => Ok(None),
        Status::Interrupted => Err(AttemptFailure::Interrupted),
        Status::Limit(_) => Err(AttemptFailure::NoBoard),
    }
}

/// Removes the vehicles and walls that do not affect the optimum, and fails if too few remain.
pub(super) fn reduce(
    constraints: &Constraints,
    board: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let limits = Limits { states: MAX_CHECK_STATES, ..Limits::default() };
    let smaller = minimised(board, limits, observer)?.ok_or(AttemptFailure::NoBoard)?;
    let (vehicles, walls) = (smaller.vehicles().len(), smaller.walls().len());
    let too_few = constraints.vehicles.as_ref().is_some_and(|range| vehicles < *range.start())
        || walls < *constraints.walls.start();
    if too_few { Err(AttemptFailure::TooFewVehiclesOrWalls { vehicles, walls }) } else { Ok(smaller) }
}

/// Makes a puzzle of a board: adds fuel, removes what a minimal puzzle does not need, and checks every constraint.
pub(super) fn finish(
    constraints: &Constraints,
    board: Puzzle,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let board = add_fuel(constraints, board.with_rules(constraints.rules), random, observer)?;
    let board = if constraints.minimal { reduce(constraints, &board, observer)? } else { board };
    check(constraints, &board, observer)?;
    Ok(board)
}

/// Checks every constraint on a given puzzle, such as one of a collection.
///
/// # Errors
///
/// Fails with a constraint that the puzzle violates, or if the observer stops the check.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::generate::{AttemptFailure, Constraints, check_puzzle};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let constraints = Constraints { moves: Some(2..=4), ..Constraints::default() };
/// assert_eq!(check_puzzle(&constraints, &puzzle, &mut ()), Ok(()));
/// let minimal = Constraints { minimal: true, ..constraints };
/// assert_eq!(check_puzzle(&minimal, &puzzle, &mut ()), Err(AttemptFailure::NotMinimal));
/// # Ok::<(), rushlab::Error>(())
/// ```
pub fn check_puzzle(
    constraints: &Constraints,
    puzzle: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<(), AttemptFailure> {
    if !has_board(constraints, puzzle) {
        return Err(AttemptFailure::OtherBoard);
    }
    check(constraints, puzzle, observer)?;
    let limits = Limits { states: MAX_CHECK_STATES, ..Limits::default() };
    if constraints.minimal && !redundant(puzzle, limits, observer)?.is_some_and(|redundant| redundant.is_empty()) {
        return Err(AttemptFailure::NotMinimal);
    }
    Ok(())
}

/// Returns whether a puzzle has the size, exit, rules, vehicles, walls and fuel that the constraints demand.
fn has_board(constraints: &Constraints, puzzle: &Puzzle) -> bool {
    let Constraints { width, height, exit, rules, vehicles, walls, lengths, fuel, .. } = constraints;
    let mut tanks = puzzle.vehicles().iter().filter_map(|vehicle| vehicle.fuel).map(usize::from).peekable();
    (puzzle.width(), puzzle.height(), puzzle.exit().side, puzzle.rules()) == (*width, *height, *exit, *rules)
        && vehicles.as_ref().is_none_or(|range| range.contains(&puzzle.vehicles().len()))
        && walls.contains(&puzzle.walls().len())
        && puzzle.vehicles().iter().all(|vehicle| lengths.contains(&vehicle.length.into()))
        && fuel.is_some() == tanks.peek().is_some()
        && fuel.as_ref().is_none_or(|range| tanks.all(|units| range.contains(&units)))
}

/// Checks every constraint on solutions: length, level and uniqueness.
pub(super) fn check(
    constraints: &Constraints,
    puzzle: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<(), AttemptFailure> {
    check_lengths(constraints, puzzle, observer)?;
    if let Some(points) = constraints.points() {
        let cluster =
            explore(&puzzle.clone().with_rules(Rules { metric: Metric::Moves, ..constraints.rules }), observer)?;
        let difficulty = Difficulty::of(&cluster, 0).ok_or(AttemptFailure::NoBoard)?;
        if !points.contains(&difficulty.points()) {
            return Err(AttemptFailure::Level { difficulty });
        }
    }
    if constraints.unique
        && !Solutions::of(&explore(puzzle, observer)?, 0).is_some_and(|solutions| solutions.same_moves)
    {
        return Err(AttemptFailure::NotUnique);
    }
    Ok(())
}

fn explore(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Cluster, AttemptFailure> {
    let limits = Limits { states: MAX_CHECK_STATES, ..Limits::default() };
    Ok(Cluster::new(puzzle, limits, observer)?)
}

/// Checks the optimal lengths in moves and in steps.
pub(super) fn check_lengths(
    constraints: &Constraints,
    puzzle: &Puzzle,
    observer: &mut dyn Observer,
) -> Result<(), AttemptFailure> {
    for (metric, range) in [(Metric::Moves, &constraints.moves), (Metric::Steps, &constraints.steps)] {
        if range.is_none() && metric != constraints.rules.metric {
            continue;
        }
        let rules = Rules { metric, ..constraints.rules };
        let found = optimal_cost(&puzzle.clone().with_rules(rules), observer)?.ok_or(AttemptFailure::NoBoard)?;
        if !range.as_ref().map_or(found > 0, |range| range.contains(&(found as usize))) {
            return Err(AttemptFailure::Length { length: found, metric });
        }
    }
    Ok(())
}
