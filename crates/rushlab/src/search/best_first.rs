//! Best-first search: the engine of Dijkstra's algorithm, greedy best-first search, A* and weighted A*, which are its settings.
//!
//! The state with the lowest f is expanded next. f is the cost so far g, the estimate h, or a weighted sum of both. States of equal f are
//! expanded in first-in, first-out order, or by h with `prefer_low_h`. With `update_paths`, a state that was expanded already is opened
//! again when a cheaper path to it is found, so that A* is optimal also with heuristics that are admissible but not consistent.
//!
//! Several states of the lowest f can be expanded together: then all threads generate and estimate successors. The size of such a batch
//! does not depend on the number of threads, and neither does the result.

use std::collections::BTreeMap;

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::{Duplicates, Observer, Status, Task};
use crate::blocks::{Blocks, Queue};
use crate::heuristic::{Estimator, OperatorSet};
use crate::parallel;
use crate::position::Position;
use crate::space::{Scratch, SleepSet, Space, StateRegistry, path_to};

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
    /// Whether a state is expanded in two stages: first by the useful moves, later by the others (partial expansion, Felner et al. 2012).
    /// Needs an admissible heuristic.
    pub(super) staged: bool,
    /// States with g + h of at least this cost are pruned (branch and bound). Needs an admissible heuristic.
    pub(super) upper_bound: u32,
    /// The greatest number of states that are expanded together. A batch has at most as many states as one in `BATCH_GROWTH` of those
    /// expanded before, so that a short search expands few states in vain.
    pub(super) max_batch: usize,
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
    /// The useful moves have been generated.
    HalfExpanded,
    Closed,
}

const DEAD_END: u32 = u32::MAX;

/// See `Policy::max_batch`.
const BATCH_GROWTH: u64 = 16;

