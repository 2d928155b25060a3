//! Solutions, with any algorithm of the registry.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use rushlab::Puzzle;
use rushlab::heuristic::{self, Heuristic, Parameters};
use rushlab::reference::Position;
use rushlab::search::{self, Algorithm, Duplicates, Limit, Limits, Outcome, Statistics, Status, Task};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Lab;
use crate::board::{Board, MoveField, Place, PuzzleField};
use crate::body::Body;
use crate::failure::Failure;

/// How to search.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Way {
    /// An algorithm of the menu; `auto`, if it is left out.
    pub(super) algorithm: Option<String>,
    /// Whom an informed search asks: a heuristic of the menu.
    pub(super) heuristic: Option<String>,
    /// The λ of the heuristic `h3`, from 1 to 1000.
    pub(super) weight: Option<u32>,
    /// What an algorithm that draws lots begins with; 1 if not given.
    pub(super) seed: Option<u64>,
}

/// The same, looked up in the registries.
#[derive(Clone, Copy)]
pub(super) struct Chosen {
    pub(super) algorithm: &'static dyn Algorithm,
    pub(super) heuristic: &'static dyn Heuristic,
    parameters: Parameters,
    seed: u64,
}

impl Way {
    pub(super) fn chosen(&self) -> Result<Chosen, Failure> {
        let unknown = |what: &str| Failure::bad(format!("no {what} has that name; GET /api/menu lists them"));
        let algorithm = self.algorithm.as_deref().map_or(Some(search::DEFAULT), search::named);
        let heuristic = self.heuristic.as_deref().map_or(Some(heuristic::DEFAULT), heuristic::named);
        let weight = self.weight.unwrap_or(Parameters::default().weight);
        if !(1..=1000).contains(&weight) {
            return Err(Failure::bad("the weight is from 1 to 1000"));
        }
        Ok(Chosen {
            algorithm: algorithm.ok_or_else(|| unknown("algorithm"))?,
            heuristic: heuristic.ok_or_else(|| unknown("heuristic"))?,
            parameters: Parameters { weight },
            seed: self.seed.unwrap_or(1),
        })
    }
}

