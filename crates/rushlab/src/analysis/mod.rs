//! Whole clusters: every position of a puzzle with its exact distance, and what follows from that about the puzzle, about its difficulty,
//! and about heuristics.

mod cluster;
mod difficulty;
mod minimal;
mod properties;
mod solutions;
mod summary;

pub use cluster::{Cluster, Stopped};
pub use difficulty::{Difficulty, Level};
pub use minimal::{Redundant, minimized, redundant};
pub use properties::{Inconsistency, Overestimate, Properties};
pub use solutions::Solutions;
pub use summary::{Summary, hardest};
