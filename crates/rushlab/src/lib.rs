//! Rush Hour puzzles: read, check, solve, explore, generate and count them.
//!
//! ```
//! use rushlab::{Puzzle, Solver};
//!
//! let puzzle: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse()?;
//! let solution = Solver::new(&puzzle).run().solution.ok_or("no solution")?;
//! assert_eq!(solution.moves().len(), 25);
//! assert!(solution.to_string().starts_with("BL1 DD1 EL2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Puzzle`] is valid by construction: text is read into a [`Draft`](puzzle::Draft), and validation turns a draft
//! into a puzzle or reports all its problems. A [`Position`] says where every vehicle is and how much fuel it has left;
//! [`Position::play`] defines which moves are legal. [`Solver`] runs one of the [`search`] algorithms with one of the
//! [`heuristic`]s, and its [`Outcome`] contains a [`Solution`]. An [`Observer`] watches a search and can stop it.
//!
//! | module | purpose |
//! |---|---|
//! | [`puzzle`] | puzzles, drafts, validation |
//! | [`position`], [`solution`] | positions, moves, solutions |
//! | [`format`](mod@format), [`notation`] | puzzles and lists of moves as text |
//! | [`search`], [`heuristic`] | algorithms, estimates, limits, observers |
//! | [`analysis`] | all positions of a puzzle with exact distances; difficulty; properties of heuristics |
//! | [`generate`] | puzzles that meet constraints |
//! | [`session`] | a game in progress: undo, hints, par |
//! | [`simulator`] | a board that is changed in place, for many games of many moves |
//! | [`random`], [`footprint`] | reproducible random choices, memory estimates |
//! | [`collection`] | the built-in puzzles |
//! | [`error`] | errors, and how front ends phrase them |
//!
//! The library opens no files, prints nothing and reads no clock. Only with the feature `parallel` it starts threads,
//! and only for a search that asks for several ([`Solver::threads`]). The feature `serde` makes puzzles, moves and
//! solutions serialisable, and positions writable. A puzzle is an object in the format `json`, whose rows and columns
//! count from 1; cells, vehicles and exits alone count from 0.
//!
//! The folder `examples` has complete programs: `solve`, `explore`, `generate`, `custom_heuristic`, `custom_algorithm`
//! and `eight_puzzle`.

pub mod analysis;
mod blocks;
pub mod collection;
pub mod error;
pub mod footprint;
pub mod format;
pub mod generate;
pub mod heuristic;
pub mod notation;
mod parallel;
pub mod position;
pub mod puzzle;
pub mod random;
pub mod search;
#[cfg(feature = "serde")]
mod serde;
pub mod session;
pub mod simulator;
pub mod solution;
mod space;
mod words;

pub use error::{Error, Remedy};
pub use notation::{NamedMove, WrittenMove};
pub use position::{IllegalMove, Move, Position};
pub use puzzle::{Cell, Direction, Exit, Label, Metric, Orientation, Puzzle, Rules, Side, Vehicle};
pub use search::{Limit, Limits, Observer, Outcome, Progress, Solver, Statistics, Status, Visit};
pub use solution::{Solution, SolutionError};
pub use space::SpacePlan;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct ReadmeDoctests;

/// Seals traits: other crates cannot implement them.
mod sealed {
    /// A trait that only this crate can implement.
    pub trait Sealed {}
}

#[cfg(test)]
extern crate self as rushlab;
