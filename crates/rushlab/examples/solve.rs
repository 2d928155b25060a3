//! Solves a puzzle and prints its moves: `cargo run --example solve -- BOARD`.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::{Puzzle, Solver};

const BOARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = std::env::args().nth(1).unwrap_or_else(|| BOARD.to_owned());
    let puzzle: Puzzle = board.parse()?;
    let outcome = Solver::new(&puzzle).run();
    match outcome.solution {
        None => println!("there is no solution"),
        Some(solution) => println!("{} moves, {} steps: {solution}", solution.moves().len(), solution.steps()),
    }
    Ok(())
}
