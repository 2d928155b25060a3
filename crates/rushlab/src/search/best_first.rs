//! Best-first search: the engine of Dijkstra's algorithm, greedy best-first search, A* and weighted A*, which are its settings.
//!
//! The state with the lowest f is expanded next. f is the cost so far g, the estimate h, or a weighted sum of both. States of equal f are
//! expanded in first-in, first-out order, or by h with `prefer_low_h`. With `update_paths`, a state that was expanded already is opened
//! again when a cheaper path to it is found, so that A* is optimal also with heuristics that are admissible but not consistent.

use std::collections::BTreeMap;

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::state_registry::{Blocks, Queue, StateRegistry, path_to};
use super::{Duplicates, Observer, Status, Task};
use crate::heuristic::Estimator;
use crate::position::{Move, Position};
use crate::space::{SleepSet, Space};

/// The settings that make an algorithm.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// The weights of g and h in f. With a weight of 0, h is not computed.
    pub(super) weights: (u32, u32),
    /// Whether a cheaper path to a known state replaces the old one.
    pub(super) update_paths: bool,
    /// Whether states of equal f are ordered by h.
    pub(super) prefer_low_h: bool,
    /// Whether the heuristic is admissible.
    pub(super) admissible: bool,
    /// Whether a state is expanded in two stages: first by the moves after which the remaining cost may be lower than h, later by the
    /// others (partial expansion, Felner et al. 2012). Needs an admissible heuristic.
    pub(super) staged: bool,
    /// States with g + h of at least this cost are pruned (branch and bound). Needs an admissible heuristic.
    pub(super) upper_bound: u32,
}

impl Policy {
    /// Returns the same settings with f in the units of the estimates.
    fn scaled(self, scale: u32) -> Policy {
        let (of_g, of_h) = self.weights;
        Policy { weights: (of_g.saturating_mul(scale), of_h), ..self }
    }

    fn f(&self, g: u32, h: u32) -> u32 {
        self.weights.0.saturating_mul(g).saturating_add(self.weights.1.saturating_mul(h))
    }

    /// Whether f is a lower bound on the cost of a solution through a state.
    fn f_is_lower_bound(&self) -> bool {
        self.weights == (1, 0) || self.weights == (1, 1) && self.admissible
    }
}

/// A node of the search tree.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    /// The estimate, or `DEAD_END`.
    h: u32,
    stage: Stage,
}

/// The stage of the expansion of a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// The moves after which the remaining cost may be lower than h have been generated.
    HalfExpanded,
    Closed,
}

const DEAD_END: u32 = u32::MAX;

/// An entry of the open list. It is outdated if the node has another g.
#[derive(Clone, Copy)]
struct OpenEntry {
    number: u32,
    g: u32,
}

/// The open list: queues by f, then by h.
struct OpenList {
    queues: Queues,
    len: usize,
}

/// The queues of an open list.
enum Queues {
    /// An array, for estimates that are whole costs.
    Dense(Buckets),
    /// A tree, for fractions of costs: most values of f have no entry.
    Sparse(BTreeMap<(u32, u32), Queue<OpenEntry>>),
}

#[derive(Default)]
struct Buckets {
    buckets: Vec<Vec<Queue<OpenEntry>>>,
    lowest: usize,
}

impl OpenList {
    fn new(scale: u32) -> OpenList {
        let queues = if scale == 1 { Queues::Dense(Buckets::default()) } else { Queues::Sparse(BTreeMap::new()) };
        OpenList { queues, len: 0 }
    }

    fn push(&mut self, f: u32, tie: u32, entry: OpenEntry) {
        match &mut self.queues {
            Queues::Dense(buckets) => buckets.push(f, tie, entry),
            Queues::Sparse(queues) => queues.entry((f, tie)).or_insert_with(Queue::new).push(entry),
        }
        self.len += 1;
    }

    /// Returns the allocated bytes.
    fn bytes(&self) -> u64 {
        let queue = |queue: &Queue<OpenEntry>| queue.bytes() + size_of::<Queue<OpenEntry>>() as u64;
        match &self.queues {
            Queues::Dense(Buckets { buckets, .. }) => buckets.iter().flatten().map(queue).sum(),
            Queues::Sparse(queues) => queues.values().map(queue).sum(),
        }
    }

    fn pop(&mut self) -> Option<OpenEntry> {
        let entry = match &mut self.queues {
            Queues::Dense(buckets) => buckets.pop(),
            Queues::Sparse(queues) => loop {
                let mut first = queues.first_entry()?;
                if let Some(entry) = first.get_mut().pop() {
                    break Some(entry);
                }
                first.remove();
            },
        }?;
        self.len -= 1;
        Some(entry)
    }
}

impl Buckets {
    fn push(&mut self, f: u32, tie: u32, entry: OpenEntry) {
        let (f, tie) = (f as usize, tie as usize);
        self.buckets.resize_with(self.buckets.len().max(f + 1), Vec::new);
        let bucket = &mut self.buckets[f];
        bucket.resize_with(bucket.len().max(tie + 1), Queue::new);
        bucket[tie].push(entry);
        self.lowest = self.lowest.min(f);
    }

    fn pop(&mut self) -> Option<OpenEntry> {
        while let Some(bucket) = self.buckets.get_mut(self.lowest) {
            if let Some(entry) = bucket.iter_mut().find_map(Queue::pop) {
                return Some(entry);
            }
            *bucket = Vec::new();
            self.lowest += 1;
        }
        None
    }
}

