//! Exhaustive analysis: every reachable position with its exact distance to a goal, the difficulty of a puzzle, and the
//! properties of heuristics.

mod cluster;
mod difficulty;
mod dominance;
mod exploration;
mod filter;
mod minimal;
mod properties;
mod rules_hint;
mod solutions;
mod summary;

pub use cluster::{Cluster, Stopped};
pub use difficulty::{Difficulty, Level, Points, Rater, Reason};
pub use dominance::Dominance;
pub use filter::{Filter, KnownFacts};
pub use minimal::{Redundant, minimised, redundant};
pub use properties::{Estimates, Inconsistency, Overestimate, Properties};
pub use rules_hint::RulesHint;
pub use solutions::Solutions;
pub(crate) use solutions::with_same_moves;
pub use summary::{Summary, hardest};
