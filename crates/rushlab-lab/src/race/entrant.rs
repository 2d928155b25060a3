//! One search of a race: keeps the pace, and sends its events.

use std::ops::ControlFlow;
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::search::{Configuration, Limits, Observer, Outcome, Progress, Visit};
use serde::Serialize;

use crate::fields::{Evaluation, PositionField};
use crate::host::{self, Disconnected, JobObserver};
use crate::solve::OutcomeField;

/// The interval between the `progress` events of an entrant.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// The event `progress`.
#[derive(Serialize)]
struct ProgressEvent {
    /// The index of the entrant, from 0.
    entrant: usize,
    /// The time since its start.
    seconds: f64,
    #[serde(flatten)]
    snapshot: Snapshot,
}

/// The progress of a search at one moment.
#[derive(Serialize)]
struct Snapshot {
    expanded: u64,
    /// The size of the open list, in positions.
    open: u64,
    f: Evaluation,
    g: u32,
    h: Evaluation,
    /// The position expanded last.
    position: PositionField,
}

/// The event `finish`.
#[derive(Serialize)]
struct Finish {
    /// The index of the entrant, from 0.
    entrant: usize,
    /// The time until the search ended, at its pace.
    seconds: f64,
    /// The time without the pauses that keep the pace.
    real_seconds: f64,
    #[serde(flatten)]
    result: OutcomeField,
    /// The progress over time, as `[expanded, open, f]`.
    samples: Vec<(u64, u64, Evaluation)>,
    /// The solved position with its f, g and h; `null` if no solution was found.
    last: Option<Snapshot>,
}

/// The maximum number of samples that are kept.
const MAX_SAMPLES: usize = 256;

pub(super) struct EntrantObserver<'a> {
    entrant: usize,
    observer: JobObserver<'a>,
    started: Duration,
    /// Positions per second; `None` means unlimited.
    pace: Option<u32>,
    expanded: u64,
    samples: Vec<(u64, u64, Evaluation)>,
    /// Number of expanded positions between two samples.
    stride: u64,
    /// The time of the next `progress` event since the start.
    next_progress: Duration,
    /// The time spent in pauses.
    paused: Duration,
    /// The size of the open list at the last position.
    open: u64,
    /// f, g and h of the last solved position that was expanded.
    goal: Option<(Evaluation, u32, Evaluation)>,
}

impl<'a> EntrantObserver<'a> {
    pub(super) fn new(entrant: usize, observer: JobObserver<'a>, pace: Option<u32>) -> EntrantObserver<'a> {
        let started = observer.host.now();
        EntrantObserver {
            entrant,
            observer,
            started,
            pace,
            expanded: 0,
            samples: Vec::new(),
            stride: 1,
            next_progress: Duration::ZERO,
            paused: Duration::ZERO,
            open: 0,
            goal: None,
        }
    }

    /// Runs the search, and sends its result. Without a receiver of the events the host cancels the search.
    pub(super) fn run(mut self, search: &Configuration, puzzle: &Puzzle, limits: Limits) -> Result<(), Disconnected> {
        let outcome = search.solver(puzzle).limits(limits).run_with(&mut self);
        let elapsed = self.elapsed();
        let finish = Finish {
            entrant: self.entrant,
            seconds: elapsed.as_secs_f64(),
            real_seconds: elapsed.saturating_sub(self.paused).as_secs_f64(),
            result: OutcomeField::of(puzzle, &outcome),
            last: self.solved(&outcome),
            samples: self.samples,
        };
        host::send(self.observer.host, "finish", &finish)
    }

    /// Returns the solved position. A search that tests for the goal before it expands a position is uninformed, so f
    /// is g there.
    fn solved(&self, outcome: &Outcome) -> Option<Snapshot> {
        let position = outcome.solution.as_ref()?.positions().last()?;
        let cost = outcome.cost()?;
        let goal = self.goal.filter(|(_, g, _)| *g == cost);
        let (f, g, h) = goal.unwrap_or((Evaluation(f64::from(cost)), cost, Evaluation(0.0)));
        let position = PositionField::from(&position);
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

    /// Sends the progress, unless the last event is too recent.
    fn send_progress(&mut self, snapshot: impl FnOnce() -> Snapshot) {
        let elapsed = self.elapsed();
        if elapsed < self.next_progress {
            return;
        }
        self.next_progress = elapsed + PROGRESS_INTERVAL;
        let event = ProgressEvent { entrant: self.entrant, seconds: elapsed.as_secs_f64(), snapshot: snapshot() };
        let _ = host::send(self.observer.host, "progress", &event);
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

impl Observer for EntrantObserver<'_> {
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
        self.send_progress(|| Snapshot { expanded, open, f, g, h, position: PositionField::from(position) });
        self.keep_pace();
    }
}
