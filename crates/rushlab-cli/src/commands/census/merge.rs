//! `rushlab census merge`: combines the files of all parts of a census into the file that one process writes.
//!
//! The rows of every part are in order, so they are merged (Knuth, *The Art of Computer Programming* 3, 5.4.1) without
//! being in memory: at most [`MAX_OPEN`] files are open at once, and more are merged in several passes.

mod plan;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, VecDeque};
use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, IntoInnerError, Seek as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab_census::Counts;

use super::census_file::{self, RowReader};
use super::rows;
use super::scope::{self, CensusScope};
use super::sidecar::{self, Sidecar};
use crate::arguments::MergeOptions;
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, durable, interrupt, output};

/// The maximum number of files that are merged at once.
const MAX_OPEN: usize = 128;

/// Number of rows after which the display is redrawn.
const SHOWN_ROWS: u64 = 4096;

struct Part {
    path: PathBuf,
    sidecar: Sidecar,
    scope: CensusScope,
}

pub(super) fn run(options: &MergeOptions) -> Result<ExitStatus> {
    let out = &options.out;
    if out.exists() && !out.is_file() {
        bail!("{} is not a regular file; name another file", out.display());
    }
    atomic_file::check_new(out, options.force)?;
    atomic_file::check_new(&sidecar::path_of(out), options.force || Sidecar::read(out).is_ok())?;
    interrupt::defer_to_command();
    let paths = census_file::list(&options.files)?;
    let Some(parts) = check_files(&paths)? else {
        let status = if interrupt::requested() { ExitStatus::Interrupted } else { ExitStatus::Invalid };
        return Ok(status);
    };
    let Some(numbering) = parts
        .first()
        .map_or(Ok(None), |part| scope::number_boards(part.scope.rules, part.scope.size, part.scope.walls))?
    else {
        return Ok(ExitStatus::Interrupted);
    };
    let census = plan::combine(&parts, numbering.count())?;
    note_versions(&parts);
    let mut totals = Counts::default();
    parts.iter().for_each(|part| totals.merge(&part.sidecar.totals(&part.scope)));
    let line = ProgressLine::delayed(None, "{spinner} {human_pos} rows merged, {per_sec}");
    let statistics = census_file::write(out, options.force, &census, &totals, |write| {
        let sources = parts.iter().map(|own| part(own.path.clone())).collect();
        merge(sources, durable::folder_of(out), &line, write)
    });
    line.finish();
    if statistics.is_err() && interrupt::requested() {
        output::note("nothing was written");
        return Ok(ExitStatus::Interrupted);
    }
    super::print::summary(options.style.or_text(), &census, &totals, &statistics?, out)?;
    if census.chunks.ids != (0, numbering.count()) {
        output::note(&format!("these are {census}; the whole census has the ids 0..{}", numbering.count() - 1));
    }
    Ok(ExitStatus::Success)
}

/// Checks every file. Returns `None` if some are unusable, which is reported, or if Ctrl-C was pressed.
fn check_files(paths: &[PathBuf]) -> Result<Option<Vec<Part>>> {
    let line = ProgressLine::delayed(Some(paths.len() as u64), "{bar:20} {human_pos} of {human_len} files checked");
    let mut parts = Vec::new();
    for path in paths {
        if interrupt::requested() {
            break;
        }
        match census_file::check(path) {
            Ok((sidecar, scope, _)) => parts.push(Part { path: path.clone(), sidecar, scope }),
            Err(error) => line.suspend(|| output::error(&format!("{error:#}"))),
        }
        line.increment(1);
        line.show(String::new);
    }
    line.finish();
    Ok((parts.len() == paths.len()).then_some(parts))
}

/// Mentions if the parts were written by several versions of the program.
fn note_versions(parts: &[Part]) {
    let mut versions: Vec<&str> = parts.iter().map(|part| part.sidecar.program.as_str()).collect();
    versions.sort_unstable();
    versions.dedup();
    if versions.len() > 1 {
        output::note(&format!("the parts were written by rushlab {}", versions.join(" and ")));
    }
}

