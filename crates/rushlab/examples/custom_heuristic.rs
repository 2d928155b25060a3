//! A heuristic of our own: checked for admissibility on every position of a puzzle, then used by A*.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::analysis::{Cluster, Properties};
use rushlab::heuristic::{About, Claim, Estimator, Heuristic};
use rushlab::{Limits, Position, Puzzle, Solver, search};

/// The distance of the primary from the exit, in cells. It overestimates: one move can cover several cells.
struct CellsToExit;

impl Heuristic for CellsToExit {
    fn about(&self) -> About {
        About::new("cells-to-exit", "the distance of the primary from the exit", Claim::Never, Claim::Never)
    }

    fn compile(&self, _: &Puzzle) -> Box<dyn Estimator> {
        Box::new(CellsToExit)
    }
}

impl Estimator for CellsToExit {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        let puzzle = position.puzzle();
        let offset = position.offsets()[puzzle.primary_index()]?;
        Some(puzzle.goal_offset().abs_diff(offset).into())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
    let properties = Properties::of(&cluster, &CellsToExit);
    println!("admissible: {}, consistent: {}", properties.is_admissible(), properties.is_consistent());
    if let Some(counterexample) = properties.overestimate_example {
        println!(
            "{}: estimated {:?}, but {} is enough",
            counterexample.position, counterexample.estimate, counterexample.distance
        );
    }
    let outcome = Solver::new(&puzzle).algorithm(search::ASTAR).heuristic(&CellsToExit).run();
    println!("A* finds {:?} moves after {} expansions", outcome.cost(), outcome.statistics.expanded);
    Ok(())
}
