//! Heuristics: estimates of the remaining cost, one file each, behind [`Heuristic`] and listed in [`HEURISTICS`].
//!
//! An estimate is *admissible* if it never exceeds the cost of an optimal solution, and *consistent* if no move lowers
//! it by more than the cost of the move (Pearl 1984). Each heuristic states when it is admissible and consistent;
//! `docs/heuristics.md` has the proofs. Tests check these claims on every position of many puzzles, and so does
//! [`Properties`](crate::analysis::Properties) on any puzzle.
//!
//! The traits are open: a heuristic of your own works with every informed search. Only heuristics of the registry can
//! have [`Parameters`].
//!
//! ```
//! use rushlab::heuristic::{About, Claim, Estimator, Heuristic};
//! use rushlab::{Position, Puzzle, Solver, search};
//!
//! /// 1 until the puzzle is solved.
//! struct Unsolved;
//!
//! impl Heuristic for Unsolved {
//!     fn about(&self) -> About {
//!         About::new("unsolved", "1 until the puzzle is solved", Claim::Always, Claim::Always)
//!     }
//!
//!     fn compile(&self, _: &Puzzle) -> Box<dyn Estimator> {
//!         Box::new(Unsolved)
//!     }
//! }
//!
//! impl Estimator for Unsolved {
//!     fn estimate(&mut self, position: &Position) -> Option<u32> {
//!         Some(u32::from(!position.is_solved()))
//!     }
//! }
//!
//! let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
//! let outcome = Solver::new(&puzzle).algorithm(search::ASTAR).heuristic(&Unsolved).run();
//! assert_eq!(outcome.cost(), Some(2));
//! # Ok::<(), rushlab::Error>(())
//! ```

mod additive_patterns;
mod blocked_cells;
mod blockers;
mod delete_relaxation;
mod exit_path;
mod expression;
mod inf421;
mod landmark_cut;
mod operator_set;
mod parameters;
mod pattern_database;
mod recursive;
mod stubborn_set;
mod weighted_blockers;
mod zero;

pub use delete_relaxation::{UnsolvableReason, relaxed_unsolvable};
pub use expression::{Expression, ExpressionError, ExpressionOperator, MEASURES, Measure};
pub use operator_set::OperatorSet;
pub use parameters::{Parameter, ParameterError, Parameters};

use std::sync::Arc;

use crate::position::Position;
use crate::puzzle::{Metric, Puzzle, Rules};

/// A heuristic: an estimate of the cost from a position to the exit.
pub trait Heuristic: Send + Sync {
    /// Returns the name, a summary, the parameters and the claims.
    fn about(&self) -> About;

    /// Prepares the heuristic for a puzzle.
    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator>;

    /// Returns the number of units of an estimate in a cost of 1, at least 1. With 2, an estimate of 3 is a cost of
    /// 1.5. Searches and checks are exact: they multiply costs by the scale, and do not round.
    fn scale(&self) -> u32 {
        1
    }

    /// Returns the heuristic with other values for its parameters; `None` if it has none.
    fn configured(&self, parameters: &Parameters) -> Option<Arc<dyn Heuristic>> {
        let _ = parameters;
        None
    }

    /// Returns the name with the values of the parameters, if there are any.
    fn title(&self) -> String {
        self.about().name.to_owned()
    }
}

/// A reference to a heuristic is one too, so that those of the registry can be shared like others.
impl<H: Heuristic + ?Sized> Heuristic for &H {
    fn about(&self) -> About {
        (**self).about()
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        (**self).compile(puzzle)
    }

    fn scale(&self) -> u32 {
        (**self).scale()
    }

    fn configured(&self, parameters: &Parameters) -> Option<Arc<dyn Heuristic>> {
        (**self).configured(parameters)
    }

    fn title(&self) -> String {
        (**self).title()
    }
}

/// Estimates positions of one puzzle. A search on several threads has one for each.
pub trait Estimator: Send {
    /// Returns the estimated cost from a position to the exit, in the units of [`Heuristic::scale`]; `None` if the
    /// position is known to be unsolvable.
    fn estimate(&mut self, position: &Position) -> Option<u32>;

    /// Returns operators for the position estimated last. Of the moves of a solution, those with other operators
    /// together cost no more than the solution costs beyond the estimate.
    fn useful_moves(&self) -> OperatorSet {
        OperatorSet::ALL
    }

