//! `h0`: zero. With it A* is Dijkstra's algorithm.

use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::Puzzle;

/// `h0`.
pub(super) struct Zero;

impl Heuristic for Zero {
    fn about(&self) -> About {
        About::new("h0", "zero: no information", Claim::Always, Claim::Always)
            .plain("No estimate", "always 0, so that A* is Dijkstra's algorithm")
    }

    fn compile(&self, _: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Zero)
    }
}

impl Estimator for Zero {
    fn estimate(&mut self, _: &Position) -> Option<u32> {
        Some(0)
    }
}