impl Chosen {
    pub(super) fn task<'a>(&self, puzzle: &'a Puzzle, limits: Limits) -> Task<'a> {
        let (heuristic, parameters) = (self.heuristic, self.parameters);
        Task { puzzle, heuristic, parameters, limits, duplicates: Duplicates::Exact, seed: self.seed }
    }

    /// What a table calls it.
    pub(super) fn name(&self) -> String {
        let about = self.algorithm.about();
        match (about.informed, self.heuristic.about().weighted) {
            (false, _) => about.name.to_owned(),
            (true, false) => format!("{} {}", about.name, self.heuristic.about().name),
            (true, true) => format!("{} {} λ={}", about.name, self.heuristic.about().name, self.parameters.weight),
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    puzzle: PuzzleField,
    #[serde(default)]
    way: Way,
    /// Give up after so many positions, sooner than the server would.
    states: Option<u64>,
    /// Give up after so many milliseconds, sooner than the server would.
    milliseconds: Option<u64>,
    /// Leave out the board and the positions.
    #[serde(default)]
    brief: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SolveAnswer {
    #[serde(flatten)]
    pub(super) result: Solution,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<Board>,
    /// The start, and the position after each move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Place>,
    seconds: f64,
}

/// A solution of more moves than this is cut short; depth-first search finds such.
const LONGEST: usize = 5000;

/// What a search found.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct Solution {
    /// `solved`, `unsolvable` (proved), `limit` or `time`.
    pub(super) status: &'static str,
    /// What came of it, in a sentence.
    pub(super) text: String,
    /// Whether no solution is shorter, as is proved.
    optimal: bool,
    /// What the solution costs: moves or steps, as the rules say.
    pub(super) cost: Option<u32>,
    /// What every solution costs at least.
    bound: u32,
    moves: usize,
    steps: u32,
    /// The first 5000 moves.
    solution: Vec<MoveField>,
    expanded: u64,
    generated: u64,
    states: u64,
    peak_open: u64,
    peak_memory: u64,
}

impl Solution {
    pub(super) fn of(puzzle: &Puzzle, outcome: &Outcome, proves: bool) -> Solution {
        let Statistics { expanded, generated, states, peak_open, peak_memory, .. } = outcome.statistics;
        let found = outcome.solution().is_some();
        let optimal = outcome.is_optimal() || (proves && outcome.status == Status::Solved);
        Solution {
            status: match outcome.status {
                Status::Solved => "solved",
                Status::Unsolvable => "unsolvable",
                Status::Limit(_) => "limit",
                Status::Interrupted => "time",
            },
            text: sentence(puzzle, outcome, optimal),
            optimal,
            cost: found.then_some(outcome.cost),
            bound: outcome.bound,
            moves: outcome.moves.len(),
            steps: outcome.moves.iter().map(|mv| u32::from(mv.cells)).sum(),
            solution: outcome.moves.iter().take(LONGEST).map(|mv| MoveField::of(puzzle, mv)).collect(),
            expanded,
            generated,
            states,
            peak_open,
            peak_memory,
        }
    }
}

fn sentence(puzzle: &Puzzle, outcome: &Outcome, optimal: bool) -> String {
    let metric = puzzle.rules().metric.word();
    let count = |cost: u32| match cost {
        1 => format!("1 {}", metric.trim_end_matches('s')),
        cost => format!("{cost} {metric}"),
    };
    match outcome.status {
        Status::Solved if optimal => format!("solved in {}; no solution is shorter", count(outcome.cost)),
        Status::Solved => format!("solved in {}; perhaps not the shortest way", count(outcome.cost)),
        Status::Unsolvable => "there is no solution".to_owned(),
        Status::Limit(Limit::States) => "gave up: too many positions".to_owned(),
        Status::Limit(Limit::Memory) => "gave up: too much memory".to_owned(),
        Status::Limit(Limit::Generations) => "gave up: no solution in as many generations as it has".to_owned(),
        Status::Interrupted => "gave up: out of time".to_owned(),
    }
}

/// Solves a puzzle. The search ends when you hang up.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = SolveAnswer), (status = 422, body = Failure), (status = 503, body = Failure)))]
pub(super) async fn solve(
    State(lab): State<Lab>,
    Body(request): Body<SolveRequest>,
) -> Result<Json<SolveAnswer>, Failure> {
    let (puzzle, chosen) = (request.puzzle.puzzle()?, request.way.chosen()?);
    let settings = lab.workshop.settings;
    let mut limits = settings.limits();
    limits.states = limits.states.min(request.states.unwrap_or(u64::MAX));
    let time = request.milliseconds.map_or(settings.time, Duration::from_millis);
    let answer = lab.workshop.search(move |watch| {
        let begun = Instant::now();
        let outcome = chosen.algorithm.run(&chosen.task(&puzzle, limits), &mut watch.within(time));
        let seconds = begun.elapsed().as_secs_f64();
        let proves = chosen.algorithm.about().optimal.holds(chosen.heuristic, puzzle.rules());
        let full = !request.brief;
        SolveAnswer {
            result: Solution::of(&puzzle, &outcome, proves),
            board: full.then(|| Board::from(&puzzle)),
            places: if full { places(&puzzle, &outcome) } else { Vec::new() },
            seconds,
        }
    });
    answer.await.map(Json)
}

/// The start, and the position after each move, as far as they are listed.
fn places(puzzle: &Puzzle, outcome: &Outcome) -> Vec<Place> {
    let mut position = Position::start(puzzle);
    let mut places = vec![Place::from(&position)];
    for mv in outcome.moves.iter().take(LONGEST) {
        // Searches are tested against the rules, so every move can be played.
        if let Ok(next) = position.play(puzzle, *mv) {
            position = next;
        }
        places.push(Place::from(&position));
    }
    places
}
