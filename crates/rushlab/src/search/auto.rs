//! The fastest optimal way to solve a puzzle, whatever its rules.
//!
//! Tanks make positions many, so they come into play one by one: first a shortest solution is sought as if no tank could run dry. If
//! every tank allows it, it is the answer, for tanks only take solutions away. If not, the tanks that it overdraws join the
//! positions, and the search is repeated. But small tanks can also make positions few: so this takes turns with the search that has
//! all tanks in play, each with a growing allowance of positions, and whichever ends first has the answer.

use super::bfs::RestingBfs;
use super::over::{over_tanks, tanks};
use super::{About, Algorithm, Limit, Limits, Observer, Optimal, Outcome, Statistics, Status, Task};
use crate::heuristic;
use crate::puzzle::Puzzle;
use crate::reference::Slide;
use crate::space::{AnySpace, LaneSpace};

/// `auto`.
pub(super) struct Auto;

impl Algorithm for Auto {
    fn about(&self) -> &'static About {
        &About {
            name: "auto",
            aliases: &[],
            summary: "the fastest optimal choice for the puzzle at hand",
            optimal: Optimal::Always,
            informed: false,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        if heuristic::hopeless(task.puzzle).is_some() {
            return Outcome::without(Status::Unsolvable, 0, Statistics::default());
        }
        match AnySpace::new(task.puzzle) {
            AnySpace::Narrow(space) => with_tanks(&space, task, observer),
            AnySpace::Middle(space) => with_tanks(&space, task, observer),
            AnySpace::Wide(space) => with_tanks(&space, task, observer),
        }
    }
}

/// Finds a shortest solution.
pub fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Outcome {
    Auto.run(&Task::new(puzzle).limited(limits), observer)
}

fn with_tanks<const N: usize, const M: usize>(
    lanes: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let all = tanks(task.puzzle);
    let mut some = vec![false; all.len()];
    if !all.contains(&true) {
        return over_tanks(&RestingBfs, lanes, &some, task, observer);
    }
    let mut spent = Statistics::default();
    let mut allowance = FIRST_ALLOWANCE;
    loop {
        let allowed = task.limited(Limits { states: task.limits.states.min(allowance), ..task.limits });
        for every_tank in [false, true] {
            let mut outcome = loop {
                let tracked = if every_tank { &all } else { &some };
                let outcome = over_tanks(&RestingBfs, lanes, tracked, &allowed, observer);
                spent.and_then(&outcome.statistics);
                let overdrawn = overdrawn(task.puzzle, &outcome.slides);
                if overdrawn.is_empty() {
                    break outcome;
                }
                overdrawn.into_iter().for_each(|vehicle| some[vehicle] = true);
            };
            let last_turn = every_tank && allowance >= task.limits.states;
            if outcome.status != Status::Limit(Limit::States) || last_turn {
                outcome.statistics = spent;
                return outcome;
            }
        }
        allowance = allowance.saturating_mul(4);
    }
}

/// So many positions each of the two searches may meet at first.
const FIRST_ALLOWANCE: u64 = 1 << 14;

/// The vehicles that a solution drives farther than their tanks reach.
pub(super) fn overdrawn(puzzle: &Puzzle, slides: &[Slide]) -> Vec<usize> {
    let driven = |vehicle: usize| -> u32 {
        slides.iter().filter(|slide| slide.vehicle == vehicle).map(|slide| u32::from(slide.cells)).sum()
    };
    let over = |vehicle: &usize| puzzle.tank(*vehicle).is_some_and(|units| driven(*vehicle) > u32::from(units));
    (0..puzzle.vehicles().len()).filter(over).collect()
}
