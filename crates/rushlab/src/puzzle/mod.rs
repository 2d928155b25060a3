//! Puzzles: vehicles on a board with walls, one of them the primary, an exit, and the rules.
//!
//! A format reads a [`Draft`]. [`Puzzle::try_from`] validates a draft and turns it into a [`Puzzle`], or reports every
//! [`Problem`] at once.

mod canonical;
mod canonical_labels;
mod cell_map;
mod draft;
mod gate;
mod geometry;
mod given;
mod id;
mod label;
mod past_border;
mod primary;
mod problem;
mod reading_order;
mod rule_sets;
mod rules;
mod rules_in_words;
mod symmetry;
mod valid;
mod vehicle;
mod vehicle_geometry;

pub use cell_map::CellContent;
pub use draft::{Draft, DraftExit, DraftFuel, DraftVehicle, DraftWall};
pub(crate) use geometry::Run;
pub use geometry::{Cell, Direction, Orientation, Side};
pub use given::Given;
pub use id::{IdError, resembles_id};

/// The digits of the id of a puzzle, for the compact lists of `rushlab-census`. Not part of the stable API.
#[doc(hidden)]
pub mod digits {
    pub use super::geometry::Run;
    pub use super::id::{DigitKind, DigitSource, digits_of, puzzle_of};
}

pub use label::{Label, LabelError};
pub use problem::{Location, Problem, ProblemKind, Problems};
pub use rule_sets::*;
pub use rules::{Metric, Rules};
pub use rules_in_words::{RulesInWords, SpecialRule};
pub use valid::Puzzle;
pub use vehicle::{Exit, Vehicle};

pub(crate) use cell_map::{CellMap, RowLines};
pub(crate) use primary::find as find_primary;
pub(crate) use vehicle_geometry::VehicleGeometry;

/// The allowed numbers of rows and of columns.
pub const SIZES: std::ops::RangeInclusive<usize> = 3..=16;

/// The maximum fuel of a vehicle, in units. Larger numbers are rejected as mistakes.
pub const MAX_FUEL: u16 = 9_999;

/// Number of vehicles that fill the largest board.
pub const MAX_VEHICLES: usize = 128;
