//! The expansion of a state by one thread: its successors and their estimates.

use super::{DEAD_END, Node, Stage};
use crate::heuristic::{Estimator, OperatorSet};
use crate::position::Position;
use crate::space::{Scratch, SleepSet, Space};

pub(super) struct Expansion<S: Space> {
    pub(super) number: u32,
    pub(super) f: u32,
    pub(super) node: Node,
    pub(super) state: S::State,
    pub(super) useful: OperatorSet,
    pub(super) successors: Vec<Successor<S>>,
    /// Whether some moves are left for the second stage.
    pub(super) postponed: bool,
}

/// A successor of a state that is being expanded.
pub(super) struct Successor<S: Space> {
    pub(super) state: S::State,
    pub(super) g: u32,
    pub(super) number: u32,
    /// The estimate and the useful moves, of a new state.
    pub(super) h: u32,
    pub(super) useful: OperatorSet,
    pub(super) is_new: bool,
}

/// The working memory of a thread. Without an estimator, all estimates are 0.
pub(super) struct Worker {
    pub(super) scratch: Scratch,
    pub(super) estimator: Option<Box<dyn Estimator>>,
    pub(super) position: Position,
    pub(super) max_estimate: u32,
}

impl Worker {
    pub(super) fn estimate<S: Space>(&mut self, space: &S, state: &S::State) -> u32 {
        let Some(estimator) = &mut self.estimator else { return 0 };
        space.decode(state, &mut self.position);
        estimator.estimate(&self.position).map_or(DEAD_END, |h| h.min(self.max_estimate))
    }

    /// Generates the successors of a state: with the useful moves or, in the second stage, the others.
    pub(super) fn expand<S: Space>(&mut self, space: &S, expansion: &mut Expansion<S>) {
        let Expansion { node, state, useful, successors, postponed, .. } = expansion;
        let first = node.stage == Stage::Open;
        space.expand(&space.unpack(state, SleepSet::default()), &mut self.scratch, |next, mv, cost| {
            let now = useful.contains(mv) == first;
            *postponed |= first && !now;
            if now {
                successors.push(Successor {
                    state: S::pack(&next).0,
                    g: node.g + cost,
                    number: 0,
                    h: 0,
                    useful: OperatorSet::ALL,
                    is_new: false,
                });
            }
        });
    }

    /// Estimates the new successors of a state.
    pub(super) fn estimate_new<S: Space>(&mut self, space: &S, staged: bool, expansion: &mut Expansion<S>) {
        for successor in expansion.successors.iter_mut().filter(|successor| successor.is_new) {
            successor.h = self.estimate(space, &successor.state);
            successor.useful = self.useful_moves(staged);
        }
    }

    /// Returns the useful moves of the state that was estimated last, or all moves if states are expanded in one stage.
    pub(super) fn useful_moves(&self, staged: bool) -> OperatorSet {
        let estimator = self.estimator.as_ref().filter(|_| staged);
        estimator.map_or(OperatorSet::ALL, |estimator| estimator.useful_moves())
    }
}
