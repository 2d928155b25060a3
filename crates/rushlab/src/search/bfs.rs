//! Breadth-first search (Moore 1959): states are expanded in the order of their distance from the start, so the first solution found is
//! optimal.
//!
//! Every move costs 1: under `moves` by definition, and under `steps` because the space then has only moves of one cell.
//!
//! States are expanded in small batches, and the successors of a batch are looked up together. The processor can then load many slots of
//! the hash table at once, and for a large table these loads take most of the time. The order of discovery is the same as one by one.

use super::arena::{Arena, Blocks, Queue, path_to};
use super::meter::{Meter, Origin};
use super::outcome::SearchResult;
use super::passes::Search;
use super::{About, Observer, Optimality, Status, Task};
use crate::space::{SleepSet, Space};

/// The number of states that are expanded before their successors are looked up.
const BATCH: usize = 32;

/// The number of states up to which the hash table stays in the cache.
const CACHED: usize = 1 << 15;

/// Textbook breadth-first search: it follows every legal move of every state.
pub(super) struct Bfs;

impl Search for Bfs {
    const ABOUT: About = About {
        name: "bfs",
        aliases: &[],
        summary: "breadth-first search: positions by their distance from the start",
        optimal: Optimality::Always,
        informed: false,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, observer, false)
    }
}

/// Breadth-first search with sleep sets (see `space/lanes.rs`). It discovers the same states in the same order with fewer moves.
pub(super) struct SleepSetBfs;

impl Search for SleepSetBfs {
    const ABOUT: About = About { summary: "breadth-first search with sleep sets", ..Bfs::ABOUT };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, observer, true)
    }
}

fn search<S: Space>(space: &S, task: &Task<'_>, observer: &mut dyn Observer, sleep_sets: bool) -> SearchResult {
    let mut meter = Meter::new(task, observer);
    let mut arena = Arena::<S>::new();
    let mut parents = Blocks::new();
    let mut open = Queue::new();
    let mut scratch = space.scratch();
    let mut batch = Vec::new();
    let start = space.start();
    arena.insert(start, S::hash(&start));
    parents.push(0_u32);
    open.push(SleepSet::default());
    let mut goal = space.is_goal(&start).then_some(0);
    let (mut head, mut layer_end) = (0, 1);
    while goal.is_none() && head < arena.len() {
        // A batch stays within its layer, so that all its states have the same distance from the start.
        if head == layer_end {
            layer_end = arena.len();
            meter.bound += 1;
        }
        let last = layer_end.min(head + BATCH);
        batch.clear();
        for number in head..last {
            let state = arena.state(number);
            let sleep = open.pop().filter(|_| sleep_sets).unwrap_or_default();
            meter.visit(space, &state, [meter.bound, meter.bound, 0], || {
                Origin::in_arena(space, &arena, number, parents[number] as usize)
            });
            space.expand(&space.unpack(&state, sleep), &mut scratch, |next, _, _| {
                let (state, sleep) = S::pack(&next);
                batch.push((state, sleep, number as u32, S::hash(&state)));
            });
        }
        if arena.len() > CACHED {
            arena.prefetch(batch.iter().map(|(.., hash)| *hash));
        }
        for (state, sleep, parent, hash) in &batch {
            let (number, new) = arena.insert(*state, *hash);
            if new {
                parents.push(*parent);
                open.push(*sleep);
                if space.is_goal(state) {
                    goal = Some(number);
                    break;
                }
                if arena.len() >= meter.max_states() {
                    break;
                }
            }
        }
        meter.statistics.generated += batch.len() as u64;
        meter.statistics.expanded += (last - head) as u64;
        head = last;
        let bytes = || arena.bytes() + parents.bytes() + open.bytes();
        if goal.is_none()
            && let Some(status) = meter.check(arena.len(), open.len(), bytes)
        {
            // All states up to the current layer were generated, and none is a goal.
            meter.bound += 1;
            return meter.without_path(status);
        }
    }
    meter.finish(arena.len(), arena.bytes() + parents.bytes() + open.bytes());
    match goal {
        None => meter.without_path(Status::Unsolvable),
        Some(goal) => {
            let moves = path_to(space, &arena, |number| parents[number] as usize, goal);
            let cost = moves.len() as u32;
            SearchResult::solved(moves, cost, cost, meter.statistics)
        }
    }
}
