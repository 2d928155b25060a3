//! Prints the results of runs: a solution for each puzzle, statistics, or a table of puzzles (`table.rs`).

mod text;

use std::io::Write;
use std::sync::LazyLock;

use anyhow::Result;
use rushlab::notation::{self, Notation};
use rushlab::position::Move;
use rushlab_study::evolution::{self, EvolutionSummary, Run};

use super::comparison::{self, Summaries};
use super::log::status;
use super::run::Job;
use super::table::Table;
use crate::arguments::{EvolveOptions, Output};
use crate::output::{self, Rows, Value};

const SOLUTION: &[&str] =
    &["puzzle", "status", "cost", "evolved", "found", "generations", "boards", "seconds", "seed", "solution"];

const STATISTICS: &[&str] = &[
    "puzzle",
    "runs",
    "solved",
    "optimum",
    "best",
    "mean",
    "worst",
    "at_optimum",
    "generations",
    "seconds",
    "slowest",
    "mutations",
    "crossovers",
];

/// The columns of statistics for other programs.
static ALL_STATISTICS: LazyLock<Vec<&str>> = LazyLock::new(|| [STATISTICS, &comparison::COLUMNS].concat());

pub(super) enum Printer<'a> {
    Text { out: Box<dyn Write + Send>, options: &'a EvolveOptions, printed: usize },
    Rows { rows: Rows<'static, Box<dyn Write + Send>>, options: &'a EvolveOptions },
    Table(Box<Table>),
}

impl<'a> Printer<'a> {
    pub(super) fn new(options: &'a EvolveOptions) -> Result<Printer<'a>> {
        if options.prints_table() {
            return Ok(Printer::Table(Box::new(Table::new(options)?)));
        }
        let out: Box<dyn Write + Send> = Box::new(output::stdout());
        let columns = if options.prints_statistics() { ALL_STATISTICS.as_slice() } else { SOLUTION };
        Ok(match options.style.or_text() {
            Output::Text => Printer::Text { out, options, printed: 0 },
            style => Printer::Rows { rows: Rows::new(out, style, columns)?, options },
        })
    }

    pub(super) fn solution(&mut self, job: &Job, run: &Run) -> Result<()> {
        match self {
            Printer::Text { out, options, printed } => {
                print_separator(out, printed)?;
                text::solution(out, options, job, run)?;
                Ok(out.flush()?)
            }
            Printer::Rows { rows, options } => Ok(rows.row(&solution_row(options, job, run))?),
            Printer::Table(_) => Ok(()),
        }
    }

    /// Prints the statistics of all runs on a puzzle.
    pub(super) fn summary(&mut self, job: &Job, summary: &EvolutionSummary) -> Result<()> {
        match self {
            Printer::Text { out, printed, .. } => {
                print_separator(out, printed)?;
                text::summary(out, job, summary)?;
                Ok(out.flush()?)
            }
            Printer::Rows { rows, .. } => {
                let values = comparison::values(&job.configuration, summary, &[None; 3]);
                let row: Vec<Value<'_>> = summary_row(job, summary).into_iter().chain(values).collect();
                Ok(rows.row(&row)?)
            }
            Printer::Table(table) => table.add(job, [(&*job.configuration, summary)]),
        }
    }

    /// Prints the statistics of a puzzle in several configurations.
    pub(super) fn comparison(&mut self, job: &Job, summaries: &Summaries) -> Result<()> {
        match self {
            Printer::Text { out, printed, .. } => {
                print_separator(out, printed)?;
                comparison::print(out, job, summaries)?;
                Ok(out.flush()?)
            }
            Printer::Rows { rows, .. } => {
                let tests = evolution::compare(summaries.iter().map(|(_, summary)| summary));
                for ((configuration, summary), tests) in summaries.iter().zip(tests) {
                    let values = comparison::values(configuration, summary, &tests);
                    let row: Vec<Value<'_>> = summary_row(job, summary).into_iter().chain(values).collect();
                    rows.row(&row)?;
                }
                Ok(())
            }
            Printer::Table(table) => {
                table.add(job, summaries.iter().map(|(configuration, summary)| (&**configuration, summary)))
            }
        }
    }

    pub(super) fn finish(self) -> Result<()> {
        match self {
            Printer::Text { mut out, .. } => Ok(out.flush()?),
            Printer::Rows { rows, .. } => Ok(rows.finish()?),
            Printer::Table(table) => table.finish(),
        }
    }
}

/// Prints a blank line, except before the first puzzle.
fn print_separator(out: &mut impl Write, printed: &mut usize) -> std::io::Result<()> {
    *printed += 1;
    if *printed > 1 { writeln!(out) } else { Ok(()) }
}

fn solution_row<'a>(options: &EvolveOptions, job: &'a Job, run: &Run) -> Vec<Value<'a>> {
    let solution = run.solution.as_ref();
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    vec![
        job.id.as_str().into(),
        status(run.ended).into(),
        number(solution.map(|solution| solution.cost)),
        number(solution.map(|solution| solution.evolved_cost)),
        number(solution.map(|solution| solution.generation)),
        Value::Number(run.last.number.into()),
        Value::Number(run.last.boards as u64),
        Value::seconds(run.seconds),
        Value::Number(job.seed),
        solution.map_or(Value::Missing, |solution| written(options, notation::LETTERS, job, &solution.moves).into()),
    ]
}

fn summary_row<'a>(job: &'a Job, summary: &EvolutionSummary) -> Vec<Value<'a>> {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    let share = |share: Option<f64>| share.map_or(Value::Missing, |share| Value::Decimal(share, 4));
    vec![
        job.id.as_str().into(),
        Value::Number(summary.runs as u64),
        Value::Number(summary.solved as u64),
        number(summary.optimum),
        number(summary.best()),
        summary.mean().map_or(Value::Missing, |mean| Value::Decimal(mean, 2)),
        number(summary.worst()),
        Value::Number(summary.optimal() as u64),
        Value::Decimal(summary.generations, 2),
        Value::seconds(summary.seconds),
        Value::seconds(summary.slowest),
        share(summary.mutations.share()),
        share(summary.crossovers.share()),
    ]
}

fn written(options: &EvolveOptions, default: &dyn Notation, job: &Job, moves: &[Move]) -> String {
    let notation = options.notation.map_or(default, |name| name.0);
    notation::write(notation, &job.puzzle, moves).trim_end().to_owned()
}
