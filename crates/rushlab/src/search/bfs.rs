//! Breadth-first search: positions in the order of their distance, so the first solution met is a shortest one.
//!
//! Every slide costs one here: under `moves` by rule, and under `steps` because the space then has only slides of one cell.

use std::ops::ControlFlow;

use super::visited::Visited;
use super::{Limit, Limits, Observer, Outcome, Statistics, Status};
use crate::reference::Slide;
use crate::space::Space;

/// How many positions are expanded between two looks of the observer.
const WATCH: u64 = 1024;

/// What is remembered of a position besides itself.
#[derive(Clone, Copy)]
struct Origin {
    parent: u32,
}

/// Finds a shortest solution.
pub fn bfs<S: Space>(space: &S, limits: Limits, observer: &mut impl Observer) -> Outcome {
    let mut statistics = Statistics::default();
    let mut visited = Visited::new(space);
    let mut states = vec![space.start()];
    let mut origins = vec![Origin { parent: 0 }];
    let mut open = std::collections::VecDeque::from([space.wake(&space.start())]);
    let ended = |status, statistics| Outcome { status, slides: Vec::new(), cost: 0, statistics };
    if space.is_goal(&space.start()) {
        statistics.states = 1;
        return ended(Status::Solved, statistics);
    }
    let mut scratch = space.scratch();
    let mut head = 0;
    let mut goal = None;
    while let Some(live) = open.pop_front() && goal.is_none() {
        space.expand(&live, &mut scratch, |next, _, _| {
            statistics.generated += 1;
            let state = S::state(&next);
            if visited.insert(state) {
                if goal.is_none() && space.is_goal(&state) {
                    goal = Some(states.len());
                }
                states.push(state);
                open.push_back(next);
                origins.push(Origin { parent: head as u32 });
            }
        });
        head += 1;
        statistics.expanded += 1;
        statistics.peak_open = statistics.peak_open.max((states.len() - head) as u64);
        if statistics.expanded.is_multiple_of(WATCH) && goal.is_none() {
            statistics.states = states.len() as u64;
            statistics.peak_memory = bytes::<S>(&states, &origins) + visited.bytes();
            if let Some(status) = stopped::<S>(&visited, &states, &origins, limits, observer, &statistics) {
                return ended(status, statistics);
            }
        }
    }
    statistics.states = states.len() as u64;
    statistics.peak_memory = bytes::<S>(&states, &origins) + visited.bytes();
    match goal {
        None => ended(Status::Unsolvable, statistics),
        Some(goal) => {
            let slides = path(space, &states, &origins, goal);
            Outcome { status: Status::Solved, cost: slides.len() as u32, slides, statistics }
        }
    }
}

fn bytes<S: Space>(states: &Vec<S::State>, origins: &Vec<Origin>) -> u64 {
    (states.capacity() * size_of::<S::State>() + origins.capacity() * size_of::<Origin>()) as u64
}

/// Whether a limit or the observer ends the search.
fn stopped<S: Space>(
    visited: &Visited<S>,
    states: &Vec<S::State>,
    origins: &Vec<Origin>,
    limits: Limits,
    observer: &mut impl Observer,
    statistics: &Statistics,
) -> Option<Status> {
    if statistics.states >= limits.states.min(u64::from(u32::MAX) - (1 << 24)) {
        return Some(Status::Limit(Limit::States));
    }
    // Vectors and table double when they are full, and hold the old beside the new while they do.
    let nearly_full = states.capacity() - states.len() < (1 << 16).min(states.len());
    let growth = if nearly_full { 2 * bytes::<S>(states, origins) } else { 0 };
    if bytes::<S>(states, origins) + growth + visited.bytes_ahead() > limits.memory {
        return Some(Status::Limit(Limit::Memory));
    }
    match observer.watch(statistics) {
        ControlFlow::Break(()) => Some(Status::Interrupted),
        ControlFlow::Continue(()) => None,
    }
}

/// The slides from the start to a position, found again by expanding the positions on the way.
fn path<S: Space>(space: &S, states: &[S::State], origins: &[Origin], goal: usize) -> Vec<Slide> {
    let mut scratch = space.scratch();
    let mut slides = Vec::new();
    let mut at = goal;
    while at != 0 {
        let parent = origins[at].parent as usize;
        let mut found = None;
        space.expand(&space.wake(&states[parent]), &mut scratch, |next, slide, _| {
            if S::state(&next) == states[at] && found.is_none() {
                found = Some(slide);
            }
        });
        slides.extend(found);
        at = parent;
    }
    slides.reverse();
    slides
}
