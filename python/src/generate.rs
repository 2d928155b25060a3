//! Generation of puzzles. Attempts are numbered, and puzzles accepted in the order of the numbers, as in the program:
//! the same seed gives the same puzzles.

use std::ops::RangeInclusive;

use pyo3::prelude::*;
use rushlab::generate::{AttemptFailure, Constraints, DistinctPuzzles, Solvability, attempt};
use rushlab::{Metric, Rules, Side};

use crate::arguments;
use crate::errors::{InvalidArgument, LimitReached};
use crate::puzzle::Puzzle;
use crate::watch::Watch;

/// A number, or the least and the greatest number; None leaves an end open.
#[derive(FromPyObject)]
pub(crate) enum Range {
    Exact(usize),
    Between(Option<usize>, Option<usize>),
}

impl Range {
    fn inclusive(self) -> RangeInclusive<usize> {
        match self {
            Range::Exact(number) => number..=number,
            Range::Between(least, most) => least.unwrap_or(0)..=most.unwrap_or(usize::MAX),
        }
    }
}

/// Generates puzzles that meet all constraints. A range is a number or a pair (least, greatest); None leaves an end
/// open.
#[pyfunction]
#[pyo3(name = "_generate", signature = (count, *, seed, size, exit, rules, metric, vehicles, walls, lengths, moves, steps, fuel, level, minimal,
    unique, solvable, patience, timeout))]
#[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn generate(
    py: Python<'_>,
    count: usize,
    seed: u64,
    size: (u8, u8),
    exit: &str,
    rules: Option<&str>,
    metric: Option<&str>,
    vehicles: Option<Range>,
    walls: Range,
    lengths: Range,
    moves: Option<Range>,
    steps: Option<Range>,
    fuel: Option<Range>,
    level: Option<&str>,
    minimal: bool,
    unique: bool,
    solvable: bool,
    patience: u64,
    timeout: Option<f64>,
) -> PyResult<Vec<Puzzle>> {
    let exit: Side = arguments::side(exit)?;
    let rules = arguments::given(rules, metric)?.rules(Rules::plain(Metric::Moves));
    let (vehicles, walls, lengths) = (vehicles.map(Range::inclusive), walls.inclusive(), lengths.inclusive());
    let (moves, steps, fuel) = (moves.map(Range::inclusive), steps.map(Range::inclusive), fuel.map(Range::inclusive));
    let level = level.map(crate::cluster::level).transpose()?;
    let (width, height) = size;
    let constraints = Constraints {
        width,
        height,
        exit,
        rules,
        vehicles,
        walls,
        lengths,
        moves,
        steps,
        fuel,
        level,
        difficulty: None,
        minimal,
        unique,
    };
    constraints.validate().map_err(|error| InvalidArgument::new_err(error.to_string()))?;
    let solvability = if solvable { Solvability::Solvable } else { Solvability::Unsolvable };
    let mut watch = Watch::new(arguments::deadline(timeout)?, None);
    py.detach(|| {
        let (mut puzzles, mut distinct) = (Vec::new(), DistinctPuzzles::default());
        let (mut number, mut since_success, mut nearest) = (0, 0, None);
        while puzzles.len() < count {
            if since_success >= patience {
                let nearest = nearest.map_or_else(String::new, |failure: AttemptFailure| format!(" (the last: {failure})"));
                let message = format!(
                    "{} of {count} puzzles were found; the last {since_success} attempts failed{nearest}; relax the constraints, or raise patience=",
                    puzzles.len()
                );
                return Err(LimitReached::new_err(message));
            }
            since_success += 1;
            match attempt(&constraints, solvability, seed, number, &mut watch) {
                Ok(puzzle) if distinct.insert(&puzzle) => {
                    since_success = 0;
                    puzzles.push(Puzzle(puzzle));
                }
                Ok(_) => {}
                Err(AttemptFailure::Interrupted) => return Err(watch.stop_error()),
                Err(failure) => nearest = Some(failure),
            }
            number += 1;
            // An attempt may be too short for the observer to be called.
            Python::attach(|py: Python<'_>| py.check_signals())?;
            if watch.is_late() {
                return Err(watch.stop_error());
            }
        }
        Ok(puzzles)
    })
}
