//! Best-first search, of which Dijkstra's algorithm, greedy search and A* are settings.
//!
//! The position with the lowest f is expanded next. What f is makes the algorithm: the cost g of the way there, the estimate h of what
//! is left, or a sum of both. Positions of equal f wait in line; with `deep` those nearer to the goal, by h, go first. A shorter way to a
//! position counts also when the position was expanded already: it is then opened again, so that A* is right with heuristics that are
//! not consistent, too.

use super::arena::{Arena, Blocks, Queue, way};
use super::meter::Meter;
use super::{Duplicates, MOST_ESTIMATE, Observer, Outcome, Status, Task};
use crate::heuristic::Estimator;
use crate::reference::{Move, Position};
use crate::space::{Rest, Space};

/// What makes the algorithm.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// How much the cost so far and the estimate weigh in f. What does not weigh is not asked for.
    pub(super) weights: (u32, u32),
    /// Whether a shorter way to a position met before counts.
    pub(super) improves: bool,
    /// Whether positions of equal f go by h.
    pub(super) deep: bool,
    /// Whether the estimate is never more than what is left.
    pub(super) admissible: bool,
    /// Whether a position is expanded in two stages: first by the moves that may help, and the others wait. Needs an admissible
    /// estimate.
    pub(super) staged: bool,
    /// Only solutions that cost less are of interest; needs an admissible estimate.
    pub(super) below: u32,
}

impl Policy {
    fn f(&self, g: u32, h: u32) -> u32 {
        self.weights.0.saturating_mul(g).saturating_add(self.weights.1.saturating_mul(h))
    }

    /// Whether f is never more than a solution through a position costs.
    fn bounds(&self) -> bool {
        self.weights == (1, 0) || self.weights == (1, 1) && self.admissible
    }
}

/// What is remembered of a position besides itself.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    /// `u32::MAX`: there is no way to the exit from here.
    h: u32,
    stage: Stage,
}

/// How far the expansion of a position has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// The moves that may help were followed.
    Half,
    Closed,
}

const DEAD_END: u32 = u32::MAX;

/// Positions that wait, by f and then by h.
#[derive(Default)]
struct Open {
    rows: Vec<Vec<Queue<(u32, u32)>>>,
    lowest: usize,
    len: usize,
}

impl Open {
    fn push(&mut self, f: u32, tie: u32, entry: (u32, u32)) {
        let (f, tie) = (f as usize, tie as usize);
        self.rows.resize_with(self.rows.len().max(f + 1), Vec::new);
        let row = &mut self.rows[f];
        row.resize_with(row.len().max(tie + 1), Queue::new);
        row[tie].push(entry);
        self.lowest = self.lowest.min(f);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(row) = self.rows.get_mut(self.lowest) {
            if let Some(entry) = row.iter_mut().find_map(Queue::pop) {
                self.len -= 1;
                return Some(entry);
            }
            *row = Vec::new();
            self.lowest += 1;
        }
        None
    }
}

/// The estimates of a search; without an estimator all are 0.
struct Estimates {
    estimator: Option<Box<dyn Estimator>>,
    position: Position,
}

impl Estimates {
    fn of<S: Space>(&mut self, space: &S, state: &S::State) -> u32 {
        let Some(estimator) = &mut self.estimator else { return 0 };
        space.place(state, &mut self.position);
        estimator.estimate(&self.position).map_or(DEAD_END, |h| h.min(MOST_ESTIMATE))
    }

    fn may_help(&self, mv: Move) -> bool {
        self.estimator.as_ref().is_none_or(|estimator| estimator.may_help(mv))
    }
}

/// Searches for a solution.
pub(super) fn best_first<S: Space>(space: &S, policy: Policy, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
    let mut meter = Meter::new(task, observer);
    let mut estimates = Estimates {
        estimator: (policy.weights.1 > 0).then(|| task.heuristic.compile(task.puzzle, task.parameters)),
        position: Position::start(task.puzzle),
    };
    let mut arena = Arena::<S>::new();
    let mut nodes: Blocks<Node> = Blocks::new();
    let mut open = Open::default();
    let mut scratch = space.scratch();
    let mut followed = Vec::new();
    let exact = task.duplicates == Duplicates::Exact;
    let start = space.start();
    let h = estimates.of(space, &start);
    arena.insert(start, S::hash(&start));
    nodes.push(Node { parent: 0, g: 0, h, stage: Stage::Open });
    if h != DEAD_END {
        open.push(policy.f(0, h), 0, (0, 0));
    }
    while let Some((number, g)) = open.pop() {
        let node = nodes[number as usize];
        if node.stage == Stage::Closed || node.g != g {
            continue;
        }
        let f = policy.f(g, node.h);
        let first = node.stage == Stage::Open;
        let state = arena.state(number as usize);
        if policy.bounds() {
            meter.bound = meter.bound.max(f);
        }
        if first {
            meter.visit(space, &state, f, g, node.h);
        }
        if space.is_goal(&state) {
            let bytes = arena.bytes() + nodes.bytes();
            meter.finish(arena.len(), bytes);
            let moves = way(space, &arena, |number| nodes[number].parent as usize, number as usize);
            let bound = if policy.bounds() { g } else { meter.bound };
            return Outcome { status: Status::Solved, moves, cost: g, bound, statistics: meter.statistics };
        }
        // Whether a move may help is known right after its position was estimated.
        if policy.staged {
            estimates.of(space, &state);
        }
        let mut left_out = false;
        space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, mv, cost| {
            let now = !policy.staged || estimates.may_help(mv) == first;
            left_out |= first && !now;
            if now {
                followed.push((S::parts(&next).0, cost));
            }
        });
        nodes[number as usize].stage = if left_out { Stage::Half } else { Stage::Closed };
        if left_out {
            // The others lead to positions from which no less is left than from here.
            open.push(f + policy.weights.0, if policy.deep { node.h } else { 0 }, (number, g));
        }
        meter.statistics.expanded += u64::from(first);
        meter.statistics.generated += followed.len() as u64;
        for (next, cost) in followed.drain(..) {
            let g = g + cost;
            if policy.below < u32::MAX && g >= policy.below {
                continue;
            }
            let (found, new) = arena.insert(next, S::hash(&next));
            if new {
                let h = estimates.of(space, &next);
                nodes.push(Node { parent: number, g, h, stage: Stage::Open });
                if h != DEAD_END && g.saturating_add(h) < policy.below {
                    open.push(policy.f(g, h), if policy.deep { h } else { 0 }, (found as u32, g));
                }
                continue;
            }
            let node = &mut nodes[found];
            let counts = policy.improves && (exact || node.stage == Stage::Open);
            if counts && g < node.g && node.h != DEAD_END && g.saturating_add(node.h) < policy.below {
                meter.statistics.reopened += u64::from(node.stage != Stage::Open);
                (node.parent, node.g, node.stage) = (number, g, Stage::Open);
                arena.replace(found, next);
                let h = node.h;
                open.push(policy.f(g, h), if policy.deep { h } else { 0 }, (found as u32, g));
            }
        }
        let bytes = || arena.bytes() + nodes.bytes() + 8 * open.len as u64;
        if let Some(status) = meter.ended(arena.len(), open.len, bytes) {
            return meter.without(status);
        }
    }
    meter.finish(arena.len(), arena.bytes() + nodes.bytes());
    meter.without(Status::Unsolvable)
}
