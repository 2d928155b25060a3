//! Breadth-first search, Dijkstra's algorithm, greedy search and A*: one loop, which differs in what orders the open
//! list and in what happens when a state is found again.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::ops::ControlFlow;

use super::heap::Heap;
use super::{Graph, GraphObserver, GraphOutcome, GraphProgress, GraphVisit};
use crate::blocks::{Blocks, Queue};
use crate::footprint::Footprint;
use crate::search::{Limit, Statistics, Status};
use crate::space::{MAX_STATES, StateRegistry};

/// How a search orders its open list, and which path to a state it keeps.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Order {
    key: Key,
    /// Whether a state keeps the first path to it, also if a cheaper one is found.
    keeps_first_path: bool,
    /// Whether equal keys are expanded first in, first out; otherwise as the heap returns them.
    is_fair: bool,
}

/// What the open list is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    /// A queue: states in the order of their discovery.
    Arrival,
    Cost,
    Estimate,
    Sum,
}

impl Order {
    pub(super) const BFS: Order = Order { key: Key::Arrival, keeps_first_path: true, is_fair: true };
    pub(super) const DIJKSTRA: Order = Order { key: Key::Cost, keeps_first_path: false, is_fair: true };
    pub(super) const GREEDY: Order = Order { key: Key::Estimate, keeps_first_path: true, is_fair: true };
    pub(super) const ASTAR: Order = Order { key: Key::Sum, keeps_first_path: false, is_fair: true };
    /// INF421's Algorithm 1.
    pub(in crate::search) const INF421_1: Order = Order::BFS;
    /// INF421's Algorithm 2: A* that marks a state as visited when it is generated, with the priority queue of Java.
    pub(in crate::search) const INF421_2: Order = Order { key: Key::Sum, keeps_first_path: true, is_fair: false };

    pub(in crate::search) fn is_informed(self) -> bool {
        matches!(self.key, Key::Estimate | Key::Sum)
    }

    fn value(self, g: u32, h: u32) -> u32 {
        match self.key {
            Key::Arrival | Key::Cost => g,
            Key::Estimate => h,
            Key::Sum => g.saturating_add(h),
        }
    }
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    h: u32,
    is_closed: bool,
}

enum Open {
    Queue(Queue<u32>),
    Heap(Heap),
}

impl Open {
    fn pop(&mut self) -> Option<usize> {
        match self {
            Open::Queue(queue) => queue.pop().map(|number| number as usize),
            Open::Heap(heap) => heap.pop().map(|(_, number)| number as usize),
        }
    }

    fn len(&self) -> usize {
        match self {
            Open::Queue(queue) => queue.len(),
            Open::Heap(heap) => heap.0.len(),
        }
    }

    fn footprint(&self) -> Footprint {
        match self {
            Open::Queue(queue) => queue.bytes().into(),
            Open::Heap(heap) => Footprint::of_vec(&heap.0),
        }
    }
}

struct BestFirst<'a, G: Graph> {
    graph: &'a G,
    order: Order,
    /// All discovered states, and for each its node.
    states: StateRegistry<G::State>,
    nodes: Blocks<Node>,
    open: Open,
    /// Number of entries that the open list has had.
    entries: u32,
    statistics: Statistics,
    max_states: u64,
}

/// Searches in an order.
pub(in crate::search) fn best_first<G: Graph>(
    graph: &G,
    order: Order,
    observer: &mut impl GraphObserver<G::State>,
) -> GraphOutcome<G::State> {
    let open = if order.key == Key::Arrival { Open::Queue(Queue::new()) } else { Open::Heap(Heap(Vec::new())) };
    let (states, nodes) = (StateRegistry::new(), Blocks::new());
    let (statistics, max_states) = (Statistics::default(), observer.max_states().min(MAX_STATES));
    let mut search = BestFirst { graph, order, states, nodes, open, entries: 0, statistics, max_states };
    search.discover(graph.start(), 0, 0);
    let mut goal = None;
    let status = loop {
        let Some(number) = search.open.pop() else { break Status::Unsolvable };
        if search.nodes[number].is_closed {
            continue;
        }
        let state = search.visit(number, observer);
        if graph.is_goal(&state) {
            goal = Some(number);
            break Status::Solved;
        }
        search.expand(number, &state);
        if let ControlFlow::Break(status) = search.report(observer) {
            break status;
        }
    };
    search.finish(status, goal)
}

