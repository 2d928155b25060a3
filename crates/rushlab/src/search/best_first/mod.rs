//! Best-first search, the engine of Dijkstra's algorithm, greedy best-first search and (weighted) A*: its settings.
//!
//! The state with the lowest f is expanded next. f is the cost so far g, the estimate h, or a weighted sum of both.
//! States of equal f are expanded in first-in, first-out order, or by h with `prefer_low_h`. With `update_paths`, a
//! state that was expanded already is opened again when a cheaper path to it is found, so that A* is optimal also with
//! heuristics that are admissible but not consistent.
//!
//! Several states of the lowest f can be expanded together: then all threads generate and estimate successors. The size
//! of such a batch does not depend on the number of threads, and neither does the result.

mod expansion;
mod open_list;

use self::expansion::{Expansion, Successor, Worker};
use self::open_list::{OpenEntry, OpenList};
use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::{Duplicates, Observer, Status, Task};
use crate::blocks::Blocks;
use crate::footprint::Footprint;
use crate::heuristic::OperatorSet;
use crate::parallel;
use crate::position::Position;
use crate::space::{Space, StateRegistry, path_to};

/// The settings that make an algorithm.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// The weights of g and h in f. With a weight of 0, h is not computed.
    pub(super) weights: (u32, u32),
    /// Whether a cheaper path to a known state replaces the old one.
    pub(super) update_paths: bool,
    /// Whether states of equal f are ordered by h.
    pub(super) prefer_low_h: bool,
    pub(super) admissible: bool,
    /// Whether a state is expanded in two stages: first by the useful moves, later by the others (partial expansion,
    /// Felner et al. 2012). Needs an admissible heuristic.
    pub(super) staged: bool,
    /// States with g + h of at least this cost are pruned (branch and bound). Needs an admissible heuristic.
    pub(super) upper_bound: u32,
    /// The greatest number of states that are expanded together. A batch has at most as many states as one in
    /// `BATCH_GROWTH` of those expanded before, so that a short search expands few states in vain.
    pub(super) max_batch: usize,
}

impl Policy {
    pub(super) const DIJKSTRA: Policy = Policy {
        weights: (1, 0),
        update_paths: true,
        prefer_low_h: false,
        admissible: true,
        staged: false,
        upper_bound: u32::MAX,
        max_batch: 1,
    };

    /// Returns the same settings with f in the units of the estimates.
    fn scaled(self, scale: u32) -> Policy {
        let (of_g, of_h) = self.weights;
        Policy { weights: (of_g.saturating_mul(scale), of_h), ..self }
    }

    fn f(&self, g: u32, h: u32) -> u32 {
        self.weights.0.saturating_mul(g).saturating_add(self.weights.1.saturating_mul(h))
    }

    /// Returns the value that orders states of equal f.
    fn tie(&self, h: u32) -> u32 {
        if self.prefer_low_h { h } else { 0 }
    }

    /// Returns whether f is a lower bound on the cost of a solution through a state.
    fn f_is_lower_bound(&self) -> bool {
        self.weights == (1, 0) || self.weights == (1, 1) && self.admissible
    }
}

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    /// The estimate, or `DEAD_END`.
    h: u32,
    stage: Stage,
}

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

/// Number of states above which a batch is expanded on several threads.
const PARALLEL_BATCH: usize = 16;

pub(super) fn best_first<S: Space>(
    space: &S,
    policy: Policy,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> SearchResult {
    BestFirst::new(space, policy, task, observer).run()
}

/// The generated states with their nodes, and the open list.
struct SearchTree<S: Space> {
    registry: StateRegistry<S::State>,
    nodes: Blocks<Node>,
    /// The useful moves of each state, if states are expanded in stages.
    useful: Option<Blocks<OperatorSet>>,
    open: OpenList,
}

impl<S: Space> SearchTree<S> {
    /// Adds a state if it is new. Returns its number, and whether it is new.
    #[inline(always)]
    fn add(&mut self, state: S::State, parent: u32, g: u32) -> (u32, bool) {
        let (number, is_new) = self.registry.insert(state, S::hash(&state));
        if is_new {
            self.nodes.push(Node { parent, g, h: 0, stage: Stage::Open });
            if let Some(useful) = &mut self.useful {
                useful.push(OperatorSet::ALL);
            }
        }
        (number as u32, is_new)
    }

    /// Sets the estimate and the useful moves of a state.
    fn set_estimate(&mut self, number: u32, h: u32, moves: OperatorSet) {
        self.nodes[number as usize].h = h;
        if let Some(useful) = &mut self.useful {
            useful[number as usize] = moves;
        }
    }

    fn useful_moves(&self, number: u32) -> OperatorSet {
        self.useful.as_ref().map_or(OperatorSet::ALL, |useful| useful[number as usize])
    }

    fn footprint(&self) -> Footprint {
        let useful = self.useful.as_ref().map_or(0, Blocks::bytes);
        self.registry.footprint() + self.nodes.bytes() + useful + self.open.bytes()
    }
}

/// A search for a path to a goal. Each batch of states goes through the phases in [`BestFirst::run`].
struct BestFirst<'a, S: Space> {
    space: &'a S,
    /// The settings, with f in the units of the estimates.
    policy: Policy,
    f_is_lower_bound: bool,
    /// The upper bound of the settings, in the units of the estimates.
    upper_bound: u32,
    /// Whether a cheaper path to an expanded state opens it again.
    reopens: bool,
    control: SearchControl<'a>,
    workers: Vec<Worker>,
    tree: SearchTree<S>,
    batch: Vec<Expansion<S>>,
    /// Empty lists of successors, whose memory is used again.
    spare: Vec<Vec<Successor<S>>>,
    /// Whether a state was pruned because of the upper bound.
    is_pruned: bool,
}

