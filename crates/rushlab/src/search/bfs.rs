//! Breadth-first search: positions in the order of their distance, so the first solution met is a shortest one.
//!
//! Every move costs one here: under `moves` by rule, and under `steps` because the space then has only moves of one cell.
//!
//! Positions are expanded in small batches, and then the successors of a batch are looked up: the processor can fetch many slots of the
//! table at once, and for a large table that is where the time goes. Their order is that of one position after the other.

use super::arena::{Arena, Blocks, Queue, way};
use super::meter::Meter;
use super::over::Search;
use super::{About, Observer, Optimal, Outcome, Status, Task};
use crate::space::{Rest, Space};

/// How many positions are expanded before their successors are looked up.
const BATCH: usize = 32;

/// The table of so many positions is near the processor anyway.
const NEAR: usize = 1 << 15;

/// As in the textbook: every legal move of every position is followed.
pub(super) struct Bfs;

impl Search for Bfs {
    const ABOUT: About = About {
        name: "bfs",
        aliases: &[],
        summary: "breadth-first search: positions by their distance from the start",
        optimal: Optimal::Always,
        informed: false,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        search(space, task, observer, false)
    }
}

/// The same, leaving out moves that only lead where others lead: see `space/lanes.rs`. It discovers the same positions in the same
/// order.
pub(super) struct RestingBfs;

impl Search for RestingBfs {
    const ABOUT: About = About { summary: "breadth-first search with vehicles at rest", ..Bfs::ABOUT };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        search(space, task, observer, true)
    }
}

fn search<S: Space>(space: &S, task: &Task<'_>, observer: &mut dyn Observer, resting: bool) -> Outcome {
    let mut meter = Meter::new(task, observer);
    let mut arena = Arena::<S>::new();
    let mut parents = Blocks::new();
    let mut open = Queue::new();
    let mut scratch = space.scratch();
    let mut batch = Vec::new();
    let start = space.start();
    arena.insert(start, S::hash(&start));
    parents.push(0_u32);
    open.push(Rest::default());
    let mut goal = space.is_goal(&start).then_some(0);
    let (mut head, mut layer_end) = (0, 1);
    while goal.is_none() && head < arena.len() {
        // A batch stays within its layer, so that all its positions are equally far from the start.
        if head == layer_end {
            layer_end = arena.len();
            meter.bound += 1;
        }
        let last = layer_end.min(head + BATCH);
        batch.clear();
        for number in head..last {
            let state = arena.state(number);
            let rest = open.pop().filter(|_| resting).unwrap_or_default();
            meter.visit(space, &state, meter.bound, meter.bound, 0);
            space.expand(&space.wake(&state, rest), &mut scratch, |next, _, _| {
                let (state, rest) = S::parts(&next);
                batch.push((state, rest, number as u32, S::hash(&state)));
            });
        }
        if arena.len() > NEAR {
            arena.fetch(batch.iter().map(|(.., hash)| *hash));
        }
        for (state, rest, parent, hash) in &batch {
            let (number, new) = arena.insert(*state, *hash);
            if new {
                parents.push(*parent);
                open.push(*rest);
                if space.is_goal(state) {
                    goal = Some(number);
                    break;
                }
                if arena.len() >= meter.most_states() {
                    break;
                }
            }
        }
        meter.statistics.generated += batch.len() as u64;
        meter.statistics.expanded += (last - head) as u64;
        head = last;
        let bytes = || arena.bytes() + parents.bytes() + open.bytes();
        if goal.is_none()
            && let Some(status) = meter.ended(arena.len(), open.len(), bytes)
        {
            // Everything as far as the layer at hand was met, and no goal.
            meter.bound += 1;
            return meter.without(status);
        }
    }
    meter.finish(arena.len(), arena.bytes() + parents.bytes() + open.bytes());
    match goal {
        None => meter.without(Status::Unsolvable),
        Some(goal) => {
            let moves = way(space, &arena, |number| parents[number] as usize, goal);
            let cost = moves.len() as u32;
            Outcome { status: Status::Solved, cost, bound: cost, moves, statistics: meter.statistics }
        }
    }
}
