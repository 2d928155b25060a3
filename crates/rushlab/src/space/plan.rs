//! The space plan: which tanks are part of a state. This is the only place where that is decided.
//!
//! Fuel multiplies states, so a tank is tracked only when it matters. A tank that is not tracked never runs dry: the space is a
//! relaxation of the puzzle. Searches and clusters start with the relaxation that tracks no tank and look at the result. If it overdraws
//! no tank, it holds for the puzzle. Otherwise the plan is *widened* by the tanks that it overdraws, and the work is repeated
//! (counterexample-guided abstraction refinement, Clarke et al. 2000).

use super::{AnySpace, BoardSpace, FuelSpace, LaneSpace, Space, fuel};
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

    /// Adds the tanks that some moves overdraw. Returns whether there are any.
    pub(crate) fn widen(&mut self, puzzle: &Puzzle, moves: &[Move]) -> bool {
        let mut driven = vec![0_u32; self.tracked.len()];
        moves.iter().for_each(|mv| driven[mv.vehicle] += u32::from(mv.cells));
        let overdrawn = |vehicle: usize| puzzle.tank(vehicle).is_some_and(|units| driven[vehicle] > u32::from(units));
        self.track((0..self.tracked.len()).filter(|vehicle| overdrawn(*vehicle)))
    }

    /// Adds the tanks of some vehicles. Returns whether there are any.
    pub(crate) fn track(&mut self, vehicles: impl Iterator<Item = usize>) -> bool {
        vehicles.fold(false, |_, vehicle| {
            self.tracked[vehicle] = true;
            true
        })
    }

    /// Whether states track the tank of a vehicle.
    pub fn tracks(&self, vehicle: usize) -> bool {
        self.tracked.get(vehicle) == Some(&true)
    }

    /// Returns the indices of the vehicles whose tanks are tracked.
    pub fn tracked(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.tracked.len()).filter(|vehicle| self.tracked[*vehicle])
    }
}

/// Work that can be done in any state space.
pub(crate) trait SpaceVisitor {
    /// The result of the work.
    type Output;

    /// Does the work in a state space.
    fn visit<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) -> Self::Output;
}

/// Compiles a puzzle by a plan, and does some work in its state space.
pub(crate) fn in_space<V: SpaceVisitor>(
    puzzle: &Puzzle,
    plan: &SpacePlan,
    duplicates: Duplicates,
    visitor: V,
) -> V::Output {
    let tracked = plan.tracked.as_slice();
    if !tracked.contains(&true) {
        return match AnySpace::new(puzzle) {
            AnySpace::Narrow(lanes) => visitor.visit(lanes),
            AnySpace::Middle(lanes) => visitor.visit(lanes),
            AnySpace::Wide(lanes) => visitor.visit(lanes),
        };
    }
    // The fuel of 32, 64 and 128 vehicles, which is as many as fit, takes at most 8, 16 and 32 limbs.
    match AnySpace::new(puzzle) {
        AnySpace::Narrow(lanes) if fuel::limbs_for(puzzle, tracked) <= 2 => {
            with_fuel::<1, 1, 2, V>(puzzle, lanes, tracked, duplicates, visitor)
        }
        AnySpace::Narrow(lanes) => with_fuel::<1, 1, 8, V>(puzzle, lanes, tracked, duplicates, visitor),
        AnySpace::Middle(lanes) => with_fuel::<2, 2, 16, V>(puzzle, lanes, tracked, duplicates, visitor),
        AnySpace::Wide(lanes) => with_fuel::<5, 4, 32, V>(puzzle, lanes, tracked, duplicates, visitor),
    }
}

fn with_fuel<const N: usize, const M: usize, const T: usize, V: SpaceVisitor>(
    puzzle: &Puzzle,
    lanes: LaneSpace<N, M>,
    tracked: &[bool],
    duplicates: Duplicates,
    visitor: V,
) -> V::Output {
    let space = FuelSpace::<N, M, T>::new(puzzle, lanes, tracked);
    match duplicates {
        Duplicates::Exact => visitor.visit(space),
        Duplicates::Board => visitor.visit(BoardSpace(space)),
    }
}
