//! A race: several algorithms on one puzzle, with their progress as events.
//!
//! Most searches finish too fast to watch, so a race limits the number of positions expanded per second. The limit is
//! the same for all entrants, so the first to finish has expanded the fewest.

mod entrant;

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::search::{Configuration, Limits};
use serde::{Deserialize, Serialize};

use self::entrant::EntrantObserver;
use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, PuzzleField};
use crate::host::{self, Disconnected, Host, JobObserver};
use crate::job::{Job, Request};
use crate::solve::SearchOptions;

/// Requests the events of a race: `start` (`{board, entrants}`); of each entrant `progress` about ten times per second
/// (`{entrant, seconds, expanded, …}`), and `finish`; and `end`, when all have finished.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RaceRequest {
    puzzle: PuzzleField,
    /// The algorithms that take part.
    entrants: Vec<SearchOptions>,
    /// Number of positions each expands per second; unlimited if it is left out.
    pace: Option<u32>,
    /// The index of the only entrant that runs, for a host that runs each one elsewhere; all run if it is left out.
    only: Option<usize>,
}

/// The event `start`.
#[derive(Serialize)]
struct Start {
    board: BoardField,
    entrants: Vec<String>,
}

impl Request for RaceRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let max = lab.settings.max_entrants;
        if self.entrants.is_empty() || self.entrants.len() > max {
            return Err(LabError::bad_request(format!("a race has from 1 to {max} entrants")));
        }
        if self.only.is_some_and(|only| only >= self.entrants.len()) {
            return Err(LabError::bad_request("`only` is the index of an entrant, from 0"));
        }
        let race = Race {
            puzzle: self.puzzle.puzzle()?,
            entrants: self.entrants.iter().map(SearchOptions::resolve).collect::<Result<_, LabError>>()?,
            pace: self.pace.filter(|pace| *pace > 0),
            limits: lab.settings.stream_limits(),
            timeout: lab.settings.stream_timeout,
        };
        Ok(Job::stream(move |host| race.run(self.only, host)))
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
    /// Runs the entrants, each on a thread of its own; one after another if the host has no threads, or the system no
    /// more of them. Each entrant has a clock of its own and sends its own events, so the order in which they run
    /// changes none.
    fn run(&self, only: Option<usize>, host: &mut dyn Host) -> Result<(), Disconnected> {
        let names = self.entrants.iter().map(Configuration::name).collect();
        host::send(host, "start", &Start { board: BoardField::from(&self.puzzle), entrants: names })?;
        thread::scope(|scope| {
            for entrant in (0..self.entrants.len()).filter(|entrant| only.is_none_or(|only| only == *entrant)) {
                let spawned = host.fork().is_some_and(|mut fork| {
                    let run = move || drop(self.run_entrant(entrant, fork.as_mut()));
                    thread::Builder::new().spawn_scoped(scope, run).is_ok()
                });
                if !spawned {
                    self.run_entrant(entrant, host)?;
                }
            }
            Ok(())
        })?;
        host::send(host, "end", &())
    }

    fn run_entrant(&self, entrant: usize, host: &mut dyn Host) -> Result<(), Disconnected> {
        let observer = EntrantObserver::new(entrant, JobObserver::new(host, self.timeout), self.pace);
        observer.run(&self.entrants[entrant], &self.puzzle, self.limits)
    }
}
