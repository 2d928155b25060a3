//! The control of a search: its statistics, its limits and its observer.

use std::ops::ControlFlow;

use super::outcome::SearchResult;
use super::{Limit, Limits, MAX_ESTIMATE, Observer, Progress, Statistics, Status, Task, Visit};
use crate::footprint::Footprint;
use crate::position::{Move, Position};
use crate::space::{MAX_STATES, Space, StateRegistry, move_between};

/// Number of states that are expanded or estimated between two calls of the observer. The tests of this crate stop
/// searches of small boards, so there are more calls.
const INTERVAL: u64 = if cfg!(test) { 16 } else { 512 };

pub(super) struct SearchControl<'a> {
    limits: Limits,
    observer: &'a mut dyn Observer,
    /// A buffer for visited positions, if the observer wants them.
    visited: Option<Position>,
    /// Number of expanded states at which the observer is called next.
    next_call: u64,
    /// The last known length of the open list.
    open: u64,
    pub(super) statistics: Statistics,
    /// A proved lower bound on the cost of every solution.
    pub(super) bound: u32,
    /// Number of units of an estimate in a cost of 1; 1 without a heuristic.
    pub(super) scale: u32,
}

/// The origin of a node of the search tree: its number, its parent, and the move from the parent.
pub(super) struct NodeOrigin {
    pub(super) node: usize,
    pub(super) parent: Option<usize>,
    pub(super) mv: Option<Move>,
}

impl NodeOrigin {
    /// Returns the origin of a state, given its own number, that of its parent and the states. The start is number 0.
    pub(super) fn in_registry<S: Space>(
        space: &S,
        registry: &StateRegistry<S::State>,
        node: usize,
        parent: usize,
    ) -> NodeOrigin {
        if node == 0 {
            return NodeOrigin { node, parent: None, mv: None };
        }
        let mv = move_between(space, &mut space.scratch(), &registry.state(parent), &registry.state(node));
        NodeOrigin { node, parent: Some(parent), mv }
    }
}

impl<'a> SearchControl<'a> {
    pub(super) fn new(task: &Task<'a>, observer: &'a mut dyn Observer) -> SearchControl<'a> {
        let visited = observer.wants_visits().then(|| Position::start(task.puzzle));
        let statistics = Statistics::default();
        SearchControl {
            limits: task.limits,
            observer,
            visited,
            next_call: INTERVAL,
            open: 0,
            statistics,
            bound: 0,
            scale: 1,
        }
    }

    /// Creates the control of a search that uses the heuristic of the task.
    pub(super) fn informed(task: &Task<'a>, observer: &'a mut dyn Observer) -> SearchControl<'a> {
        SearchControl { scale: task.heuristic.scale().max(1), ..SearchControl::new(task, observer) }
    }

    /// Returns the cost so far plus the estimate, in the units of the estimate.
    #[inline]
    pub(super) fn sum(&self, g: u32, h: u32) -> u32 {
        self.scale.saturating_mul(g).saturating_add(h)
    }

    /// Returns the greatest estimate that a search uses, in the units of the estimates.
    pub(super) fn max_estimate(&self) -> u32 {
        MAX_ESTIMATE.saturating_mul(self.scale)
    }

    /// Reports a state before its expansion, if the observer wants it. f and h are in the units of the estimates.
    #[inline]
    pub(super) fn visit<S: Space>(
        &mut self,
        space: &S,
        state: &S::State,
        [f, g, h]: [u32; 3],
        origin: impl FnOnce() -> NodeOrigin,
    ) {
        if let Some(position) = &mut self.visited {
            space.decode(state, position);
            let NodeOrigin { node, parent, mv } = origin();
            let [f, h] = [f, h].map(|value| f64::from(value) / f64::from(self.scale));
            self.observer.visit(&Visit { node, parent, mv, f, g, h, open: self.open, position });
        }
    }

    pub(super) fn max_states(&self) -> usize {
        self.limits.states.min(MAX_STATES) as usize
    }

    /// Returns the limit on memory in bytes.
    pub(super) fn max_memory(&self) -> u64 {
        self.limits.memory
    }

    /// Returns a status if a limit or the observer ends the search.
    #[inline]
    pub(super) fn check(&mut self, states: usize, open: usize, memory: impl Fn() -> Footprint) -> Option<Status> {
        self.statistics.states = states as u64;
        self.open = open as u64;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open);
        if states >= self.max_states() {
            self.statistics.peak_memory = self.statistics.peak_memory.max(memory().allocated);
            return Some(Status::Limit(Limit::States));
        }
        if self.statistics.expanded < self.next_call {
            return None;
        }
        self.next_call = self.statistics.expanded + INTERVAL;
        let memory = memory();
        self.statistics.peak_memory = self.statistics.peak_memory.max(memory.allocated);
        if memory.total() > self.limits.memory {
            return Some(Status::Limit(Limit::Memory));
        }
        self.call_observer()
    }

    /// Calls the observer. Returns a status if that interrupts the search.
    pub(super) fn call_observer(&mut self) -> Option<Status> {
        let progress = Progress { statistics: self.statistics, bound: self.bound, best: None };
        match self.observer.progress(&progress) {
            ControlFlow::Break(()) => Some(Status::Interrupted),
            ControlFlow::Continue(()) => None,
        }
    }

    /// Counts work that expands no state, so that the observer is called also during such work.
    pub(super) fn count_other_work(&mut self) {
        self.next_call = self.next_call.saturating_sub(1);
    }

    /// Records the final number of states and the memory.
    pub(super) fn finish(&mut self, states: usize, memory: Footprint) {
        self.statistics.states = states as u64;
        self.statistics.peak_memory = self.statistics.peak_memory.max(memory.allocated);
    }

    pub(super) fn without_path(&self, status: Status) -> SearchResult {
        SearchResult::without_path(status, self.bound, self.statistics)
    }

    /// Returns the result of a search that is over: its shortest path, or that there is none.
    pub(super) fn shortest(&self, path: Option<Vec<Move>>) -> SearchResult {
        let Some(moves) = path else { return self.without_path(Status::Unsolvable) };
        let cost = moves.len() as u32;
        SearchResult::solved(moves, cost, cost, self.statistics)
    }
}
