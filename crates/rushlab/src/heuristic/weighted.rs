//! `h3`: λ times `h1`. Too much on purpose: it makes A* greedy, faster and no longer optimal.

use super::ahead::blockers;
use super::{About, Claim, Estimator, Heuristic, Parameters};
use crate::puzzle::Puzzle;
use crate::reference::Position;

/// `h3`.
pub(super) struct Weighted;

struct Compiled {
    puzzle: Puzzle,
    weight: u32,
}

impl Heuristic for Weighted {
    fn about(&self) -> &'static About {
        &About {
            name: "h3",
            summary: "λ times h1; λ is 5 unless --weight says otherwise",
            weighted: true,
            admissible: Claim::Never,
            consistent: Claim::Never,
        }
    }

    fn compile(&self, puzzle: &Puzzle, parameters: Parameters) -> Box<dyn Estimator> {
        Box::new(Compiled { puzzle: puzzle.clone(), weight: parameters.weight })
    }
}

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        Some((blockers(&self.puzzle, position).count() as u32).saturating_mul(self.weight))
    }
}
