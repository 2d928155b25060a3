//! Never the same board twice.

use std::collections::HashSet;

use crate::puzzle::{Cell, Exit, Label, Puzzle, Vehicle};

/// The boards met so far. Two are the same when only the names of their vehicles differ.
#[derive(Debug, Default)]
pub struct Distinct(HashSet<Board>);

/// All of a puzzle but its names.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Board {
    size: (u8, u8),
    vehicles: Vec<Vehicle>,
    primary: usize,
    exit: Exit,
    walls: Vec<Cell>,
}

impl Distinct {
    /// Whether a board is new; from now on it is not.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        // Vehicles stand in the order in which they appear on the board, so numbers do for labels.
        let nameless = |(vehicle, number): (&Vehicle, u32)| Vehicle { label: Label::from_number(number), ..*vehicle };
        self.0.insert(Board {
            size: (puzzle.width(), puzzle.height()),
            vehicles: puzzle.vehicles().iter().zip(0..).map(nameless).collect(),
            primary: puzzle.primary_index(),
            exit: puzzle.exit(),
            walls: puzzle.walls().to_vec(),
        })
    }
}
