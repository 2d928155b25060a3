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
//! A [`Puzzle`] is valid by construction: text is read into a [`Draft`](puzzle::Draft), and one gate turns a draft into a puzzle or
//! reports everything that is wrong. A [`Position`] is where every vehicle is; [`Position::play`] defines which moves are legal.
//! [`Solver`] runs one of the [`search`] algorithms with one of the [`heuristic`]s, and its [`Outcome`] holds a [`Solution`].
//!
//! | module | purpose |
//! |---|---|
//! | [`format`](mod@format), [`notation`] | puzzles and lists of moves as text |
//! | [`search`], [`heuristic`] | algorithms, estimates, limits, observers |
//! | [`analysis`] | all positions of a puzzle with exact distances; difficulty; properties of heuristics |
//! | [`generate`] | puzzles that meet constraints |
//! | [`census`] | all puzzles of a size |
//! | [`genetic`] | two published genetic algorithms |
//! | [`session`] | a game in progress: undo, hints, par |
//! | [`collection`] | the built-in puzzles |
//!
//! The library opens no files, prints nothing, reads no clock and starts no threads. The feature `serde` makes the basic types
//! serialisable.

pub mod analysis;
pub mod census;
pub mod collection;
pub mod error;
pub mod format;
pub mod generate;
pub mod genetic;
pub mod heuristic;
pub mod notation;
pub mod position;
pub mod puzzle;
pub mod search;
#[cfg(feature = "serde")]
mod serde;
pub mod session;
pub mod solution;
mod space;

pub use error::{Error, Remedy};
pub use notation::{NamedMove, WrittenMove};
pub use position::{IllegalMove, Move, Position};
pub use puzzle::{Cell, Direction, Exit, Label, Metric, Orientation, Puzzle, Rules, Side, Vehicle};
pub use search::{Limits, Observer, Outcome, Solver, Statistics, Status};
pub use solution::{Solution, SolutionError};
pub use space::SpacePlan;

/// Keeps traits closed to other crates.
mod sealed {
    /// A trait that only this crate can implement.
    pub trait Sealed {}
}

#[cfg(test)]
extern crate self as rushlab;
