//! A search task: the puzzle, the heuristic, the limits and the options of a search.

use super::Configuration;
use crate::heuristic::{self, Heuristic};
use crate::puzzle::Puzzle;
use crate::words::words;

/// The input of an [`Algorithm`](super::Algorithm).
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The heuristic used by informed searches.
    pub heuristic: &'a dyn Heuristic,
    /// The limits.
    pub limits: Limits,
    /// The rule for duplicate detection.
    pub duplicates: Duplicates,
    /// The random seed.
    pub seed: u64,
    /// The most threads that the search may use; one without the feature `parallel`. The result does not depend on it.
    pub threads: usize,
}

/// The rule for duplicate detection: when two states are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Duplicates {
    /// States are equal if all vehicles have the same offsets and all tanks the same fuel.
    #[default]
    Exact,
    /// States are equal if all vehicles have the same offsets. A cheaper path to an expanded state is ignored, as in
    /// the COMP 472 program. If a tank can become empty, no algorithm is optimal with this rule. `auto` and
    /// `bidirectional` ignore it.
    Board,
}

words!(Duplicates { Exact => "exact", Board => "board" });

impl<'a> Task<'a> {
    /// Creates a task with the default heuristic and no limits.
    pub fn new(puzzle: &'a Puzzle) -> Task<'a> {
        Task {
            puzzle,
            heuristic: heuristic::DEFAULT,
            limits: Limits::default(),
            duplicates: Duplicates::default(),
            seed: Configuration::DEFAULT_SEED,
            threads: 1,
        }
    }

    /// Returns the same task with other limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Task<'a> {
        Task { limits, ..self }
    }

    /// Returns the same task with another heuristic.
    #[must_use]
    pub fn with_heuristic(self, heuristic: &'a dyn Heuristic) -> Task<'a> {
        Task { heuristic, ..self }
    }
}

/// Maximum number of threads that front ends accept.
pub const MAX_THREADS: u16 = 1024;

/// The limits of a search. By default there are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// The maximum number of distinct states.
    pub states: u64,
    /// The maximum memory in bytes, of everything that grows with the search.
    pub memory: u64,
}

impl Limits {
    /// The memory limit in bytes that front ends set if none is given.
    pub const DEFAULT_MEMORY: u64 = 4 << 30;

    /// Returns limits with a number of states and no limit on memory.
    pub fn states(states: u64) -> Limits {
        Limits { states, ..Limits::default() }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: u64::MAX, memory: u64::MAX }
    }
}