    /// Returns operators for the position estimated last: if there is a solution that costs no more than the estimate,
    /// there is such a solution that begins with one of them. Compare *helpful actions* (Hoffmann & Nebel 2001), which
    /// are not a proof.
    fn first_moves(&mut self) -> OperatorSet {
        OperatorSet::ALL
    }
}

/// The name of a heuristic, a summary, its parameters and its claims.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The name in plain words, for readers who do not know the literature.
    pub plain_name: &'static str,
    /// What it estimates, in a few plain words that continue the plain name after a colon.
    pub idea: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// When it is admissible.
    pub admissible: Claim,
    /// When it is consistent.
    pub consistent: Claim,
}

impl About {
    /// Describes a heuristic without parameters by its name, a summary, and when it is admissible and consistent.
    pub const fn new(name: &'static str, summary: &'static str, admissible: Claim, consistent: Claim) -> About {
        About { name, summary, plain_name: name, idea: summary, parameters: &[], admissible, consistent }
    }

    /// Returns whether it declares a parameter with a name.
    pub fn has_parameter(&self, name: &str) -> bool {
        self.parameters.iter().any(|parameter| parameter.name == name)
    }

    /// Returns the same description with a plain name and idea.
    #[must_use]
    pub const fn plain(self, plain_name: &'static str, idea: &'static str) -> About {
        About { plain_name, idea, ..self }
    }

    /// Returns the same description with parameters, which front ends offer as options.
    #[must_use]
    pub const fn parameters(self, parameters: &'static [Parameter]) -> About {
        About { parameters, ..self }
    }
}

/// The rules under which a property of a heuristic holds. `docs/heuristics.md` has the proofs and the counterexamples.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Under all rules.
    Always,
    /// Under rules without a valet.
    WithoutValet,
    /// Under the metric `steps`.
    UnderSteps,
    /// Under rules without a valet, and under the metric `steps`.
    WithoutValetOrUnderSteps,
    /// Not under any rules.
    Never,
}

impl Claim {
    /// Returns whether the property holds under these rules.
    pub fn holds(self, rules: Rules) -> bool {
        let steps = rules.metric == Metric::Steps;
        match self {
            Claim::Always => true,
            Claim::WithoutValet => !rules.valet,
            Claim::UnderSteps => steps,
            Claim::WithoutValetOrUnderSteps => !rules.valet || steps,
            Claim::Never => false,
        }
    }

    /// Returns the claim in words.
    pub fn words(self) -> &'static str {
        match self {
            Claim::Always => "yes",
            Claim::WithoutValet => "without valet",
            Claim::UnderSteps => "under steps",
            Claim::WithoutValetOrUnderSteps => "without valet or under steps",
            Claim::Never => "no",
        }
    }
}

/// `h0`: zero.
pub static H0: &dyn Heuristic = &zero::Zero;
/// `h1`: the number of blocking vehicles.
pub static H1: &dyn Heuristic = &blockers::Blockers;
/// `h2`: the number of blocked cells.
pub static H2: &dyn Heuristic = &blocked_cells::BlockedCells;
/// `h3`: `h1` times a weight. It is not admissible.
pub static H3: &dyn Heuristic = &weighted_blockers::WeightedBlockers::DEFAULT;
/// `h4`: landmark cuts of the delete relaxation. This is the default.
pub static H4: &dyn Heuristic = &landmark_cut::LandmarkCut;
/// `inf421-h2`: `h1`, and for each blocker the fewest vehicles that block it (INF421). Not admissible under `moves`.
pub static INF421_H2: &dyn Heuristic = &inf421::Inf421;
/// `recursive`: the number of vehicles that must move.
pub static RECURSIVE: &dyn Heuristic = &recursive::Recursive;

/// `pdb`: additive pattern databases.
pub static PDB: &dyn Heuristic = &additive_patterns::AdditivePatterns::DEFAULT;

/// All heuristics.
pub static HEURISTICS: &[&dyn Heuristic] = &[H0, H1, H2, H3, H4, INF421_H2, RECURSIVE, PDB];

/// The default heuristic of informed searches.
pub static DEFAULT: &dyn Heuristic = H4;

/// Returns the heuristic with a name.
pub fn by_name(name: &str) -> Option<&'static dyn Heuristic> {
    HEURISTICS.iter().copied().find(|heuristic| heuristic.about().name == name)
}

/// Returns the heuristics that declare a parameter with a name.
pub fn owners(parameter: &str) -> impl Iterator<Item = &'static dyn Heuristic> {
    HEURISTICS.iter().copied().filter(move |heuristic| heuristic.about().has_parameter(parameter))
}

#[cfg(test)]
mod tests;
