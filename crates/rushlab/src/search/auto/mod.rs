//! The fastest optimal choice for any rules and any size.
//!
//! Most puzzles are small: breadth-first search with sleep sets finishes before a heuristic would save time. If the
//! first layers grow fast, a short search by A* follows, which decides many puzzles with few moves. A puzzle that is
//! not decided within these first state budgets is large. Then several methods take turns:
//!
//! 1. *A\** decides puzzles for which the estimates are good.
//! 2. *Fewer vehicles.* Removing vehicles can only shorten the solution. So the puzzle is solved with the primary
//!    alone. The vehicles that this solution collides with are added, and so on (counterexample-guided abstraction
//!    refinement, Clarke et al. 2000). Each optimum is a lower bound, and a solution without a collision is optimal.
//! 3. *All states*, layer by layer, on all threads (`layers/`): where the layers grow so slowly that the lower bound
//!    may be reached.
//! 4. *Restarting weighted A\** (Richter, Thayer & Ruml 2010). A large weight finds a solution soon, and smaller
//!    weights find better ones. Only states that may improve on the best solution are opened, and detours are removed
//!    from the solutions.
//! 5. *Iterative deepening*, breadth-first, on all threads (`layers/`): searches for solutions that cost no more than
//!    the bound. If there is none, the bound rises. Partial-order reduction leaves few states.
//!
//! Each method has a state budget, which grows from round to round, so that all take a similar part of the time. When
//! the bound meets the cost of the best solution, that solution is optimal. At a limit both are reported. With fuel, A*
//! takes the place of iterative deepening.

mod abstraction;
mod growth;
mod portfolio;
#[cfg(test)]
mod random_schedules_tests;
mod schedule;
#[cfg(test)]
mod tests;

use self::portfolio::Portfolio;
pub(super) use self::schedule::Schedule;
use super::outcome::SearchResult;
use super::{About, Algorithm, Duplicates, Limits, Observer, Optimality, Outcome, Pass, Statistics, Status, Task};
use crate::heuristic;
use crate::puzzle::Puzzle;
use crate::space::SpacePlan;

pub(super) struct Auto(pub(super) Schedule);

pub(super) static AUTO: Auto = Auto(Schedule::DEFAULT);

impl Algorithm for Auto {
    fn about(&self) -> &'static About {
        const {
            &About::new(
                "auto",
                "the fastest optimal choice for the puzzle; on large boards also the best known solution and a bound",
                Optimality::Always,
            )
            .plain("Automatic", "the fastest way to a shortest solution of this puzzle")
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let plan = SpacePlan::relaxed(task.puzzle);
        if heuristic::relaxed_unsolvable(task.puzzle).is_some() {
            let statistics = Statistics::default();
            let result = SearchResult::without_path(Status::Unsolvable, 0, statistics);
            return result.into_outcome(task.puzzle, vec![Pass { plan, statistics }]);
        }
        // This algorithm needs an admissible heuristic, so it ignores that of the task.
        let task = &Task { duplicates: Duplicates::Exact, ..task.with_heuristic(heuristic::DEFAULT) };
        Portfolio::new(&self.0, task, observer).solve()
    }
}

/// Finds an optimal solution.
pub(crate) fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Outcome {
    AUTO.run(&Task::new(puzzle).with_limits(limits), observer)
}
