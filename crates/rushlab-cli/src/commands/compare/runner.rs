//! Runs the searches. Each is timed first and then repeated to write its files, so that the time does not include the writing.
//!
//! A puzzle with fuel may be searched in several passes (`rushlab::search::Pass`). The last one has decided: its effort is reported, and
//! its positions are written.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::search::{Duplicates, Limits, Outcome, Solver, Status};

use super::configuration::Configuration;
use super::course;
use super::folder::Folder;
use super::model::{Ending, Finding, PuzzleEntry};
use super::plan;
use super::progress::SearchProgress;
use super::record::Record;
use crate::arguments::{CompareOptions, DuplicateRule};
use crate::interrupt;
use crate::watchdog::Watchdog;

/// A short search is repeated, because short times vary: at most `REPEATS` times, until all runs together took `LONG_ENOUGH`.
const REPEATS: usize = 5;
const LONG_ENOUGH: Duration = Duration::from_millis(40);

/// The options of all searches.
#[derive(Clone)]
pub(super) struct Runner {
    pub(super) duplicates: Duplicates,
    pub(super) seed: u64,
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
        self.configuration.map_or_else(|| plan::OPTIMUM.to_owned(), Configuration::stem)
    }

    /// Returns the result, if the search is finished and all its files exist.
    pub(super) fn finished(&self, folder: &Folder) -> Option<Finding> {
        let (stem, number) = (self.stem(), self.entry.number);
        let written = [plan::solution(&stem, number), plan::search(&stem, number)].iter().all(|name| folder.has(name));
        let record: Record = folder.read_json(&plan::record(&stem, number))?;
        let finding = record.finding(folder.fingerprint(), &self.entry.puzzle)?;
        (written || self.configuration.is_none()).then_some(finding)
    }
}

impl Runner {
    pub(super) fn new(options: &CompareOptions) -> Runner {
        Runner {
            duplicates: match options.duplicates() {
                DuplicateRule::Exact => Duplicates::Exact,
                DuplicateRule::Board => Duplicates::Board,
            },
            seed: options.seed,
            limits: options.limits.per_search(options.threads.count()),
            timeout: options.limits.timeout.map(|timeout| timeout.0),
        }
    }

    /// Runs a search and writes its files, its record last; `None` if it was interrupted.
    pub(super) fn run(&self, job: &Job<'_>, folder: &Folder, progress: &SearchProgress) -> Result<Option<Finding>> {
        if interrupt::requested() {
            return Ok(None);
        }
        let (stem, PuzzleEntry { number, puzzle, .. }) = (job.stem(), job.entry);
        let what = format!("{stem} on {number}");
        progress.begin(&what);
        let Some((passes, finding)) = self.search(job.configuration, puzzle) else { return Ok(None) };
        if let Some(configuration) = job.configuration {
            let mut whole = false;
            folder.write(&plan::search(&stem, *number), |out| {
                whole = self.trace(configuration, puzzle, passes, &finding, out)?;
                Ok(whole)
            })?;
            if !whole {
                return Ok(None);
            }
            folder.write(&plan::solution(&stem, *number), |out| {
                course::solution(out, puzzle, &finding)?;
                Ok(true)
            })?;
        }
        folder.write_json(&plan::record(&stem, *number), &Record::new(folder.fingerprint(), &finding))?;
        progress.end(&what);
        Ok(Some(finding))
    }

    /// Searches for a shortest solution; `None` if the search was interrupted.
    pub(super) fn optimum(&self, puzzle: &Puzzle) -> Option<Finding> {
        self.search(None, puzzle).map(|(_, finding)| finding)
    }

    /// Searches, and repeats a short search to time it. Returns the number of passes and the result; `None` if it was interrupted.
    fn search(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> Option<(usize, Finding)> {
        let begun = Instant::now();
        let (first, mut seconds) = self.once(configuration, puzzle);
        let ending = match first.status {
            Status::Solved => Ending::Solved,
            Status::Unsolvable => Ending::Unsolvable,
            Status::Interrupted if interrupt::requested() => return None,
            Status::Limit(_) | Status::Interrupted => Ending::Limit,
        };
        for _ in 1..REPEATS {
            if begun.elapsed() < LONG_ENOUGH {
                seconds = seconds.min(self.once(configuration, puzzle).1);
            }
        }
        // An interrupted repetition would look like the fastest.
        if interrupt::requested() {
            return None;
        }
        let statistics = first.passes.last().map_or(first.statistics, |pass| pass.statistics);
        let solution = first.solution.filter(|_| ending == Ending::Solved);
        Some((first.passes.len(), Finding { ending, solution, statistics, seconds }))
    }

    fn once(&self, configuration: Option<&Configuration>, puzzle: &Puzzle) -> (Outcome, f64) {
        let begun = Instant::now();
        let mut watchdog = Watchdog::until(self.timeout.map(|timeout| begun + timeout));
        let outcome = self.solver(configuration, puzzle).run_with(&mut watchdog);
        (outcome, begun.elapsed().as_secs_f64())
    }

    fn solver<'a>(&self, configuration: Option<&'a Configuration>, puzzle: &'a Puzzle) -> Solver<'a> {
        let mut solver = Solver::new(puzzle).limits(self.limits).seed(self.seed);
        if let Some(configuration) = configuration {
            solver = solver.algorithm(configuration.algorithm).duplicates(self.duplicates);
            if let Some(heuristic) = &configuration.heuristic {
                solver = solver.heuristic(heuristic.as_ref());
            }
        }
        solver
    }

    /// Writes every position that the last of some passes expands; `false` if it was interrupted.
    fn trace(
        &self,
        configuration: &Configuration,
        puzzle: &Puzzle,
        passes: usize,
        finding: &Finding,
        out: &mut dyn Write,
    ) -> Result<bool> {
        // If the timed search reached a limit, the trace ends at the same position.
        let most = if finding.ending == Ending::Limit { finding.statistics.expanded } else { u64::MAX };
        let (mut left, mut failed) = (most, None);
        let mut watchdog = Watchdog::until_interrupt().visiting(|pass, visit| {
            if pass == passes && left > 0 {
                left -= 1;
                failed = course::visit(out, configuration, visit).err();
            }
            if left == 0 || failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.solver(Some(configuration), puzzle).run_with(&mut watchdog);
        drop(watchdog);
        failed.map_or(Ok(()), Err)?;
        Ok(!interrupt::requested())
    }
}
