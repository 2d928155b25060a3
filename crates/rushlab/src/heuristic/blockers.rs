//! `h1`: the number of vehicles between the primary and the exit. Each of them must move, and a move moves one.

use super::exit_path::blockers;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::Puzzle;

/// `h1`.
pub(super) struct Blockers;

struct Compiled(Puzzle);

impl Heuristic for Blockers {
    fn about(&self) -> About {
        About::new("h1", "the vehicles between the primary and the exit", Claim::Always, Claim::Always)
            .plain("Blocking vehicles", "the vehicles between the primary and the exit")
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        Box::new(Compiled(puzzle.clone()))
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some(blockers(&self.0, position).count() as u32)
    }
}
