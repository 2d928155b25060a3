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
pub(crate) struct Range {
    least: usize,
    most: usize,
}

impl FromPyObject<'_, '_> for Range {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(number) = argument.extract() {
            return Ok(Range { least: number, most: number });
        }
        let wrong = |_| {
            let message = format!("a range is a whole number from 0 or a pair (least, greatest), not {argument:?}");
            InvalidArgument::new_err(message)
        };
        let (least, most): (Option<usize>, Option<usize>) = argument.extract().map_err(wrong)?;
        Ok(Range { least: least.unwrap_or(0), most: most.unwrap_or(usize::MAX) })
    }
}

impl Range {
    fn inclusive(self) -> RangeInclusive<usize> {
        self.least..=self.most
    }

    fn points(self) -> RangeInclusive<u32> {
        let points = |number| u32::try_from(number).unwrap_or(u32::MAX);
        points(self.least)..=points(self.most)
    }
}

/// Columns and rows.
pub(crate) struct Size(u8, u8);

impl FromPyObject<'_, '_> for Size {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let wrong = |_| InvalidArgument::new_err(format!("a size is a pair (columns, rows), not {argument:?}"));
        let (width, height) = argument.extract().map_err(wrong)?;
        Ok(Size(width, height))
    }
}

/// Generates puzzles that meet all constraints. A range is a number or a pair (least, greatest); None leaves an end
/// open.
#[pyfunction]
#[pyo3(name = "_generate", signature = (count, *, seed, size, exit, rules, metric, vehicles, walls, lengths, moves, steps, fuel, level, difficulty, minimal,
    unique, solvable, patience, timeout))]
#[allow(clippy::too_many_arguments, reason = "they are keyword arguments in Python")]
pub(crate) fn generate(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::count)] count: Option<usize>,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    size: Size,
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
    difficulty: Option<Range>,
    minimal: bool,
    unique: bool,
    solvable: bool,
    #[pyo3(from_py_with = arguments::patience)] patience: Option<u64>,
    timeout: Option<f64>,
) -> PyResult<Vec<Puzzle>> {
    let exit: Side = arguments::side(exit)?;
    let rules = arguments::given(rules, metric)?.rules(Rules::plain(Metric::Moves));
    let (vehicles, walls, lengths) = (vehicles.map(Range::inclusive), walls.inclusive(), lengths.inclusive());
    let (moves, steps, fuel) = (moves.map(Range::inclusive), steps.map(Range::inclusive), fuel.map(Range::inclusive));
    let level = level.map(crate::cluster::level).transpose()?;
    let (Size(width, height), difficulty) = (size, difficulty.map(Range::points));
    let (count, patience) = (count.unwrap_or(1), patience.unwrap_or(u64::MAX));
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
        difficulty,
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
