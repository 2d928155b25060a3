//! The puzzles of a run that meet the same constraints: all of them, or those of one level.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use rushlab::generate::{Constraints, Solvability};

use super::nearest::Nearest;
use crate::arguments::GenerateOptions;
use crate::output::{self, count};

/// Why a part ended without all puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartEnd {
    /// There was no new puzzle for too long.
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
    /// When the last puzzle was found.
    pub(super) last_found: Instant,
    /// How long it waited for a puzzle that was not found.
    pub(super) in_vain: Duration,
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
                let count = options.count();
                let unsolvable = (options.unsolvable.0 * count as f64).round() as usize;
                vec![Part::new(constraints, [count - unsolvable, unsolvable])]
            }
            Some(levels) => {
                let parts = levels.parts(&constraints, options.count()).into_iter();
                parts.map(|(constraints, count)| Part::new(constraints, [count, 0])).collect()
            }
        }
    }

    fn new(constraints: Constraints, wanted: [usize; 2]) -> Part {
        Part {
            constraints,
            wanted,
            missing: wanted,
            attempts: 0,
            last_found: Instant::now(),
            in_vain: Duration::ZERO,
            nearest: Nearest::default(),
            ended: None,
        }
    }

    /// Ends the part because there was no new puzzle for too long.
    pub(super) fn give_up(&mut self) {
        self.in_vain = self.last_found.elapsed();
        self.ended = Some(PartEnd::Patience);
    }

    /// Returns the level or the difficulties of the part of a set.
    pub(super) fn name(&self) -> Option<String> {
        let difficulties = |points: &RangeInclusive<u32>| format!("difficulty {}..{}", points.start(), points.end());
        self.constraints.level.map(|level| level.to_string()).or(self.constraints.difficulty.as_ref().map(difficulties))
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
