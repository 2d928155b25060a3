//! Sets of operators. An operator is a vehicle with a direction.

use crate::position::Move;
use crate::puzzle::MAX_VEHICLES;

/// The direction left or up.
pub(super) const BACKWARD: usize = 0;
/// The direction right or down.
pub(super) const FORWARD: usize = 1;

const _: () = assert!(MAX_VEHICLES <= u128::BITS as usize);

/// A set of operators: vehicles with a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperatorSet {
    /// For each direction, a bit for each vehicle.
    vehicles: [u128; 2],
}

impl OperatorSet {
    /// The set of all operators.
    pub const ALL: OperatorSet = OperatorSet { vehicles: [u128::MAX; 2] };

    pub(super) const EMPTY: OperatorSet = OperatorSet { vehicles: [0; 2] };

    /// Returns whether the operator of a move is in the set.
    #[inline]
    pub fn contains(&self, mv: Move) -> bool {
        let direction = if mv.direction.sign() < 0 { BACKWARD } else { FORWARD };
        self.vehicles[direction] >> mv.vehicle & 1 == 1
    }

    pub(super) fn insert(&mut self, vehicle: usize, direction: usize) {
        self.vehicles[direction] |= 1 << vehicle;
    }

    pub(super) fn extend(&mut self, other: &OperatorSet) {
        self.vehicles[BACKWARD] |= other.vehicles[BACKWARD];
        self.vehicles[FORWARD] |= other.vehicles[FORWARD];
    }

    /// Returns an operator that is in this set and not in another one.
    pub(super) fn first_not_in(&self, other: &OperatorSet) -> Option<(usize, usize)> {
        [BACKWARD, FORWARD].into_iter().find_map(|direction| {
            let left = self.vehicles[direction] & !other.vehicles[direction];
            (left != 0).then_some((left.trailing_zeros() as usize, direction))
        })
    }
}
