//! `recursive`: the number of vehicles that must move.
//!
//! A blocker must move; a vehicle that blocks both directions of a blocker must move too, and so on. Equivalently, a
//! vehicle must move if the delete relaxation is unsolvable while this vehicle alone may not move. A vehicle that must
//! move must still move after a move of another vehicle, so no move lowers the number by more than one.

use super::delete_relaxation::DeleteRelaxation;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::{Metric, Puzzle};

pub(super) struct Recursive;

struct Compiled {
    relaxed: DeleteRelaxation,
    metric: Metric,
    vehicles: usize,
}

impl Heuristic for Recursive {
    fn about(&self) -> About {
        About::new(
            "recursive",
            "the vehicles that must move: blockers, those that block them in both directions, and so on",
            Claim::Always,
            Claim::Always,
        )
        .plain("Vehicles that must move", "blockers, their blockers in both directions, and so on")
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        let (metric, vehicles) = (puzzle.rules().metric, puzzle.vehicles().len());
        Box::new(Compiled { relaxed: DeleteRelaxation::new(puzzle), metric, vehicles })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let relaxed = &mut self.relaxed;
        relaxed.reset(position);
        if relaxed.distance() == 0 {
            return Some(0);
        }
        relaxed.enable_all_but(None);
        relaxed.propagate();
        if !relaxed.is_goal_reached() {
            return None;
        }
        let others = (0..self.vehicles).filter(|vehicle| {
            if *vehicle == relaxed.primary() {
                return false;
            }
            relaxed.enable_all_but(Some(*vehicle));
            relaxed.propagate();
            !relaxed.is_goal_reached()
        });
        let others = others.count() as u32;
        Some(others + self.metric.cost(relaxed.distance()))
    }
}
