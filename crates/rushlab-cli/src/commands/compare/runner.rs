//! Runs the searches. Each is timed first and then repeated to write its files, so that the time does not include the writing.
//!
//! With a given number of runs, each search that is not stopped at a limit is timed that many times, and its time is the mean. The results
//! of all runs are compared; they differ only if a limit on time or memory stops some of them.
//!
//! A puzzle with fuel may be searched in several passes (`rushlab::search::Pass`). The last pass decides the result, so its effort is
//! reported and its positions are written.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::search::{Configuration, Duplicates, Limits, Outcome, Solver, Status};

use super::checked_json::Checked;
use super::comp472_files;
use super::folder::Folder;
use super::manifest;
use super::model::{PuzzleEntry, ResultStatus, SearchResult};
use super::progress::SearchProgress;
use super::record::{FileChecksums, Record};
use super::times::Times;
use crate::arguments::CompareOptions;
use crate::interrupt;
use crate::watchdog::Watchdog;

/// If no number of runs is given, a short search is repeated, because short times vary: at most `REPEATS` times, until all runs together
/// took `MIN_TOTAL_TIME`. The shortest time counts.
const REPEATS: usize = 5;
const MIN_TOTAL_TIME: Duration = Duration::from_millis(40);

/// The options of all searches.
#[derive(Clone)]
pub(super) struct Runner {
    pub(super) duplicates: Duplicates,
    pub(super) seed: u64,
    /// The number of runs of each search of the comparison, if given.
    pub(super) repeat: Option<usize>,
    pub(super) limits: Limits,
    pub(super) timeout: Option<Duration>,
}

/// A search: a configuration on a puzzle, or the search for the puzzle's optimum.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub(super) entry: &'a PuzzleEntry,
    pub(super) configuration: Option<&'a Configuration>,
}

impl Job<'_> {
    fn stem(&self) -> String {
        self.configuration.map_or_else(|| manifest::OPTIMUM.to_owned(), Configuration::stem)
    }

    /// Returns what an earlier run of the comparison has left of this search. Everything is verified.
    pub(super) fn earlier(&self, folder: &Folder) -> EarlierSearch {
        match folder.read_record::<Record>(&manifest::record(&self.stem(), self.entry.number)) {
            Checked::Missing => EarlierSearch::Unfinished,
            Checked::Damaged => EarlierSearch::Damaged,
            Checked::Valid(record) => {
                let result = record.result(&self.entry.puzzle).filter(|_| self.has_files(folder, &record));
                result.map_or(EarlierSearch::Damaged, EarlierSearch::Finished)
            }
        }
    }

    /// Returns whether the course files are those of the record.
    fn has_files(&self, folder: &Folder, record: &Record) -> bool {
        let (stem, number) = (self.stem(), self.entry.number);
        let is = |name: String, checksum: &String| folder.checksum(&name).as_ref() == Some(checksum);
        match record.files() {
            Some(FileChecksums { solution, search }) => {
                is(manifest::solution(&stem, number), solution) && is(manifest::search(&stem, number), search)
            }
            None => self.configuration.is_none(),
        }
    }
}

/// What an earlier run of the comparison has left of a search.
pub(super) enum EarlierSearch {
    /// There is no record.
    Unfinished,
    /// The record contradicts itself or the course files, or one of the files is missing.
    Damaged,
    Finished(SearchResult),
}

impl Runner {
    pub(super) fn new(options: &CompareOptions) -> Runner {
        Runner {
            duplicates: options.duplicates(),
            seed: options.seed,
            repeat: options.repeat.map(|runs| runs as usize),
            limits: options.limits.per_search(options.threads.count()),
            timeout: options.limits.timeout.map(|timeout| timeout.0),
        }
    }

