//! The genetic algorithms, with a server-sent event for each generation.
//!
//! An evolution is determined by its random seed, so the server does not store paused ones. A request to continue contains the
//! number of the last generation that the client received. The server recomputes the evolution up to it, at about a millisecond per
//! generation.

mod individual;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use rushlab::Puzzle;
use rushlab::genetic::{
    Evolution, Individual, Method, PARAMETERS, ParameterKey, ParameterValues, Setting, Termination,
};
use rushlab::position::{Move, Position};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use self::individual::IndividualField;
use crate::AppState;
use crate::error::ApiError;
use crate::fields::{BoardField, MoveField, PositionField, PuzzleField};
use crate::json_body::JsonBody;
use crate::search_pool::{CancelOnDrop, RequestObserver};

/// The largest population and the largest number of generations on the server.
const MAXIMA: [(ParameterKey, f64); 2] = [(ParameterKey::Population, 5000.0), (ParameterKey::Generations, 20_000.0)];

/// The number of quantiles of the fitness distribution in a `generation` event.
const QUANTILES: usize = 48;

/// The largest number of individuals in a `generation` event.
const MAX_LISTED_INDIVIDUALS: usize = 50;

/// The number of moves that are listed of a sequence.
const MAX_LISTED_MOVES: usize = 80;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvolveRequest {
    puzzle: PuzzleField,
    /// The genetic algorithm: `schlegel` or `grh`.
    method: String,
    /// `faithful` or `refined`; `refined` if it is left out.
    setting: Option<String>,
    /// The values of parameters of the menu, by name.
    #[serde(default)]
    parameters: BTreeMap<String, f64>,
    /// The random seed.
    #[serde(default)]
    seed: u64,
    /// The generation to continue after.
    after: Option<u32>,
    /// The generation to stop at.
    until: Option<u32>,
    /// The number of generations per second; unlimited if it is left out.
    pace: Option<u32>,
    /// The number of individuals to list in each `generation` event, the fittest first; at most 50.
    #[serde(default)]
    individuals: usize,
}

/// The event `start`.
#[derive(Serialize)]
struct Start {
    board: BoardField,
}

/// The event `generation`.
#[derive(Serialize)]
struct GenerationEvent {
    number: u32,
    population: usize,
    best: f64,
    mean: f64,
    /// The share of individuals with distinct boards.
    diversity: f64,
    /// The mean cost of the individuals' moves.
    cost: f64,
    /// The share of mutations with a legal result; `null` if there were none.
    mutations: Option<f64>,
    /// The share of crossovers with a legal result; `null` if there were none.
    crossovers: Option<f64>,
    /// The number of individuals that are solutions.
    solutions: usize,
    /// The number of distinct boards of all generations so far.
    boards: usize,
    /// Quantiles of the fitness, from the lowest to the highest.
    fitness: Vec<f64>,
    fittest: MoveSequence,
    /// The best solution so far.
    solution: Option<BestSolution>,
    /// The fittest individuals and their origins, as many as the request sets; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    individuals: Vec<IndividualField>,
}

/// Moves, and the positions before, between and after them.
#[derive(Serialize)]
struct MoveSequence {
    moves: Vec<MoveField>,
    positions: Vec<PositionField>,
}

#[derive(Serialize)]
struct BestSolution {
    cost: u32,
    generation: u32,
    #[serde(flatten)]
    sequence: MoveSequence,
}

/// The event `end`.
#[derive(Serialize)]
struct End {
    /// Why the stream ended: `solved`, `limit`, `paused`, `time` or `memory`.
    ending: &'static str,
}

/// Runs a genetic algorithm. The events are `start` (`{board}`), `generation` for each, and `end` (`{ending}`).
#[utoipa::path(post, path = "/api/evolve", request_body = EvolveRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = ApiError),
        (status = 503, body = ApiError)))]
pub(super) async fn evolve(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<EvolveRequest>,
) -> Result<Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let puzzle = request.puzzle.puzzle()?;
    let unknown = |what: &str| ApiError::bad_request(format!("no {what} has that name; GET /api/menu lists them"));
    let method = Method::by_name(&request.method).ok_or_else(|| unknown("genetic algorithm"))?;
    let setting = request.setting.as_deref().map_or(Some(Setting::Refined), Setting::by_name);
    let setting = setting.ok_or_else(|| unknown("setting"))?;
    let values = parameter_values(method, setting, &request.parameters)?;
    if request.individuals > MAX_LISTED_INDIVIDUALS {
        return Err(ApiError::unprocessable(format!("individuals is at most {MAX_LISTED_INDIVIDUALS}")));
    }
    let permit = app.pool.stream_permit()?;
    let settings = app.pool.settings;
    let (events, receiver) = channel(32);
    drop(spawn_blocking(move || {
        let cancel = CancelOnDrop::new();
        let mut stream = EvolutionStream {
            observer: cancel.observer(settings.stream_timeout),
            max_memory: settings.max_memory,
            evolution: Evolution::new(&puzzle, method, values, request.seed),
            individuals: request.individuals,
            events,
        };
        // The only error is that the client has disconnected, which ends the evolution.
        let _ = stream.run(&puzzle, &request);
        drop(permit);
    }));
    Ok(Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default()))
}

