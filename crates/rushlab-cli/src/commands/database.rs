//! `rushlab db`: a database of puzzles.

mod build;
mod checksum;
mod select;
mod store;

use std::io::Write as _;

use anyhow::Result;
use rushlab::format;
use serde_json::json;

use crate::arguments::{DatabaseCommand, DatabaseOptions, Export, Output, Query, Random, Stats};
use crate::commands::random_seed;
use crate::output::{self, Rows, STRONG, Value, grouped};
use crate::{ExitStatus, atomic_file, interrupt};
use store::{Entry, Store};

/// The columns of a list of puzzles.
const COLUMNS: [&str; 7] = ["moves", "level", "rating", "vehicles", "walls", "positions", "board"];

/// The width of the longest bar in characters.
const BAR: u64 = 30;

pub(crate) fn run(options: &DatabaseOptions) -> Result<ExitStatus> {
    match &options.command {
        DatabaseCommand::Build(options) => build::run(options),
        DatabaseCommand::Query(options) => query(options),
        DatabaseCommand::Random(options) => random(options),
        DatabaseCommand::Stats(options) => stats(options),
        DatabaseCommand::Export(options) => export(options),
    }
}

fn values(entry: &Entry) -> [Value<'_>; 7] {
    [
        Value::Number(entry.moves),
        entry.level.map_or(Value::Missing, |level| level.word().into()),
        entry.rating.map_or(Value::Missing, |tenths| Value::Decimal(tenths as f64 / 10.0, 1)),
        Value::Number(entry.vehicles),
        Value::Number(entry.walls),
        Value::Number(entry.positions),
        entry.board.as_str().into(),
    ]
}

/// Reports that no puzzle matches.
fn report_no_match() -> ExitStatus {
    output::note("no puzzle in the database matches; relax the conditions");
    ExitStatus::Incomplete
}

fn query(options: &Query) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    let mut rows = Rows::new(output::stdout(), options.output, &COLUMNS)?;
    let mut found = false;
    store.each(&options.filter, Some(options.limit), |entry| {
        found = true;
        Ok(rows.row(&values(&entry))?)
    })?;
    if !found {
        return Ok(report_no_match());
    }
    rows.finish()?;
    Ok(ExitStatus::Success)
}

fn random(options: &Random) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    let seed = options.seed.unwrap_or_else(random_seed);
    let entries = select::select_random(&store, &options.filter, options.count, seed)?;
    if options.seed.is_none() {
        output::note(&format!("seed {seed}"));
    }
    if entries.is_empty() && options.count > 0 {
        return Ok(report_no_match());
    }
    if options.output == Output::Text {
        let mut out = output::stdout();
        entries.iter().try_for_each(|entry| writeln!(out, "{}", entry.board))?;
        out.flush()?;
    } else {
        let mut rows = Rows::new(output::stdout(), options.output, &COLUMNS)?;
        entries.iter().try_for_each(|entry| rows.row(&values(entry)))?;
        rows.finish()?;
    }
    if entries.len() < options.count {
        output::note(&format!("only {} match", output::count(entries.len(), "puzzle")));
        return Ok(ExitStatus::Incomplete);
    }
    Ok(ExitStatus::Success)
}

fn stats(options: &Stats) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    let mut out = output::stdout();
    let total = store.count(&options.filter)?;
    let groups = store::GROUPS.map(|group| (group, store.counts(&options.filter, group)));
    match options.output {
        Output::Json => {
            let mut object = json!({ "puzzles": total });
            for (group, counts) in groups {
                let counts = counts?.into_iter().map(|(name, count)| (name, count.into()));
                object[group.name] = serde_json::Value::Object(counts.collect());
            }
            writeln!(out, "{object}")?;
        }
        Output::Tsv => {
            writeln!(out, "by\tvalue\tpuzzles")?;
            for (group, counts) in groups {
                for (name, count) in counts? {
                    writeln!(out, "{}\t{name}\t{count}", group.name)?;
                }
            }
        }
        Output::Text | Output::Table => {
            writeln!(out, "{}", output::count(total as usize, "puzzle"))?;
            for (group, counts) in groups {
                let counts = counts?;
                let most = counts.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
                let width = counts.iter().map(|(name, _)| name.len()).max().unwrap_or(0).max(group.name.len());
                writeln!(out, "\n{STRONG}{:width$}  {:>9}{STRONG:#}", group.name, "puzzles")?;
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

fn export(options: &Export) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    interrupt::defer_to_command();
    let mut written = 0;
    let mut write = |out: &mut dyn std::io::Write| {
        store.each(&options.filter, None, |entry| {
            match options.to {
                None => writeln!(out, "{:02} {} {}", entry.moves, entry.board, entry.positions)?,
                Some(to) => {
                    if written > 0 {
                        out.write_all(to.0.about().separator.as_bytes())?;
                    }
                    let puzzle = format::parse(&entry.board)?;
                    out.write_all(format::write(to.0, &puzzle)?.as_bytes())?;
                }
            }
            written += 1;
            Ok(())
        })
    };
    match &options.out {
        Some(path) => {
            let finished = atomic_file::write(path, options.force, |out| {
                write(out)?;
                if interrupt::requested() { Err(anyhow::anyhow!("interrupted")) } else { Ok(()) }
            });
            // An interrupted export writes no file: a part must not look like the whole.
            if !interrupt::requested() {
                finished?;
            }
        }
        None => {
            let mut out = output::stdout();
            write(&mut out)?;
            out.flush()?;
        }
    }
    if interrupt::requested() {
        return Ok(ExitStatus::Interrupted);
    }
    Ok(if written == 0 { report_no_match() } else { ExitStatus::Success })
}
