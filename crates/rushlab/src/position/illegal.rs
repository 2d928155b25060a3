//! The reasons why a move is not legal.

use std::fmt;

use crate::puzzle::{Cell, Direction, Label, Orientation};

/// The reason why a move is not legal.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum IllegalMove {
    #[error("the distance must be at least 1")]
    NoDistance,
    #[error("there is no vehicle number {}", .index.saturating_add(1))]
    NoVehicle { index: usize },
    #[error("{label} is {orientation} and cannot go {direction}")]
    WrongAxis { label: Label, orientation: Orientation, direction: Direction },
    #[error("{label} {}", edge_clause(*.driven))]
    OffBoard {
        label: Label,
        /// The distance to the edge, in cells.
        driven: u8,
    },
    #[error("{label} is blocked by {occupant} at {cell}")]
    Blocked { label: Label, occupant: Occupant, cell: Cell },
    #[error("{label} has fuel for {units} {}, not for {needed}", cells_word(*.units))]
    NotEnoughFuel { label: Label, units: u16, needed: u8 },
    #[error("{label} is no longer on the board: the valet has removed it")]
    Removed { label: Label },
}

fn edge_clause(driven: u8) -> String {
    match driven {
        0 => "is already at the edge of the board".to_owned(),
        driven => format!("would leave the board after {driven} {}", cells_word(driven)),
    }
}

fn cells_word(count: impl Into<u16>) -> &'static str {
    if count.into() == 1 { "cell" } else { "cells" }
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A wall.
    Wall,
    /// The vehicle with this label.
    Vehicle(Label),
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Wall => f.write_str("a wall"),
            Occupant::Vehicle(label) => write!(f, "{label}"),
        }
    }
}
