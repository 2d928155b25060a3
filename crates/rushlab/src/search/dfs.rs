//! Depth-first search: always on from the newest position. It finds some solution, often hundreds of moves long; what search looks
//! like without the shortest way in mind.

use super::arena::{Arena, Blocks, way};
use super::meter::Meter;
use super::over::Search;
use super::{About, Observer, Optimal, Outcome, Status, Task};
use crate::space::{Rest, Space};

/// `dfs`.
pub(super) struct Dfs;

impl Search for Dfs {
    const ABOUT: About = About {
        name: "dfs",
        aliases: &[],
        summary: "depth-first search: some solution, mostly a very long one",
        optimal: Optimal::Never,
        informed: false,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let mut meter = Meter::new(task, observer);
        let mut arena = Arena::<S>::new();
        let mut origins: Blocks<(u32, u32)> = Blocks::new();
        let mut scratch = space.scratch();
        let mut successors = Vec::new();
        let mut stack = Blocks::new();
        stack.push((space.start(), 0, 0));
        while let Some((state, parent, g)) = stack.pop() {
            let (number, new) = arena.insert(state, S::hash(&state));
            if !new {
                continue;
            }
            origins.push((parent, g));
            meter.visit(space, &state, g, g, 0);
            if space.is_goal(&state) {
                meter.finish(arena.len(), arena.bytes() + origins.bytes());
                let moves = way(space, &arena, |number| origins[number].0 as usize, number);
                return Outcome { status: Status::Solved, moves, cost: g, bound: 0, statistics: meter.statistics };
            }
            successors.clear();
            space.expand(&space.wake(&state, Rest::default()), &mut scratch, |next, _, cost| {
                successors.push((S::parts(&next).0, number as u32, g + cost));
            });
            meter.statistics.expanded += 1;
            meter.statistics.generated += successors.len() as u64;
            // The first successor goes on top.
            successors.drain(..).rev().for_each(|successor| stack.push(successor));
            let bytes = || arena.bytes() + origins.bytes() + stack.bytes();
            if let Some(status) = meter.ended(arena.len(), stack.len(), bytes) {
                return meter.without(status);
            }
        }
        meter.finish(arena.len(), arena.bytes() + origins.bytes());
        meter.without(Status::Unsolvable)
    }
}
