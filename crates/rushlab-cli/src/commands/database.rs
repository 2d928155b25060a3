//! `rushlab db`: a database of puzzles.

mod build;
pub(crate) mod candidates;
mod checksum;
mod condition;
mod entry;
mod rows;
mod select;
mod store;
mod trusted_rows;

use std::io::Write as _;

use anyhow::{Result, bail};
use rushlab::format;
use serde_json::json;

use crate::arguments::{DatabaseCommand, DatabaseOptions, Export, Output, Query, Random, Stats};
use crate::output::{self, STRONG, grouped};
use crate::puzzle_file::PuzzleFile;
use crate::{ExitStatus, atomic_file, interrupt};
use rows::EntryRows;
use store::Store;

/// The width of the longest bar in characters.
const BAR: u64 = 30;

pub(crate) fn run(options: &DatabaseOptions) -> Result<ExitStatus> {
    match &options.command {
        DatabaseCommand::Build(options) => build::build(options),
        DatabaseCommand::Add(options) => build::add(options),
        DatabaseCommand::Query(options) => query(options),
        DatabaseCommand::Random(options) => random(options),
        DatabaseCommand::Stats(options) => stats(options),
        DatabaseCommand::Export(options) => export(options),
    }
}

fn report_no_match() -> ExitStatus {
    output::note("no puzzle in the database matches; relax the conditions");
    ExitStatus::Incomplete
}

fn query(options: &Query) -> Result<ExitStatus> {
    if options.count == 0 {
        bail!("--count 0 lists no puzzle; give at least 1, or count the matches with `rushlab db stats`");
    }
    let store = Store::open(&options.database)?;
    let style = options.style.or_table();
    let mut rows = EntryRows::new(output::stdout(), style)?;
    let mut found = false;
    store.each(&options.filter, &options.order, Some(options.count), |entry| {
        found = true;
        Ok(rows.row(&entry)?)
    })?;
    if found || is_for_programs(style) {
        rows.finish()?;
    }
    Ok(if found { ExitStatus::Success } else { report_no_match() })
}

/// Returns whether programs read a style: then an empty list is printed too.
fn is_for_programs(style: Output) -> bool {
    matches!(style, Output::Tsv | Output::Json | Output::Jsonl)
}

fn random(options: &Random) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    let entries = select::select_random(&store, &options.filter, options.count, options.seed.value())?;
    options.seed.note_if_random();
    if entries.is_empty() && options.count > 0 && !is_for_programs(options.style.or_text()) {
        return Ok(report_no_match());
    }
    if options.style.or_text() == Output::Text {
        let mut out = output::stdout();
        entries.iter().try_for_each(|entry| writeln!(out, "{}", entry.text()))?;
        out.flush()?;
    } else {
        let mut rows = EntryRows::new(output::stdout(), options.style.or_text())?;
        entries.iter().try_for_each(|entry| rows.row(entry))?;
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
    match options.style.or_text() {
        Output::Json | Output::Jsonl => {
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
    let found = match &options.out {
        Some(path) => {
            let mut found = false;
            let finished = atomic_file::write(path, options.force, |out| {
                found = write_matches(options, &store, out)?;
                if interrupt::requested() { Err(anyhow::anyhow!("interrupted")) } else { Ok(()) }
            });
            // An interrupted export writes no file: a part must not look like the whole.
            if !interrupt::requested() {
                finished?;
            }
            found
        }
        None => {
            let mut out = output::stdout();
            let found = write_matches(options, &store, &mut out)?;
            out.flush()?;
            found
        }
    };
    if interrupt::requested() {
        return Ok(interrupt::report(&match &options.out {
            Some(path) => format!("{} is not written", path.display()),
            None => "only a part of the matches was printed".to_owned(),
        }));
    }
    Ok(if found { ExitStatus::Success } else { report_no_match() })
}

fn write_matches(options: &Export, store: &Store, out: &mut dyn std::io::Write) -> Result<bool> {
    let Export { filter, order, .. } = options;
    let mut found = false;
    if let Some(style) = options.style.given() {
        let mut rows = EntryRows::new(out, style)?;
        store.each(filter, order, None, |entry| {
            found = true;
            Ok(rows.row(&entry)?)
        })?;
        rows.finish()?;
        return Ok(found);
    }
    let mut file = options.to.map(PuzzleFile::new);
    store.each(filter, order, None, |entry| {
        found = true;
        let Some((file, to)) = file.as_mut().zip(options.to) else {
            if entry.read_board().is_none() {
                bail!(
                    "{}: a row `moves board positions` cannot represent its exit, fuel or rules; \
                     use --to id, --to json or --output tsv",
                    entry.id
                );
            }
            return Ok(writeln!(out, "{:02} {} {}", entry.moves, entry.board, entry.positions)?);
        };
        let puzzle = entry.puzzle()?;
        let relabelled = || file.text(&format::relabel(to.0, &puzzle)?);
        let text = file.text(&puzzle).or_else(|refusal| relabelled().map_err(|_| refusal));
        let text = text.map_err(|refusal| anyhow::anyhow!("{}: {}", entry.id, refusal.explain(&output::remedy)))?;
        let is_json = to.0.about().name == format::JSON.about().name;
        let text = if is_json { rows::with_findings(&text, &entry) } else { text };
        Ok(file.write(out, &puzzle, &text)?)
    })?;
    if let Some(file) = file {
        file.finish(out)?;
    }
    Ok(found)
}
