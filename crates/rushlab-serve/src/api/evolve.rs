//! The genetic algorithms, live: server-sent events tell of each generation.
//!
//! An evolution is the same for the same seed, so the server needs not remember one that is paused: whoever goes on with it says after
//! which generation, and it is evolved as far again, which takes about a millisecond a generation.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::thread::sleep;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use rushlab::Puzzle;
use rushlab::genetic::{Evolution, Key, Method, PARAMETERS, ParameterValues, Setting, Termination};
use rushlab::reference::{Move, Position};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{Sender, channel};
use tokio::task::spawn_blocking;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use crate::Lab;
use crate::board::{Board, MoveField, Place, PuzzleField};
use crate::body::Body;
use crate::failure::Failure;
use crate::workshop::{Leash, Watch};

/// The largest population, and the most generations, that are evolved for a page.
const MOST: [(Key, f64); 2] = [(Key::Population, 5000.0), (Key::Generations, 20_000.0)];

/// So many figures tell how fit a population is.
const QUANTILES: usize = 48;

/// Longer sequences of moves are not told move by move.
const LONGEST: usize = 80;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EvolveRequest {
    puzzle: PuzzleField,
    /// `schlegel` or `grh`.
    species: String,
    /// `faithful` or `refined`, which it is if it is left out.
    setting: Option<String>,
    /// Parameters of the menu by name, with their values.
    #[serde(default)]
    choices: BTreeMap<String, f64>,
    #[serde(default)]
    seed: u64,
    /// Go on after this generation.
    after: Option<u32>,
    /// Stop at this generation.
    until: Option<u32>,
    /// How many generations there are in a second; as many as can be, if it is left out.
    pace: Option<u32>,
}

/// The event `start`.
#[derive(Serialize)]
struct Start {
    board: Board,
}

/// The event `generation`.
#[derive(Serialize)]
struct Told {
    number: u32,
    population: usize,
    best: f64,
    mean: f64,
    /// The part of the individuals that have a board of their own.
    diversity: f64,
    /// What their moves cost on average.
    cost: f64,
    /// The part of the mutations and crossovers that gave something legal.
    mutations: Option<f64>,
    crossovers: Option<f64>,
    /// How many individuals are solutions.
    solutions: usize,
    /// How many different boards there were so far.
    boards: usize,
    /// How fit the population is, from the least to the fittest.
    fitness: Vec<f64>,
    fittest: Played,
    /// The best solution so far.
    solution: Option<Found>,
}

/// Moves, and where they lead, one after the other.
#[derive(Serialize)]
struct Played {
    moves: Vec<MoveField>,
    places: Vec<Place>,
}

#[derive(Serialize)]
struct Found {
    cost: u32,
    generation: u32,
    #[serde(flatten)]
    played: Played,
}

/// The event `end`.
#[derive(Serialize)]
struct End {
    /// `solved`, `limit`, `paused`, `time` or `memory`.
    ending: &'static str,
}

/// Evolves. The events are `start` (`{board}`), `generation` for each, and `end` (`{ending}`).
#[utoipa::path(post, path = "/api/evolve", request_body = EvolveRequest,
    responses((status = 200, content_type = "text/event-stream", body = String), (status = 422, body = Failure),
        (status = 503, body = Failure)))]
pub(super) async fn evolve(
    State(lab): State<Lab>,
    Body(request): Body<EvolveRequest>,
) -> Result<Sse<impl tokio_stream::Stream<Item = Result<Event, Infallible>>>, Failure> {
    let puzzle = request.puzzle.puzzle()?;
    let known = |words: String| Failure::bad(format!("GET /api/menu lists {words}"));
    let species = Method::named(&request.species).ok_or_else(|| known("the species".to_owned()))?;
    let setting = request.setting.as_deref().map_or(Some(Setting::Refined), Setting::named);
    let setting = setting.ok_or_else(|| known("the settings".to_owned()))?;
    let choices = choices(species, setting, &request.choices)?;
    let permit = lab.workshop.show()?;
    let settings = lab.workshop.settings;
    let (events, stream) = channel(32);
    drop(spawn_blocking(move || {
        let leash = Leash::new();
        let mut show = Show {
            watch: leash.watch(settings.show_time),
            memory: settings.memory,
            evolution: Evolution::new(&puzzle, species, choices, request.seed),
            events,
        };
        // Whoever has left hears nothing more, and the evolution ends.
        let _ = show.run(&puzzle, &request);
        drop(permit);
    }));
    Ok(Sse::new(ReceiverStream::new(stream)).keep_alive(KeepAlive::default()))
}

