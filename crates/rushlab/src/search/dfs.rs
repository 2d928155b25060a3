//! Depth-first search: the newest state is expanded next. It finds some solution, often hundreds of moves long.

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Status, Task};
use crate::blocks::Blocks;
use crate::space::{SleepSet, Space, StateRegistry, path_to};

pub(super) struct Dfs;

impl RegisteredSearch for Dfs {
    const ABOUT: About =
        About::new("dfs", "depth-first search: some solution, usually a very long one", Optimality::Never)
            .plain("Depth-first search", "one path as far as it goes, then back; solutions are very long")
            .course_names("dfs", "DFS")
            .colour("#d55e00");
}

impl SpaceSearch for Dfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let mut control = SearchControl::new(task, observer);
        let mut registry = StateRegistry::new();
        let mut parents: Blocks<(u32, u32)> = Blocks::new();
        let mut scratch = space.scratch();
        let mut successors = Vec::new();
        let mut stack = Blocks::new();
        stack.push((space.start(), 0, 0));
        while let Some((state, parent, g)) = stack.pop() {
            let (number, new) = registry.insert(state, S::hash(&state));
            if !new {
                continue;
            }
            parents.push((parent, g));
            control
                .visit(space, &state, [g, g, 0], || NodeOrigin::in_registry(space, &registry, number, parent as usize));
            if space.is_goal(&state) {
                control.finish(registry.len(), registry.footprint() + parents.bytes() + stack.bytes());
                let moves = path_to(space, &registry, |number| parents[number].0 as usize, number);
                return SearchResult::solved(moves, g, 0, control.statistics);
            }
            successors.clear();
            space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, _, cost| {
                successors.push((S::pack(&next).0, number as u32, g + cost));
            });
            control.statistics.expanded += 1;
            control.statistics.generated += successors.len() as u64;
            // The first successor is expanded first.
            successors.drain(..).rev().for_each(|successor| stack.push(successor));
            let memory = || registry.footprint() + parents.bytes() + stack.bytes();
            if let Some(status) = control.check(registry.len(), stack.len(), memory) {
                return control.without_path(status);
            }
        }
        control.finish(registry.len(), registry.footprint() + parents.bytes() + stack.bytes());
        control.without_path(Status::Unsolvable)
    }
}
