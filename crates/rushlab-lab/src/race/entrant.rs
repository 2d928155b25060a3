//! One search of a race: keeps the pace, and records its progress for the event stream.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::search::{Configuration, Limits, Observer, Outcome, Progress, Visit};
use serde::Serialize;

use crate::fields::{Evaluation, PositionField};
use crate::host::{Host, TaskObserver};
use crate::solve::SearchResult;

/// The progress of a search at one moment.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Snapshot {
    /// Positions expanded.
    expanded: u64,
    /// The size of the open list, in positions.
    open: u64,
    f: Evaluation,
    g: u32,
    h: Evaluation,
    /// The position expanded last.
    position: Option<PositionField>,
}

/// The event `finish`.
#[derive(Clone, Serialize)]
pub(super) struct Finish {
    /// The index of the entrant, from 0.
    entrant: usize,
    /// The time until the search ended, at its pace.
    seconds: f64,
    /// The time without the pauses that keep the pace.
    real_seconds: f64,
    #[serde(flatten)]
    result: SearchResult,
    /// The progress over time, as `[expanded, open, f]`.
    samples: Vec<(u64, u64, Evaluation)>,
    /// The solved position with its f, g and h; `null` if no solution was found.
    last: Option<Snapshot>,
}

/// The state that a search on another thread shares with the event stream.
pub(super) struct EntrantProgress {
    snapshot: Mutex<Snapshot>,
    /// Set when the snapshot was read, so that the search replaces it.
    stale: AtomicBool,
    finish: Mutex<Option<Finish>>,
}

impl Default for EntrantProgress {
    fn default() -> EntrantProgress {
        EntrantProgress { snapshot: Mutex::default(), stale: AtomicBool::new(true), finish: Mutex::default() }
    }
}

impl EntrantProgress {
    /// Returns the latest snapshot, and requests a new one.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.stale.store(true, Ordering::Relaxed);
        self.snapshot.lock().map(|snapshot| snapshot.clone()).unwrap_or_default()
    }

    /// Replaces the snapshot if the last one was read.
    pub(super) fn update(&self, snapshot: &dyn Fn() -> Snapshot) {
        if self.stale.swap(false, Ordering::Relaxed)
            && let Ok(mut slot) = self.snapshot.lock()
        {
            *slot = snapshot();
        }
    }

    /// Returns the result, once the search has finished.
    pub(super) fn finish(&self) -> Option<Finish> {
        self.finish.lock().ok()?.clone()
    }

    pub(super) fn set_finish(&self, finish: Finish) {
        if let Ok(mut slot) = self.finish.lock() {
            *slot = Some(finish);
        }
    }
}

/// Receives the progress of a search after each position. It calls the function only if it needs the snapshot.
pub(super) type Report<'a> = dyn FnMut(&mut dyn Host, &dyn Fn() -> Snapshot) + 'a;

/// The maximum number of samples that are kept.
const MAX_SAMPLES: usize = 256;

/// The observer of one search.
pub(super) struct EntrantObserver<'a, 'b> {
    observer: TaskObserver<'a>,
    report: &'a mut Report<'b>,
    started: Duration,
    /// Positions per second; `None` means unlimited.
    pace: Option<u32>,
    expanded: u64,
    samples: Vec<(u64, u64, Evaluation)>,
    /// The number of expanded positions between two samples.
    stride: u64,
    /// The time spent in pauses.
    paused: Duration,
    /// The size of the open list at the last position.
    open: u64,
    /// f, g and h of the last solved position that was expanded.
    goal: Option<(Evaluation, u32, Evaluation)>,
}

impl<'a, 'b> EntrantObserver<'a, 'b> {
    pub(super) fn new(
        observer: TaskObserver<'a>,
        pace: Option<u32>,
        report: &'a mut Report<'b>,
    ) -> EntrantObserver<'a, 'b> {
        let started = observer.host.now();
        EntrantObserver {
            observer,
            report,
            started,
            pace,
            expanded: 0,
            samples: Vec::new(),
            stride: 1,
            paused: Duration::ZERO,
            open: 0,
            goal: None,
        }
    }

    /// Runs the search, and returns its result.
    pub(super) fn run(mut self, entrant: usize, search: &Configuration, puzzle: &Puzzle, limits: Limits) -> Finish {
        let outcome = search.solver(puzzle).limits(limits).run_with(&mut self);
        let elapsed = self.elapsed();
        Finish {
            entrant,
            seconds: elapsed.as_secs_f64(),
            real_seconds: elapsed.saturating_sub(self.paused).as_secs_f64(),
            result: SearchResult::of(puzzle, &outcome),
            last: self.solved(&outcome),
            samples: self.samples,
        }
    }

    /// Returns the solved position. A search that tests for the goal before it expands a position is uninformed, so f is g there.
    fn solved(&self, outcome: &Outcome) -> Option<Snapshot> {
        let position = outcome.solution.as_ref()?.positions().last()?;
        let cost = outcome.cost()?;
        let goal = self.goal.filter(|(_, g, _)| *g == cost);
        let (f, g, h) = goal.unwrap_or((Evaluation(f64::from(cost)), cost, Evaluation(0.0)));
        let position = Some(PositionField::from(&position));
        Some(Snapshot { expanded: outcome.statistics.expanded, open: self.open, f, g, h, position })
    }

    fn elapsed(&mut self) -> Duration {
        self.observer.host.now().saturating_sub(self.started)
    }

    /// Adds a sample. At the maximum, every other sample is dropped and the stride is doubled.
    fn record(&mut self, sample: (u64, u64, Evaluation)) {
        if !self.expanded.is_multiple_of(self.stride) {
            return;
        }
        self.samples.push(sample);
        if self.samples.len() >= MAX_SAMPLES {
            let mut keep = false;
            self.samples.retain(|_| {
                keep = !keep;
                keep
            });
            self.stride *= 2;
        }
    }

    /// Sleeps until the pace allows the next position.
    fn keep_pace(&mut self) {
        let Some(pace) = self.pace else { return };
        let due = Duration::from_secs_f64(self.expanded as f64 / f64::from(pace));
        while !self.observer.should_stop() {
            let early = due.saturating_sub(self.elapsed());
            // The pace does not have to be exact to the millisecond, and many short sleeps cost more than a long one.
            if early < Duration::from_millis(3) {
                return;
            }
            let before = self.elapsed();
            self.observer.host.sleep(early.min(Duration::from_millis(50)));
            let after = self.elapsed();
            self.paused += after.saturating_sub(before);
        }
    }
}

impl Observer for EntrantObserver<'_, '_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.observer.progress(progress)
    }

    fn wants_visits(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.expanded += 1;
        let Visit { f, g, h, open, position, .. } = *visit;
        let (f, h) = (Evaluation(f), Evaluation(h));
        self.record((self.expanded, open, f));
        self.open = open;
        if position.is_solved() {
            self.goal = Some((f, g, h));
        }
        let expanded = self.expanded;
        let snapshot = || Snapshot { expanded, open, f, g, h, position: Some(PositionField::from(position)) };
        (self.report)(self.observer.host, &snapshot);
        self.keep_pace();
    }
}
