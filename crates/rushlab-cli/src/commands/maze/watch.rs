//! The observer of a search over a graph: limits, Ctrl-C, progress and the trace.

use std::io::{self, Write};
use std::ops::ControlFlow;

use rushlab::search::graph::{GraphObserver, GraphProgress, GraphVisit, MazeCell, Textbook};
use rushlab::search::{Limit, Limits, Observer as _, Progress, Status};

use super::network::Network;
use crate::watchdog::Watchdog;

/// Number of expanded states between two looks at the clock.
const INTERVAL: u64 = 512;

pub(super) struct Watch<'a, 'b> {
    pub(super) watchdog: Watchdog<'a>,
    pub(super) limits: Limits,
    pub(super) trace: Option<&'a mut (dyn Write + Send + 'b)>,
    pub(super) textbook: Textbook,
    pub(super) network: &'a Network,
    /// The error that ended the trace.
    pub(super) failed: Option<io::Error>,
}

impl Watch<'_, '_> {
    fn trace<T>(&mut self, state: usize, visit: &GraphVisit<'_, T>) {
        let Some(out) = self.trace.as_mut().filter(|_| self.failed.is_none()) else { return };
        let GraphVisit { f, g, h, node, .. } = visit;
        let parent = visit.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
        let name = self.network.name(state);
        self.failed = writeln!(out, "{}\t{f}\t{g}\t{h}\t{name}\t{node}\t{parent}", self.textbook.name()).err();
    }

    fn check(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        let statistics = progress.statistics;
        if statistics.states >= self.limits.states {
            return ControlFlow::Break(Status::Limit(Limit::States));
        }
        if !statistics.expanded.is_multiple_of(INTERVAL) {
            return ControlFlow::Continue(());
        }
        if progress.memory().total() > self.limits.memory {
            return ControlFlow::Break(Status::Limit(Limit::Memory));
        }
        let stopped = self.failed.is_some() || self.watchdog.progress(&Progress::from(*statistics)).is_break();
        if stopped { ControlFlow::Break(Status::Interrupted) } else { ControlFlow::Continue(()) }
    }
}

impl GraphObserver<MazeCell> for Watch<'_, '_> {
    fn visit(&mut self, visit: &GraphVisit<'_, MazeCell>) {
        self.trace(self.network.index(*visit.state), visit);
    }

    fn progress(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        self.check(progress)
    }
}

impl GraphObserver<usize> for Watch<'_, '_> {
    fn visit(&mut self, visit: &GraphVisit<'_, usize>) {
        self.trace(*visit.state, visit);
    }

    fn progress(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        self.check(progress)
    }
}
