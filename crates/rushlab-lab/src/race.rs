//! A race: several algorithms on one puzzle, with their progress as events.
//!
//! Most searches finish too fast to watch, so a race limits the number of positions expanded per second. The limit is the same for all
//! entrants, so the first to finish has expanded the fewest.

mod entrant;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::search::{Configuration, Limits};
use serde::{Deserialize, Serialize};

use self::entrant::{EntrantObserver, EntrantProgress, Finish, Report, Snapshot};
use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, PuzzleField};
use crate::host::{self, Disconnected, Host, TaskObserver};
use crate::solve::SearchOptions;
use crate::task::{Request, Task};

/// The interval between `progress` events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Requests the events of a race: `start` (`{board, entrants}`), `progress` (`{seconds, entrants}`), `finish` for each entrant, and `end`.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RaceRequest {
    puzzle: PuzzleField,
    /// The algorithms that take part.
    entrants: Vec<SearchOptions>,
    /// The number of positions each expands per second; unlimited if it is left out.
    pace: Option<u32>,
}

/// The event `start`.
#[derive(Serialize)]
struct Start {
    board: BoardField,
    entrants: Vec<String>,
}

/// The event `progress`.
#[derive(Serialize)]
struct Progress {
    seconds: f64,
    entrants: Vec<Snapshot>,
}

impl Request for RaceRequest {
    fn task(self, lab: &Arc<Lab>) -> Result<Task, LabError> {
        let max = lab.settings.max_entrants;
        if self.entrants.is_empty() || self.entrants.len() > max {
            return Err(LabError::bad_request(format!("a race has from 1 to {max} entrants")));
        }
        let race = Race {
            puzzle: self.puzzle.puzzle()?,
            entrants: self.entrants.iter().map(SearchOptions::resolve).collect::<Result<_, LabError>>()?,
            pace: self.pace.filter(|pace| *pace > 0),
            limits: lab.settings.stream_limits(),
            timeout: lab.settings.stream_timeout,
        };
        Ok(Task::stream(move |host| race.run(host)))
    }
}

/// A race, ready to start.
struct Race {
    puzzle: Puzzle,
    entrants: Vec<Configuration>,
    pace: Option<u32>,
    limits: Limits,
    timeout: Duration,
}

impl Race {
    fn run(&self, host: &mut dyn Host) -> Result<(), Disconnected> {
        let names = self.entrants.iter().map(Configuration::name).collect();
        host::send(host, "start", &Start { board: BoardField::from(&self.puzzle), entrants: names })?;
        if host.fork().is_some() {
            self.run_together(host)?;
        } else {
            self.run_in_turn(host)?;
        }
        host::send(host, "end", &())
    }

    /// Runs each entrant on a thread of its own. This thread emits the events.
    fn run_together(&self, host: &mut dyn Host) -> Result<(), Disconnected> {
        let started = host.now();
        let shared: Vec<EntrantProgress> = self.entrants.iter().map(|_| EntrantProgress::default()).collect();
        thread::scope(|scope| {
            for (entrant, progress) in shared.iter().enumerate() {
                let run = move |fork: Option<Box<dyn Host + Send>>| {
                    let Some(mut fork) = fork else { return };
                    let mut report = |_: &mut dyn Host, snapshot: &dyn Fn() -> Snapshot| progress.update(snapshot);
                    progress.set_finish(self.run_entrant(entrant, fork.as_mut(), &mut report));
                };
                let fork = host.fork();
                if thread::Builder::new().spawn_scoped(scope, move || run(fork)).is_err() {
                    // The system has no more threads.
                    run(host.fork());
                }
            }
            let mut unfinished: Vec<usize> = (0..shared.len()).collect();
            loop {
                let entrants = shared.iter().map(EntrantProgress::snapshot).collect();
                let seconds = host.now().saturating_sub(started).as_secs_f64();
                host::send(host, "progress", &Progress { seconds, entrants })?;
                for entrant in std::mem::take(&mut unfinished) {
                    match shared[entrant].finish() {
                        Some(finish) => host::send(host, "finish", &finish)?,
                        None => unfinished.push(entrant),
                    }
                }
                if unfinished.is_empty() {
                    return Ok(());
                }
                host.sleep(PROGRESS_INTERVAL);
            }
        })
    }

    /// Runs the entrants one after another.
    fn run_in_turn(&self, host: &mut dyn Host) -> Result<(), Disconnected> {
        let mut snapshots = vec![Snapshot::default(); self.entrants.len()];
        let mut next = host.now();
        for entrant in 0..self.entrants.len() {
            // The time of each entrant begins at its own start, as if all ran together.
            let started = host.now();
            let mut report = |host: &mut dyn Host, snapshot: &dyn Fn() -> Snapshot| {
                let now = host.now();
                if now < next {
                    return;
                }
                next = now + PROGRESS_INTERVAL;
                snapshots[entrant] = snapshot();
                let seconds = now.saturating_sub(started).as_secs_f64();
                // Without a receiver the host cancels the search.
                let _ = host::send(host, "progress", &Progress { seconds, entrants: snapshots.clone() });
            };
            let finish = self.run_entrant(entrant, host, &mut report);
            host::send(host, "finish", &finish)?;
        }
        Ok(())
    }

    fn run_entrant(&self, entrant: usize, host: &mut dyn Host, report: &mut Report<'_>) -> Finish {
        let observer = EntrantObserver::new(TaskObserver::new(host, self.timeout), self.pace, report);
        observer.run(entrant, &self.entrants[entrant], &self.puzzle, self.limits)
    }
}
