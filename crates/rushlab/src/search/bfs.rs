//! Breadth-first search (Moore 1959): states are expanded in the order of their distance from the start, so the first
//! solution found is optimal.
//!
//! Every move costs 1: under `moves` by definition, under `steps` because the space then has only moves of one cell.
//!
//! States are expanded in small batches, and the successors of a batch are looked up together. The processor can then
//! load many slots of the hash table at once, and for a large table these loads take most of the time. The order of
//! discovery does not change.

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Task};
use crate::blocks::{Blocks, Queue};
use crate::space::{LOOKUP_BATCH, SleepSet, Space, StateRegistry, path_to};

/// Number of states up to which the hash table fits into the cache.
const CACHED_STATES: usize = 1 << 15;

/// Textbook breadth-first search: it follows every legal move of every state.
pub(super) struct Bfs;

impl RegisteredSearch for Bfs {
    const ABOUT: About = About::new(
        "bfs",
        "breadth-first search: positions by their distance from the start",
        Optimality::Always,
    )
    .plain("Breadth-first search", "fewest moves from the start first")
    .proof(
        "positions are expanded in the order of their distance from the start, so the first goal is one of the nearest",
    )
    .course_names("bfs", "BFS")
    .colour("#56b4e9");
}

impl SpaceSearch for Bfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, observer, false)
    }
}

/// Breadth-first search with sleep sets (see `space/lane_space.rs`). It discovers the same states in the same order
/// with fewer moves.
pub(super) struct SleepSetBfs;

impl SpaceSearch for SleepSetBfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, observer, true)
    }
}

fn search<S: Space>(space: &S, task: &Task<'_>, observer: &mut dyn Observer, sleep_sets: bool) -> SearchResult {
    let mut control = SearchControl::new(task, observer);
    let mut registry = StateRegistry::new();
    let mut parents = Blocks::new();
    let mut open_sleep_sets = Queue::new();
    let mut scratch = space.scratch();
    let mut batch = Vec::new();
    let start = space.start();
    registry.insert(start, S::hash(&start));
    parents.push(0_u32);
    open_sleep_sets.push(SleepSet::default());
    let mut goal = space.is_goal(&start).then_some(0);
    let (mut head, mut layer_end) = (0, 1);
    while goal.is_none() && head < registry.len() {
        // A batch stays within its layer, so that all its states have the same distance from the start.
        if head == layer_end {
            layer_end = registry.len();
            control.bound += 1;
        }
        let last = layer_end.min(head + LOOKUP_BATCH);
        batch.clear();
        for number in head..last {
            let state = registry.state(number);
            let sleep = open_sleep_sets.pop().filter(|_| sleep_sets).unwrap_or_default();
            control.visit(space, &state, [control.bound, control.bound, 0], || {
                NodeOrigin::in_registry(space, &registry, number, parents[number] as usize)
            });
            space.expand(&space.unpack(&state, sleep), &mut scratch, |next, _, _| {
                let (state, sleep) = S::pack(&next);
                batch.push((state, sleep, number as u32, S::hash(&state)));
            });
        }
        if registry.len() > CACHED_STATES {
            registry.prefetch(batch.iter().map(|(.., hash)| *hash));
        }
        goal = discover(space, &batch, control.max_states(), (&mut registry, &mut parents, &mut open_sleep_sets));
        control.statistics.generated += batch.len() as u64;
        control.statistics.expanded += (last - head) as u64;
        head = last;
        let memory = || registry.footprint() + parents.bytes() + open_sleep_sets.bytes();
        if goal.is_none()
            && let Some(status) = control.check(registry.len(), open_sleep_sets.len(), memory)
        {
            // All states up to the current layer were generated, and none is a goal.
            control.bound += 1;
            return control.without_path(status);
        }
    }
    control.finish(registry.len(), registry.footprint() + parents.bytes() + open_sleep_sets.bytes());
    control.shortest(goal.map(|goal| path_to(space, &registry, |number| parents[number] as usize, goal)))
}

/// Adds the new states of a batch, with their parents and sleep sets, up to a goal or the greatest number of states.
/// Returns the number of the goal.
#[inline]
fn discover<S: Space>(
    space: &S,
    batch: &[(S::State, SleepSet, u32, u64)],
    max_states: usize,
    (registry, parents, open_sleep_sets): (&mut StateRegistry<S::State>, &mut Blocks<u32>, &mut Queue<SleepSet>),
) -> Option<usize> {
    for (state, sleep, parent, hash) in batch {
        let (number, new) = registry.insert(*state, *hash);
        if new {
            parents.push(*parent);
            open_sleep_sets.push(*sleep);
            if space.is_goal(state) {
                return Some(number);
            }
            if registry.len() >= max_states {
                break;
            }
        }
    }
    None
}
