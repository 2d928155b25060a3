//! Greedy best-first search: the position that looks nearest to the exit, whatever it took to get there.

use super::best_first::{Policy, best_first};
use super::over::Search;
use super::{About, Observer, Optimal, Outcome, Task};
use crate::space::Space;

/// `greedy`.
pub(super) struct Greedy;

impl Search for Greedy {
    const ABOUT: About = About {
        name: "greedy",
        aliases: &["gbfs"],
        summary: "greedy best-first search: the lowest estimate first",
        optimal: Optimal::Never,
        informed: true,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let policy =
            Policy { weights: (0, 1), improves: false, deep: false, admissible: false, staged: false, below: u32::MAX };
        best_first(space, policy, task, observer)
    }
}