/// The estimates of a search. Without an estimator they are 0.
struct Estimates {
    estimator: Option<Box<dyn Estimator>>,
    position: Position,
    greatest: u32,
}

impl Estimates {
    fn of<S: Space>(&mut self, space: &S, state: &S::State) -> u32 {
        let Some(estimator) = &mut self.estimator else { return 0 };
        space.decode(state, &mut self.position);
        estimator.estimate(&self.position).map_or(DEAD_END, |h| h.min(self.greatest))
    }

    fn may_reduce_cost(&self, mv: Move) -> bool {
        self.estimator.as_ref().is_none_or(|estimator| estimator.may_reduce_cost(mv))
    }
}

/// Searches for a path to a goal.
pub(super) fn best_first<S: Space>(
    space: &S,
    policy: Policy,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> SearchResult {
    let informed = policy.weights.1 > 0;
    let mut control =
        if informed { SearchControl::informed(task, observer) } else { SearchControl::new(task, observer) };
    let mut estimates = Estimates {
        estimator: informed.then(|| task.heuristic.compile(task.puzzle)),
        position: Position::start(task.puzzle),
        greatest: control.max_estimate(),
    };
    let f_is_lower_bound = policy.f_is_lower_bound();
    let policy = policy.scaled(control.scale);
    let upper_bound = policy.upper_bound.saturating_mul(control.scale);
    let mut registry = StateRegistry::<S>::new();
    let mut nodes: Blocks<Node> = Blocks::new();
    let mut open = OpenList::new(control.scale);
    let mut scratch = space.scratch();
    let mut successors = Vec::new();
    let exact = task.duplicates == Duplicates::Exact;
    let start = space.start();
    let h = estimates.of(space, &start);
    if h == DEAD_END {
        // Proved unsolvable before any state is stored or visited.
        return control.without_path(Status::Unsolvable);
    }
    registry.insert(start, S::hash(&start));
    nodes.push(Node { parent: 0, g: 0, h, stage: Stage::Open });
    open.push(policy.f(0, h), 0, OpenEntry { number: 0, g: 0 });
    while let Some(OpenEntry { number, g }) = open.pop() {
        let node = nodes[number as usize];
        if node.stage == Stage::Closed || node.g != g {
            continue;
        }
        let f = policy.f(g, node.h);
        let first = node.stage == Stage::Open;
        let state = registry.state(number as usize);
        if f_is_lower_bound && f > control.sum(control.bound, 0) {
            control.bound = f.div_ceil(control.scale);
        }
        if first {
            control.visit(space, &state, [f, g, node.h], || {
                NodeOrigin::in_registry(space, &registry, number as usize, node.parent as usize)
            });
        }
        if space.is_goal(&state) {
            control.finish(registry.len(), registry.footprint() + nodes.bytes() + open.bytes());
            let moves = path_to(space, &registry, |number| nodes[number].parent as usize, number as usize);
            let bound = if f_is_lower_bound { g } else { control.bound };
            return SearchResult::solved(moves, g, bound, control.statistics);
        }
        // `may_reduce_cost` refers to the state that was estimated last.
        if policy.staged {
            estimates.of(space, &state);
        }
        let mut postponed = false;
        space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, mv, cost| {
            let now = !policy.staged || estimates.may_reduce_cost(mv) == first;
            postponed |= first && !now;
            if now {
                successors.push((S::pack(&next).0, cost));
            }
        });
        nodes[number as usize].stage = if postponed { Stage::HalfExpanded } else { Stage::Closed };
        if postponed {
            // Each of the other moves costs at least 1, and the remaining cost after it is at least h.
            open.push(
                f.saturating_add(policy.weights.0),
                if policy.prefer_low_h { node.h } else { 0 },
                OpenEntry { number, g },
            );
        }
        control.statistics.expanded += u64::from(first);
        control.statistics.generated += successors.len() as u64;
        for (next, cost) in successors.drain(..) {
            let g = g + cost;
            if policy.upper_bound < u32::MAX && g >= policy.upper_bound {
                continue;
            }
            let (found, new) = registry.insert(next, S::hash(&next));
            if new {
                let h = estimates.of(space, &next);
                control.count_other_work();
                nodes.push(Node { parent: number, g, h, stage: Stage::Open });
                if h != DEAD_END && control.sum(g, h) < upper_bound {
                    open.push(
                        policy.f(g, h),
                        if policy.prefer_low_h { h } else { 0 },
                        OpenEntry { number: found as u32, g },
                    );
                }
                continue;
            }
            let node = &mut nodes[found];
            let replaces = policy.update_paths && (exact || node.stage == Stage::Open);
            if replaces && g < node.g && node.h != DEAD_END && control.sum(g, node.h) < upper_bound {
                control.statistics.reopened += u64::from(node.stage != Stage::Open);
                (node.parent, node.g, node.stage) = (number, g, Stage::Open);
                registry.replace(found, next);
                let h = node.h;
                open.push(
                    policy.f(g, h),
                    if policy.prefer_low_h { h } else { 0 },
                    OpenEntry { number: found as u32, g },
                );
            }
        }
        let memory = || registry.footprint() + nodes.bytes() + open.bytes();
        if let Some(status) = control.check(registry.len(), open.len, memory) {
            return control.without_path(status);
        }
    }
    control.finish(registry.len(), registry.footprint() + nodes.bytes() + open.bytes());
    control.without_path(Status::Unsolvable)
}
