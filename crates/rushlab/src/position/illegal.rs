//! The reasons why a move is not legal.

use std::fmt;

use crate::puzzle::{Cell, Direction, Label, Orientation};

/// The reason why a move is not legal.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The distance is 0.
    #[error("the distance must be at least 1")]
    NoDistance,
    /// The puzzle has no vehicle with that index.
    #[error("there is no vehicle number {}", .index.saturating_add(1))]
    NoVehicle {
        /// The index, from 0.
        index: usize,
    },
    /// The direction is not along the axis of the vehicle.
    #[error("{label} is {orientation} and cannot go {direction}")]
    WrongAxis {
        /// The label of the vehicle.
        label: Label,
        /// The axis of the vehicle.
        orientation: Orientation,
        /// The direction of the move.
        direction: Direction,
    },
    /// The move leads off the board.
    #[error("{label} {}", edge_clause(*.driven))]
    OffBoard {
        /// The label of the vehicle.
        label: Label,
        /// The distance to the edge, in cells.
        driven: u8,
    },
    /// Something is in the way.
    #[error("{label} is blocked by {occupant} at {cell}")]
    Blocked {
        /// The label of the vehicle.
        label: Label,
        /// What is in the way.
        occupant: Occupant,
        /// The blocked cell.
        cell: Cell,
    },
    /// The vehicle does not have enough fuel.
    #[error("{label} has fuel for {units} {}, not for {needed}", cells_word(*.units))]
    NotEnoughFuel {
        /// The label of the vehicle.
        label: Label,
        /// The units left.
        units: u16,
        /// The units needed.
        needed: u8,
    },
    /// The valet has removed the vehicle.
    #[error("{label} is no longer on the board: the valet has removed it")]
    Removed {
        /// The label of the vehicle.
        label: Label,
    },
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
