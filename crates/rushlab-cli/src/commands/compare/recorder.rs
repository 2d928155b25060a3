//! Follows a comparison: shows its progress and writes the files of each search.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Mutex, OnceLock};

use anyhow::Result;
use rushlab::search::Configuration;
use rushlab_study::comparison::{Comparison, ComparisonObserver, SearchJob, SearchResult, comp472_files};

use super::folder::Folder;
use super::journal::Record;
use super::plan;
use crate::interrupt;
use crate::progress::ProgressLine;

pub(super) struct Recorder<'a> {
    folder: Option<&'a Folder>,
    earlier: HashMap<SearchJob, SearchResult>,
    line: ProgressLine,
    /// The searches that are running, for the display.
    running: Mutex<Vec<String>>,
    error: OnceLock<anyhow::Error>,
}

impl<'a> Recorder<'a> {
    /// Creates a recorder of a number of searches, including those for the optima and those of an earlier run.
    pub(super) fn new(
        folder: Option<&'a Folder>,
        earlier: HashMap<SearchJob, SearchResult>,
        searches: usize,
    ) -> Recorder<'a> {
        let template = "{bar:20} {pos} of {len} searches and optima, {eta} left: {wide_msg}";
        let line = ProgressLine::ticking(Some((searches - earlier.len()) as u64), template);
        Recorder { folder, earlier, line, running: Mutex::default(), error: OnceLock::new() }
    }

    /// Fails if a file could not be written.
    pub(super) fn finish(self) -> Result<()> {
        self.line.finish();
        self.error.into_inner().map_or(Ok(()), Err)
    }

    /// Shows a change of the searches that are running.
    fn show(&self, change: impl FnOnce(&mut Vec<String>)) {
        if let Ok(mut running) = self.running.lock() {
            change(&mut running);
            self.line.show(|| running.join(", "));
        }
    }

    /// Writes the files of a search, its record last. Returns `false` if it was interrupted.
    fn write(&self, folder: &Folder, comparison: &Comparison, job: SearchJob, result: &SearchResult) -> Result<bool> {
        let (stem, number) = (stem(comparison, job), comparison.entries[job.entry].number);
        let mut files = Vec::new();
        if job.configuration.is_some() {
            let [search, solution] = [plan::search(&stem, number), plan::solution(&stem, number)];
            let checksum =
                folder.write_unless_interrupted(&search, |out| Ok(comparison.write_search(job, result, self, out)?))?;
            let Some(checksum) = checksum else { return Ok(false) };
            files.push((search, checksum));
            let checksum = folder.write(&solution, |out| {
                Ok(comp472_files::solution(out, comparison.puzzle(job), result, comparison.layout)?)
            })?;
            files.push((solution, checksum));
        }
        folder.add(Record::new(stem, number, result, files))?;
        Ok(true)
    }
}

/// Returns the beginning of the file names of a search.
pub(super) fn stem(comparison: &Comparison, job: SearchJob) -> String {
    comparison.configuration(job).map_or_else(|| plan::OPTIMUM.to_owned(), Configuration::stem)
}

/// Returns the name of a search in the progress display.
fn name(comparison: &Comparison, job: SearchJob) -> String {
    format!("{} on {}", stem(comparison, job), comparison.entries[job.entry].number)
}

impl ComparisonObserver for Recorder<'_> {
    fn is_interrupted(&self) -> bool {
        interrupt::requested() || self.error.get().is_some()
    }

    fn earlier(&self, job: SearchJob) -> Option<SearchResult> {
        self.earlier.get(&job).cloned()
    }

    fn begin(&self, comparison: &Comparison, job: SearchJob) {
        self.show(|running| running.push(name(comparison, job)));
    }

    fn end(&self, comparison: &Comparison, job: SearchJob, result: &SearchResult) -> ControlFlow<()> {
        match self.folder.map_or(Ok(true), |folder| self.write(folder, comparison, job, result)) {
            Ok(true) => {
                let name = name(comparison, job);
                self.show(|running| running.retain(|other| *other != name));
                self.line.increment(1);
                ControlFlow::Continue(())
            }
            Ok(false) => ControlFlow::Break(()),
            Err(error) => {
                // Only the first error is reported.
                let _ = self.error.set(error);
                ControlFlow::Break(())
            }
        }
    }
}
