//! Rush Hour puzzles, as values.
//!
//! Data flows one way: text → [`Draft`](puzzle::Draft) → [`Puzzle`] → whatever is done with it. A draft is what was read and may be
//! wrong in any way; a puzzle is what passed the gate, and nothing past the gate can fail on geometry.
//!
//! ```
//! use rushlab::{Puzzle, format, notation, reference};
//!
//! let puzzle: Puzzle = format::parse("......A..B..AXXB..A..B......CC......")?;
//! assert_eq!(puzzle.primary().label.as_str(), "X");
//!
//! let moves = notation::read("BD2 XR3", None)?;
//! let replay = reference::replay(&puzzle, &moves);
//! assert!(replay.illegal.is_none() && replay.solved);
//! assert_eq!((replay.moves, replay.steps), (2, 5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no files, prints nothing, reads no clock and starts no threads.

pub mod analysis;
pub mod census;
pub mod collection;
pub mod format;
pub mod generate;
pub mod genetic;
pub mod heuristic;
pub mod notation;
pub mod puzzle;
pub mod reference;
pub mod search;
pub mod session;
pub mod space;

pub use puzzle::Puzzle;
