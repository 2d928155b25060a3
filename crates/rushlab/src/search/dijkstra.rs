//! Dijkstra's algorithm (Dijkstra 1959), also called uniform-cost search: the open list is ordered by the cost so far.

use super::best_first::{Policy, best_first};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Task};
use crate::space::Space;

pub(super) struct Dijkstra;

impl RegisteredSearch for Dijkstra {
    const ABOUT: About = About::new(
        "dijkstra",
        "Dijkstra's algorithm, or uniform-cost search: lowest cost so far first",
        Optimality::Always,
    )
    .aliases(&["ucs"])
    .plain("Dijkstra's algorithm", "cheapest so far first")
    .proof("the cheapest position is always expanded next, so no cheaper goal is left")
    .course_names("ucs", "UCS")
    .colour("#0072b2");
}

impl SpaceSearch for Dijkstra {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        best_first(space, Policy::DIJKSTRA, task, observer)
    }
}
