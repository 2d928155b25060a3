//! Requests by name, and the tasks that carry them out.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::host::{Disconnected, Host, TaskObserver};
use crate::{Lab, evolve, explore, game, menu, puzzles, race, solve, text, tree};

/// A request of one kind.
pub trait Request: DeserializeOwned {
    /// Checks the request, and returns the task that carries it out.
    fn task(self, lab: &Arc<Lab>) -> Result<Task, LabError>;
}

/// Parses and checks a request.
type Parse = fn(&Arc<Lab>, &[u8]) -> Result<Task, LabError>;

/// Every request, by name.
pub static REQUESTS: &[(&str, Parse)] = &[
    ("menu", parse::<menu::MenuRequest>),
    ("puzzles", parse::<puzzles::PuzzlesRequest>),
    ("random", parse::<puzzles::RandomRequest>),
    ("daily", parse::<puzzles::DailyRequest>),
    ("puzzle", parse::<puzzles::PuzzleRequest>),
    ("read", parse::<text::ReadRequest>),
    ("write", parse::<text::WriteRequest>),
    ("check", parse::<text::CheckRequest>),
    ("game", parse::<game::GameRequest>),
    ("solve", parse::<solve::SolveRequest>),
    ("race", parse::<race::RaceRequest>),
    ("explore", parse::<explore::ExploreRequest>),
    ("evolve", parse::<evolve::EvolveRequest>),
    ("tree", parse::<tree::TreeRequest>),
];

fn parse<R: Request>(lab: &Arc<Lab>, request: &[u8]) -> Result<Task, LabError> {
    let request: R = serde_json::from_slice(request)
        .map_err(|error| LabError::bad_request(format!("the request cannot be read: {error}")))?;
    request.task(lab)
}

/// How much work a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Milliseconds.
    Instant,
    /// A search, which may take seconds and much memory.
    Search,
    /// A live search, which may take minutes and emits events. Its answer is `null`.
    Stream,
}

type Work = dyn FnOnce(&mut dyn Host) -> Result<String, LabError> + Send;

/// A checked request, ready to be carried out.
pub struct Task {
    kind: Kind,
    work: Box<Work>,
}

impl Task {
    /// Returns how much work the task is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Carries out the request, and returns the answer as JSON.
    pub fn run(self, host: &mut dyn Host) -> Result<String, LabError> {
        (self.work)(host)
    }

    pub(crate) fn instant<T: Serialize>(work: impl FnOnce() -> Result<T, LabError> + Send + 'static) -> Task {
        Task { kind: Kind::Instant, work: Box::new(move |_| to_json(&work()?)) }
    }

    pub(crate) fn search<T: Serialize>(
        timeout: Duration,
        work: impl FnOnce(&mut TaskObserver<'_>) -> Result<T, LabError> + Send + 'static,
    ) -> Task {
        let run = move |host: &mut dyn Host| to_json(&work(&mut TaskObserver::new(host, timeout))?);
        Task { kind: Kind::Search, work: Box::new(run) }
    }

    pub(crate) fn stream(work: impl FnOnce(&mut dyn Host) -> Result<(), Disconnected> + Send + 'static) -> Task {
        let run = move |host: &mut dyn Host| {
            // A stream without a receiver has ended, which is no error.
            let _ = work(host);
            to_json(&())
        };
        Task { kind: Kind::Stream, work: Box::new(run) }
    }
}

fn to_json(answer: &impl Serialize) -> Result<String, LabError> {
    serde_json::to_string(answer).map_err(|_| LabError::internal())
}
