//! A* (Hart, Nilsson & Raphael 1968): the open list is ordered by the cost so far plus the estimate. With a heuristic
//! that is not admissible it is called A, and solutions may not be optimal.

use super::best_first::{Policy, best_first};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Task};
use crate::space::Space;

pub(super) struct AStar;

impl RegisteredSearch for AStar {
    const ABOUT: About =
        About::new("astar", "A*: the lowest sum of cost so far and estimate first", Optimality::IfAdmissible)
            .aliases(&["a*", "a"])
            .plain("A*", "cheapest so far plus estimate")
            .proof(
                "when the goal was expanded, no open position had a lower sum of cost and estimate, and the estimate is never too high",
            )
            .informed()
            .course_names("a", "A/A*")
            .colour("#009e73");
}

impl SpaceSearch for AStar {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let policy = Policy { weights: (1, 1), admissible, ..Policy::DIJKSTRA };
        best_first(space, policy, task, observer)
    }
}

/// Weighted A* (Pohl 1970): the estimate has a greater weight than the cost so far. It searches for solutions that cost
/// less than the upper bound; `Unsolvable` means that there is none, and if the bound of the result is lower, there is
/// none at all.
pub(super) struct WeightedAStar {
    pub(super) weights: (u32, u32),
    pub(super) upper_bound: u32,
    /// The greatest number of states that are expanded together.
    pub(super) max_batch: usize,
}

impl SpaceSearch for WeightedAStar {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let WeightedAStar { weights, upper_bound, max_batch } = *self;
        let staged = admissible;
        let policy =
            Policy { weights, prefer_low_h: true, admissible, staged, upper_bound, max_batch, ..Policy::DIJKSTRA };
        best_first(space, policy, task, observer)
    }
}
