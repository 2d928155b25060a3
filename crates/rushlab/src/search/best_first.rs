//! Best-first search, of which Dijkstra's algorithm, greedy search and A* are settings.
//!
//! The position with the lowest f is expanded next. What f is makes the algorithm: the cost g of the way there, the estimate h of what
//! is left, or their sum. Positions of equal f wait in line; with `deep` those nearer to the goal, by h, go first. A shorter way to a
//! position counts also when the position was expanded already: it is then opened again, so that A* is right with heuristics that are
//! not consistent, too.

use std::collections::VecDeque;

use super::arena::{Arena, Blocks, way};
use super::meter::Meter;
use super::{Observer, Outcome, Status, Task};
use crate::reference::Position;
use crate::space::{Rest, Space};

/// What makes the algorithm.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    /// f, from g and h.
    pub(super) f: fn(u32, u32) -> u32,
    /// Whether the estimate is asked for.
    pub(super) informed: bool,
    /// Whether a shorter way to a position met before counts.
    pub(super) improves: bool,
    /// Whether positions of equal f go by h.
    pub(super) deep: bool,
    /// Whether f is never more than a solution through the position costs.
    pub(super) bounds: bool,
}

/// What is remembered of a position besides itself.
#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    /// `u32::MAX`: there is no way to the exit from here.
    h: u32,
    closed: bool,
}

const DEAD_END: u32 = u32::MAX;

/// Positions that wait, by f and then by h.
#[derive(Default)]
struct Open {
    rows: Vec<Vec<VecDeque<(u32, u32)>>>,
    lowest: usize,
    len: usize,
}

impl Open {
    fn push(&mut self, f: u32, tie: u32, entry: (u32, u32)) {
        let (f, tie) = (f as usize, tie as usize);
        self.rows.resize_with(self.rows.len().max(f + 1), Vec::new);
        let row = &mut self.rows[f];
        row.resize_with(row.len().max(tie + 1), VecDeque::new);
        row[tie].push_back(entry);
        self.lowest = self.lowest.min(f);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        while let Some(row) = self.rows.get_mut(self.lowest) {
            if let Some(entry) = row.iter_mut().find_map(VecDeque::pop_front) {
                self.len -= 1;
                return Some(entry);
            }
            *row = Vec::new();
            self.lowest += 1;
        }
        None
    }
}

/// Searches for a solution.
pub(super) fn best_first<S: Space>(space: &S, policy: Policy, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
    let mut meter = Meter::new(task, observer);
    let mut estimator = policy.informed.then(|| task.heuristic.compile(task.puzzle, task.parameters));
    let mut position = Position::start(task.puzzle);
    let mut estimate = |state: &S::State| {
        let Some(estimator) = &mut estimator else { return 0 };
        space.place(state, &mut position);
        estimator.estimate(&position).unwrap_or(DEAD_END)
    };
    let mut arena = Arena::<S>::new();
    let mut nodes: Blocks<Node> = Blocks::new();
    let mut open = Open::default();
    let mut scratch = space.scratch();
    let start = space.start();
    let h = estimate(&start);
    arena.insert(start, S::hash(&start));
    nodes.push(Node { parent: 0, g: 0, h, closed: false });
    if h != DEAD_END {
        open.push((policy.f)(0, h), h, (0, 0));
    }
    while let Some((number, g)) = open.pop() {
        let node = nodes[number as usize];
        if node.closed || node.g != g {
            continue;
        }
        let f = (policy.f)(g, node.h);
        let state = arena.state(number as usize);
        if policy.bounds {
            meter.bound = meter.bound.max(f);
        }
        meter.visit(space, &state, f, g, node.h);
        if space.is_goal(&state) {
            let bytes = arena.bytes() + nodes.bytes();
            meter.finish(arena.len(), bytes);
            let slides = way(space, &arena, |number| nodes[number].parent as usize, number as usize);
            let bound = if policy.bounds { g } else { meter.bound };
            return Outcome { status: Status::Solved, slides, cost: g, bound, statistics: meter.statistics };
        }
        nodes[number as usize].closed = true;
        meter.statistics.expanded += 1;
        space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, _, cost| {
            meter.statistics.generated += 1;
            let (next, _) = S::parts(&next);
            let g = g + cost;
            let (found, new) = arena.insert(next, S::hash(&next));
            if new {
                let h = estimate(&next);
                nodes.push(Node { parent: number, g, h, closed: false });
                if h != DEAD_END {
                    open.push((policy.f)(g, h), if policy.deep { h } else { 0 }, (found as u32, g));
                }
                return;
            }
            let node = &mut nodes[found];
            if policy.improves && g < node.g && node.h != DEAD_END {
                meter.statistics.reopened += u64::from(node.closed);
                (node.parent, node.g, node.closed) = (number, g, false);
                let h = node.h;
                open.push((policy.f)(g, h), if policy.deep { h } else { 0 }, (found as u32, g));
            }
        });
        let bytes = || arena.bytes() + nodes.bytes() + 8 * open.len as u64;
        if let Some(status) = meter.ended(arena.len(), open.len, bytes) {
            return meter.without(status);
        }
    }
    meter.finish(arena.len(), arena.bytes() + nodes.bytes());
    meter.without(Status::Unsolvable)
}
