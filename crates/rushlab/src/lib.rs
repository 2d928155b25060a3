//! Rush Hour puzzles, as values.
//!
//! Data flows one way: text → [`Draft`](puzzle::Draft) → [`Puzzle`] → whatever is done with it. A draft is what was read and may be
//! wrong in any way; a puzzle is what passed the gate, and nothing past the gate can fail on geometry.
//!
//! ```
//! use rushlab::{Puzzle, format, notation, reference};
//!
//! let puzzle: Puzzle = format::parse("AA...OP..Q.OPXXQ.OP..Q..B...CCB.RRR.")?;
//! assert_eq!(puzzle.primary().label.as_str(), "X");
//!
//! let moves = notation::read("CL3 OD3 AR1 PU1 BU1 RL2 QD2 XR3", None)?;
//! let replay = reference::replay(&puzzle, &moves);
//! assert!(replay.illegal.is_none() && replay.solved);
//! assert_eq!((replay.moves, replay.steps), (8, 16));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no files, prints nothing, reads no clock and starts no threads.

pub mod collection;
pub mod format;
pub mod notation;
pub mod puzzle;
pub mod reference;

pub use puzzle::Puzzle;
