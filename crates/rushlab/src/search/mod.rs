//! Searches over a compiled space: one file each. No rule of the game appears here.

mod bfs;
mod solve;
mod visited;

pub use bfs::bfs;
pub use solve::solve;

use std::ops::ControlFlow;

use crate::reference::Slide;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The solution, if there is one.
    pub slides: Vec<Slide>,
    /// What the solution costs in the puzzle's metric.
    pub cost: u32,
    /// What it took.
    pub statistics: Statistics,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit, undecided.
    Limit(Limit),
    /// Whoever watched it stopped it.
    Interrupted,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions.
    States,
    /// So much memory.
    Memory,
}

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distinct positions.
    pub states: u64,
    /// Bytes, for what grows with the search.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: u64::MAX, memory: u64::MAX }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions whose slides were looked at.
    pub expanded: u64,
    /// Legal slides found.
    pub generated: u64,
    /// Distinct positions met.
    pub states: u64,
    /// The most positions that waited at once.
    pub peak_open: u64,
    /// The most bytes it held at once.
    pub peak_memory: u64,
}

impl Statistics {
    /// Adds what a second search took that ran after the first.
    fn and_then(&mut self, later: &Statistics) {
        self.expanded += later.expanded;
        self.generated += later.generated;
        self.states += later.states;
        self.peak_open = self.peak_open.max(later.peak_open);
        self.peak_memory = self.peak_memory.max(later.peak_memory);
    }
}

/// Somebody who watches a search, and may stop it.
pub trait Observer {
    /// Called now and then, a few thousand times a second or less.
    fn watch(&mut self, statistics: &Statistics) -> ControlFlow<()> {
        let _ = statistics;
        ControlFlow::Continue(())
    }
}

/// Nobody watches.
impl Observer for () {}
