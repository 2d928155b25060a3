//! The searches of INF421, step by step as printed, so that their published figures can be reproduced.
//!
//! Algorithm 1 is breadth-first search. Algorithm 2 is the same with a priority queue, ordered by the cost so far plus
//! the estimate, in place of the queue. Both mark a state as visited when it is generated, and test for the goal when a
//! state is removed from the queue. A state enters the queue once, and its cost is never lowered: so Algorithm 2 is not
//! A*, and its solutions may not be optimal, even with a consistent heuristic. Esau's program is Algorithm 1 too.
//!
//! The searches are those over any graph (`graph/`); here is the graph of a compiled state space, with vehicles in the
//! order of the file, as in the programs of INF421 and Esau.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use super::control::{NodeOrigin, SearchControl};
use super::graph::{Graph, GraphObserver, GraphProgress, GraphVisit, Order, best_first, reading_ranks};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Status, Task};
use crate::heuristic::{self, Estimator};
use crate::position::{Move, Position};
use crate::space::{Scratch, SleepSet, Space, move_between};

pub(super) struct TextbookBfs;

impl RegisteredSearch for TextbookBfs {
    const ABOUT: About = About::new(
        "textbook-bfs",
        "INF421's Algorithm 1: breadth-first search, goal test on removal, vehicles in the order of the file",
        Optimality::Always,
    )
    .plain("Breadth-first search of INF421", "as the course printed it, vehicles in the order of the file");
}

impl SpaceSearch for TextbookBfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, SearchControl::new(task, observer), Order::INF421_1)
    }
}

pub(super) struct TextbookAStar;

impl RegisteredSearch for TextbookAStar {
    const ABOUT: About = About::new(
        "textbook-astar",
        "INF421's Algorithm 2: the same with a priority queue; a state keeps the cost of the first path to it",
        Optimality::Never,
    )
    .plain("A* of INF421", "as the course printed it: the first path to a position is kept")
    .informed();
}

impl SpaceSearch for TextbookAStar {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, SearchControl::informed(task, observer), Order::INF421_2)
    }
}

struct SpaceState<S: Space>(S::State);

impl<S: Space> Clone for SpaceState<S> {
    fn clone(&self) -> SpaceState<S> {
        SpaceState(self.0)
    }
}

impl<S: Space> PartialEq for SpaceState<S> {
    fn eq(&self, other: &SpaceState<S>) -> bool {
        self.0 == other.0
    }
}

impl<S: Space> Eq for SpaceState<S> {}

impl<S: Space> Hash for SpaceState<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(S::hash(&self.0));
    }
}

/// The graph of a state space. Costs are in the units of the estimates.
struct SpaceGraph<'a, S: Space> {
    space: &'a S,
    ranks: Vec<usize>,
    scale: u32,
    max_estimate: u32,
    scratch: RefCell<Scratch>,
    estimator: RefCell<(Box<dyn Estimator>, Position)>,
}

impl<S: Space> Graph for SpaceGraph<'_, S> {
    type State = SpaceState<S>;

    fn start(&self) -> SpaceState<S> {
        SpaceState(self.space.start())
    }

    fn is_goal(&self, state: &SpaceState<S>) -> bool {
        self.space.is_goal(&state.0)
    }

    fn neighbours(&self, state: &SpaceState<S>) -> impl IntoIterator<Item = (SpaceState<S>, u32)> {
        let mut neighbours = Vec::new();
        let unpacked = self.space.unpack(&state.0, SleepSet::default());
        self.space.expand(&unpacked, &mut self.scratch.borrow_mut(), |next, mv, cost| {
            neighbours.push((self.ranks[mv.vehicle], SpaceState(S::pack(&next).0), cost * self.scale));
        });
        // The sort is stable: the moves of a vehicle stay in their order.
        neighbours.sort_by_key(|(rank, ..)| *rank);
        neighbours.into_iter().map(|(_, next, cost)| (next, cost))
    }

    fn estimate(&self, state: &SpaceState<S>) -> Option<u32> {
        let (estimator, position) = &mut *self.estimator.borrow_mut();
        self.space.decode(&state.0, position);
        estimator.estimate(position).map(|h| h.min(self.max_estimate))
    }
}

/// Passes what happens on to the control of the search.
struct Controlled<'a, 'b, S: Space> {
    space: &'a S,
    control: SearchControl<'b>,
    is_breadth_first: bool,
}

impl<S: Space> GraphObserver<SpaceState<S>> for Controlled<'_, '_, S> {
    fn visit(&mut self, visit: &GraphVisit<'_, SpaceState<S>>) {
        let GraphVisit { node, parent, state, parent_state, f, g, h, .. } = *visit;
        let g = g / self.control.scale;
        if self.is_breadth_first {
            self.control.bound = g;
        }
        let space = self.space;
        self.control.visit(space, &state.0, [f, g, h], || {
            let mv = parent_state.and_then(|from| move_between(space, &mut space.scratch(), &from.0, &state.0));
            NodeOrigin { node, parent, mv }
        });
    }

    fn progress(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        let statistics = progress.statistics;
        self.control.statistics.expanded = statistics.expanded;
        self.control.statistics.generated = statistics.generated;
        let status = self.control.check(statistics.states as usize, progress.open, || progress.memory());
        status.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    fn max_states(&self) -> u64 {
        self.control.max_states() as u64
    }
}

fn search<S: Space>(space: &S, task: &Task<'_>, control: SearchControl<'_>, order: Order) -> SearchResult {
    let heuristic = if order.is_informed() { task.heuristic } else { heuristic::H0 };
    let graph = SpaceGraph {
        space,
        ranks: reading_ranks(task.puzzle),
        scale: control.scale,
        max_estimate: control.max_estimate(),
        scratch: RefCell::new(space.scratch()),
        estimator: RefCell::new((heuristic.compile(task.puzzle), Position::start(task.puzzle))),
    };
    let mut observer = Controlled { space, control, is_breadth_first: !order.is_informed() };
    let outcome = best_first(&graph, order, &mut observer);
    let mut control = observer.control;
    control.finish(outcome.statistics.states as usize, outcome.statistics.peak_memory.into());
    let Some((path, cost)) = outcome.found else { return control.without_path(outcome.status) };
    let mut scratch = space.scratch();
    let moves: Vec<Move> =
        path.windows(2).filter_map(|pair| move_between(space, &mut scratch, &pair[0].0, &pair[1].0)).collect();
    SearchResult::solved(moves, cost / control.scale, control.bound, control.statistics)
}
