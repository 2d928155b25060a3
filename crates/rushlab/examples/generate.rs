//! Generates puzzles that meet constraints. The same seed gives the same puzzles on every machine.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::analysis::Level;
use rushlab::generate::{Constraints, DistinctPuzzles, Solvability, attempt};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let constraints = Constraints { level: Some(Level::Beginner), minimal: true, ..Constraints::default() };
    constraints.validate()?;
    let mut distinct = DistinctPuzzles::default();
    let attempts = (0..).map(|number| attempt(&constraints, Solvability::Solvable, 1, number, &mut ()));
    let puzzles = attempts.filter_map(Result::ok).filter(|puzzle| distinct.insert(puzzle));
    for puzzle in puzzles.take(3) {
        println!("{puzzle}");
    }
    Ok(())
}
