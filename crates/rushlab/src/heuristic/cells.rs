//! `h2`: the blocked cells between the primary and the exit.
//!
//! A crossing vehicle blocks one cell, so this is `h1` unless a vehicle of the exit line stands ahead. Without a valet such a board
//! has no solution, and any estimate is low enough. With one, a truck that a single move takes away counts three: too much.

use super::ahead::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::Puzzle;
use crate::reference::Position;

/// `h2`.
pub(super) struct Cells;

struct Compiled(Puzzle);

impl Heuristic for Cells {
    fn about(&self) -> &'static About {
        &About {
            name: "h2",
            summary: "the blocked cells between the primary and the exit",
            weighted: false,
            admissible: Claim::WithoutValet,
            consistent: Claim::WithoutValet,
        }
    }

    fn compile(&self, puzzle: &Puzzle, _: Parameters) -> Box<dyn Estimator> {
        Box::new(Compiled(puzzle.clone()))
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(blockers(&self.0, position).map(|(.., cells)| u32::from(cells)).sum())
    }
}
