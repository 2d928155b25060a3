//! Moves that can be postponed (partial-order reduction).
//!
//! A heuristic can name *useful* moves ([`Estimator::useful_moves`](crate::heuristic::Estimator::useful_moves)): a
//! solution that costs no more than the estimate consists of them, and one that costs 1 more has at most one other
//! move. That move can be postponed until a useful move follows that depends on it. So, for such solutions, it is
//! enough to begin with useful moves, and with moves after which a useful move depends on them.

use crate::heuristic::OperatorSet;
use crate::position::Move;
use crate::space::{Scratch, SleepSet, Space, bit_of};

/// Returns whether one of the useful moves depends on the move that led to a state and can follow it.
#[inline]
pub(super) fn is_useful_afterwards<S: Space>(
    space: &S,
    next: &S::Unpacked,
    mv: Move,
    useful: &OperatorSet,
    scratch: &mut Scratch,
) -> bool {
    let (state, sleep) = S::pack(next);
    let mut found = false;
    space.expand(&space.unpack(&state, all_asleep(mv, sleep)), scratch, |_, mv, _| found |= useful.contains(mv));
    found
}

/// Returns the sleep set of a state in which only moves are followed that depend on the last one.
#[inline]
pub(super) fn all_asleep(last: Move, sleep: SleepSet) -> SleepSet {
    SleepSet { vehicles: !bit_of(last.vehicle), ..sleep }
}
