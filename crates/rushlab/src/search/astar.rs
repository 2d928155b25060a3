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
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let policy =
            Policy { weights: (1, 1), improves: true, deep: false, admissible, staged: false, below: u32::MAX };
        best_first(space, policy, task, observer)
    }
}

/// A* in a hurry: the estimate weighs more than the cost, and only solutions below a cost are of interest. `Unsolvable` then means that
/// there is none below it.
pub(super) struct Hasty {
    pub(super) weights: (u32, u32),
    pub(super) below: u32,
}

impl Search for Hasty {
    const ABOUT: About = About { summary: "A* in a hurry", optimal: Optimal::Never, ..AStar::ABOUT };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let admissible = task.heuristic.about().admissible.holds(task.puzzle.rules());
        let Hasty { weights, below } = *self;
        best_first(
            space,
            Policy { weights, improves: true, deep: true, admissible, staged: admissible, below },
            task,
            observer,
        )
    }
}
