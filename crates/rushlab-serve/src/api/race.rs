//! Several algorithms on one puzzle, live: server-sent events tell how far each has come, until all are done.
//!
//! At full speed most searches are over before anybody has seen them, so a race has a pace: so many positions a second for each. Then
//! all entrants expand the same number in the same time, and who is done first has needed fewest.

mod runner;

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

use self::runner::{Runner, Seen, Track};
use crate::Lab;
use crate::api::solve::{Chosen, Way};
use crate::board::{Board, PuzzleField};
use crate::body::Body;
use crate::failure::Failure;
use crate::workshop::Leash;

/// How often it is told how far everybody has come.
const TICK: Duration = Duration::from_millis(100);

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RaceRequest {
    puzzle: PuzzleField,
    /// Who takes part.
    entrants: Vec<Way>,
    /// How many positions each expands in a second; as many as it can, if it is left out.
    pace: Option<u32>,
}

/// The event `start`.
#[derive(Serialize)]
struct Start {
    board: Board,
    entrants: Vec<String>,
}

/// The event `progress`.
#[derive(Serialize)]
struct Progress {
    seconds: f64,
    entrants: Vec<Seen>,
}

/// Races several algorithms. The events are `start` (`{board, entrants}`), `progress` (`{seconds, entrants: [{expanded, open, f, g, h,
/// place}]}`), `finish` for each entrant (`{entrant, seconds, status, cost, expanded, …, trail}`), and `end`.
#[utoipa::path(post, path = "/api/race", request_body = RaceRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = Failure),
        (status = 503, body = Failure)))]
pub(super) async fn race(
    State(lab): State<Lab>,
    Body(request): Body<RaceRequest>,
) -> Result<Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>>, Failure> {
    let most = lab.workshop.settings.entrants;
    if request.entrants.is_empty() || request.entrants.len() > most {
        return Err(Failure::bad(format!("from 1 to {most} algorithms take part in a race")));
    }
    let puzzle = request.puzzle.puzzle()?;
    let entrants = request.entrants.iter().map(Way::chosen).collect::<Result<Vec<Chosen>, Failure>>()?;
    let permit = lab.workshop.show()?;
    let (events, stream) = channel(32);
    tokio::spawn(async move {
        // Whoever has left hears nothing more; then the leash is dropped, and all searches end.
        let _ = run(&lab, puzzle, entrants, request.pace.filter(|pace| *pace > 0), permit, events).await;
    });
    Ok(Sse::new(ReceiverStream::new(stream)).keep_alive(KeepAlive::default()))
}

/// Nobody listens any more.
struct Gone;

async fn send(events: &Sender<Result<Event, Infallible>>, name: &str, data: &impl Serialize) -> Result<(), Gone> {
    let event = Event::default().event(name).json_data(data).map_err(|_| Gone)?;
    events.send(Ok(event)).await.map_err(|_| Gone)
}

async fn run(
    lab: &Lab,
    puzzle: Puzzle,
    entrants: Vec<Chosen>,
    pace: Option<u32>,
    permit: OwnedSemaphorePermit,
    events: Sender<Result<Event, Infallible>>,
) -> Result<(), Gone> {
    let names = entrants.iter().map(Chosen::name).collect();
    send(&events, "start", &Start { board: Board::from(&puzzle), entrants: names }).await?;
    let (leash, permit, puzzle) = (Leash::new(), Arc::new(permit), Arc::new(puzzle));
    let begun = Instant::now();
    let settings = lab.workshop.settings;
    let mut tracks = Vec::new();
    for chosen in entrants {
        let track = Arc::new(Track::default());
        let mut runner = Runner::new(Arc::clone(&track), leash.watch(settings.show_time), pace);
        let (puzzle, permit, limits) = (Arc::clone(&puzzle), Arc::clone(&permit), settings.show_limits());
        drop(spawn_blocking(move || {
            runner.run(chosen, &puzzle, limits);
            drop(permit);
        }));
        tracks.push((track, false));
    }
    let mut ticks = interval(TICK);
    while tracks.iter().any(|(_, told)| !told) {
        ticks.tick().await;
        let seen = tracks.iter().map(|(track, _)| track.look()).collect();
        send(&events, "progress", &Progress { seconds: begun.elapsed().as_secs_f64(), entrants: seen }).await?;
        for (entrant, (track, told)) in tracks.iter_mut().enumerate().filter(|(_, (_, told))| !told) {
            if let Some(mut finish) = track.finish() {
                finish.entrant = entrant;
                send(&events, "finish", &finish).await?;
                *told = true;
            }
        }
    }
    send(&events, "end", &()).await
}
