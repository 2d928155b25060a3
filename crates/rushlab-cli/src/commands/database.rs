//! `rushlab db`: a database of puzzles.

mod build;
mod query;
mod rows;
mod select;
mod trusted_rows;

use std::io::Write as _;

use anyhow::{Result, bail};
use rushlab::analysis::Filter;
use serde_json::json;

use crate::ExitStatus;
use crate::arguments::{DatabaseCommand, DatabaseOptions, FilterArgs, Output, Stats};
use crate::database::{GROUPS, Store};
use crate::output::{self, STRONG, grouped};

/// The width of the longest bar in characters.
const BAR: u64 = 30;

pub(crate) fn run(options: &DatabaseOptions) -> Result<ExitStatus> {
    match &options.command {
        DatabaseCommand::Build(options) => build::build(options),
        DatabaseCommand::Add(options) => build::add(options),
        DatabaseCommand::Query(options) => query::run(options),
        DatabaseCommand::Stats(options) => stats(options),
    }
}

/// Returns the conditions on the columns of the database.
fn filter(options: &FilterArgs) -> Result<Filter> {
    let filter = options.filter();
    if filter.steps.is_some() {
        bail!(
            "a database has no column for steps; `rushlab convert` and other commands that read puzzles compute them"
        );
    }
    Ok(filter)
}

fn stats(options: &Stats) -> Result<ExitStatus> {
    let filter = filter(&options.filter)?;
    let store = Store::open(&options.database)?;
    let mut out = output::stdout();
    let total = store.count(&filter)?;
    let groups = GROUPS.map(|group| (group, store.counts(&filter, group)));
    match options.style.or_text() {
        Output::Json | Output::Jsonl => {
            let mut object = json!({ "puzzles": total });
            for (group, counts) in groups {
                let counts = counts?.into_iter().map(|(name, count)| (name, count.into()));
                object[group] = serde_json::Value::Object(counts.collect());
            }
            writeln!(out, "{object}")?;
        }
        Output::Tsv => {
            writeln!(out, "by\tvalue\tpuzzles")?;
            for (group, counts) in groups {
                for (name, count) in counts? {
                    writeln!(out, "{group}\t{name}\t{count}")?;
                }
            }
        }
        Output::Text | Output::Table => {
            writeln!(out, "{}", output::count(total as usize, "puzzle"))?;
            for (group, counts) in groups {
                let counts = counts?;
                let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
                let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(group.len());
                writeln!(out, "\n{STRONG}{group:width$}  {:>9}{STRONG:#}", "puzzles")?;
                for (name, count) in counts {
                    let bar = "█".repeat((count * BAR).div_ceil(most) as usize);
                    writeln!(out, "{name:>width$}  {:>9}  {bar}", grouped(count as usize))?;
                }
            }
        }
    }
    out.flush()?;
    Ok(ExitStatus::Success)
}
