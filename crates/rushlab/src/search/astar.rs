//! A*: the way so far and the estimate of the rest together. With a heuristic that is not admissible it is called A, and may find
//! longer solutions.

use super::best_first::{Policy, best_first};
use super::over::Search;
use super::{About, Observer, Optimal, Outcome, Task};
use crate::space::Space;

/// `astar`.
pub(super) struct AStar;

impl Search for AStar {
    const ABOUT: About = About {
        name: "astar",
        aliases: &["a*", "a"],
        summary: "A*: the lowest sum of cost so far and estimate first",
        optimal: Optimal::IfAdmissible,
        informed: true,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let bounds = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let policy = Policy { f: u32::saturating_add, informed: true, improves: true, deep: true, bounds };
        best_first(space, policy, task, observer)
    }
}