/// Returns the default values with the given ones, which must be within the limits of the server.
fn parameter_values(
    method: Method,
    setting: Setting,
    given: &BTreeMap<String, f64>,
) -> Result<ParameterValues, ApiError> {
    let mut values = ParameterValues::new(method, setting);
    for (name, value) in given {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let parameter =
            parameter.ok_or_else(|| ApiError::bad_request("no parameter has that name; GET /api/menu lists them"))?;
        values.set(parameter.key, *value).map_err(ApiError::unprocessable)?;
    }
    for (key, max) in MAXIMA {
        if values.get(key) > max {
            let name = PARAMETERS[key as usize].name;
            return Err(ApiError::unprocessable(format!("{name} is at most {max} here; the command line allows more")));
        }
    }
    Ok(values)
}

/// The error for events that cannot be sent because the client has disconnected.
struct Disconnected;

struct EvolutionStream {
    observer: RequestObserver,
    max_memory: u64,
    evolution: Evolution,
    /// The number of individuals to list.
    individuals: usize,
    events: Sender<Result<Event, Infallible>>,
}

impl EvolutionStream {
    fn run(&mut self, puzzle: &Puzzle, request: &EvolveRequest) -> Result<(), Disconnected> {
        self.send("start", &Start { board: BoardField::from(puzzle) })?;
        match request.after {
            None => self.send_generation()?,
            Some(after) => {
                while self.evolution.generation().number < after && self.ending(None).is_none() {
                    self.evolution.next_generation();
                }
            }
        }
        self.evolution.set_tracing(self.individuals > 0);
        let pause = request.pace.filter(|pace| *pace > 0).map(|pace| Duration::from_secs(1) / pace);
        let ending = loop {
            if let Some(ending) = self.ending(request.until) {
                break ending;
            }
            let started = Instant::now();
            self.evolution.next_generation();
            self.send_generation()?;
            if let Some(pause) = pause {
                sleep(pause.saturating_sub(started.elapsed()));
            }
        };
        self.send("end", &End { ending })
    }

    fn ending(&self, until: Option<u32>) -> Option<&'static str> {
        match self.evolution.termination() {
            Some(Termination::Solved) => return Some("solved"),
            Some(Termination::GenerationLimit) => return Some("limit"),
            None => {}
        }
        if until.is_some_and(|until| self.evolution.generation().number >= until) {
            Some("paused")
        } else if self.observer.should_stop() || self.events.is_closed() {
            Some("time")
        } else {
            (self.evolution.estimated_bytes() > self.max_memory).then_some("memory")
        }
    }

    fn send_generation(&self) -> Result<(), Disconnected> {
        let generation = self.evolution.generation();
        let individuals: Vec<Individual> = self.evolution.individuals().collect();
        let mut fitness: Vec<f64> = individuals.iter().map(|individual| individual.fitness).collect();
        fitness.sort_by(f64::total_cmp);
        let quantile = |part: usize| fitness.get(part * fitness.len().saturating_sub(1) / (QUANTILES - 1)).copied();
        let solution = self.evolution.solution().map(|solution| BestSolution {
            cost: solution.cost,
            generation: solution.generation,
            sequence: self.sequence(&solution.moves),
        });
        self.send(
            "generation",
            &GenerationEvent {
                number: generation.number,
                population: generation.population,
                best: generation.best,
                mean: generation.mean,
                diversity: generation.diversity,
                cost: generation.cost,
                mutations: generation.operators.mutations.share(),
                crossovers: generation.operators.crossovers.share(),
                solutions: generation.solutions,
                boards: generation.boards,
                fitness: (0..QUANTILES).filter_map(quantile).collect(),
                fittest: self.sequence(&generation.fittest),
                solution,
                individuals: individual::fittest(&individuals, self.evolution.trace(), self.individuals),
            },
        )
    }

    fn sequence(&self, moves: &[Move]) -> MoveSequence {
        let puzzle = self.evolution.puzzle();
        let moves = &moves[..moves.len().min(MAX_LISTED_MOVES)];
        let mut position = Position::start(puzzle);
        let mut positions = vec![PositionField::from(&position)];
        for mv in moves {
            if let Ok(next) = position.play(*mv) {
                position = next;
            }
            positions.push(PositionField::from(&position));
        }
        MoveSequence { moves: moves.iter().map(|mv| MoveField::of(puzzle, mv)).collect(), positions }
    }

    fn send(&self, name: &str, data: &impl Serialize) -> Result<(), Disconnected> {
        let event = Event::default().event(name).json_data(data).map_err(|_| Disconnected)?;
        self.events.blocking_send(Ok(event)).map_err(|_| Disconnected)
    }
}