impl<'a, S: Space> BestFirst<'a, S> {
    fn new(space: &'a S, policy: Policy, task: &Task<'a>, observer: &'a mut dyn Observer) -> BestFirst<'a, S> {
        let informed = policy.weights.1 > 0;
        let control =
            if informed { SearchControl::informed(task, observer) } else { SearchControl::new(task, observer) };
        let max_estimate = control.max_estimate();
        let worker = |_| Worker {
            scratch: space.scratch(),
            estimator: informed.then(|| task.heuristic.compile(task.puzzle)),
            position: Position::start(task.puzzle),
            max_estimate,
        };
        let threads = if policy.max_batch > 1 { parallel::threads(task.threads) } else { 1 };
        BestFirst {
            space,
            policy: policy.scaled(control.scale),
            f_is_lower_bound: policy.f_is_lower_bound(),
            upper_bound: policy.upper_bound.saturating_mul(control.scale),
            reopens: task.duplicates == Duplicates::Exact,
            workers: (0..threads).map(worker).collect(),
            tree: SearchTree {
                registry: StateRegistry::new(),
                nodes: Blocks::new(),
                useful: policy.staged.then(Blocks::new),
                open: OpenList::new(control.scale),
            },
            control,
            batch: Vec::new(),
            spare: Vec::new(),
            is_pruned: false,
        }
    }

    fn run(mut self) -> SearchResult {
        if !self.add_start() {
            return self.control.without_path(Status::Unsolvable);
        }
        loop {
            if let Some(goal) = self.fill_batch() {
                return self.solved(goal);
            }
            if self.batch.is_empty() {
                return self.exhausted();
            }
            self.expand();
            self.number_successors();
            self.estimate_successors();
            self.open_successors();
            let SearchTree { registry, open, .. } = &self.tree;
            if let Some(status) = self.control.check(registry.len(), open.len(), || self.tree.footprint()) {
                return self.control.without_path(status);
            }
        }
    }

    /// Adds the start. Returns `false` if the estimate proves it unsolvable; then no state is stored or visited.
    fn add_start(&mut self) -> bool {
        let start = self.space.start();
        let h = self.workers[0].estimate(self.space, &start);
        if h == DEAD_END {
            return false;
        }
        self.tree.add(start, 0, 0);
        self.tree.set_estimate(0, h, self.workers[0].useful_moves(self.policy.staged));
        self.tree.open.push(self.policy.f(0, h), 0, OpenEntry { number: 0, g: 0 });
        true
    }

    /// Takes states of the lowest f from the open list. Returns the number of the first goal among them.
    fn fill_batch(&mut self) -> Option<u32> {
        let BestFirst { space, control, tree, batch, .. } = self;
        let batch_len = self.policy.max_batch.min(1 + (control.statistics.expanded / BATCH_GROWTH) as usize);
        while batch.len() < batch_len
            && let Some((f, OpenEntry { number, g })) = tree.open.pop(batch.first().map_or(u32::MAX, |first| first.f))
        {
            let node = tree.nodes[number as usize];
            if node.stage == Stage::Closed || node.g != g {
                continue;
            }
            let state = tree.registry.state(number as usize);
            if self.f_is_lower_bound && f > control.sum(control.bound, 0) {
                control.bound = f.div_ceil(control.scale);
            }
            if node.stage == Stage::Open {
                control.visit(*space, &state, [f, g, node.h], || {
                    NodeOrigin::in_registry(*space, &tree.registry, number as usize, node.parent as usize)
                });
            }
            if space.is_goal(&state) {
                return Some(number);
            }
            let successors = self.spare.pop().unwrap_or_default();
            let useful = tree.useful_moves(number);
            batch.push(Expansion { number, f, node, state, useful, successors, postponed: false });
        }
        None
    }

    /// Returns the workers for the batch. Starting a thread takes the time of a few estimates.
    fn workers(&mut self) -> (&mut [Worker], &mut [Expansion<S>]) {
        let threads = if self.batch.len() < PARALLEL_BATCH { 1 } else { self.workers.len() };
        (&mut self.workers[..threads], &mut self.batch)
    }

    fn expand(&mut self) {
        let space = self.space;
        let (workers, batch) = self.workers();
        parallel::for_each(workers, batch.iter_mut(), |worker, expansion| worker.expand(space, expansion));
    }

    /// Adds the successors to the registry, those below the upper bound, as far as the limit on states allows.
    fn number_successors(&mut self) {
        let BestFirst { policy: Policy { upper_bound, .. }, control, tree, batch, is_pruned, .. } = self;
        let max_states = control.max_states();
        for Expansion { number, node, successors, .. } in batch {
            control.statistics.expanded += u64::from(node.stage == Stage::Open);
            control.statistics.generated += successors.len() as u64;
            if *upper_bound < u32::MAX {
                let generated = successors.len();
                successors.retain(|successor| successor.g < *upper_bound);
                *is_pruned |= successors.len() < generated;
            }
            let mut added = 0;
            for successor in successors.iter_mut() {
                // The search ends after this batch.
                if tree.registry.len() >= max_states {
                    break;
                }
                (successor.number, successor.is_new) = tree.add(successor.state, *number, successor.g);
                if successor.is_new {
                    control.count_other_work();
                }
                added += 1;
            }
            successors.truncate(added);
        }
    }

    fn estimate_successors(&mut self) {
        let (space, staged) = (self.space, self.policy.staged);
        let (workers, batch) = self.workers();
        parallel::for_each(workers, batch.iter_mut(), |worker, expansion| {
            worker.estimate_new(space, staged, expansion);
        });
    }

    /// Opens the new successors, and the others to which a cheaper path was found. Closes the states of the batch.
    fn open_successors(&mut self) {
        let BestFirst { policy, upper_bound, reopens, control, tree, batch, spare, is_pruned, .. } = self;
        for Expansion { number, f, node: Node { g, h, .. }, mut successors, postponed, .. } in batch.drain(..) {
            // A cheaper path to the state may have been found since, by another state of the batch.
            let node = &mut tree.nodes[number as usize];
            if node.g == g {
                node.stage = if postponed { Stage::HalfExpanded } else { Stage::Closed };
                if postponed {
                    // Each of the other moves costs at least 1, and the remaining cost after it is at least h.
                    tree.open.push(f.saturating_add(policy.weights.0), policy.tie(h), OpenEntry { number, g });
                }
            }
            for Successor { state, g, number: found, h, useful, is_new } in successors.drain(..) {
                let entry = OpenEntry { number: found, g };
                if is_new {
                    tree.set_estimate(found, h, useful);
                    if h != DEAD_END && control.sum(g, h) < *upper_bound {
                        tree.open.push(policy.f(g, h), policy.tie(h), entry);
                    }
                    *is_pruned |= h != DEAD_END && control.sum(g, h) >= *upper_bound;
                    continue;
                }
                let node = &mut tree.nodes[found as usize];
                let replaces = policy.update_paths && (*reopens || node.stage == Stage::Open);
                if replaces && g < node.g && node.h != DEAD_END && control.sum(g, node.h) < *upper_bound {
                    control.statistics.reopened += u64::from(node.stage != Stage::Open);
                    (node.parent, node.g, node.stage) = (number, g, Stage::Open);
                    tree.registry.replace(found as usize, state);
                    tree.open.push(policy.f(g, node.h), policy.tie(node.h), entry);
                }
            }
            spare.push(successors);
        }
    }

    /// Returns the result of a search that found a path to a goal.
    fn solved(mut self, goal: u32) -> SearchResult {
        let SearchTree { registry, nodes, .. } = &self.tree;
        self.control.finish(registry.len(), self.tree.footprint());
        let moves = path_to(self.space, registry, |number| nodes[number].parent as usize, goal as usize);
        let cost = nodes[goal as usize].g;
        let bound = if self.f_is_lower_bound { cost } else { self.control.bound };
        SearchResult::solved(moves, cost, bound, self.control.statistics)
    }

    /// Returns the result of a search whose open list is empty.
    fn exhausted(mut self) -> SearchResult {
        self.control.finish(self.tree.registry.len(), self.tree.footprint());
        if self.is_pruned {
            self.control.bound = self.control.bound.max(self.policy.upper_bound);
        }
        self.control.without_path(Status::Unsolvable)
    }
}