    /// Runs a search and writes its files, its record last, if there is a folder; `None` if it was interrupted.
    pub(super) fn run(
        &self,
        job: &Job<'_>,
        folder: Option<&Folder>,
        progress: &SearchProgress,
    ) -> Result<Option<SearchResult>> {
        if interrupt::requested() {
            return Ok(None);
        }
        let (stem, PuzzleEntry { number, puzzle, .. }) = (job.stem(), job.entry);
        let what = format!("{stem} on {number}");
        progress.begin(&what);
        let Some((passes, result)) = self.search(job.configuration, puzzle) else { return Ok(None) };
        let Some(folder) = folder else {
            progress.end(&what);
            return Ok(Some(result));
        };
        let files = match job.configuration {
            Some(configuration) => {
                let search = folder.write_unless_interrupted(&manifest::search(&stem, *number), |out| {
                    self.trace(configuration, puzzle, passes, &result, out)
                })?;
                let Some(search) = search else { return Ok(None) };
                let solution = folder.write(&manifest::solution(&stem, *number), |out| {
                    Ok(comp472_files::solution(out, puzzle, &result)?)
                })?;
                Some(FileChecksums { solution, search })
            }
            None => None,
        };
        folder.write_record(&manifest::record(&stem, *number), &Record::new(&result, files))?;
        progress.end(&what);
        Ok(Some(result))
    }

    /// Searches for a shortest solution; `None` if the search was interrupted.
    pub(super) fn optimum(&self, puzzle: &Puzzle) -> Option<SearchResult> {
        self.search(None, puzzle).map(|(_, result)| result)
    }

    /// Searches, and repeats the search to time it. Returns the number of passes and the result; `None` if it was interrupted.
    fn search(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> Option<(usize, SearchResult)> {
        let started = Instant::now();
        let (first, seconds) = self.run_once(configuration, puzzle);
        let mut times = Times::first(seconds);
        let status = match first.status {
            Status::Solved => ResultStatus::Solved,
            Status::Unsolvable => ResultStatus::Unsolvable,
            Status::Interrupted if interrupt::requested() => return None,
            Status::Limit(_) | Status::Interrupted => ResultStatus::Limit,
        };
        let given = self.repeat.filter(|_| configuration.is_some());
        let needs_another_run = |times: &Times| match given {
            Some(runs) => times.runs() < runs && status != ResultStatus::Limit,
            None => times.runs() < REPEATS && started.elapsed() < MIN_TOTAL_TIME,
        };
        while needs_another_run(&times) && !interrupt::requested() {
            let (again, seconds) = self.run_once(configuration, puzzle);
            times.add(seconds, have_same_result(&first, &again));
        }
        // An interrupted repetition would look like the fastest.
        if interrupt::requested() {
            return None;
        }
        let statistics = first.passes.last().map_or(first.statistics, |pass| pass.statistics);
        let solution = first.solution.filter(|_| status == ResultStatus::Solved);
        let seconds = if given.is_some() { times.mean() } else { times.least() };
        Some((first.passes.len(), SearchResult { status, solution, statistics, seconds, times }))
    }

    fn run_once(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> (Outcome, f64) {
        let started = Instant::now();
        let mut watchdog = Watchdog::until(self.timeout.map(|timeout| started + timeout));
        let outcome = self.solver(configuration, puzzle).run_with(&mut watchdog);
        (outcome, started.elapsed().as_secs_f64())
    }

    fn solver<'a>(&self, configuration: Option<&'a Configuration>, puzzle: &'a Puzzle) -> Solver<'a> {
        let optimum = || Solver::new(puzzle).seed(self.seed);
        configuration.map_or_else(optimum, |configuration| configuration.solver(puzzle)).limits(self.limits)
    }

    /// Writes every position that pass number `passes` expands. Returns `false` if it was interrupted.
    fn trace(
        &self,
        configuration: &Configuration,
        puzzle: &Puzzle,
        passes: usize,
        result: &SearchResult,
        out: &mut dyn Write,
    ) -> Result<bool> {
        // If the timed search reached a limit, the trace ends at the same position.
        let most = if result.status == ResultStatus::Limit { result.statistics.expanded } else { u64::MAX };
        let (mut left, mut failed) = (most, None);
        let mut watchdog = Watchdog::until_interrupt().with_visitor(|pass, visit| {
            if pass == passes && left > 0 {
                left -= 1;
                failed = comp472_files::visit(out, configuration, visit).err();
            }
            if left == 0 || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.solver(Some(configuration), puzzle).run_with(&mut watchdog);
        drop(watchdog);
        failed.map_or(Ok(()), Err)?;
        Ok(!interrupt::requested())
    }
}

/// Returns whether two runs of the same search had the same status, solution and effort.
fn have_same_result(one: &Outcome, other: &Outcome) -> bool {
    one.status == other.status && one.solution == other.solution && one.statistics == other.statistics
}
