//! Puzzles by demand.
//!
//! A run is a row of attempts, each a function of the demand, the seed and its number alone: so attempts can be made on any number of
//! threads, and whoever takes their results in order gets the same puzzles everywhere. An attempt draws a board, climbs from it to
//! boards with longer solutions (`climb.rs`), takes a position at the length it is after, and takes away what that does not need.
//! In the end everything demanded is checked on the puzzle itself.

mod attempt;
mod board;
mod check;
mod climb;
mod demand;
mod distinct;
mod draw;
mod miss;
mod tanks;

pub use attempt::{Kind, attempt};
pub use demand::{Demand, Impossible};
pub use distinct::Distinct;
pub use miss::Miss;
