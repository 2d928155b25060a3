//! Strong stubborn sets, a partial-order reduction (Valmari 1989; Alkhazraji, Wehrle, Mattmüller & Helmert 2012).
//!
//! Moves of different vehicles can often be exchanged. Then a search need not follow all orders of them, and need not
//! store the positions between. A stubborn set is a set of operators that contains a landmark, and with each operator
//! all those that can disturb it or that it waits for. If a solution uses only operators of the landmarks, its first
//! move of the set can as well be made first. `docs/heuristics.md` has the proof.

use super::delete_relaxation::{DeleteRelaxation, Operator};
use super::operator_set::{BACKWARD, FORWARD, OperatorSet};

/// The working memory for stubborn sets of the positions of a puzzle.
pub(super) struct StubbornSets {
    /// For each cell, the enabled operators that can enter it in the relaxation; and the cells with such operators.
    entering: Vec<OperatorSet>,
    entered: Vec<usize>,
    /// For each enabled operator, as twice the vehicle plus the direction: the operators that must be in a set with it,
    /// and the number of its legal moves.
    dependencies: Vec<(OperatorSet, u32)>,
}

impl StubbornSets {
    pub(super) fn new(relaxed: &DeleteRelaxation) -> StubbornSets {
        StubbornSets {
            entering: vec![OperatorSet::EMPTY; relaxed.cells()],
            entered: Vec::new(),
            dependencies: vec![(OperatorSet::EMPTY, 0); 2 * relaxed.vehicles()],
        }
    }

    /// Returns the stubborn set with the fewest legal moves, among those that arise from one of the landmarks. The
    /// relaxation reaches the goal with the operators of all landmarks enabled.
    pub(super) fn smallest<'a>(
        &mut self,
        relaxed: &DeleteRelaxation,
        landmarks: impl Iterator<Item = &'a [Operator]> + Clone,
    ) -> OperatorSet {
        let operators = landmarks.clone().flatten();
        self.find_entering(relaxed, operators.clone());
        for operator in operators {
            let index = 2 * operator.vehicle + operator.direction;
            self.dependencies[index] = self.dependencies_of(relaxed, operator.vehicle, operator.direction);
        }
        let mut smallest = (OperatorSet::ALL, u32::MAX);
        for landmark in landmarks {
            if smallest.1 <= 1 {
                break;
            }
            if let Some(closed) = self.closure(landmark, smallest.1) {
                smallest = closed;
            }
        }
        smallest.0
    }

    fn find_entering<'a>(&mut self, relaxed: &DeleteRelaxation, operators: impl Iterator<Item = &'a Operator>) {
        for cell in self.entered.drain(..) {
            self.entering[cell] = OperatorSet::EMPTY;
        }
        for Operator { vehicle, direction, .. } in operators {
            for cells in 0..relaxed.reached(*vehicle, *direction) {
                let cell = relaxed.next_cell(*vehicle, *direction, cells);
                self.entering[cell].insert(*vehicle, *direction);
                self.entered.push(cell);
            }
        }
    }

    /// Returns the operators that a stubborn set with an enabled one must have, and the number of its legal moves.
    fn dependencies_of(&self, relaxed: &DeleteRelaxation, vehicle: usize, direction: usize) -> (OperatorSet, u32) {
        let mut all = OperatorSet::EMPTY;
        let reached = relaxed.reached(vehicle, direction);
        let mut free = 0;
        while free < reached {
            let cell = relaxed.next_cell(vehicle, direction, free);
            if let Some(blocker) = relaxed.owner(cell) {
                // The blocker can go away: then the operator has more moves.
                [BACKWARD, FORWARD]
                    .into_iter()
                    .filter(|direction| relaxed.is_enabled(blocker, *direction))
                    .for_each(|direction| all.insert(blocker, direction));
                break;
            }
            // An operator that enters the cell, and a move into the cell, exclude each other.
            all.extend(&self.entering[cell]);
            free += 1;
        }
        if free > 0 && relaxed.is_enabled(vehicle, 1 - direction) {
            all.insert(vehicle, 1 - direction);
        }
        (all, u32::from(free))
    }

    /// Returns the least stubborn set that contains a landmark, and the number of its legal moves; `None` if these are
    /// not fewer than `limit`.
    fn closure(&self, landmark: &[Operator], limit: u32) -> Option<(OperatorSet, u32)> {
        let mut set = OperatorSet::EMPTY;
        landmark.iter().for_each(|operator| set.insert(operator.vehicle, operator.direction));
        let mut done = OperatorSet::EMPTY;
        let mut moves = 0;
        while let Some((vehicle, direction)) = set.first_not_in(&done) {
            done.insert(vehicle, direction);
            let (dependencies, legal) = &self.dependencies[2 * vehicle + direction];
            moves += legal;
            if moves >= limit {
                return None;
            }
            set.extend(dependencies);
        }
        Some((set, moves))
    }
}
