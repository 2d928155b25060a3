//! Explores every position of a puzzle: how many there are, how far they are from the exit, and which one is the
//! hardest.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use rushlab::analysis::{Cluster, Difficulty, Solutions, hardest};
use rushlab::{Limits, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
    println!("{} positions, {} goals", cluster.size(), cluster.goals());
    for (distance, count) in cluster.histogram().iter().enumerate() {
        println!("{distance} moves from the exit: {count} positions");
    }
    if let Some(solutions) = Solutions::of(&cluster, 0) {
        println!("{} optimal solutions", solutions.count);
    }
    if let Some(difficulty) = Difficulty::of(&cluster, 0) {
        println!("rated {difficulty}, {}", difficulty.level());
    }
    if let Some(number) = hardest(&cluster) {
        println!("the hardest position: {}", cluster.position(number));
    }
    Ok(())
}