impl<G: Graph> BestFirst<'_, G> {
    /// Adds a path to a state. The state is opened if it is new, or if the path is cheaper and counts.
    fn discover(&mut self, state: G::State, parent: usize, g: u32) {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        let hash = hasher.finish();
        // The search ends after this expansion.
        if self.states.len() as u64 >= self.max_states && self.states.find(&state, hash).is_none() {
            return;
        }
        let h = |state: &G::State| if self.order.is_informed() { self.graph.estimate(state) } else { Some(0) };
        let (number, is_new) = self.states.insert(state.clone(), hash);
        let parent = parent as u32;
        let h = if is_new {
            let h = h(&state);
            self.nodes.push(Node { parent, g, h: h.unwrap_or(0), is_closed: false });
            h
        } else {
            let node = self.nodes[number];
            if self.order.keeps_first_path || g >= node.g {
                return;
            }
            self.statistics.reopened += u64::from(node.is_closed);
            self.nodes[number] = Node { parent, g, is_closed: false, ..node };
            Some(node.h)
        };
        // A state from which no goal can be reached is known, but never opened.
        if let Some(h) = h {
            self.open(number as u32, self.order.value(g, h));
        }
    }

    fn open(&mut self, number: u32, value: u32) {
        let tie = if self.order.is_fair { self.entries } else { 0 };
        self.entries = self.entries.saturating_add(1);
        match &mut self.open {
            Open::Queue(queue) => queue.push(number),
            Open::Heap(heap) => heap.push((u64::from(value) << 32 | u64::from(tie), number)),
        }
    }

    fn visit(&mut self, number: usize, observer: &mut impl GraphObserver<G::State>) -> G::State {
        self.nodes[number].is_closed = true;
        let Node { parent, g, h, .. } = self.nodes[number];
        let state = self.states.state(number);
        let parent = (number > 0).then_some(parent as usize);
        let parent_state = parent.map(|parent| self.states.state(parent));
        let f = self.order.value(g, h);
        observer.visit(&GraphVisit {
            node: number,
            parent,
            state: &state,
            parent_state: parent_state.as_ref(),
            f,
            g,
            h,
        });
        state
    }

    fn expand(&mut self, number: usize, state: &G::State) {
        let g = self.nodes[number].g;
        self.statistics.expanded += 1;
        for (next, cost) in self.graph.neighbours(state) {
            self.statistics.generated += 1;
            self.discover(next, number, g.saturating_add(cost));
        }
    }

    fn footprint(&self) -> Footprint {
        self.states.footprint() + self.nodes.bytes() + self.open.footprint()
    }

    fn report(&mut self, observer: &mut impl GraphObserver<G::State>) -> ControlFlow<Status> {
        self.statistics.states = self.states.len() as u64;
        self.statistics.peak_open = self.statistics.peak_open.max(self.open.len() as u64);
        if self.statistics.states >= self.max_states || self.entries == u32::MAX {
            return ControlFlow::Break(Status::Limit(Limit::States));
        }
        let memory = || self.footprint();
        observer.progress(&GraphProgress { statistics: &self.statistics, open: self.open.len(), memory: &memory })
    }

    fn finish(self, status: Status, goal: Option<usize>) -> GraphOutcome<G::State> {
        let found = goal.map(|goal| {
            let parent = |number: &usize| (*number > 0).then(|| self.nodes[*number].parent as usize);
            let mut path: Vec<G::State> =
                std::iter::successors(Some(goal), parent).map(|number| self.states.state(number)).collect();
            path.reverse();
            (path, self.nodes[goal].g)
        });
        let peak_memory = self.statistics.peak_memory.max(self.footprint().allocated);
        let statistics = Statistics { states: self.states.len() as u64, peak_memory, ..self.statistics };
        GraphOutcome { status, found, statistics }
    }
}
