//! The fastest optimal way to solve a puzzle, whatever its rules.
//!
//! Tanks make positions many. So they come into play one by one: first a shortest solution is sought as if no tank could run dry. If
//! every tank allows it, it is the answer, for tanks only take solutions away. If not, the tanks that it overdraws join the
//! positions, and the search is repeated.

use super::{Limits, Observer, Outcome, Statistics, bfs};
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
    let mut tracked = vec![false; puzzle.vehicles().len()];
    let mut spent = Statistics::default();
    loop {
        let tanks = |tracked: &[bool]| (lanes.clone(), fuel_limbs(puzzle, tracked));
        let mut outcome = match tracked.contains(&true).then(|| tanks(&tracked)) {
            None => bfs(lanes, limits, observer),
            Some((lanes, 1)) => bfs(&FuelSpace::<N, M, 1>::new(puzzle, lanes, &tracked), limits, observer),
            Some((lanes, 2..=4)) => bfs(&FuelSpace::<N, M, 4>::new(puzzle, lanes, &tracked), limits, observer),
            Some((lanes, _)) => bfs(&FuelSpace::<N, M, 32>::new(puzzle, lanes, &tracked), limits, observer),
        };
        spent.and_then(&outcome.statistics);
        let overdrawn = overdrawn(puzzle, &outcome.slides);
        if overdrawn.is_empty() {
            outcome.statistics = spent;
            return outcome;
        }
        overdrawn.into_iter().for_each(|vehicle| tracked[vehicle] = true);
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
