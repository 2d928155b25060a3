//! The space plan: which tanks are part of a state. `passes.rs` and `analysis/cluster.rs` widen it by the rules given
//! here, and every state space is made from one here.
//!
//! Fuel multiplies states, so a tank is tracked only when it matters. A tank that is not tracked is unlimited: the
//! space is a relaxation of the puzzle. Searches and clusters start with the relaxation that tracks no tank and look at
//! the result. If it overdraws no tank, it holds for the puzzle. Otherwise the plan is *widened* by the tanks that it
//! overdraws, and the work is repeated (counterexample-guided abstraction refinement, Clarke et al. 2000).

use super::{AnySpace, BoardSpace, FuelSpace, LaneSpace, Space, fuel, lane};
use crate::position::Move;
use crate::puzzle::Puzzle;
use crate::search::Duplicates;

/// The tanks that states track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpacePlan {
    /// For each vehicle, whether its tank is tracked.
    tracked: Vec<bool>,
}

impl SpacePlan {
    /// Returns the plan that tracks no tank.
    pub(crate) fn relaxed(puzzle: &Puzzle) -> SpacePlan {
        SpacePlan { tracked: vec![false; puzzle.vehicles().len()] }
    }

    /// Returns the plan that tracks every tank.
    pub(crate) fn full(puzzle: &Puzzle) -> SpacePlan {
        SpacePlan { tracked: (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle).is_some()).collect() }
    }

    /// Returns the plan that tracks the tanks whose fuel the puzzle gives (`Vehicle::fuel`), but not those with the
    /// default fuel of the rules.
    pub(crate) fn with_own_fuel(puzzle: &Puzzle) -> SpacePlan {
        SpacePlan { tracked: puzzle.vehicles().iter().map(|vehicle| vehicle.fuel.is_some()).collect() }
    }

    /// Adds the tanks that some moves overdraw. Returns whether the moves overdraw any.
    pub(crate) fn widen(&mut self, puzzle: &Puzzle, moves: &[Move]) -> bool {
        let mut driven = vec![0_u32; self.tracked.len()];
        moves.iter().for_each(|mv| driven[mv.vehicle] += u32::from(mv.cells));
        let overdrawn = |vehicle: usize| puzzle.tank(vehicle).is_some_and(|units| driven[vehicle] > u32::from(units));
        self.track((0..self.tracked.len()).filter(|vehicle| overdrawn(*vehicle)))
    }

    /// Adds the tanks of some vehicles. Returns whether any was given.
    pub(crate) fn track(&mut self, vehicles: impl Iterator<Item = usize>) -> bool {
        vehicles.fold(false, |_, vehicle| {
            self.tracked[vehicle] = true;
            true
        })
    }

    /// Returns whether states track the tank of a vehicle.
    pub fn tracks(&self, vehicle: usize) -> bool {
        self.tracked.get(vehicle) == Some(&true)
    }

    /// Returns the indices of the vehicles whose tanks are tracked.
    pub fn tracked(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tracked.len()).filter(|vehicle| self.tracked[*vehicle])
    }
}

/// A function that is generic over the state space.
pub(crate) trait SpaceCallback {
    type Output;

    fn call<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) -> Self::Output;
}

/// Compiles a puzzle by a plan, and calls a function with its state space.
pub(crate) fn with_space<C: SpaceCallback>(
    puzzle: &Puzzle,
    plan: &SpacePlan,
    duplicates: Duplicates,
    callback: C,
) -> C::Output {
    let tracked = plan.tracked.as_slice();
    if !tracked.contains(&true) {
        return match AnySpace::new(puzzle) {
            AnySpace::Narrow(lanes) => callback.call(lanes),
            AnySpace::Middle(lanes) => callback.call(lanes),
            AnySpace::Wide(lanes) => callback.call(lanes),
        };
    }
    // The fuel of 128 vehicles, the most that fit on these boards, needs at most 32 words. More than two words are rare
    // (large boards, huge tanks), so all of them share one type, which keeps the program small and quick to build.
    match AnySpace::new(puzzle) {
        AnySpace::Narrow(lanes) if fuel::words_for(puzzle, tracked) <= 2 => {
            with_fuel::<1, 1, 2, C>(puzzle, lanes, tracked, duplicates, callback)
        }
        AnySpace::Narrow(_) | AnySpace::Middle(_) | AnySpace::Wide(_) => {
            let lanes = LaneSpace::new(puzzle, lane::lanes_of(puzzle));
            with_fuel::<5, 4, 32, C>(puzzle, lanes, tracked, duplicates, callback)
        }
    }
}

fn with_fuel<const N: usize, const M: usize, const T: usize, C: SpaceCallback>(
    puzzle: &Puzzle,
    lanes: LaneSpace<N, M>,
    tracked: &[bool],
    duplicates: Duplicates,
    callback: C,
) -> C::Output {
    let space = FuelSpace::<N, M, T>::new(puzzle, lanes, tracked);
    match duplicates {
        Duplicates::Exact => callback.call(space),
        Duplicates::Board => callback.call(BoardSpace(space)),
    }
}
