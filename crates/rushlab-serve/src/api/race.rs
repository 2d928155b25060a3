//! A race: several algorithms on one puzzle, with their progress as server-sent events.
//!
//! Most searches finish too fast to watch, so a race limits the number of positions expanded per second. The limit is the same for all
//! entrants, so the first to finish has expanded the fewest.

mod entrant;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use rushlab::Puzzle;
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio::time::interval;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use self::entrant::{EntrantObserver, EntrantProgress, Snapshot};
use crate::AppState;
use crate::api::solve::{ResolvedSearch, SearchOptions};
use crate::error::ApiError;
use crate::fields::{BoardField, PuzzleField};
use crate::json_body::JsonBody;
use crate::search_pool::CancelOnDrop;

/// The interval between `progress` events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RaceRequest {
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

/// Races several algorithms. The events are `start` (`{board, entrants}`), `progress` (`{seconds, entrants: [{expanded, open, f, g, h,
/// position}]}`), `finish` for each entrant (`{entrant, seconds, status, cost, expanded, …, samples}`), and `end`.
#[utoipa::path(post, path = "/api/race", request_body = RaceRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = ApiError),
        (status = 503, body = ApiError)))]
pub(super) async fn race(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<RaceRequest>,
) -> Result<Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let max = app.pool.settings.max_entrants;
    if request.entrants.is_empty() || request.entrants.len() > max {
        return Err(ApiError::bad_request(format!("a race has from 1 to {max} entrants")));
    }
    let puzzle = request.puzzle.puzzle()?;
    let entrants =
        request.entrants.iter().map(SearchOptions::resolve).collect::<Result<Vec<ResolvedSearch>, ApiError>>()?;
    let permit = app.pool.stream_permit()?;
    let (events, receiver) = channel(32);
    tokio::spawn(async move {
        // When the client has disconnected, `run` returns and drops its `CancelOnDrop`, which cancels all searches.
        let _ = run(&app, puzzle, entrants, request.pace.filter(|pace| *pace > 0), permit, events).await;
    });
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
}

/// The error for events that cannot be sent because the client has disconnected.
struct Disconnected;

async fn send(
    events: &Sender<Result<Event, Infallible>>,
    name: &str,
    data: &impl Serialize,
) -> Result<(), Disconnected> {
    let event = Event::default().event(name).json_data(data).map_err(|_| Disconnected)?;
    events.send(Ok(event)).await.map_err(|_| Disconnected)
}

async fn run(
    app: &AppState,
    puzzle: Puzzle,
    entrants: Vec<ResolvedSearch>,
    pace: Option<u32>,
    permit: OwnedSemaphorePermit,
    events: Sender<Result<Event, Infallible>>,
) -> Result<(), Disconnected> {
    let names = entrants.iter().map(ResolvedSearch::name).collect();
    send(&events, "start", &Start { board: BoardField::from(&puzzle), entrants: names }).await?;
    let (cancel, permit, puzzle) = (CancelOnDrop::new(), Arc::new(permit), Arc::new(puzzle));
    let started = Instant::now();
    let settings = app.pool.settings;
    let mut all = Vec::new();
    for search in entrants {
        let progress = Arc::new(EntrantProgress::default());
        let mut observer = EntrantObserver::new(Arc::clone(&progress), cancel.observer(settings.stream_timeout), pace);
        let (puzzle, permit, limits) = (Arc::clone(&puzzle), Arc::clone(&permit), settings.stream_limits());
        drop(spawn_blocking(move || {
            observer.run(&search, &puzzle, limits);
            drop(permit);
        }));
        all.push((progress, false));
    }
    let mut ticks = interval(PROGRESS_INTERVAL);
    while all.iter().any(|(_, sent)| !sent) {
        ticks.tick().await;
        let snapshots = all.iter().map(|(progress, _)| progress.snapshot()).collect();
        send(&events, "progress", &Progress { seconds: started.elapsed().as_secs_f64(), entrants: snapshots }).await?;
        for (entrant, (progress, sent)) in all.iter_mut().enumerate().filter(|(_, (_, sent))| !sent) {
            if let Some(mut finish) = progress.finish() {
                finish.entrant = entrant;
                send(&events, "finish", &finish).await?;
                *sent = true;
            }
        }
    }
    send(&events, "end", &()).await
}
