//! A* (Hart, Nilsson & Raphael 1968): the open list is ordered by the cost so far plus the estimate. With a heuristic that is not
//! admissible it is called A, and solutions may not be optimal.

use super::best_first::{Policy, best_first};
use super::outcome::SearchResult;
use super::passes::Search;
use super::{About, Observer, Optimality, Task};
use crate::space::Space;

/// `astar`.
pub(super) struct AStar;

impl Search for AStar {
    const ABOUT: About = About {
        name: "astar",
        aliases: &["a*", "a"],
        summary: "A*: the lowest sum of cost so far and estimate first",
        optimal: Optimality::IfAdmissible,
        informed: true,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let policy =
            Policy { weights: (1, 1), reopens: true, prefer_low_h: false, admissible, staged: false, below: u32::MAX };
        best_first(space, policy, task, observer)
    }
}

/// Weighted A* (Pohl 1970): the estimate has a greater weight than the cost so far. Only solutions below a cost are searched for, and
/// `Unsolvable` means that there is none below it.
pub(super) struct WeightedAStar {
    pub(super) weights: (u32, u32),
    pub(super) below: u32,
}

impl Search for WeightedAStar {
    const ABOUT: About = About { summary: "weighted A*", optimal: Optimality::Never, ..AStar::ABOUT };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let WeightedAStar { weights, below } = *self;
        best_first(
            space,
            Policy { weights, reopens: true, prefer_low_h: true, admissible, staged: admissible, below },
            task,
            observer,
        )
    }
}
