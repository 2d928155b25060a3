//! Requests by name, and the jobs that carry them out.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::LabError;
use crate::host::{Disconnected, Host, JobObserver};
use crate::{Lab, daily, evolve, explore, game, menu, puzzles, race, solve, text, tree};

/// A request of one type.
pub trait Request: DeserializeOwned {
    /// Checks the request, and returns the job that carries it out.
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError>;
}

/// Parses and checks a request.
type Parse = fn(&Arc<Lab>, &[u8]) -> Result<Job, LabError>;

/// A request by its name: a row of `REQUESTS`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RequestEntry {
    /// The name, which is unique.
    pub name: &'static str,
    /// The kind of its jobs. Of `game`, some actions need a search.
    pub kind: Kind,
    #[serde(skip)]
    pub(crate) parse: Parse,
}

/// Every request.
pub static REQUESTS: &[RequestEntry] = &[
    entry::<menu::MenuRequest>("menu", Kind::Instant),
    entry::<puzzles::PuzzlesRequest>("puzzles", Kind::Instant),
    entry::<puzzles::RandomRequest>("random", Kind::Search),
    entry::<daily::DailyRequest>("daily", Kind::Instant),
    entry::<puzzles::PuzzleRequest>("puzzle", Kind::Instant),
    entry::<text::ReadRequest>("read", Kind::Instant),
    entry::<text::WriteRequest>("write", Kind::Instant),
    entry::<text::CheckRequest>("check", Kind::Instant),
    entry::<game::GameRequest>("game", Kind::Instant),
    entry::<solve::SolveRequest>("solve", Kind::Search),
    entry::<race::RaceRequest>("race", Kind::Stream),
    entry::<explore::ExploreRequest>("explore", Kind::Search),
    entry::<evolve::EvolveRequest>("evolve", Kind::Stream),
    entry::<tree::TreeRequest>("tree", Kind::Search),
];

const fn entry<R: Request>(name: &'static str, kind: Kind) -> RequestEntry {
    RequestEntry { name, kind, parse: parse::<R> }
}

fn parse<R: Request>(lab: &Arc<Lab>, request: &[u8]) -> Result<Job, LabError> {
    let request: R = serde_json::from_slice(request)
        .map_err(|error| LabError::bad_request(format!("the request cannot be read: {error}")))?;
    request.job(lab)
}

/// How much work a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
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
pub struct Job {
    kind: Kind,
    work: Box<Work>,
}

impl Job {
    /// Returns how much work the job is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Carries out the request, and returns the answer as JSON.
    pub fn run(self, host: &mut dyn Host) -> Result<String, LabError> {
        (self.work)(host)
    }

    pub(crate) fn instant<T: Serialize>(work: impl FnOnce() -> Result<T, LabError> + Send + 'static) -> Job {
        Job { kind: Kind::Instant, work: Box::new(move |_| to_json(&work()?)) }
    }

    pub(crate) fn search<T: Serialize>(
        timeout: Duration,
        work: impl FnOnce(&mut JobObserver<'_>) -> Result<T, LabError> + Send + 'static,
    ) -> Job {
        let run = move |host: &mut dyn Host| to_json(&work(&mut JobObserver::new(host, timeout))?);
        Job { kind: Kind::Search, work: Box::new(run) }
    }

    pub(crate) fn stream(work: impl FnOnce(&mut dyn Host) -> Result<(), Disconnected> + Send + 'static) -> Job {
        let run = move |host: &mut dyn Host| {
            // A stream without a receiver has ended, which is no error.
            let _ = work(host);
            to_json(&())
        };
        Job { kind: Kind::Stream, work: Box::new(run) }
    }
}

fn to_json(answer: &impl Serialize) -> Result<String, LabError> {
    serde_json::to_string(answer).map_err(|_| LabError::internal())
}
