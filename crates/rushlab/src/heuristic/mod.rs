//! Estimates of what is left to the exit: one file each, all listed in [`HEURISTICS`] with what is claimed of them.
//!
//! An estimate is *admissible* when it never says more than the shortest way costs, and *consistent* when no move lowers it by more
//! than the move costs. Claims are checked by tests on whole clusters, and by anyone with `rushlab properties`.

mod ahead;
mod blockers;
mod cells;
mod cuts;
mod inf421;
mod recursive;
mod relaxed;
mod weighted;
mod zero;

pub use relaxed::{Hopeless, hopeless};

use crate::puzzle::{Puzzle, Rules};
use crate::reference::{Move, Position};

/// A heuristic: compiled for a puzzle it estimates positions.
pub trait Heuristic: Sync {
    /// What there is to know about it.
    fn about(&self) -> &'static About;

    /// The estimator for a puzzle.
    fn compile(&self, puzzle: &Puzzle, parameters: Parameters) -> Box<dyn Estimator>;
}

/// Estimates positions of one puzzle.
pub trait Estimator {
    /// At least what is left, if the heuristic is admissible; `None` when there is no way to the exit from here at all.
    fn estimate(&mut self, position: &Position) -> Option<u32>;

    /// Whether after a move from the position last estimated less may be left than that estimate. `false` is a proof, which not every
    /// heuristic has.
    fn may_help(&self, mv: Move) -> bool {
        let _ = mv;
        true
    }
}

/// What a user may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The λ of `h3`.
    pub weight: u32,
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters { weight: 5 }
    }
}

/// What there is to know about a heuristic.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// Whether it takes the weight λ.
    pub weighted: bool,
    /// When it never says too much.
    pub admissible: Claim,
    /// When no move lowers it by more than its cost.
    pub consistent: Claim,
}

/// When something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Under all rules.
    Always,
    /// Unless there is a valet.
    WithoutValet,
    /// There are counter-examples under plain rules.
    Never,
}

impl Claim {
    /// Whether it holds under some rules.
    pub fn holds(self, rules: Rules) -> bool {
        match self {
            Claim::Always => true,
            Claim::WithoutValet => !rules.valet,
            Claim::Never => false,
        }
    }

    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Claim::Always => "yes",
            Claim::WithoutValet => "without valet",
            Claim::Never => "no",
        }
    }
}

/// Every heuristic.
pub static HEURISTICS: &[&dyn Heuristic] = &[
    &zero::Zero,
    &blockers::Blockers,
    &cells::Cells,
    &weighted::Weighted,
    &cuts::Cuts,
    &inf421::Inf421,
    &recursive::Recursive,
];

/// The one that informed searches use when nobody says otherwise.
pub static DEFAULT: &dyn Heuristic = &cuts::Cuts;

/// The heuristic of that name.
pub fn named(name: &str) -> Option<&'static dyn Heuristic> {
    HEURISTICS.iter().copied().find(|heuristic| heuristic.about().name == name)
}

#[cfg(test)]
mod tests;
