//! Detection of duplicate puzzles.

use std::collections::HashSet;

use crate::puzzle::{Cell, Exit, Label, Puzzle, Vehicle};

/// A set of puzzles. Two puzzles are equal if they differ in vehicle labels only.
#[derive(Debug, Default)]
pub struct DistinctPuzzles(HashSet<UnlabelledPuzzle>);

/// All of a puzzle except its name and its labels.
#[derive(Debug, PartialEq, Eq, Hash)]
struct UnlabelledPuzzle {
    size: (u8, u8),
    vehicles: Vec<Vehicle>,
    primary: usize,
    exit: Exit,
    walls: Vec<Cell>,
}

impl DistinctPuzzles {
    /// Adds a puzzle and returns whether it is new.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        // Vehicles are ordered by where they are on the board, so their indices can replace the labels.
        let unlabelled = |(vehicle, number): (&Vehicle, u32)| Vehicle { label: Label::from_number(number), ..*vehicle };
        self.0.insert(UnlabelledPuzzle {
            size: (puzzle.width(), puzzle.height()),
            vehicles: puzzle.vehicles().iter().zip(0..).map(unlabelled).collect(),
            primary: puzzle.primary_index(),
            exit: puzzle.exit(),
            walls: puzzle.walls().to_vec(),
        })
    }
}
