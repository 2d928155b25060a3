//! Dijkstra's algorithm, also called uniform cost search: positions by the cost of the way to them.

use super::best_first::{Policy, best_first};
use super::over::Search;
use super::{About, Observer, Optimal, Outcome, Task};
use crate::space::Space;

/// `dijkstra`.
pub(super) struct Dijkstra;

impl Search for Dijkstra {
    const ABOUT: About = About {
        name: "dijkstra",
        aliases: &["ucs"],
        summary: "Dijkstra's algorithm, or uniform cost search: the cheapest way so far first",
        optimal: Optimal::Always,
        informed: false,
        random: false,
    };

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let policy =
            Policy { weights: (1, 0), improves: true, deep: false, admissible: true, staged: false, below: u32::MAX };
        best_first(space, policy, task, observer)
    }
}
