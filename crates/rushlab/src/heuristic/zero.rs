//! `h0`: nothing is known. A* with it is Dijkstra's algorithm.

use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::Puzzle;
use crate::reference::Position;

/// `h0`.
pub(super) struct Zero;

impl Heuristic for Zero {
    fn about(&self) -> &'static About {
        &About {
            name: "h0",
            summary: "0: nothing is known",
            weighted: false,
            admissible: Claim::Always,
            consistent: Claim::Always,
        }
    }

    fn compile(&self, _: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        Box::new(Zero)
    }
}

impl Estimator for Zero {
    fn estimate(&mut self, _: &Position) -> Option<u32> {
        Some(0)
    }
}