/// The number of states above which a batch is expanded on several threads.
const PARALLEL_BATCH: usize = 16;

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

    /// Removes the first entry, unless its f is greater than `max_f`. Returns it with its f.
    fn pop(&mut self, max_f: u32) -> Option<(u32, OpenEntry)> {
        let entry = match &mut self.queues {
            Queues::Dense(buckets) => buckets.pop(max_f),
            Queues::Sparse(queues) => loop {
                let mut first = queues.first_entry().filter(|first| first.key().0 <= max_f)?;
                let f = first.key().0;
                if let Some(entry) = first.get_mut().pop() {
                    break Some((f, entry));
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

    fn pop(&mut self, max_f: u32) -> Option<(u32, OpenEntry)> {
        while self.lowest <= max_f as usize
            && let Some(bucket) = self.buckets.get_mut(self.lowest)
        {
            if let Some(entry) = bucket.iter_mut().find_map(Queue::pop) {
                return Some((self.lowest as u32, entry));
            }
            *bucket = Vec::new();
            self.lowest += 1;
        }
        None
    }
}

/// A state that is being expanded.
struct Expansion<S: Space> {
    number: u32,
    f: u32,
    node: Node,
    state: S::State,
    useful: OperatorSet,
    successors: Vec<Successor<S>>,
    /// Whether some moves are left for the second stage.
    postponed: bool,
}

/// A successor of a state that is being expanded.
struct Successor<S: Space> {
    state: S::State,
    g: u32,
    number: u32,
    /// The estimate and the useful moves, of a new state.
    h: u32,
    useful: OperatorSet,
    is_new: bool,
}

/// The working memory of a thread. Without an estimator, all estimates are 0.
struct Worker {
    scratch: Scratch,
    estimator: Option<Box<dyn Estimator>>,
    position: Position,
    max_estimate: u32,
}

impl Worker {
    fn estimate<S: Space>(&mut self, space: &S, state: &S::State) -> u32 {
        let Some(estimator) = &mut self.estimator else { return 0 };
        space.decode(state, &mut self.position);
        estimator.estimate(&self.position).map_or(DEAD_END, |h| h.min(self.max_estimate))
    }

    /// Generates the successors of a state: with the useful moves or, in the second stage, the others.
    fn expand<S: Space>(&mut self, space: &S, expansion: &mut Expansion<S>) {
        let Expansion { node, state, useful, successors, postponed, .. } = expansion;
        let first = node.stage == Stage::Open;
        space.expand(&space.unpack(state, SleepSet::default()), &mut self.scratch, |next, mv, cost| {
            let now = useful.contains(mv) == first;
            *postponed |= first && !now;
            if now {
                successors.push(Successor {
                    state: S::pack(&next).0,
                    g: node.g + cost,
                    number: 0,
                    h: 0,
                    useful: OperatorSet::ALL,
                    is_new: false,
                });
            }
        });
    }

    /// Estimates the new successors of a state.
    fn estimate_new<S: Space>(&mut self, space: &S, staged: bool, expansion: &mut Expansion<S>) {
        for successor in expansion.successors.iter_mut().filter(|successor| successor.is_new) {
            successor.h = self.estimate(space, &successor.state);
            successor.useful = self.useful_moves(staged);
        }
    }

    /// Returns the useful moves of the state that was estimated last, or all moves if states are expanded in one stage.
    fn useful_moves(&self, staged: bool) -> OperatorSet {
        let estimator = self.estimator.as_ref().filter(|_| staged);
        estimator.map_or(OperatorSet::ALL, |estimator| estimator.useful_moves())
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
    let max_estimate = control.max_estimate();
    let worker = |_| Worker {
        scratch: space.scratch(),
        estimator: informed.then(|| task.heuristic.compile(task.puzzle)),
        position: Position::start(task.puzzle),
        max_estimate,
    };
    let threads = if policy.max_batch > 1 { parallel::threads(task.threads) } else { 1 };
    let mut workers: Vec<Worker> = (0..threads).map(worker).collect();
    let f_is_lower_bound = policy.f_is_lower_bound();
    let policy = policy.scaled(control.scale);
    let upper_bound = policy.upper_bound.saturating_mul(control.scale);
    let mut registry = StateRegistry::<S>::new();
    let mut nodes: Blocks<Node> = Blocks::new();
    // The useful moves of each state, if states are expanded in stages.
    let mut useful: Option<Blocks<OperatorSet>> = policy.staged.then(Blocks::new);
    let mut open = OpenList::new(control.scale);
    let mut batch: Vec<Expansion<S>> = Vec::new();
    let mut spare = Vec::new();
    let exact = task.duplicates == Duplicates::Exact;
    // Whether a state was pruned because of the upper bound.
    let mut is_pruned = false;
    let tie = |h: u32| if policy.prefer_low_h { h } else { 0 };
    let start = space.start();
    let h = workers[0].estimate(space, &start);
    if h == DEAD_END {
        // Proved unsolvable before any state is stored or visited.
        return control.without_path(Status::Unsolvable);
    }
    registry.insert(start, S::hash(&start));
    nodes.push(Node { parent: 0, g: 0, h, stage: Stage::Open });
    if let Some(useful) = &mut useful {
        useful.push(workers[0].useful_moves(true));
    }
    open.push(policy.f(0, h), 0, OpenEntry { number: 0, g: 0 });
    loop {
        let batch_len = policy.max_batch.min(1 + (control.statistics.expanded / BATCH_GROWTH) as usize);
        while batch.len() < batch_len
            && let Some((f, OpenEntry { number, g })) = open.pop(batch.first().map_or(u32::MAX, |first| first.f))
        {
            let node = nodes[number as usize];
            if node.stage == Stage::Closed || node.g != g {
                continue;
            }
            let state = registry.state(number as usize);
            if f_is_lower_bound && f > control.sum(control.bound, 0) {
                control.bound = f.div_ceil(control.scale);
            }
            if node.stage == Stage::Open {
                control.visit(space, &state, [f, g, node.h], || {
                    NodeOrigin::in_registry(space, &registry, number as usize, node.parent as usize)
                });
            }
            if space.is_goal(&state) {
                control.finish(
                    registry.len(),
                    registry.footprint() + nodes.bytes() + useful.as_ref().map_or(0, Blocks::bytes) + open.bytes(),
                );
                let moves = path_to(space, &registry, |number| nodes[number].parent as usize, number as usize);
                let bound = if f_is_lower_bound { g } else { control.bound };
                return SearchResult::solved(moves, g, bound, control.statistics);
            }
            let successors = spare.pop().unwrap_or_default();
            let useful = useful.as_ref().map_or(OperatorSet::ALL, |useful| useful[number as usize]);
            batch.push(Expansion { number, f, node, state, useful, successors, postponed: false });
        }
        if batch.is_empty() {
            control.finish(
                registry.len(),
                registry.footprint() + nodes.bytes() + useful.as_ref().map_or(0, Blocks::bytes) + open.bytes(),
            );
            if is_pruned {
                control.bound = control.bound.max(policy.upper_bound);
            }
            return control.without_path(Status::Unsolvable);
        }
        // Starting a thread takes the time of a few estimates.
        let workers = if batch.len() < PARALLEL_BATCH { &mut workers[..1] } else { &mut workers[..] };
        parallel::for_each(workers, batch.iter_mut(), |worker, expansion| worker.expand(space, expansion));
        for Expansion { number, node, successors, .. } in &mut batch {
            control.statistics.expanded += u64::from(node.stage == Stage::Open);
            control.statistics.generated += successors.len() as u64;
            if policy.upper_bound < u32::MAX {
                let generated = successors.len();
                successors.retain(|successor| successor.g < policy.upper_bound);
                is_pruned |= successors.len() < generated;
            }
            for successor in successors {
                let (found, is_new) = registry.insert(successor.state, S::hash(&successor.state));
                (successor.number, successor.is_new) = (found as u32, is_new);
                if is_new {
                    nodes.push(Node { parent: *number, g: successor.g, h: 0, stage: Stage::Open });
                    if let Some(useful) = &mut useful {
                        useful.push(OperatorSet::ALL);
                    }
                    control.count_other_work();
                }
            }
        }
        parallel::for_each(workers, batch.iter_mut(), |worker, expansion| {
            worker.estimate_new(space, policy.staged, expansion);
        });
        for Expansion { number, f, node: Node { g, h, .. }, mut successors, postponed, .. } in batch.drain(..) {
            // A cheaper path to the state may have been found since, by another state of the batch.
            let node = &mut nodes[number as usize];
            if node.g == g {
                node.stage = if postponed { Stage::HalfExpanded } else { Stage::Closed };
                if postponed {
                    // Each of the other moves costs at least 1, and the remaining cost after it is at least h.
                    open.push(f.saturating_add(policy.weights.0), tie(h), OpenEntry { number, g });
                }
            }
            for Successor { state, g, number: found, h, useful: moves, is_new } in successors.drain(..) {
                let entry = OpenEntry { number: found, g };
                let node = &mut nodes[found as usize];
                if is_new {
                    node.h = h;
                    if let Some(useful) = &mut useful {
                        useful[found as usize] = moves;
                    }
                    if h != DEAD_END && control.sum(g, h) < upper_bound {
                        open.push(policy.f(g, h), tie(h), entry);
                    }
                    is_pruned |= h != DEAD_END && control.sum(g, h) >= upper_bound;
                    continue;
                }
                let replaces = policy.update_paths && (exact || node.stage == Stage::Open);
                if replaces && g < node.g && node.h != DEAD_END && control.sum(g, node.h) < upper_bound {
                    control.statistics.reopened += u64::from(node.stage != Stage::Open);
                    (node.parent, node.g, node.stage) = (number, g, Stage::Open);
                    registry.replace(found as usize, state);
                    open.push(policy.f(g, node.h), tie(node.h), entry);
                }
            }
            spare.push(successors);
        }
        let memory = || registry.footprint() + nodes.bytes() + useful.as_ref().map_or(0, Blocks::bytes) + open.bytes();
        if let Some(status) = control.check(registry.len(), open.len, memory) {
            return control.without_path(status);
        }
    }
}