fn choices(species: Method, setting: Setting, wanted: &BTreeMap<String, f64>) -> Result<ParameterValues, Failure> {
    let mut choices = ParameterValues::new(species, setting);
    for (name, value) in wanted {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| Failure::bad("GET /api/menu lists the parameters"))?;
        choices.set(parameter.key, *value).map_err(|fault| Failure::cannot(fault.replace("--", "")))?;
    }
    for (key, most) in MOST {
        if choices.get(key) > most {
            let name = PARAMETERS[key as usize].name;
            return Err(Failure::cannot(format!("{name} is at most {most} here; the command line takes more")));
        }
    }
    Ok(choices)
}

/// Nobody listens any more.
struct Gone;

struct Show {
    watch: Watch,
    memory: u64,
    evolution: Evolution,
    events: Sender<Result<Event, Infallible>>,
}

impl Show {
    fn run(&mut self, puzzle: &Puzzle, request: &EvolveRequest) -> Result<(), Gone> {
        self.send("start", &Start { board: Board::from(puzzle) })?;
        match request.after {
            None => self.tell()?,
            Some(after) => {
                while self.evolution.generation().number < after && self.ended(None).is_none() {
                    self.evolution.step();
                }
            }
        }
        let pause = request.pace.filter(|pace| *pace > 0).map(|pace| Duration::from_secs(1) / pace);
        let ending = loop {
            if let Some(ending) = self.ended(request.until) {
                break ending;
            }
            let begun = Instant::now();
            self.evolution.step();
            self.tell()?;
            if let Some(pause) = pause {
                sleep(pause.saturating_sub(begun.elapsed()));
            }
        };
        self.send("end", &End { ending })
    }

    fn ended(&self, until: Option<u32>) -> Option<&'static str> {
        match self.evolution.termination() {
            Some(Termination::Solved) => return Some("solved"),
            Some(Termination::GenerationLimit) => return Some("limit"),
            None => {}
        }
        if until.is_some_and(|until| self.evolution.generation().number >= until) {
            Some("paused")
        } else if self.watch.over() || self.events.is_closed() {
            Some("time")
        } else {
            (self.evolution.estimated_bytes() > self.memory).then_some("memory")
        }
    }

    fn tell(&self) -> Result<(), Gone> {
        let generation = self.evolution.generation();
        let mut fitness: Vec<f64> = self.evolution.individuals().map(|individual| individual.fitness).collect();
        fitness.sort_by(f64::total_cmp);
        let quantile = |part: usize| fitness.get(part * fitness.len().saturating_sub(1) / (QUANTILES - 1)).copied();
        let solution = self.evolution.solution().map(|solution| Found {
            cost: solution.cost,
            generation: solution.generation,
            played: self.played(&solution.moves),
        });
        self.send(
            "generation",
            &Told {
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
                fittest: self.played(&generation.fittest),
                solution,
            },
        )
    }

    fn played(&self, moves: &[Move]) -> Played {
        let puzzle = self.evolution.puzzle();
        let moves = &moves[..moves.len().min(LONGEST)];
        let mut position = Position::start(puzzle);
        let mut places = vec![Place::from(&position)];
        for mv in moves {
            if let Ok(next) = position.play(puzzle, *mv) {
                position = next;
            }
            places.push(Place::from(&position));
        }
        Played { moves: moves.iter().map(|mv| MoveField::of(puzzle, mv)).collect(), places }
    }

    fn send(&self, name: &str, data: &impl Serialize) -> Result<(), Gone> {
        let event = Event::default().event(name).json_data(data).map_err(|_| Gone)?;
        self.events.blocking_send(Ok(event)).map_err(|_| Gone)
    }
}