/// The next row of a source; `None` after the last one.
type Rows = Box<dyn FnMut() -> Result<Option<String>>>;

/// What is merged: a part of the census, or the result of an earlier pass. It is opened when it is needed.
type Source = Box<dyn FnOnce() -> Result<Rows>>;

fn part(path: PathBuf) -> Source {
    Box::new(move || {
        let mut reader = RowReader::open(&path)?;
        Ok(Box::new(move || Ok(reader.next()?.map(str::to_owned))))
    })
}

fn pass(file: File) -> Source {
    Box::new(move || {
        let mut lines = BufReader::new(file).lines();
        Ok(Box::new(move || Ok(lines.next().transpose()?)))
    })
}

/// A row and the number of its source. The greatest entry is the first in the order of rows.
#[derive(PartialEq, Eq)]
struct HeapEntry {
    row: String,
    source: usize,
}

impl Ord for HeapEntry {
    fn cmp(&self, other: &HeapEntry) -> Ordering {
        rows::compare(&other.row, &self.row).then(other.source.cmp(&self.source))
    }
}

impl PartialOrd for HeapEntry {
    fn partial_cmp(&self, other: &HeapEntry) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Merges the rows of many sources. The results of passes are unnamed temporary files in a folder.
fn merge(
    mut sources: VecDeque<Source>,
    folder: &Path,
    line: &ProgressLine,
    write: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<()> {
    while sources.len() > MAX_OPEN {
        let some = sources.drain(..MAX_OPEN).collect();
        let write_error = || format!("a temporary file in {} cannot be written", folder.display());
        let mut merged = BufWriter::new(tempfile::tempfile_in(folder).with_context(write_error)?);
        merge_at_once(some, line, &mut |row| writeln!(merged, "{row}").with_context(write_error))?;
        let mut file = merged.into_inner().map_err(IntoInnerError::into_error).with_context(write_error)?;
        file.rewind().with_context(write_error)?;
        sources.push_back(pass(file));
    }
    merge_at_once(sources.into(), line, write)
}

/// Merges the rows of a few sources.
fn merge_at_once(sources: Vec<Source>, line: &ProgressLine, write: &mut dyn FnMut(&str) -> Result<()>) -> Result<()> {
    let mut readers = sources.into_iter().map(|open| open()).collect::<Result<Vec<Rows>>>()?;
    let mut heap = BinaryHeap::new();
    for (source, next) in readers.iter_mut().enumerate() {
        heap.extend(next()?.map(|row| HeapEntry { row, source }));
    }
    let mut shown = 0;
    while let Some(HeapEntry { row, source }) = heap.pop() {
        write(&row)?;
        shown += 1;
        if shown == SHOWN_ROWS {
            line.increment(SHOWN_ROWS);
            line.show(String::new);
            shown = 0;
            if interrupt::requested() {
                bail!("interrupted");
            }
        }
        heap.extend(readers[source]()?.map(|row| HeapEntry { row, source }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an unnamed file with some rows.
    fn pass_of(rows: &[String]) -> Source {
        let mut file = tempfile::tempfile().unwrap();
        rows.iter().for_each(|row| writeln!(file, "{row}").unwrap());
        file.rewind().unwrap();
        pass(file)
    }

    #[test]
    fn more_files_than_can_be_open_are_merged_in_passes() {
        let folder = tempfile::tempdir().unwrap();
        let mut expected: Vec<String> =
            (0..1000).map(|number| format!("{:02} B{number} 7", number * 7 % 110)).collect();
        expected.sort_by(|one, other| rows::compare(one, other));
        let count = 2 * MAX_OPEN + 3;
        let part = |index: usize| expected.iter().skip(index).step_by(count).cloned().collect::<Vec<String>>();
        let sources = (0..count).map(|index| pass_of(&part(index))).collect();
        let mut merged = Vec::new();
        merge(sources, folder.path(), &ProgressLine::message(), &mut |row| {
            merged.push(row.to_owned());
            Ok(())
        })
        .unwrap();
        assert_eq!(merged, expected);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
