//! The log: a record for each generation of each run. As JSON lines it also has an object for the result of each run.

use std::io::{self, Write};

use rushlab::notation;
use rushlab::position::Move;
use rushlab_genetic::{Generation, Rate};
use rushlab_study::evolution::{Run, StopReason};
use serde_json::{Value as Json, json};

use super::records::{RecordFormat, RecordWriter};
use super::run::Job;
use crate::output::Value;

const COLUMNS: &[&str] = &[
    "puzzle",
    "configuration",
    "run",
    "seed",
    "generation",
    "population",
    "best",
    "mean",
    "diversity",
    "cost",
    "mutations_tried",
    "mutations_legal",
    "crossovers_tried",
    "crossovers_legal",
    "solutions",
    "boards",
    "fittest",
];

pub(super) enum Log<'a> {
    Records(RecordWriter<'static, &'a mut (dyn Write + Send)>),
    JsonLines(&'a mut (dyn Write + Send)),
}

impl<'a> Log<'a> {
    pub(super) fn new(out: &'a mut (dyn Write + Send), format: RecordFormat) -> io::Result<Log<'a>> {
        Ok(match format {
            RecordFormat::JsonLines => Log::JsonLines(out),
            other => Log::Records(RecordWriter::new(out, other, COLUMNS)?),
        })
    }

    pub(super) fn write(&mut self, job: &Job, run: &Run, generations: &[Generation]) -> io::Result<()> {
        match self {
            Log::Records(records) => {
                generations.iter().try_for_each(|generation| records.write(&record(job, generation)))
            }
            Log::JsonLines(out) => {
                generations.iter().try_for_each(|generation| writeln!(out, "{}", line(job, generation)))?;
                writeln!(out, "{}", end(job, run))
            }
        }
    }
}

fn record<'a>(job: &'a Job, generation: &Generation) -> Vec<Value<'a>> {
    let Generation { number, population, best, mean, diversity, cost, operators, solutions, boards, fittest, .. } =
        generation;
    vec![
        job.id.as_str().into(),
        job.configuration.label.as_str().into(),
        Value::Number(job.number.into()),
        Value::Number(job.seed),
        Value::Number((*number).into()),
        Value::Number(*population as u64),
        Value::Decimal(*best, 4),
        Value::Decimal(*mean, 4),
        Value::Decimal(*diversity, 4),
        Value::Decimal(*cost, 4),
        Value::Number(operators.mutations.tried),
        Value::Number(operators.mutations.legal),
        Value::Number(operators.crossovers.tried),
        Value::Number(operators.crossovers.legal),
        Value::Number(*solutions as u64),
        Value::Number(*boards as u64),
        moves(job, fittest).into(),
    ]
}

fn line(job: &Job, generation: &Generation) -> Json {
    let Generation { number, population, best, mean, diversity, cost, operators, solutions, boards, fittest, .. } =
        generation;
    json!({
        "puzzle": job.id,
        "configuration": job.configuration.label,
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

fn end(job: &Job, run: &Run) -> Json {
    let solution = run.solution.as_ref();
    json!({
        "puzzle": job.id,
        "configuration": job.configuration.label,
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

pub(super) fn status(ended: StopReason) -> &'static str {
    match ended {
        StopReason::Solved => "solved",
        StopReason::GenerationLimit | StopReason::Timeout | StopReason::MemoryLimit | StopReason::Interrupted => {
            "limit"
        }
    }
}

fn rate(rate: Rate) -> Json {
    json!({ "tried": rate.tried, "legal": rate.legal })
}

pub(super) fn moves(job: &Job, moves: &[Move]) -> String {
    let letters = notation::by_name("letters").map(|letters| notation::write(letters, &job.puzzle, moves));
    letters.unwrap_or_default().trim_end().to_owned()
}
