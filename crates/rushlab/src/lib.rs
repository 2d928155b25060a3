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
//! [`search::solve`] finds a shortest solution, whatever the rules and the size; [`search::ALGORITHMS`] has every other way to search.
//!
//! ```
//! use rushlab::search::{self, Limits, Status};
//! use rushlab::{format, notation};
//!
//! let puzzle = format::parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K")?;
//! let outcome = search::solve(&puzzle, Limits::default(), &mut ());
//! assert_eq!((outcome.status, outcome.cost), (Status::Solved, 25));
//! let letters = notation::named("letters").ok_or("there is no such notation")?;
//! assert!(notation::write(letters, &puzzle, &outcome.moves).starts_with("BL1 DD1 EL2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`analysis`] explores all positions of a puzzle, [`generate`] makes puzzles, [`census`] counts all of a size, [`genetic`] evolves
//! solutions, and [`session`] is a game in play.
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
