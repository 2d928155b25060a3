//! Which moves are followed from a state whose cost and estimate are close to the upper bound.
//!
//! The *slack* of a state is the cost that a solution may have beyond the estimate. Without slack, a solution consists
//! of useful moves only ([`Estimator::useful_moves`]), and it is enough to begin with those of a stubborn set. With a
//! slack of 1, a solution has at most one other move, which can be postponed (`postponed_moves.rs`). So the other moves
//! are followed last, only if a useful move depends on them, and all vehicles sleep after them.
//!
//! Every optimal solution below the upper bound has a permutation that is followed. The first move of a solution is one
//! that can be exchanged with all moves before it. At each state the search follows some first move of the solution
//! that no sleep set contains, and puts only vehicles to sleep all of whose moves it has followed.

use crate::heuristic::{Estimator, OperatorSet};
use crate::search::postponed_moves::{all_asleep, is_useful_afterwards};
use crate::space::{LaneSpace, Packed, Scratch, SleepSet, Space, bit_of};

/// The rule for the successors of one state.
pub(super) enum Pruning {
    /// All moves are followed.
    None,
    /// Only these moves are followed.
    FirstMoves(OperatorSet),
    /// These moves are followed, and others on which one of them depends.
    UsefulMoves(OperatorSet),
}

impl Pruning {
    /// Returns the rule for a state that was estimated last.
    pub(super) fn new(estimator: &mut dyn Estimator, slack: u32) -> Pruning {
        match slack {
            0 => Pruning::FirstMoves(estimator.first_moves()),
            1 => Pruning::UsefulMoves(estimator.useful_moves()),
            _ => Pruning::None,
        }
    }

    /// Calls `each` for every followed successor, with its sleep set. Returns whether some move was not followed.
    #[inline]
    pub(super) fn expand<const N: usize, const M: usize>(
        &self,
        space: &LaneSpace<N, M>,
        state: &Packed<N>,
        sleep: SleepSet,
        [scratch, next_scratch]: &mut [Scratch; 2],
        mut each: impl FnMut(&Packed<N>, SleepSet),
    ) -> bool {
        let unpacked = space.unpack(state, sleep);
        let asleep = space.asleep(sleep);
        let mut is_pruned = false;
        match self {
            Pruning::None => space.expand(&unpacked, scratch, |next, _, _| {
                let (next, sleep) = LaneSpace::<N, M>::pack(&next);
                each(&next, sleep);
            }),
            Pruning::FirstMoves(first_moves) => space.expand(&unpacked, scratch, |next, mv, _| {
                if !first_moves.contains(mv) {
                    is_pruned = true;
                    return;
                }
                let (next, mut sleep) = LaneSpace::<N, M>::pack(&next);
                sleep.vehicles &= asleep;
                each(&next, sleep);
            }),
            Pruning::UsefulMoves(useful) => {
                let mut others = 0;
                space.expand(&unpacked, scratch, |_, mv, _| {
                    others |= if useful.contains(mv) { 0 } else { bit_of(mv.vehicle) };
                });
                space.expand(&unpacked, scratch, |next, mv, _| {
                    let (state, mut sleep) = LaneSpace::<N, M>::pack(&next);
                    if useful.contains(mv) {
                        sleep.vehicles &= asleep | !others;
                    } else if is_useful_afterwards(space, &next, mv, useful, next_scratch) {
                        sleep = all_asleep(mv, sleep);
                    } else {
                        is_pruned = true;
                        return;
                    }
                    each(&state, sleep);
                });
            }
        }
        is_pruned
    }
}
