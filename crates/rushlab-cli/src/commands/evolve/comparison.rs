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

/// The columns for people. A narrow terminal leaves out the least important.
const TABLE: Columns<'static> = Columns {
    names: &["configuration", "runs", "solved", "optimal", "best", "median", "worst", "found", "seconds"],
    least_important: &["runs", "worst", "found", "best"],
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

fn table_row<'a>(configuration: &'a GeneticConfiguration, summary: &EvolutionSummary) -> [Value<'a>; 9] {
    let number = |number: Option<u32>| number.map_or(Value::Missing, |number| Value::Number(number.into()));
    [
        configuration.label.as_str().into(),
        grouped(summary.runs).into(),
        grouped(summary.solved).into(),
        grouped(summary.optimal()).into(),
        number(summary.best()),
        rounded(summary.cost_quantile(0.5)),
        number(summary.worst()),
        rounded(summary.median_found()),
        Value::Decimal(summary.seconds, 4),
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
    let mut rows = Rows::new(&mut *out, Output::Table, TABLE)?;
    summaries.iter().try_for_each(|(configuration, summary)| rows.row(&table_row(configuration, summary)))?;
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
