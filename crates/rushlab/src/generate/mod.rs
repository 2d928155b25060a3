//! Generation of puzzles that meet given constraints.
//!
//! A run is a series of numbered attempts. Each attempt depends on the constraints, the random seed and its number
//! alone, so attempts can run on any number of threads; reading the results in the order of the numbers gives the same
//! puzzles everywhere.
//!
//! An attempt samples a random board (`sampler.rs`), improves it by hill climbing until its cluster is deep enough
//! (`hill_climb.rs`), chooses a start at the target distance (`starts.rs`), adds fuel (`fuel.rs`), and removes what the
//! solution does not need. Finally it verifies every constraint on the puzzle itself (`check.rs`). For puzzles of a
//! given level, it examines many starts of many clusters (`graded.rs`); for the highest level, it climbs by rating
//! (`rating_climb.rs`).

mod attempt;
mod check;
mod constraints;
mod distinct;
mod failure;
mod fuel;
mod graded;
mod hill_climb;
mod rating_climb;
mod sampler;
mod starts;

pub use attempt::{Solvability, attempt};
pub use check::check_puzzle;
pub use constraints::{ConstraintError, Constraints};
pub use distinct::DistinctPuzzles;
pub use failure::AttemptFailure;
