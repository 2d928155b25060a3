//! What every search does besides searching: counts, keeps to its limits, and tells the observer.

use std::ops::ControlFlow;

use super::{Limit, Limits, Observer, Outcome, Progress, Statistics, Status, Task, Visit};
use crate::reference::Position;
use crate::space::Space;

/// How many positions are expanded between two looks of the observer.
const WATCH: u64 = 512;

/// Numbers of positions are 32 bits wide; far below that, memory ends.
const MOST_STATES: u64 = u32::MAX as u64 - (1 << 24);

/// The count, the limits and the observer of one search.
pub(super) struct Meter<'a> {
    limits: Limits,
    observer: &'a mut dyn Observer,
    /// Somebody wants to be told of every position: room for it.
    traced: Option<Position>,
    next_watch: u64,
    /// How many positions waited when it was last said.
    open: u64,
    pub(super) statistics: Statistics,
    /// What every solution is known to cost at least.
    pub(super) bound: u32,
}

impl<'a> Meter<'a> {
    pub(super) fn new(task: &Task<'a>, observer: &'a mut dyn Observer) -> Meter<'a> {
        let traced = observer.traces().then(|| Position::start(task.puzzle));
        let statistics = Statistics::default();
        Meter { limits: task.limits, observer, traced, next_watch: WATCH, open: 0, statistics, bound: 0 }
    }

    /// Tells of a position that is about to be expanded.
    #[inline]
    pub(super) fn visit<S: Space>(&mut self, space: &S, state: &S::State, f: u32, g: u32, h: u32) {
        if let Some(position) = &mut self.traced {
            space.place(state, position);
            self.observer.visit(&Visit { f, g, h, open: self.open, position });
        }
    }

    /// How many positions may be remembered.
    pub(super) fn most_states(&self) -> usize {
        self.limits.states.min(MOST_STATES) as usize
    }

    /// How much memory may be used.
    pub(super) fn most_memory(&self) -> u64 {
        self.limits.memory
    }

    /// Whether a limit or the observer ends the search, which remembers so many positions in so many bytes.
    #[inline]
    pub(super) fn ended(&mut self, states: usize, open: usize, bytes: impl Fn() -> u64) -> Option<Status> {
        self.statistics.states = states as u64;
        self.open = open as u64;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open);
        if states >= self.most_states() {
            self.statistics.peak_memory = self.statistics.peak_memory.max(bytes());
            return Some(Status::Limit(Limit::States));
        }
        if self.statistics.expanded < self.next_watch {
            return None;
        }
        self.next_watch = self.statistics.expanded + WATCH;
        self.statistics.peak_memory = self.statistics.peak_memory.max(bytes());
        if self.statistics.peak_memory > self.limits.memory {
            return Some(Status::Limit(Limit::Memory));
        }
        let progress = Progress { statistics: self.statistics, bound: self.bound, best: None };
        match self.observer.watch(&progress) {
            ControlFlow::Break(()) => Some(Status::Interrupted),
            ControlFlow::Continue(()) => None,
        }
    }

    /// Asks the observer sooner than the positions expanded call for.
    pub(super) fn look_soon(&mut self) {
        self.next_watch = self.next_watch.saturating_sub(1);
    }

    /// The search is over, and remembers so many positions in so many bytes.
    pub(super) fn finish(&mut self, states: usize, bytes: u64) {
        self.statistics.states = states as u64;
        self.statistics.peak_memory = self.statistics.peak_memory.max(bytes);
    }

    /// It ended without a solution.
    pub(super) fn without(&self, status: Status) -> Outcome {
        Outcome::without(status, self.bound, self.statistics)
    }
}
