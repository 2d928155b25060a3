//! Prints the comparison of configurations on one puzzle: a table of statistics, and a rank test of each configuration
//! against the first.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use rushlab_study::evolution::{EvolutionSummary, GeneticConfiguration, Measure, Tests, compare};

use super::run::Job;
use crate::arguments::Output;
use crate::output::{self, Columns, Rows, STRONG, Value, count, grouped};

/// The columns of statistics that follow those of a single configuration.
pub(super) const COLUMNS: [&str; 13] = [
    "configuration",
    "algorithm",
    "setting",
    "lower_quartile",
    "median",
    "upper_quartile",
    "found",
    "p_cost",
    "a12_cost",
    "p_found",
    "a12_found",
    "p_seconds",
    "a12_seconds",
];

/// The columns of a table for people.
pub(super) const TABLE: [&str; 13] = [
    "puzzle",
    "configuration",
    "runs",
    "solved",
    "optimal",
    "optimum",
    "best",
    "median",
    "worst",
    "found",
    "seconds",
    "p_cost",
    "a12_cost",
];

/// The columns of tables for people that a narrow terminal leaves out.
pub(super) const PRIORITIES: Columns<'static> = Columns {
    names: &TABLE,
    least_important: &["optimum", "runs", "worst", "found", "best", "a12_cost"],
    ..Columns::DEFAULT
};

pub(super) type Summaries = [(Arc<GeneticConfiguration>, EvolutionSummary)];

pub(super) fn values<'a>(
    configuration: &'a GeneticConfiguration,
    summary: &EvolutionSummary,
    tests: &Tests,
) -> Vec<Value<'a>> {
    let mut values: Vec<Value<'a>> = vec![
        configuration.label.as_str().into(),
        configuration.algorithm.name().into(),
        configuration.setting.name().into(),
        decimal(summary.cost_quantile(0.25), 2),
        decimal(summary.cost_quantile(0.5), 2),
        decimal(summary.cost_quantile(0.75), 2),
        decimal(summary.median_found(), 1),
    ];
    values.extend(
        tests.iter().flat_map(|test| [decimal(test.map(|test| test.p), 10), decimal(test.map(|test| test.a12), 4)]),
    );
    values
}

pub(super) fn table_row<'a>(
    job: &'a Job,
    configuration: &'a GeneticConfiguration,
    summary: &EvolutionSummary,
    tests: &Tests,
) -> Vec<Value<'a>> {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    vec![
        job.id.as_str().into(),
        configuration.label.as_str().into(),
        grouped(summary.runs).into(),
        grouped(summary.solved).into(),
        grouped(summary.optimal()).into(),
        number(summary.optimum),
        number(summary.best()),
        rounded(summary.cost_quantile(0.5)),
        number(summary.worst()),
        rounded(summary.median_found()),
        Value::Decimal(summary.seconds, 4),
        tests[0].map_or(Value::Missing, |test| shown_p(test.p).into()),
        decimal(tests[0].map(|test| test.a12), 3),
    ]
}

pub(super) fn print(out: &mut (dyn Write + Send), job: &Job, summaries: &Summaries) -> Result<()> {
    let [(first, summary), others @ ..] = summaries else { return Ok(()) };
    let (name, metric) = (output::name_of(&job.puzzle), job.puzzle.rules().metric);
    let optimum = summary.optimum.map_or_else(String::new, |optimum| format!("; optimum {optimum} {metric}"));
    let (id, number) = (&job.id, count(summaries.len(), "configuration"));
    let seeds = if others.is_empty() { "" } else { " with the same random seeds" };
    writeln!(out, "{STRONG}{id}{name}{STRONG:#}: {number}{seeds}{optimum}")?;
    let all = compare(summaries.iter().map(|(_, summary)| summary));
    // Without the puzzle, the optimum and the tests.
    let people = |row: Vec<Value<'_>>| -> Vec<String> {
        let kept = row.iter().enumerate().filter(|(column, _)| ![0, 5, 11, 12].contains(column));
        kept.map(|(_, value)| value.shown().into_owned()).collect()
    };
    let names = people(TABLE.map(Value::from).into());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut rows = Rows::new(&mut *out, Output::Table, Columns { names: &names, ..PRIORITIES })?;
    for ((configuration, summary), tests) in summaries.iter().zip(&all) {
        let row = people(table_row(job, configuration, summary, tests));
        rows.row(&row.into_iter().map(Value::from).collect::<Vec<_>>())?;
    }
    rows.finish()?;
    if others.is_empty() {
        return Ok(());
    }
    let first = &first.label;
    let adjusted = if others.len() > 1 { ", p adjusted by Holm's method" } else { "" };
    writeln!(out)?;
    print_wrapped(out, &format!("Mann–Whitney test against {first}, two-sided{adjusted}:"))?;
    let mut rows = Rows::new(&mut *out, Output::Table, &["configuration", "measure", "p", "A12"])?;
    for ((configuration, _), tests) in others.iter().zip(all.iter().skip(1)) {
        for (measure, test) in Measure::ALL.into_iter().zip(tests) {
            let Some(test) = test else { continue };
            let label = configuration.label.as_str();
            rows.row(&[label.into(), measure.name().into(), shown_p(test.p).into(), Value::Decimal(test.a12, 3)])?;
        }
    }
    rows.finish()?;
    let meaning = format!(
        "A12: the probability that a run is better than a run of {first}; equal runs count half. Without a solution, \
         cost and found are the worst; seconds is the time of the run in any case"
    );
    print_wrapped(out, &meaning)
}

fn print_wrapped(out: &mut (dyn Write + Send), text: &str) -> Result<()> {
    let lines = output::wrap_words(text, output::columns().min(100));
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
}

fn decimal(value: Option<f64>, decimals: usize) -> Value<'static> {
    value.map_or(Value::Missing, |value| Value::Decimal(value, decimals))
}

/// Returns a median, which is a whole number or a half.
fn rounded(value: Option<f64>) -> Value<'static> {
    decimal(value, if value.is_some_and(|value| value.fract() != 0.0) { 1 } else { 0 })
}

/// Formats a probability for people.
fn shown_p(p: f64) -> String {
    if p < 0.0001 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}
