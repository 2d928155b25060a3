//! The puzzles of a run that meet the same constraints: all of them, or those of one level.

use std::path::Path;

use rushlab::generate::{Constraints, Solvability};

use super::nearest::Nearest;
use crate::arguments::GenerateOptions;
use crate::output::{self, count};

/// Why a part ended without all puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartEnd {
    /// There were too many attempts in a row without a new puzzle.
    Patience,
    /// All puzzles of the database were checked.
    Exhausted,
}

/// The puzzles that meet the same constraints, and the attempts to find them.
pub(super) struct Part {
    pub(super) constraints: Constraints,
    /// Number of solvable and of unsolvable puzzles.
    wanted: [usize; 2],
    /// Number of solvable and of unsolvable puzzles still to be found.
    pub(super) missing: [usize; 2],
    pub(super) attempts: u64,
    /// Number of attempts since the last puzzle.
    pub(super) attempts_since_success: u64,
    pub(super) nearest: Nearest,
    /// Why the part ended without all puzzles, if it did.
    pub(super) ended: Option<PartEnd>,
}

impl Part {
    /// Returns the parts of a run: one for each level of `--levels`, easiest first, or a single one.
    pub(super) fn all(options: &GenerateOptions) -> Vec<Part> {
        let constraints = options.constraints();
        match &options.levels {
            None => {
                let unsolvable = (options.unsolvable.0 * options.count as f64).round() as usize;
                vec![Part::new(constraints, [options.count - unsolvable, unsolvable])]
            }
            Some(levels) => {
                let parts = levels.each().filter(|(_, count)| *count > 0);
                parts
                    .map(|(level, count)| {
                        Part::new(Constraints { level: Some(level), ..constraints.clone() }, [count, 0])
                    })
                    .collect()
            }
        }
    }

    fn new(constraints: Constraints, wanted: [usize; 2]) -> Part {
        Part {
            constraints,
            wanted,
            missing: wanted,
            attempts: 0,
            attempts_since_success: 0,
            nearest: Nearest::default(),
            ended: None,
        }
    }

    pub(super) fn wanted(&self) -> usize {
        self.wanted.iter().sum()
    }

    pub(super) fn found(&self) -> usize {
        self.wanted() - self.missing.iter().sum::<usize>()
    }

    pub(super) fn is_complete(&self) -> bool {
        self.missing == [0, 0]
    }

    /// Returns the kind of puzzle that an attempt searches for. Unsolvable ones are spread evenly among the others.
    pub(super) fn solvability_of(&self, attempt: u64) -> Solvability {
        let (all, without) = (self.wanted() as u64, self.wanted[Solvability::Unsolvable as usize] as u64);
        let before = |number: u64| number * without / all;
        if before(attempt % all + 1) > before(attempt % all) { Solvability::Unsolvable } else { Solvability::Solvable }
    }

    /// Describes how many puzzles were found, and why the others were not. `from` is the database that they come from.
    pub(super) fn shortfall(&self, from: Option<&Path>) -> String {
        let found = match self.found() {
            0 => "no puzzle was found that meets the constraints".to_owned(),
            found => format!("only {} of {} were found", output::grouped(found), count(self.wanted(), "puzzle")),
        };
        let attempts = match from {
            None => format!("in {}", count(self.attempts as usize, "attempt")),
            Some(path) => format!("among {} of {}", count(self.attempts as usize, "candidate"), path.display()),
        };
        match self.nearest.describe() {
            Some(nearest) => format!("{found} {attempts}: {nearest}"),
            None => format!("{found} {attempts}"),
        }
    }
}
