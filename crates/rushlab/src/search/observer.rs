//! Observers: progress, interruption, and traces of searches.

use std::ops::ControlFlow;

use super::Statistics;
use crate::position::{Move, Position};
use crate::space::SpacePlan;

/// An observer of a search. It sees the progress, can stop the search, and can see every expanded position.
pub trait Observer {
    /// Is called after about every 512 expanded or estimated states, after a round of a layered search (in `auto`), or
    /// after every generation of a genetic algorithm. Returning `Break` stops the search.
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Returns whether [`visit`](Observer::visit) is called.
    fn wants_visits(&self) -> bool {
        false
    }

    /// Is called at the start of each pass. Node numbers start again with each pass. An algorithm that never calls it,
    /// such as one of another crate, has one pass.
    fn begin_pass(&mut self, plan: &SpacePlan) {
        let _ = plan;
    }

    /// Is called for each position that is expanded, if [`wants_visits`](Observer::wants_visits) returns `true`.
    fn visit(&mut self, visit: &Visit<'_>) {
        let _ = visit;
    }
}

/// An observer that ignores every event.
impl Observer for () {}

/// The progress of a search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// The effort so far.
    pub statistics: Statistics,
    /// A proved lower bound on the cost of every solution.
    pub bound: u32,
    /// The cost of the best solution known.
    pub best: Option<u32>,
}

impl Progress {
    /// Returns by how much the best solution known may cost more than an optimal one.
    pub fn gap(&self) -> Option<u32> {
        self.best.map(|best| best.saturating_sub(self.bound))
    }
}

impl From<Statistics> for Progress {
    fn from(statistics: Statistics) -> Progress {
        Progress { statistics, ..Progress::default() }
    }
}

/// A node of the search tree, when it is expanded.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// Number of the node, unique within its pass.
    pub node: usize,
    /// Number of the parent; `None` for a root.
    pub parent: Option<usize>,
    /// The move from the parent; in the backward half of bidirectional search, the move to the parent.
    pub mv: Option<Move>,
    /// The evaluation that orders the open list.
    pub f: f64,
    /// The cost of the path from the root: the start or, in the backward half of bidirectional search, a goal.
    pub g: u32,
    /// The estimated cost from the node to a goal.
    pub h: f64,
    /// The length of the open list. It may be out of date by one batch of expanded states.
    pub open: u64,
    /// The position.
    pub position: &'a Position,
}

impl<'a> Visit<'a> {
    /// Describes a root. Algorithms outside this crate set the other fields.
    pub fn new(node: usize, position: &'a Position) -> Visit<'a> {
        Visit { node, parent: None, mv: None, f: 0.0, g: 0, h: 0.0, open: 0, position }
    }
}
