//! `recursive`: the vehicles that must move, each once, and the primary.
//!
//! A blocker must move; so must a vehicle that stands in every way out of a blocker, and so on. Put the other way round, which is how
//! it is found: a vehicle must move if the relaxed puzzle has no way out while it alone stays where it is. A move of another vehicle
//! leaves a vehicle that must move one that must move, so no move lowers the number by more than one.

use super::relaxed::{BACK, FORTH, Relaxed};
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::{Metric, Puzzle};
use crate::reference::Position;

/// `recursive`.
pub(super) struct Recursive;

struct Compiled {
    relaxed: Relaxed,
    metric: Metric,
    vehicles: usize,
}

impl Heuristic for Recursive {
    fn about(&self) -> &'static About {
        &About {
            name: "recursive",
            summary: "the vehicles that must move: blockers, who blocks all their ways out, and so on",
            weighted: false,
            admissible: Claim::Always,
            consistent: Claim::Always,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        let (metric, vehicles) = (puzzle.rules().metric, puzzle.vehicles().len());
        Box::new(Compiled { relaxed: Relaxed::new(puzzle), metric, vehicles })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let relaxed = &mut self.relaxed;
        relaxed.place(position);
        if relaxed.distance() == 0 {
            return Some(0);
        }
        relaxed.all(true);
        relaxed.spread();
        if !relaxed.arrives() {
            return None;
        }
        let others = (0..self.vehicles).filter(|vehicle| {
            if *vehicle == relaxed.primary() {
                return false;
            }
            relaxed.all(true);
            [BACK, FORTH].into_iter().for_each(|direction| relaxed.give(*vehicle, direction, false));
            relaxed.spread();
            !relaxed.arrives()
        });
        let others = others.count() as u32;
        Some(others + self.metric.cost(relaxed.distance()))
    }
}
