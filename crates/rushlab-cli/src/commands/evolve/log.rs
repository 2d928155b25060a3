//! The log: a JSON object for each generation of each run, and one for the result of the run, one per line.

use std::io::Write;

use anyhow::Result;
use rushlab::genetic::{Generation, Rate};
use rushlab::notation;
use rushlab::position::Move;
use serde_json::{Value, json};

use super::run::{Job, Run, StopReason};

pub(super) fn write(out: &mut (dyn Write + Send), history: &[(Job, Run)]) -> Result<()> {
    for (job, run) in history {
        for generation in &run.generations {
            writeln!(out, "{}", line(job, generation))?;
        }
        writeln!(out, "{}", end(job, run))?;
    }
    Ok(())
}

fn line(job: &Job, generation: &Generation) -> Value {
    let Generation { number, population, best, mean, diversity, cost, operators, solutions, boards, fittest } =
        generation;
    json!({
        "puzzle": job.id,
        "run": job.number,
        "seed": job.seed,
        "generation": number,
        "population": population,
        "best": best,
        "mean": mean,
        "diversity": diversity,
        "cost": cost,
        "mutations": rate(operators.mutations),
        "crossovers": rate(operators.crossovers),
        "solutions": solutions,
        "boards": boards,
        "fittest": moves(job, fittest),
    })
}

fn end(job: &Job, run: &Run) -> Value {
    let solution = run.solution.as_ref();
    json!({
        "puzzle": job.id,
        "run": job.number,
        "seed": job.seed,
        "status": status(run.ended),
        "generations": run.last.number,
        "cost": solution.map(|solution| solution.cost),
        "evolved": solution.map(|solution| solution.evolved_cost),
        "found": solution.map(|solution| solution.generation),
        "solution": solution.map(|solution| moves(job, &solution.moves)),
    })
}

/// Returns the status word of a run.
pub(super) fn status(ended: StopReason) -> &'static str {
    match ended {
        StopReason::Solved => "solved",
        StopReason::GenerationLimit | StopReason::Timeout | StopReason::Interrupted => "limit",
    }
}

fn rate(rate: Rate) -> Value {
    json!({ "tried": rate.tried, "legal": rate.legal })
}

/// Formats moves in the notation `letters`.
pub(super) fn moves(job: &Job, moves: &[Move]) -> String {
    let letters = notation::by_name("letters").map(|letters| notation::write(letters, &job.puzzle, moves));
    letters.unwrap_or_default().trim_end().to_owned()
}
