//! From a puzzle to the space that fits it: a search is written once, for any space.

use super::{About, Algorithm, Duplicates, Observer, Outcome, Task};
use crate::puzzle::Puzzle;
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
        let tracked = tanks(task.puzzle);
        match AnySpace::new(task.puzzle) {
            AnySpace::Narrow(lanes) => over_tanks(self, &lanes, &tracked, task, observer),
            AnySpace::Middle(lanes) => over_tanks(self, &lanes, &tracked, task, observer),
            AnySpace::Wide(lanes) => over_tanks(self, &lanes, &tracked, task, observer),
        }
    }
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
