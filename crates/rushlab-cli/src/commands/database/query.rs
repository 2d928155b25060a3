//! `rushlab db query`: prints the matching puzzles of a database, or writes them to a file.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use rushlab::format;

use super::rows::{self, EntryRows};
use super::select;
use crate::arguments::{FormatName, Output, Query, QueryResult};
use crate::database::{Entry, Store};
use crate::puzzle_file::PuzzleFile;
use crate::{ExitStatus, atomic_file, interrupt, output};

pub(super) fn run(options: &Query) -> Result<ExitStatus> {
    let store = Store::open(&options.database)?;
    interrupt::defer_to_command();
    let mut found = 0;
    match &options.out {
        Some(path) => {
            let finished = atomic_file::write_or_print(path, options.force, |out| {
                found = write_matches(options, &store, out)?;
                if interrupt::requested() { Err(anyhow!("interrupted")) } else { Ok(()) }
            });
            // An interrupted query writes no file: a part must not look like the whole.
            if !interrupt::requested() {
                finished?;
            }
        }
        None => {
            let mut out = output::stdout();
            found = write_matches(options, &store, &mut out)?;
            out.flush()?;
        }
    }
    if interrupt::requested() {
        return Ok(interrupt::report(&match &options.out {
            Some(path) => format!("{} is not written", path.display()),
            None => "only a part of the matches was printed".to_owned(),
        }));
    }
    if options.random {
        options.seed.note_if_random();
    }
    Ok(match options.limit() {
        _ if found == 0 => {
            output::note("no puzzle in the database matches; relax the conditions");
            ExitStatus::Incomplete
        }
        Some(wanted) if options.random && found < wanted => {
            output::note(&format!("only {} match", output::count(found, "puzzle")));
            ExitStatus::Incomplete
        }
        _ => ExitStatus::Success,
    })
}

fn write_matches(options: &Query, store: &Store, out: &mut dyn Write) -> Result<usize> {
    let Query { order, seed, .. } = options;
    let filter = &super::filter(&options.filter)?;
    let mut matches = Matches::new(options.result(), out)?;
    let mut found = 0;
    let each = |entry: Entry| {
        found += 1;
        matches.write(&entry)
    };
    match (options.random, options.limit()) {
        (true, limit) => {
            let selected = select::select_random(store, filter, limit.unwrap_or(usize::MAX), seed.value())?;
            selected.into_iter().try_for_each(each)?;
        }
        (false, limit) => store.each(filter, order, limit, each)?,
    }
    matches.finish(found)?;
    Ok(found)
}

/// A printer of matching puzzles.
enum Matches<'a> {
    Rows { rows: EntryRows<&'a mut dyn Write>, style: Output },
    Puzzles { out: &'a mut dyn Write, file: PuzzleFile, to: FormatName },
    CensusRows(&'a mut dyn Write),
}

impl<'a> Matches<'a> {
    fn new(result: QueryResult, out: &'a mut dyn Write) -> Result<Matches<'a>> {
        Ok(match result {
            QueryResult::Rows(style) => Matches::Rows { rows: EntryRows::new(out, style)?, style },
            QueryResult::Puzzles(to) => Matches::Puzzles { out, file: PuzzleFile::new(to), to },
            QueryResult::CensusRows => Matches::CensusRows(out),
        })
    }

    fn write(&mut self, entry: &Entry) -> Result<()> {
        match self {
            Matches::Rows { rows, .. } => Ok(rows.row(entry)?),
            Matches::Puzzles { out, file, to } => {
                let puzzle = entry.puzzle()?;
                let relabelled = || file.text(&format::relabel(to.0, &puzzle)?);
                let text = file.text(&puzzle).or_else(|refusal| relabelled().map_err(|_| refusal));
                let text = text.map_err(|refusal| anyhow!("{}: {}", entry.id, refusal.explain(&output::remedy)))?;
                let is_json = to.0.about().name == format::JSON.about().name;
                let text = if is_json { rows::with_findings(&text, entry) } else { text };
                Ok(file.write(out, &puzzle, &text)?)
            }
            Matches::CensusRows(out) => {
                if entry.read_board().is_none() {
                    bail!(
                        "{}: a row `moves board positions` cannot represent its exit, fuel or rules; \
                         use --to id, --to json or --tsv",
                        entry.id
                    );
                }
                Ok(writeln!(out, "{:02} {} {}", entry.moves, entry.board, entry.positions)?)
            }
        }
    }

    fn finish(self, found: usize) -> Result<()> {
        match self {
            // An empty list is printed for programs only.
            Matches::Rows { style: Output::Table | Output::Text, .. } if found == 0 => Ok(()),
            Matches::Rows { rows, .. } => Ok(rows.finish()?),
            Matches::Puzzles { out, file, .. } => Ok(file.finish(out)?),
            Matches::CensusRows(_) => Ok(()),
        }
    }
}
