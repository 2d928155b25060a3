//! What `rushlab train` prints, and the file that it writes.

use std::io::Write;

use anyhow::Result;
use rushlab_genetic::{EvolvedHeuristic, HeuristicEvolution, TrainingPuzzle, Trial};

use super::work::Work;
use crate::arguments::TrainOptions;
use crate::output::{self, count, grouped};

/// Returns the text of the heuristic's file.
pub(super) fn file(options: &TrainOptions, best: &EvolvedHeuristic, generations: u32, puzzles: usize) -> String {
    format!(
        "; evolved by rushlab train: {}, {} of {}, seed {}; fitness {:.3}\n{}",
        count(puzzles, "training puzzle"),
        count(generations as usize, "generation"),
        options.population,
        options.seed.value(),
        best.fitness,
        best.expression
    )
}

/// Prints the generations with a new best heuristic, the best one, and what it saves on the puzzles.
pub(super) fn print(
    history: &[EvolvedHeuristic],
    evolution: &HeuristicEvolution,
    work: &Work<'_>,
    [training, test]: [&[TrainingPuzzle]; 2],
) -> Result<()> {
    let mut out = output::stdout();
    let mut last: Option<&EvolvedHeuristic> = None;
    for (generation, best) in history.iter().enumerate() {
        if last.is_none_or(|last| last.expression != best.expression) {
            writeln!(out, "generation {generation}: fitness {:.3}  {}", best.fitness, best.expression)?;
        }
        last = Some(best);
    }
    let Some(best) = last else { return Ok(()) };
    let (generations, evaluated) = (evolution.generation() as usize, evolution.evaluated());
    writeln!(out, "{} evaluated in {}", count(evaluated, "expression"), count(generations, "generation"))?;
    let proof =
        if best.expression.is_admissible() { "admissible" } else { "not admissible: solutions may not be optimal" };
    writeln!(out, "{proof}")?;
    for (name, puzzles) in [("training", training), ("test", test)] {
        if !puzzles.is_empty() {
            writeln!(out, "{name}: {}", summary(puzzles, &work.trials(puzzles, &best.expression)))?;
        }
    }
    Ok(out.flush()?)
}

/// Returns what an expression needs for puzzles, compared with `h4`.
fn summary(puzzles: &[TrainingPuzzle], trials: &[Trial]) -> String {
    let solved: Vec<(&TrainingPuzzle, u32, &Trial)> =
        puzzles.iter().zip(trials).filter_map(|(puzzle, trial)| Some((puzzle, trial.cost?, trial))).collect();
    let expanded: u64 = trials.iter().map(|trial| trial.expanded).sum();
    let reference: u64 = puzzles.iter().map(|puzzle| puzzle.reference).sum();
    let optimal = solved.iter().filter(|(puzzle, cost, _)| *cost == puzzle.optimum).count();
    let excess: f64 = solved.iter().map(|(puzzle, cost, _)| f64::from(*cost) / f64::from(puzzle.optimum) - 1.0).sum();
    format!(
        "{} of {} solved, {optimal} optimally, {:.1}% above the optimum on average; {} positions expanded, h4 {} ({:.0}% saved)",
        solved.len(),
        count(puzzles.len(), "puzzle"),
        100.0 * excess / solved.len().max(1) as f64,
        grouped(expanded as usize),
        grouped(reference as usize),
        100.0 * (1.0 - expanded as f64 / reference.max(1) as f64)
    )
}
