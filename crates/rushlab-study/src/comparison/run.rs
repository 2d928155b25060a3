//! Runs the searches. They are timed without an observer of positions, so times do not include their writing.
//!
//! Each search that is not stopped at a limit is run several times, and its time is the mean. Before the runs of a
//! short search, it runs once without being timed, so that the caches are filled. The results of all runs are compared;
//! they differ only if a limit on time or memory stops some of them.
//!
//! A puzzle with fuel may be searched in several passes (`rushlab::search::Pass`). The last pass decides the result, so
//! its effort is reported and its positions are written.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rushlab::search::{self, Configuration, Outcome, Progress, Solver, Status, Verdict, Visit};
use rushlab::{Puzzle, SpacePlan};

use super::comp472_files::Layout;
use super::{Comparison, PuzzleResults, Results, SearchResult, SearchRun, Times, comp472_files};
use crate::parallel::{self, Cancelled};

/// If no number of runs is given, a search has at least `LEAST_RUNS`. A short one has up to `MOST_RUNS`, until all
/// together took `SHORT`.
const LEAST_RUNS: usize = 3;
const MOST_RUNS: usize = 10;
const SHORT: Duration = Duration::from_millis(40);

/// A search of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SearchJob {
    /// The index of the puzzle's entry.
    pub entry: usize,
    /// The index of the configuration; `None` is the search for the optimum.
    pub configuration: Option<usize>,
}

/// Follows a comparison and its report. Several threads call it. `()` follows nothing.
pub trait ComparisonObserver: Sync {
    /// Returns whether the work must stop.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Returns the result of a search that an earlier run has finished. It is not searched again.
    fn earlier(&self, _job: SearchJob) -> Option<SearchResult> {
        None
    }

    /// Receives a search that begins.
    fn begin(&self, _comparison: &Comparison, _job: SearchJob) {}

    /// Receives the result of a search. The comparison stops if this returns `Break`.
    fn end(&self, _comparison: &Comparison, _job: SearchJob, _result: &SearchResult) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Is called for every puzzle that is checked for the report.
    fn checked(&self) {}
}

impl ComparisonObserver for () {}

/// The comparison was interrupted.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{finished} of {searches} searches were finished")]
pub struct Interrupted {
    /// Number of finished searches, without those for the optima.
    pub finished: usize,
    /// Number of searches, without those for the optima.
    pub searches: usize,
}

impl Comparison {
    /// Returns all searches: for each puzzle the search for its optimum, then each configuration.
    pub fn jobs(&self) -> impl Iterator<Item = SearchJob> + use<> {
        let configurations = self.configurations.len();
        (0..self.entries.len()).flat_map(move |entry| {
            let all = std::iter::once(None).chain((0..configurations).map(Some));
            all.map(move |configuration| SearchJob { entry, configuration })
        })
    }

    /// Runs all searches.
    ///
    /// # Errors
    ///
    /// Fails if the observer interrupts the comparison.
    pub fn run(self, observer: &dyn ComparisonObserver) -> Result<Results, Interrupted> {
        let mut results = Vec::new();
        let done = parallel::in_order(
            self.threads,
            |submit| self.jobs().try_for_each(submit),
            |job| self.result(job, observer),
            |result| {
                results.push(result);
                Ok::<(), Cancelled>(())
            },
        );
        let searches = || self.jobs().zip(&results).filter(|(job, _)| job.configuration.is_some());
        let finished = searches().filter(|(_, result)| result.is_some()).count();
        let interrupted = Interrupted { finished, searches: self.entries.len() * self.configurations.len() };
        let results: Option<Vec<SearchResult>> = if done.is_ok() { results.into_iter().collect() } else { None };
        let mut results = results.ok_or(interrupted)?.into_iter();
        let on = |entry: usize| {
            let optimum = results.next()?;
            let runs = (results.by_ref().take(self.configurations.len()).enumerate())
                .map(|(configuration, result)| SearchRun { entry, configuration, result });
            Some(PuzzleResults { optimum, runs: runs.collect() })
        };
        let puzzles = (0..self.entries.len()).map_while(on).collect();
        Ok(Results { comparison: self, puzzles })
    }

    /// Returns the result of a search; `None` if it was interrupted.
    fn result(&self, job: SearchJob, observer: &dyn ComparisonObserver) -> Option<SearchResult> {
        let earlier = observer.earlier(job);
        if earlier.is_some() || observer.is_interrupted() {
            return earlier;
        }
        observer.begin(self, job);
        let result = self.search(job, observer)?;
        observer.end(self, job, &result).is_continue().then_some(result)
    }

