//! `h2`: the number of blocked cells between the primary and the exit.
//!
//! A crossing vehicle blocks one cell, so `h2` equals `h1` unless a vehicle of the exit line is ahead of the primary.
//! Without a valet such a board is unsolvable, and every estimate is admissible. With a valet, a truck of three cells
//! that one move removes counts 3, which is too much under `moves`. Under `steps` the primary itself drives over every
//! blocked cell, so `h2` is admissible, but not consistent.

use super::exit_path::blockers;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::Puzzle;

/// `h2`.
pub(super) struct BlockedCells;

struct Compiled(Puzzle);

impl Heuristic for BlockedCells {
    fn about(&self) -> About {
        About::new(
            "h2",
            "the blocked cells between the primary and the exit",
            Claim::WithoutValetOrUnderSteps,
            Claim::WithoutValet,
        )
        .plain("Blocked cells", "the occupied cells between the primary and the exit")
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled(puzzle.clone()))
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(blockers(&self.0, position).map(|(.., cells)| u32::from(cells)).sum())
    }
}
