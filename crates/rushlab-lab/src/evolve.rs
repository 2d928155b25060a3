//! The genetic algorithms, with an event for each generation.
//!
//! An evolution is determined by its random seed, so no paused one is stored. A request to continue contains the number
//! of the last generation that the client received. The evolution is computed again up to it, at about a millisecond
//! per generation.

mod fate;
mod individual;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::position::{Move, Position};
use rushlab_genetic::{Evolution, Individual, Method, PARAMETERS, ParameterKey, ParameterValues, Setting, Termination};
use serde::{Deserialize, Serialize};

use self::fate::FateField;
use self::individual::IndividualField;
use crate::Lab;
use crate::error::LabError;
use crate::fields::{self, BoardField, MoveField, PositionField, PuzzleField};
use crate::host::{self, Disconnected, JobObserver};
use crate::job::{Job, Request};

/// The largest population and the largest number of generations of a request.
const MAXIMA: [(ParameterKey, f64); 2] = [(ParameterKey::Population, 5000.0), (ParameterKey::Generations, 20_000.0)];

/// The largest number of individuals in a `generation` event.
const MAX_LISTED_INDIVIDUALS: usize = 50;

/// Number of moves that are listed of a sequence.
const MAX_LISTED_MOVES: usize = 80;

/// Requests the events of a genetic algorithm: `start` (`{board}`), `generation` for each, and `end` (`{ending}`).
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EvolveRequest {
    puzzle: PuzzleField,
    /// The genetic algorithm: `schlegel` or `grh`.
    method: String,
    /// `faithful` or `refined`; `refined` if it is left out.
    setting: Option<String>,
    /// The values of parameters of the menu, by name.
    #[serde(default)]
    parameters: BTreeMap<String, f64>,
    /// The random seed; 1 if it is left out.
    #[serde(default = "fields::default_seed")]
    seed: u64,
    /// The generation to continue after.
    after: Option<u32>,
    /// The generation to stop at.
    until: Option<u32>,
    /// Number of generations per second; unlimited if it is left out.
    pace: Option<u32>,
    /// Number of individuals to list in each `generation` event, the fittest first; at most 50.
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
    /// Number of individuals that are solutions.
    solutions: usize,
    /// Number of distinct boards of all generations so far.
    boards: usize,
    /// The fitness of every individual, from the lowest to the highest, to three decimals.
    fitness: Vec<f64>,
    fittest: MoveSequence,
    /// The best solution so far.
    solution: Option<BestSolution>,
    /// The fittest individuals and their origins, as many as the request sets; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    individuals: Vec<IndividualField>,
    /// What became of the individuals that were listed of the generation before; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fates: Vec<FateField>,
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
    /// The cost before the solution was shortened.
    evolved_cost: u32,
    generation: u32,
    #[serde(flatten)]
    sequence: MoveSequence,
}

/// The event `end`.
#[derive(Serialize)]
struct End {
    /// Why the stream ended: `solved`, `limit`, `paused`, `time` or `memory`.
    ending: &'static str,
    /// The same as a sentence.
    text: String,
}

impl Request for EvolveRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let puzzle = self.puzzle.puzzle()?;
        let unknown = |what: &str| LabError::bad_request(format!("no {what} has that name; the menu lists them"));
        let method = Method::by_name(&self.method).ok_or_else(|| unknown("genetic algorithm"))?;
        let setting = self.setting.as_deref().map_or(Some(Setting::Refined), Setting::by_name);
        let setting = setting.ok_or_else(|| unknown("setting"))?;
        let values = parameter_values(method, setting, &self.parameters)?;
        if self.individuals > MAX_LISTED_INDIVIDUALS {
            return Err(LabError::unprocessable(format!("individuals is at most {MAX_LISTED_INDIVIDUALS}")));
        }
        let settings = lab.settings;
        Ok(Job::stream(move |host| {
            let mut stream = EvolutionStream {
                observer: JobObserver::new(host, settings.stream_timeout),
                max_memory: settings.max_memory,
                evolution: Evolution::new(&puzzle, method, values, self.seed),
                individuals: self.individuals,
                listed: Vec::new(),
            };
            stream.run(&puzzle, &self)
        }))
    }
}

/// Returns the default values with the given ones, which must be within the limits.
fn parameter_values(
    method: Method,
    setting: Setting,
    given: &BTreeMap<String, f64>,
) -> Result<ParameterValues, LabError> {
    let mut values = ParameterValues::new(method, setting);
    for (name, value) in given {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.name == name);
        let parameter =
            parameter.ok_or_else(|| LabError::bad_request("no parameter has that name; the menu lists them"))?;
        values.set(parameter.key, *value).map_err(LabError::unprocessable)?;
    }
    for (key, max) in MAXIMA {
        if values.get(key) > max {
            let name = PARAMETERS[key as usize].name;
            return Err(LabError::unprocessable(format!("{name} is at most {max} here; the command line allows more")));
        }
    }
    Ok(values)
}

