//! Depth-first search: the newest state is expanded next. It finds some solution, often hundreds of moves long.

use super::arena::{Arena, Blocks, path_to};
use super::meter::{Meter, Origin};
use super::outcome::SearchResult;
use super::passes::Search;
use super::{About, Observer, Optimality, Status, Task};
use crate::space::{SleepSet, Space};

/// `dfs`.
pub(super) struct Dfs;

impl Search for Dfs {
    const ABOUT: About = About {
        name: "dfs",
        aliases: &[],
        summary: "depth-first search: some solution, usually a very long one",
        optimal: Optimality::Never,
        informed: false,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
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
            meter.visit(space, &state, [g, g, 0], || Origin::in_arena(space, &arena, number, parent as usize));
            if space.is_goal(&state) {
                meter.finish(arena.len(), arena.bytes() + origins.bytes());
                let moves = path_to(space, &arena, |number| origins[number].0 as usize, number);
                return SearchResult::solved(moves, g, 0, meter.statistics);
            }
            successors.clear();
            space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, _, cost| {
                successors.push((S::pack(&next).0, number as u32, g + cost));
            });
            meter.statistics.expanded += 1;
            meter.statistics.generated += successors.len() as u64;
            // The first successor is expanded first.
            successors.drain(..).rev().for_each(|successor| stack.push(successor));
            let bytes = || arena.bytes() + origins.bytes() + stack.bytes();
            if let Some(status) = meter.check(arena.len(), stack.len(), bytes) {
                return meter.without_path(status);
            }
        }
        meter.finish(arena.len(), arena.bytes() + origins.bytes());
        meter.without_path(Status::Unsolvable)
    }
}
