//! `h4`: the number of disjoint disjunctive landmarks of the delete relaxation (after LM-cut, Helmert & Domshlak 2009).
//!
//! An operator is a vehicle and a direction. The first landmark is the move of the primary to the exit; it counts 1, or its distance
//! under `steps`. While the primary does not reach the exit in the relaxation, some cell ahead of it is blocked, and there is a set of
//! operators of which every solution uses at least one to free the cell: a disjunctive landmark. It counts once. Then all its
//! operators are enabled, the relaxation is propagated, and the next landmark, which shares no operator with the earlier ones, counts
//! again. A move uses one operator, so the sum is admissible. Under `steps` a landmark counts the cells of its shortest operator.
//! Smaller landmarks are taken first: a landmark of one operator is a move that every solution contains.

use super::delete_relaxation::{BACKWARD, DeleteRelaxation, FORWARD, Operator};
use super::{About, Claim, Estimator, Heuristic};
use crate::position::{Move, Position};
use crate::puzzle::{Metric, Puzzle};

/// `h4`.
pub(super) struct LandmarkCut;

struct Compiled {
    relaxed: DeleteRelaxation,
    metric: Metric,
    ahead: Vec<usize>,
    landmark: Vec<Operator>,
    smallest: Vec<Operator>,
}

impl Heuristic for LandmarkCut {
    fn about(&self) -> About {
        About::new(
            "h4",
            "the number of disjoint disjunctive landmarks of the delete relaxation",
            Claim::Always,
            Claim::Never,
        )
        .plain("Landmarks", "sets of moves of which every solution needs one, counted")
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled {
            relaxed: DeleteRelaxation::new(puzzle),
            metric: puzzle.rules().metric,
            ahead: Vec::new(),
            landmark: Vec::new(),
            smallest: Vec::new(),
        })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let Compiled { relaxed, metric, ahead, landmark, smallest } = self;
        relaxed.reset(position);
        if relaxed.distance() == 0 {
            return Some(0);
        }
        let mut estimate = metric.cost(relaxed.distance());
        relaxed.enable(relaxed.primary(), relaxed.toward_exit());
        relaxed.propagate();
        while !relaxed.is_goal_reached() {
            ahead.clear();
            ahead.extend(relaxed.blocked_ahead());
            smallest.clear();
            for cell in ahead.iter() {
                relaxed.landmark(*cell, landmark);
                if landmark.is_empty() {
                    return None;
                }
                if smallest.is_empty() || landmark.len() < smallest.len() {
                    std::mem::swap(landmark, smallest);
                }
                if smallest.len() == 1 {
                    break;
                }
            }
            // If no cell is blocked, a wall or too little fuel stops the primary, and the position is unsolvable.
            estimate += smallest.iter().map(|operator| metric.cost(operator.cells)).min()?;
            smallest.iter().for_each(|operator| relaxed.enable(operator.vehicle, operator.direction));
            relaxed.propagate();
        }
        Some(estimate)
    }

    /// After a move that is in no landmark, a solution still needs a move of every landmark.
    fn may_reduce_cost(&self, mv: Move) -> bool {
        let direction = if mv.direction.sign() < 0 { BACKWARD } else { FORWARD };
        self.relaxed.is_enabled(mv.vehicle, direction)
    }
}
