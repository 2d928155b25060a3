//! `h1`: the vehicles between the primary and the exit. Each must move at least once, and no move takes two out of the way.

use super::ahead::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::Puzzle;
use crate::reference::Position;

/// `h1`.
pub(super) struct Blockers;

struct Compiled(Puzzle);

impl Heuristic for Blockers {
    fn about(&self) -> &'static About {
        &About {
            name: "h1",
            summary: "the vehicles between the primary and the exit",
            weighted: false,
            admissible: Claim::Always,
            consistent: Claim::Always,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        Box::new(Compiled(puzzle.clone()))
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(blockers(&self.0, position).count() as u32)
    }
}
