//! The fastest optimal way to solve a puzzle, whatever its rules.
//!
//! Tanks make positions many, so they come into play one by one: first a shortest solution is sought as if no tank could run dry. If
//! every tank allows it, it is the answer, for tanks only take solutions away. If not, the tanks that it overdraws join the
//! positions, and the search is repeated. But small tanks can also make positions few: so this takes turns with the search that has
//! all tanks in play, each with a growing allowance of positions, and whichever ends first has the answer.

use super::{Limit, Limits, Observer, Outcome, Statistics, Status, bfs};
use crate::puzzle::Puzzle;
use crate::reference::Slide;
use crate::space::{AnySpace, FuelSpace, LaneSpace, fuel_limbs};

/// Finds a shortest solution.
pub fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut impl Observer) -> Outcome {
    match AnySpace::new(puzzle) {
        AnySpace::Narrow(space) => with_tanks(puzzle, &space, limits, observer),
        AnySpace::Middle(space) => with_tanks(puzzle, &space, limits, observer),
        AnySpace::Wide(space) => with_tanks(puzzle, &space, limits, observer),
    }
}

fn with_tanks<const N: usize, const M: usize>(
    puzzle: &Puzzle,
    lanes: &LaneSpace<N, M>,
    limits: Limits,
    observer: &mut impl Observer,
) -> Outcome {
    let all: Vec<bool> = (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle).is_some()).collect();
    if !all.contains(&true) {
        return bfs(lanes, limits, observer);
    }
    let mut some = vec![false; all.len()];
    let mut spent = Statistics::default();
    let mut allowance = FIRST_ALLOWANCE;
    loop {
        let allowed = Limits { states: limits.states.min(allowance), ..limits };
        for every_tank in [false, true] {
            let mut outcome = loop {
                let tracked = if every_tank { &all } else { &some };
                let outcome = with_some_tanks(puzzle, lanes, tracked, allowed, observer);
                spent.and_then(&outcome.statistics);
                let overdrawn = overdrawn(puzzle, &outcome.slides);
                if overdrawn.is_empty() {
                    break outcome;
                }
                overdrawn.into_iter().for_each(|vehicle| some[vehicle] = true);
            };
            let undecided =
                outcome.status == Status::Limit(Limit::States) && (allowance < limits.states || !every_tank);
            if !undecided {
                outcome.statistics = spent;
                return outcome;
            }
        }
        allowance = allowance.saturating_mul(4);
    }
}

/// So many positions each of the two searches may meet at first.
const FIRST_ALLOWANCE: u64 = 1 << 14;

fn with_some_tanks<const N: usize, const M: usize>(
    puzzle: &Puzzle,
    lanes: &LaneSpace<N, M>,
    tracked: &[bool],
    limits: Limits,
    observer: &mut impl Observer,
) -> Outcome {
    let lanes = lanes.clone();
    match (tracked.contains(&true), fuel_limbs(puzzle, tracked)) {
        (false, _) => bfs(&lanes, limits, observer),
        (true, 1) => bfs(&FuelSpace::<N, M, 1>::new(puzzle, lanes, tracked), limits, observer),
        (true, 2..=4) => bfs(&FuelSpace::<N, M, 4>::new(puzzle, lanes, tracked), limits, observer),
        (true, _) => bfs(&FuelSpace::<N, M, 32>::new(puzzle, lanes, tracked), limits, observer),
    }
}

/// The vehicles that a solution drives farther than their tanks reach.
fn overdrawn(puzzle: &Puzzle, slides: &[Slide]) -> Vec<usize> {
    let driven = |vehicle: usize| -> u32 {
        slides.iter().filter(|slide| slide.vehicle == vehicle).map(|slide| u32::from(slide.cells)).sum()
    };
    let over = |vehicle: &usize| puzzle.tank(*vehicle).is_some_and(|units| driven(*vehicle) > u32::from(units));
    (0..puzzle.vehicles().len()).filter(over).collect()
}
