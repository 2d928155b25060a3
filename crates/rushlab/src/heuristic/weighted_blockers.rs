//! `h3`: `h1` times a weight λ. It overestimates on purpose: A* becomes greedier, expands fewer positions and is no longer optimal
//! (weighted A*, Pohl 1970).

use std::sync::Arc;

use super::exit_path::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameter, Parameters};
use crate::position::Position;
use crate::puzzle::Puzzle;

static WEIGHT: Parameter =
    Parameter { name: "weight", symbol: "λ", summary: "the weight of h1 in h3", default: 5.0, min: 1.0, max: 1000.0 };

/// `h3` with its weight.
pub(super) struct WeightedBlockers {
    weight: f64,
}

impl WeightedBlockers {
    pub(super) const DEFAULT: WeightedBlockers = WeightedBlockers { weight: WEIGHT.default };
}

struct Compiled {
    puzzle: Puzzle,
    weight: f64,
}

impl Heuristic for WeightedBlockers {
    fn about(&self) -> About {
        About {
            name: "h3",
            summary: "λ times h1, where λ is the weight, 5 by default",
            parameters: std::slice::from_ref(&WEIGHT),
            admissible: Claim::Never,
            consistent: Claim::Never,
        }
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled { puzzle: puzzle.clone(), weight: self.weight })
    }

    fn configured(&self, parameters: &Parameters) -> Option<Arc<dyn Heuristic>> {
        Some(Arc::new(WeightedBlockers { weight: parameters.get(&WEIGHT) }))
    }

    fn title(&self) -> String {
        format!("h3 λ={}", self.weight)
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some((blockers(&self.puzzle, position).count() as f64 * self.weight).round() as u32)
    }
}
