//! `h4`: the number of disjoint disjunctive landmarks of the delete relaxation (after LM-cut, Helmert & Domshlak 2009).
//!
//! An operator is a vehicle and a direction. The first landmark is the move of the primary to the exit; it counts 1, or
//! its distance under `steps`. While the primary does not reach the exit in the relaxation, some cell ahead of it is
//! blocked, and there is a set of operators of which every solution uses at least one to free the cell: a disjunctive
//! landmark. It counts once. Then all its operators are enabled, the relaxation is propagated, and the next landmark,
//! which shares no operator with the earlier ones, counts again. A move uses one operator, so the sum is admissible.
//! Under `steps` a landmark counts the cells of its shortest operator. Smaller landmarks are taken first: a landmark of
//! one operator is a move that every solution contains.

use super::delete_relaxation::{DeleteRelaxation, Operator};
use super::operator_set::OperatorSet;
use super::stubborn_set::StubbornSets;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::{Metric, Puzzle};

/// `h4`.
pub(super) struct LandmarkCut;

struct Compiled {
    relaxed: DeleteRelaxation,
    metric: Metric,
    ahead: Vec<usize>,
    landmark: Vec<Operator>,
    smallest: Vec<Operator>,
    /// The operators of the landmarks of the position estimated last, and for each landmark where they end.
    counted: Vec<Operator>,
    ends: Vec<usize>,
    stubborn_sets: StubbornSets,
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
        let relaxed = DeleteRelaxation::new(puzzle);
        let stubborn_sets = StubbornSets::new(&relaxed);
        Box::new(Compiled {
            relaxed,
            metric: puzzle.rules().metric,
            ahead: Vec::new(),
            landmark: Vec::new(),
            smallest: Vec::new(),
            counted: Vec::new(),
            ends: Vec::new(),
            stubborn_sets,
        })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let Compiled { relaxed, metric, ahead, landmark, smallest, counted, ends, .. } = self;
        counted.clear();
        ends.clear();
        relaxed.reset(position);
        if relaxed.distance() == 0 {
            return Some(0);
        }
        let mut estimate = metric.cost(relaxed.distance());
        let (primary, toward_exit) = (relaxed.primary(), relaxed.toward_exit());
        counted.push(Operator { vehicle: primary, direction: toward_exit, cells: relaxed.distance() });
        ends.push(counted.len());
        relaxed.enable(primary, toward_exit);
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
            counted.extend_from_slice(smallest);
            ends.push(counted.len());
        }
        Some(estimate)
    }

    /// Returns those of the landmarks: a solution needs an operator of each landmark, and these alone cost the
    /// estimate.
    fn useful_moves(&self) -> OperatorSet {
        let mut operators = OperatorSet::EMPTY;
        self.counted.iter().for_each(|operator| operators.insert(operator.vehicle, operator.direction));
        operators
    }

    /// Returns those of the landmarks: a solution that costs no more than the estimate uses one operator of each
    /// landmark and no other.
    fn first_moves(&mut self) -> OperatorSet {
        if self.relaxed.has_valet() {
            return self.useful_moves();
        }
        let Compiled { relaxed, counted, ends, stubborn_sets, .. } = self;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let landmarks = starts.zip(ends.iter()).map(|(start, end)| &counted[start..*end]);
        stubborn_sets.smallest(relaxed, landmarks)
    }
}
