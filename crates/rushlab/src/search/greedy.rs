//! Greedy best-first search (Doran & Michie 1966): the open list is ordered by the estimate alone.

use super::best_first::{Policy, best_first};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Task};
use crate::space::Space;

pub(super) struct Greedy;

impl RegisteredSearch for Greedy {
    const ABOUT: About = About::new("greedy", "greedy best-first search: the lowest estimate first", Optimality::Never)
        .aliases(&["gbfs"])
        .plain("Greedy search", "lowest estimate first, whatever the way there cost")
        .informed()
        .course_names("gbfs", "GBFS")
        .colour("#e69f00");
}

impl SpaceSearch for Greedy {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let policy = Policy { weights: (0, 1), update_paths: false, admissible: false, ..Policy::DIJKSTRA };
        best_first(space, policy, task, observer)
    }
}