    /// Searches, and repeats the search to time it; `None` if it was interrupted.
    fn search(&self, job: SearchJob, observer: &dyn ComparisonObserver) -> Option<SearchResult> {
        let started = Instant::now();
        let (first, seconds) = self.run_once(job, observer);
        if first.status == Status::Interrupted && observer.is_interrupted() {
            return None;
        }
        let status = first.status.verdict();
        // The time of the optimum is not compared.
        let is_timed = job.configuration.is_some() && status != Verdict::Limit;
        let needs_another_run = |times: &Times| match self.runs {
            Some(runs) => times.runs() < runs,
            None => times.runs() < LEAST_RUNS || times.runs() < MOST_RUNS && started.elapsed() < SHORT,
        };
        let mut times = Times { seconds: Vec::new(), agree: true };
        if !is_timed || started.elapsed() >= SHORT {
            times.add(seconds, true);
        }
        while is_timed && needs_another_run(&times) && !observer.is_interrupted() {
            let (again, seconds) = self.run_once(job, observer);
            times.add(seconds, have_same_result(&first, &again));
        }
        // An interrupted run would look like the fastest.
        if observer.is_interrupted() {
            return None;
        }
        let statistics = first.passes.last().map_or(first.statistics, |pass| pass.statistics);
        let solution = first.solution.filter(|_| status == Verdict::Solved);
        Some(SearchResult { status, solution, statistics, times, passes: first.passes.len() })
    }

    fn run_once(&self, job: SearchJob, observer: &dyn ComparisonObserver) -> (Outcome, f64) {
        let started = Instant::now();
        let mut watch = Watch::new(observer, self.timeout.map(|timeout| started + timeout));
        let outcome = self.solver(job).run_with(&mut watch);
        (outcome, started.elapsed().as_secs_f64())
    }

    fn solver(&self, job: SearchJob) -> Solver<'_> {
        let puzzle = self.puzzle(job);
        let optimum = || Solver::new(puzzle);
        self.configuration(job).map_or_else(optimum, |configuration| configuration.solver(puzzle)).limits(self.limits)
    }

    /// Writes the COMP 472 search file of a search with a configuration: every position that its last pass expands. It
    /// searches again. Returns `false` if it was interrupted.
    ///
    /// # Errors
    ///
    /// Fails if `out` fails.
    pub fn write_search(
        &self,
        job: SearchJob,
        result: &SearchResult,
        observer: &dyn ComparisonObserver,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let Some(configuration) = self.configuration(job) else { return Ok(true) };
        // If the timed search reached a limit, the file ends at the same position.
        let most = if result.status == Verdict::Limit { result.statistics.expanded } else { u64::MAX };
        let watch = Watch::new(observer, None);
        let mut writer = SearchWriter {
            watch,
            configuration,
            layout: self.layout,
            out,
            last: result.passes,
            pass: 0,
            left: most,
            failed: None,
        };
        self.solver(job).run_with(&mut writer);
        writer.failed.map_or(Ok(!observer.is_interrupted()), Err)
    }

    /// Returns the puzzle of a search.
    pub fn puzzle(&self, job: SearchJob) -> &Puzzle {
        &self.entries[job.entry].puzzle
    }

    /// Returns the configuration of a search; `None` is the search for the optimum.
    pub fn configuration(&self, job: SearchJob) -> Option<&Configuration> {
        job.configuration.map(|configuration| &self.configurations[configuration])
    }
}

/// Returns whether two runs of the same search had the same status, solution and effort.
fn have_same_result(one: &Outcome, other: &Outcome) -> bool {
    one.status == other.status && one.solution == other.solution && one.statistics == other.statistics
}

/// Stops a search at a deadline, or when the observer of the comparison interrupts it.
pub(super) struct Watch<'a> {
    observer: &'a dyn ComparisonObserver,
    deadline: Option<Instant>,
}

impl<'a> Watch<'a> {
    pub(super) fn new(observer: &'a dyn ComparisonObserver, deadline: Option<Instant>) -> Watch<'a> {
        Watch { observer, deadline }
    }
}

impl search::Observer for Watch<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_late || self.observer.is_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Writes the positions that the last of several passes expands.
struct SearchWriter<'a> {
    watch: Watch<'a>,
    configuration: &'a Configuration,
    layout: Layout,
    out: &'a mut dyn Write,
    last: usize,
    /// Number of the pass, from 1; 0 if the algorithm has announced none.
    pass: usize,
    /// Number of positions left to write.
    left: u64,
    failed: Option<io::Error>,
}

impl search::Observer for SearchWriter<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        if self.left == 0 || self.failed.is_some() { ControlFlow::Break(()) } else { self.watch.progress(progress) }
    }

    fn wants_visits(&self) -> bool {
        true
    }

    fn begin_pass(&mut self, _: &SpacePlan) {
        self.pass += 1;
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        if self.pass.max(1) == self.last && self.left > 0 && self.failed.is_none() {
            self.left -= 1;
            self.failed = comp472_files::visit(self.out, self.configuration, visit, self.layout).err();
        }
    }
}
