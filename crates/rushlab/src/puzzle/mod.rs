//! What a puzzle is: vehicles on a board with walls, one of them the primary, an exit, and the rules.
//!
//! [`Draft`] is what a format read; [`Puzzle::try_from`] is the one gate between them and reports every [`Problem`] at once.

mod draft;
mod gate;
mod geometry;
mod label;
mod lettering;
mod picture;
mod primary;
mod problem;
mod rules;
mod value;

pub use draft::{Draft, DraftExit, DraftFuel, DraftVehicle, DraftWall};
pub use geometry::{Cell, Direction, Orientation, Side};
pub use label::{BadLabel, Label};
pub use picture::{Mark, Picture, RowLines};
pub use problem::{Fault, Place, Problem, Problems};
pub use rules::{Metric, Rules};
pub use value::{Exit, Puzzle, Vehicle};

pub(crate) use primary::find as find_primary;

/// The smallest and largest number of rows or columns.
pub const SIZES: std::ops::RangeInclusive<usize> = 3..=16;

/// More fuel than any vehicle could burn in a sensible solution; a larger figure is taken for a slip.
pub const MAX_FUEL: u16 = 9_999;

/// As many vehicles as the largest board holds.
pub const MAX_VEHICLES: usize = 128;