struct EvolutionStream<'a> {
    observer: JobObserver<'a>,
    max_memory: u64,
    evolution: Evolution,
    /// Number of individuals to list.
    individuals: usize,
    /// The indices of the individuals that were listed last.
    listed: Vec<usize>,
}

impl EvolutionStream<'_> {
    fn run(&mut self, puzzle: &Puzzle, request: &EvolveRequest) -> Result<(), Disconnected> {
        self.send("start", &Start { board: BoardField::from(puzzle) })?;
        match request.after {
            None => self.send_generation()?,
            Some(after) => {
                while self.evolution.generation().number < after && self.ending(None).is_none() {
                    self.evolution.next_generation();
                }
                let individuals: Vec<Individual> = self.evolution.individuals().collect();
                self.listed = individual::fittest_indices(&individuals, self.individuals);
            }
        }
        self.evolution.set_tracing(self.individuals > 0);
        let pause = request.pace.filter(|pace| *pace > 0).map(|pace| Duration::from_secs(1) / pace);
        let ending = loop {
            if let Some(ending) = self.ending(request.until) {
                break ending;
            }
            let started = self.observer.host.now();
            self.evolution.next_generation();
            self.send_generation()?;
            if let Some(pause) = pause {
                let elapsed = self.observer.host.now().saturating_sub(started);
                self.observer.host.sleep(pause.saturating_sub(elapsed));
            }
        };
        let text = self.ending_text(ending);
        self.send("end", &End { ending, text })
    }

    /// Returns why the evolution ended, as a sentence.
    fn ending_text(&self, ending: &str) -> String {
        let (generation, parameters) = (self.evolution.generation(), self.evolution.parameters());
        let limit = || match generation.population {
            0 => "no individual is left".to_owned(),
            _ => format!("the maximum of {} generations was reached", parameters.get(ParameterKey::Generations)),
        };
        match (ending, self.evolution.solution()) {
            ("solved", Some(solution)) => {
                let unit = if solution.cost == 1 { "move" } else { self.evolution.puzzle().rules().metric.word() };
                let found = format!("solved in {} {unit}, found in generation {}", solution.cost, solution.generation);
                let stall = parameters.get(ParameterKey::Stall);
                let waited = f64::from(generation.number.saturating_sub(solution.generation));
                match stall {
                    0.0 => format!("{found}; it ends with the first solution"),
                    _ if waited >= stall => format!("{found}; {stall} generations later nothing was better"),
                    _ => format!("{found}; {}", limit()),
                }
            }
            ("limit", _) => format!("no solution: {}", limit()),
            ("time", _) => "stopped: the time limit was reached".to_owned(),
            ("memory", _) => "stopped: the memory limit was reached".to_owned(),
            _ => format!("generation {}", generation.number),
        }
    }

    fn ending(&mut self, until: Option<u32>) -> Option<&'static str> {
        match self.evolution.termination() {
            Some(Termination::Solved) => return Some("solved"),
            Some(Termination::GenerationLimit) => return Some("limit"),
            None => {}
        }
        if until.is_some_and(|until| self.evolution.generation().number >= until) {
            Some("paused")
        } else if self.observer.should_stop() {
            Some("time")
        } else {
            (self.evolution.estimated_bytes() > self.max_memory).then_some("memory")
        }
    }

    fn send_generation(&mut self) -> Result<(), Disconnected> {
        let generation = self.evolution.generation();
        let individuals: Vec<Individual> = self.evolution.individuals().collect();
        let mut fitness: Vec<f64> = individuals.iter().map(|individual| individual.fitness).collect();
        fitness.sort_by(f64::total_cmp);
        let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
        let listed = individual::fittest_indices(&individuals, self.individuals);
        let solution = self.evolution.solution().map(|solution| BestSolution {
            cost: solution.cost,
            evolved_cost: solution.evolved_cost,
            generation: solution.generation,
            sequence: self.sequence(&solution.moves),
        });
        let event = GenerationEvent {
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
            fitness: fitness.into_iter().map(rounded).collect(),
            fittest: self.sequence(&generation.fittest),
            solution,
            individuals: individual::fields(&listed, &individuals, self.evolution.trace()),
            fates: fate::fates(&self.listed, self.evolution.trace()),
        };
        self.listed = listed;
        self.send("generation", &event)
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

    fn send(&mut self, name: &'static str, data: &impl Serialize) -> Result<(), Disconnected> {
        host::send(self.observer.host, name, data)
    }
}
