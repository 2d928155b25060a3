//! IDA* (Korf 1985) as printed: depth-first searches up to a threshold on the cost so far plus the estimate, which
//! rises to the lowest value above it. Of the states, only those of the current path are known.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::{Graph, GraphObserver, GraphOutcome, GraphProgress, GraphVisit};
use crate::footprint::Footprint;
use crate::search::{Statistics, Status};

/// A state of the current path, and its neighbours that are still to be followed.
struct Level<T> {
    node: usize,
    state: T,
    g: u32,
    left: std::vec::IntoIter<(T, u32)>,
}

struct IdaStar<'a, G: Graph> {
    graph: &'a G,
    threshold: u32,
    /// The lowest value above the threshold so far.
    next: Option<u32>,
    path: Vec<Level<G::State>>,
    on_path: HashSet<G::State>,
    visits: usize,
    statistics: Statistics,
}

enum Found<T> {
    Goal(Vec<T>, u32),
    Ended(Status),
}

pub(super) fn idastar<G: Graph>(graph: &G, observer: &mut impl GraphObserver<G::State>) -> GraphOutcome<G::State> {
    let (path, on_path) = (Vec::new(), HashSet::new());
    let next = graph.estimate(&graph.start());
    let statistics = Statistics::default();
    let mut search = IdaStar { graph, threshold: 0, next, path, on_path, visits: 0, statistics };
    while let Some(threshold) = search.next.take() {
        search.threshold = threshold;
        match search.deepen(observer) {
            ControlFlow::Continue(()) => {}
            ControlFlow::Break(Found::Goal(path, cost)) => {
                return GraphOutcome {
                    status: Status::Solved,
                    found: Some((path, cost)),
                    statistics: search.statistics,
                };
            }
            ControlFlow::Break(Found::Ended(status)) => {
                return GraphOutcome { status, found: None, statistics: search.statistics };
            }
        }
    }
    GraphOutcome { status: Status::Unsolvable, found: None, statistics: search.statistics }
}

impl<G: Graph> IdaStar<'_, G> {
    /// Searches depth-first up to the threshold. The stack is explicit, because a path can be long.
    fn deepen(&mut self, observer: &mut impl GraphObserver<G::State>) -> ControlFlow<Found<G::State>> {
        (self.path, self.on_path) = (Vec::new(), HashSet::new());
        self.enter(self.graph.start(), 0, observer)?;
        while let Some(level) = self.path.last_mut() {
            let g = level.g;
            match level.left.next() {
                Some((state, cost)) => self.enter(state, g.saturating_add(cost), observer)?,
                None => {
                    self.on_path.remove(&level.state);
                    self.path.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds a state to the path and expands it, unless it is on the path already or above the threshold.
    fn enter(
        &mut self,
        state: G::State,
        g: u32,
        observer: &mut impl GraphObserver<G::State>,
    ) -> ControlFlow<Found<G::State>> {
        let Some(h) = self.graph.estimate(&state).filter(|_| !self.on_path.contains(&state)) else {
            return ControlFlow::Continue(());
        };
        let f = g.saturating_add(h);
        if f > self.threshold {
            self.next = Some(self.next.map_or(f, |next| next.min(f)));
            return ControlFlow::Continue(());
        }
        let node = self.visits;
        self.visits += 1;
        let (parent, parent_state) =
            (self.path.last().map(|level| level.node), self.path.last().map(|level| &level.state));
        observer.visit(&GraphVisit { node, parent, state: &state, parent_state, f, g, h });
        if self.graph.is_goal(&state) {
            let mut path: Vec<G::State> = self.path.iter().map(|level| level.state.clone()).collect();
            path.push(state);
            return ControlFlow::Break(Found::Goal(path, g));
        }
        let neighbours: Vec<(G::State, u32)> = self.graph.neighbours(&state).into_iter().collect();
        self.statistics.expanded += 1;
        self.statistics.generated += neighbours.len() as u64;
        self.on_path.insert(state.clone());
        self.path.push(Level { node, state, g, left: neighbours.into_iter() });
        self.report(observer).map_break(Found::Ended)
    }

    fn report(&mut self, observer: &mut impl GraphObserver<G::State>) -> ControlFlow<Status> {
        let length = self.path.len() as u64;
        self.statistics.states = self.statistics.states.max(length);
        self.statistics.peak_open = self.statistics.states;
        let memory = || Footprint::from(length * 2 * size_of::<Level<G::State>>() as u64);
        self.statistics.peak_memory = self.statistics.peak_memory.max(memory().allocated);
        observer.progress(&GraphProgress { statistics: &self.statistics, open: self.path.len(), memory: &memory })
    }
}
