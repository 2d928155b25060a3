//! Observers of searches over graphs.

use std::ops::ControlFlow;

use crate::footprint::Footprint;
use crate::search::{Statistics, Status};

/// An observer of a search over a graph. It sees every state that is taken from the open list, and can end the search.
pub trait GraphObserver<T> {
    /// Is called for each state that is taken from the open list, before the test for the goal.
    fn visit(&mut self, visit: &GraphVisit<'_, T>) {
        let _ = visit;
    }

    /// Is called after each expansion. Returning `Break` ends the search with a status: a limit, or interrupted.
    fn progress(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Returns the greatest number of states that a search stores; it ends with the expansion that reaches it.
    fn max_states(&self) -> u64 {
        u64::MAX
    }
}

/// An observer that ignores every event.
impl<T> GraphObserver<T> for () {}

/// A state that is taken from the open list.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct GraphVisit<'a, T> {
    /// Number of the node in the search tree: its state was discovered as this one, from 0. For IDA*, the number of
    /// the visit.
    pub node: usize,
    /// Number of the parent; `None` for the start.
    pub parent: Option<usize>,
    /// The state.
    pub state: &'a T,
    /// The state of the parent.
    pub parent_state: Option<&'a T>,
    /// The value that orders the open list.
    pub f: u32,
    /// The cost of the path from the start.
    pub g: u32,
    /// The estimated cost to a goal; 0 for a search without estimates.
    pub h: u32,
}

/// The progress of a search over a graph.
#[non_exhaustive]
#[derive(Clone, Copy)]
pub struct GraphProgress<'a> {
    /// The effort so far; `peak_memory` is not known yet.
    pub statistics: &'a Statistics,
    /// The length of the open list.
    pub open: usize,
    pub(super) memory: &'a dyn Fn() -> Footprint,
}

impl GraphProgress<'_> {
    /// Returns the memory of the search, without what the states allocate themselves.
    pub fn memory(&self) -> Footprint {
        (self.memory)()
    }
}

impl std::fmt::Debug for GraphProgress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GraphProgress").field("statistics", self.statistics).field("open", &self.open).finish()
    }
}
