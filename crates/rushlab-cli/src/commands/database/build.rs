//! Builds a database, or adds puzzles to one. Every puzzle is explored, so its moves and positions are computed;
//! `--trust-input` copies them from the input.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::analysis::Stopped;

use super::trusted_rows;
use crate::arguments::{Add, Build, InputArgs, PuzzleSource};
use crate::atomic_file::{self, AtomicFile};
use crate::database::{Entry, EntryError, Store};
use crate::progress::{self, ProgressLine};
use crate::{ExitStatus, batch, interrupt, output};

pub(super) fn build(options: &Build) -> Result<ExitStatus> {
    let path = &options.source.database;
    atomic_file::check_new(path, options.force)?;
    let (entries, status) = read(&options.source, &HashSet::new())?;
    if interrupt::requested() {
        return Ok(interrupted(path, &entries, "is not written"));
    }
    if entries.is_empty() {
        bail!("no puzzle was read; nothing was written");
    }
    let read = entries.len();
    let kept = write(path, options.force, entries)?;
    let duplicates = read - kept;
    output::note(&format!("{} in {}{}", output::count(kept, "puzzle"), path.display(), left_out(duplicates)));
    Ok(status)
}

/// Adds puzzles. The database is written anew under another name and then replaced, so a killed run changes nothing.
pub(super) fn add(options: &Add) -> Result<ExitStatus> {
    let path = &options.source.database;
    let store = Store::open(path)?;
    let _lock = lock(path)?;
    let before = store.entries()?;
    let ids: HashSet<String> = before.iter().map(|entry| entry.id.clone()).collect();
    let (new, status) = read(&options.source, &ids)?;
    if interrupt::requested() {
        return Ok(interrupted(path, &new, "is unchanged"));
    }
    let (old, given) = (before.len(), new.len());
    let is_new = |entry: &Entry| !ids.contains(&entry.id);
    let all: Vec<Entry> = before.into_iter().chain(new.into_iter().filter(is_new)).collect();
    let changes = all.len() > old;
    let kept = if changes { write(path, true, all)? } else { old };
    output::note(&format!(
        "{} added to {}, which has {} now{}",
        output::count(kept - old, "puzzle"),
        path.display(),
        output::grouped(kept),
        left_out(given - (kept - old))
    ));
    Ok(status)
}

/// Reports that Ctrl-C was pressed while puzzles were read.
fn interrupted(path: &Path, entries: &[Entry], result: &str) -> ExitStatus {
    interrupt::report(&format!("{} read; {} {result}", output::count(entries.len(), "puzzle"), path.display()))
}

fn left_out(duplicates: usize) -> String {
    match duplicates {
        0 => String::new(),
        duplicates => format!("; {} left out", output::count(duplicates, "duplicate")),
    }
}

/// Locks a database until the returned file is dropped, so that two runs that add puzzles lose none.
fn lock(path: &Path) -> Result<File> {
    let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            bail!("another rushlab process is adding puzzles to {}; wait for it", path.display())
        }
        Err(std::fs::TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("{} cannot be locked", path.display()))
        }
    }
}

fn write(path: &Path, force: bool, entries: Vec<Entry>) -> Result<usize> {
    let file = AtomicFile::create(path, force)?;
    let kept = Store::create(file.temporary_path(), entries);
    let kept = kept.with_context(|| format!("{} cannot be written", path.display()))?;
    file.commit()?;
    Ok(kept)
}

/// Reads the entries of all puzzles. Those with known ids are not explored. After Ctrl-C the rest is skipped.
fn read(source: &PuzzleSource, known: &HashSet<String>) -> Result<(Vec<Entry>, ExitStatus)> {
    interrupt::defer_to_command();
    let mut entries = Vec::new();
    let status = if source.trust_input {
        trusted_rows::read(&source.input, &mut entries)?
    } else {
        let (total, template) = progress::of_puzzles(&source.input, "explored");
        let line = ProgressLine::ticking(total, &template);
        let explored = explore(&source.input, source.threads.count(), &line, known, &mut entries);
        line.finish();
        explored?
    };
    Ok((entries, status))
}

fn explore(
    input: &InputArgs,
    threads: usize,
    line: &ProgressLine,
    known: &HashSet<String>,
    entries: &mut Vec<Entry>,
) -> Result<ExitStatus> {
    batch::run(
        input,
        threads,
        line,
        |item, _| {
            let entry = match known.contains(&item.puzzle.id()) {
                true => Ok(Entry::unexplored(&item.puzzle, 0, 0)),
                false => Entry::explore(&item.puzzle).map_err(|error| (item.origin.message(&error), error)),
            };
            line.increment(1);
            entry
        },
        |entry| match entry {
            Ok(entry) => {
                entries.push(entry);
                Ok(ExitStatus::Success)
            }
            Err((_, EntryError::Stopped(Stopped::Interrupted))) => Ok(ExitStatus::Interrupted),
            Err((message, _)) => {
                output::error(&format!("{message}; it was left out"));
                Ok(ExitStatus::Incomplete)
            }
        },
    )
}
