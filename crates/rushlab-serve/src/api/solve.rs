//! Solving with any algorithm of the registry.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use rushlab::Puzzle;
use rushlab::heuristic::{self, Heuristic, Parameters};
use rushlab::reference::Position;
use rushlab::search::{self, Algorithm, Duplicates, Limit, Limits, Outcome, Statistics, Status, Task};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::AppState;
use crate::error::ApiError;
use crate::fields::{BoardField, MoveField, PositionField, PuzzleField};
use crate::json_body::JsonBody;

/// Algorithm and heuristic of a search, by name.
#[derive(Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchOptions {
    /// An algorithm of the menu; `auto` if it is left out.
    pub(super) algorithm: Option<String>,
    /// A heuristic of the menu, for informed algorithms.
    pub(super) heuristic: Option<String>,
    /// The weight λ of the heuristic `h3`, from 1 to 1000.
    pub(super) weight: Option<u32>,
    /// The random seed, for randomised algorithms; 1 if it is left out.
    pub(super) seed: Option<u64>,
}

/// Algorithm and heuristic of a search, found in the registries.
#[derive(Clone, Copy)]
pub(super) struct ResolvedSearch {
    pub(super) algorithm: &'static dyn Algorithm,
    pub(super) heuristic: &'static dyn Heuristic,
    parameters: Parameters,
    seed: u64,
}

impl SearchOptions {
    /// Finds the names in the registries, and fills in the defaults.
    pub(super) fn resolve(&self) -> Result<ResolvedSearch, ApiError> {
        let unknown = |what: &str| ApiError::bad_request(format!("no {what} has that name; GET /api/menu lists them"));
        let algorithm = self.algorithm.as_deref().map_or(Some(search::DEFAULT), search::named);
        let heuristic = self.heuristic.as_deref().map_or(Some(heuristic::DEFAULT), heuristic::named);
        let weight = self.weight.unwrap_or(Parameters::default().weight);
        if !(1..=1000).contains(&weight) {
            return Err(ApiError::bad_request("the weight must be from 1 to 1000"));
        }
        Ok(ResolvedSearch {
            algorithm: algorithm.ok_or_else(|| unknown("algorithm"))?,
            heuristic: heuristic.ok_or_else(|| unknown("heuristic"))?,
            parameters: Parameters { weight },
            seed: self.seed.unwrap_or(1),
        })
    }
}

impl ResolvedSearch {
    pub(super) fn task<'a>(&self, puzzle: &'a Puzzle, limits: Limits) -> Task<'a> {
        let (heuristic, parameters) = (self.heuristic, self.parameters);
        Task { puzzle, heuristic, parameters, limits, duplicates: Duplicates::Exact, seed: self.seed }
    }

    /// Returns the name for tables, such as `astar h3 λ=5`.
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
    search: SearchOptions,
    /// The maximum number of positions to store, if lower than the server's limit.
    states: Option<u64>,
    /// The maximum time of the search, if lower than the server's limit.
    milliseconds: Option<u64>,
    /// Whether to leave out the board and the positions.
    #[serde(default)]
    brief: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SolveAnswer {
    #[serde(flatten)]
    pub(super) result: SearchResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardField>,
    /// The start, and the position after each of the listed moves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    positions: Vec<PositionField>,
    seconds: f64,
}

/// The number of moves that are listed. Depth-first search finds longer solutions.
const MAX_LISTED_MOVES: usize = 5000;

/// The result of a search.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct SearchResult {
    /// `solved`, `unsolvable` (proved), `limit` or `time`.
    pub(super) status: &'static str,
    /// The result as a sentence.
    pub(super) text: String,
    /// Whether the solution is proved to be optimal.
    optimal: bool,
    /// The cost of the solution in the puzzle's metric; `null` if none was found.
    pub(super) cost: Option<u32>,
    /// A lower bound on the cost of every solution.
    bound: u32,
    /// The number of moves of the solution.
    moves: usize,
    /// The number of steps of the solution.
    steps: u32,
    /// The first 5000 moves of the solution.
    solution: Vec<MoveField>,
    /// Positions expanded.
    expanded: u64,
    /// Moves generated.
    generated: u64,
    /// Positions stored.
    states: u64,
    /// The largest size of the open list, in positions.
    peak_open: u64,
    /// The peak memory use, in bytes.
    peak_memory: u64,
}

impl SearchResult {
    pub(super) fn of(puzzle: &Puzzle, outcome: &Outcome, proves: bool) -> SearchResult {
        let Statistics { expanded, generated, states, peak_open, peak_memory, .. } = outcome.statistics;
        let found = outcome.solution().is_some();
        let optimal = outcome.is_optimal() || (proves && outcome.status == Status::Solved);
        SearchResult {
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
            solution: outcome.moves.iter().take(MAX_LISTED_MOVES).map(|mv| MoveField::of(puzzle, mv)).collect(),
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
        Status::Solved => format!("solved in {}; it may not be the shortest solution", count(outcome.cost)),
        Status::Unsolvable => "there is no solution".to_owned(),
        Status::Limit(Limit::States) => "gave up: too many positions".to_owned(),
        Status::Limit(Limit::Memory) => "gave up: too much memory".to_owned(),
        Status::Limit(Limit::Generations) => "gave up: no solution within its generations".to_owned(),
        Status::Interrupted => "gave up: out of time".to_owned(),
    }
}

/// Solves a puzzle. The search stops when the client disconnects.
#[utoipa::path(post, path = "/api/solve", request_body = SolveRequest,
    responses((status = 200, body = SolveAnswer), (status = 422, body = ApiError), (status = 503, body = ApiError)))]
pub(super) async fn solve(
    State(app): State<AppState>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Result<Json<SolveAnswer>, ApiError> {
    let (puzzle, search) = (request.puzzle.puzzle()?, request.search.resolve()?);
    let settings = app.pool.settings;
    let mut limits = settings.search_limits();
    limits.states = limits.states.min(request.states.unwrap_or(u64::MAX));
    let timeout = request.milliseconds.map_or(settings.search_timeout, Duration::from_millis);
    let answer = app.pool.search(move |observer| {
        let started = Instant::now();
        let outcome = search.algorithm.run(&search.task(&puzzle, limits), &mut observer.with_timeout(timeout));
        let seconds = started.elapsed().as_secs_f64();
        let proves = search.algorithm.about().optimal.holds(search.heuristic, puzzle.rules());
        let full = !request.brief;
        SolveAnswer {
            result: SearchResult::of(&puzzle, &outcome, proves),
            board: full.then(|| BoardField::from(&puzzle)),
            positions: if full { positions(&puzzle, &outcome) } else { Vec::new() },
            seconds,
        }
    });
    answer.await.map(Json)
}

/// Returns the start and the position after each listed move.
fn positions(puzzle: &Puzzle, outcome: &Outcome) -> Vec<PositionField> {
    let mut position = Position::start(puzzle);
    let mut positions = vec![PositionField::from(&position)];
    for mv in outcome.moves.iter().take(MAX_LISTED_MOVES) {
        // Searches are tested against the rules, so every move is legal.
        if let Ok(next) = position.play(puzzle, *mv) {
            position = next;
        }
        positions.push(PositionField::from(&position));
    }
    positions
}
