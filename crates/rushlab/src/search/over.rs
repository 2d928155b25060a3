//! From a puzzle to the space that fits it: a search is written once, for any space.

use super::{About, Algorithm, Duplicates, Limits, Observer, Outcome, Task};
use crate::puzzle::Puzzle;
use crate::reference::Move;
use crate::space::{AnySpace, BoardSpace, FuelSpace, LaneSpace, Space, fuel_limbs};

/// A search that is at home in any space.
pub(super) trait Search: Sync {
    /// What there is to know about it.
    const ABOUT: About;

    /// Searches for a solution.
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome;
}

impl<T: Search> Algorithm for T {
    fn about(&self) -> &'static About {
        const { &T::ABOUT }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        match AnySpace::new(task.puzzle) {
            AnySpace::Narrow(lanes) => over_lanes(self, &lanes, task, observer),
            AnySpace::Middle(lanes) => over_lanes(self, &lanes, task, observer),
            AnySpace::Wide(lanes) => over_lanes(self, &lanes, task, observer),
        }
    }
}

/// A tank that the rules fill with so much hardly ever binds.
const AMPLE: u16 = 32;

/// Tanks that the rules fill hold so much that they hardly ever bind, and in the positions they would make them very many. So at first
/// only tanks that the puzzle gives a figure for are in play, and all of them only if the solution overdraws another.
fn over_lanes<const N: usize, const M: usize>(
    search: &impl Search,
    lanes: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let small = task.puzzle.rules().default_fuel.is_some_and(|units| units < AMPLE);
    // Where boards alone count, tanks make no positions.
    let every = small || task.duplicates == Duplicates::Board;
    let given: Vec<bool> = task.puzzle.vehicles().iter().map(|vehicle| every || vehicle.fuel.is_some()).collect();
    let outcome = over_tanks(search, lanes, &given, task, observer);
    if overdrawn(task.puzzle, &outcome.moves).is_empty() {
        return outcome;
    }
    let mut exact = over_tanks(search, lanes, &tanks(task.puzzle), &after(task, &outcome), observer);
    let mut spent = outcome.statistics;
    spent.and_then(&exact.statistics);
    exact.statistics = spent;
    exact
}

/// The same task, with as many positions less as another search has met.
pub(super) fn after<'a>(task: &Task<'a>, before: &Outcome) -> Task<'a> {
    let states = task.limits.states.saturating_sub(before.statistics.states);
    task.limited(Limits { states, ..task.limits })
}

/// The vehicles that a solution drives farther than their tanks reach.
pub(super) fn overdrawn(puzzle: &Puzzle, moves: &[Move]) -> Vec<usize> {
    let driven =
        |vehicle: usize| -> u32 { moves.iter().filter(|mv| mv.vehicle == vehicle).map(|mv| u32::from(mv.cells)).sum() };
    let over = |vehicle: &usize| puzzle.tank(*vehicle).is_some_and(|units| driven(*vehicle) > u32::from(units));
    (0..puzzle.vehicles().len()).filter(over).collect()
}

/// Which vehicles have a tank.
pub(super) fn tanks(puzzle: &Puzzle) -> Vec<bool> {
    (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle).is_some()).collect()
}

/// Searches a space with some of the tanks in play.
pub(super) fn over_tanks<const N: usize, const M: usize>(
    search: &impl Search,
    lanes: &LaneSpace<N, M>,
    tracked: &[bool],
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    if !tracked.contains(&true) {
        return search.search(lanes, task, observer);
    }
    let lanes = lanes.clone();
    match fuel_limbs(task.puzzle, tracked) {
        1 => over_duplicates(search, FuelSpace::<N, M, 1>::new(task.puzzle, lanes, tracked), task, observer),
        2..=4 => over_duplicates(search, FuelSpace::<N, M, 4>::new(task.puzzle, lanes, tracked), task, observer),
        _ => over_duplicates(search, FuelSpace::<N, M, 32>::new(task.puzzle, lanes, tracked), task, observer),
    }
}

fn over_duplicates<const N: usize, const M: usize, const T: usize>(
    search: &impl Search,
    space: FuelSpace<N, M, T>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    match task.duplicates {
        Duplicates::Exact => search.search(&space, task, observer),
        Duplicates::Board => search.search(&BoardSpace(space), task, observer),
    }
}
