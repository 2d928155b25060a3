//! Whether a puzzle is as demanded, by searches that know nothing of how it was made.

use super::{Demand, Miss};
use crate::analysis::{Cluster, Difficulty, Solutions, reduced};
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::search::{Limits, Observer, Status, solve};

/// How many positions a search may meet that checks a puzzle.
const CHECKED: u64 = 500_000;

/// What the shortest solution costs, if there is one.
pub(super) fn length(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Option<u32>, Miss> {
    let outcome = solve(puzzle, Limits { states: CHECKED, ..Limits::default() }, observer);
    match outcome.status {
        Status::Solved => Ok(Some(outcome.cost)),
        Status::Unsolvable => Ok(None),
        Status::Interrupted => Err(Miss::Interrupted),
        Status::Limit(_) => Err(Miss::NoBoard),
    }
}

/// The puzzle without what it does not need, if enough is left.
pub(super) fn minimal(demand: &Demand, board: &Puzzle, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    let limits = Limits { states: CHECKED, ..Limits::default() };
    let smaller = reduced(board, limits, observer)?.ok_or(Miss::NoBoard)?;
    let (vehicles, walls) = (smaller.vehicles().len(), smaller.walls().len());
    let few = demand.vehicles.as_ref().is_some_and(|range| vehicles < *range.start()) || walls < *demand.walls.start();
    if few { Err(Miss::Few { vehicles, walls }) } else { Ok(smaller) }
}

/// Whether all that is demanded of solutions is true.
pub(super) fn fits(demand: &Demand, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<(), Miss> {
    lengths(demand, puzzle, observer)?;
    if let Some(level) = demand.level {
        let cluster = explored(&puzzle.clone().with_rules(Rules::plain(Metric::Moves)), observer)?;
        let difficulty = Difficulty::of(&cluster, 0).ok_or(Miss::NoBoard)?;
        if difficulty.level() != level {
            return Err(Miss::Level { difficulty });
        }
    }
    if demand.unique && !Solutions::of(&explored(puzzle, observer)?, 0).is_some_and(|solutions| solutions.alike) {
        return Err(Miss::Differ);
    }
    Ok(())
}

fn explored(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Cluster, Miss> {
    let limits = Limits { states: CHECKED, ..Limits::default() };
    Ok(Cluster::new(puzzle, limits, observer)?)
}

/// Whether the solutions are as long as demanded, in moves and in steps.
pub(super) fn lengths(demand: &Demand, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<(), Miss> {
    for (metric, range) in [(Metric::Moves, &demand.moves), (Metric::Steps, &demand.steps)] {
        if range.is_none() && metric != demand.metric {
            continue;
        }
        let found = length(&puzzle.clone().with_rules(Rules::plain(metric)), observer)?.ok_or(Miss::NoBoard)?;
        if !range.as_ref().map_or(found > 0, |range| range.contains(&(found as usize))) {
            return Err(Miss::Length { length: found, metric });
        }
    }
    Ok(())
}
