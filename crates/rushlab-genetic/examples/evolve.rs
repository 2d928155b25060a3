//! Runs Schlegel's and GRH's genetic algorithms on a puzzle, generation by generation.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::Puzzle;
use rushlab_genetic::{Evolution, Method, ParameterValues, Setting};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    for method in [Method::Schlegel, Method::Grh] {
        let parameters = ParameterValues::new(method, Setting::Refined);
        let mut evolution = Evolution::new(&puzzle, method, parameters, 1);
        while evolution.termination().is_none() {
            evolution.next_generation();
        }
        let generation = evolution.generation();
        println!("generation {}: best fitness {:.2}", generation.number, generation.best);
        if let Some(solution) = evolution.solution() {
            println!("solved at a cost of {}, found in generation {}", solution.cost, solution.generation);
        }
    }
    Ok(())
}
