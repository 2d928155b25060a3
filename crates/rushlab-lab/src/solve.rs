//! Solving with any algorithm of the registry.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rushlab::Puzzle;
use rushlab::Solution;
use rushlab::analysis::RulesHint;
use rushlab::search::{
    Configuration, ConfigurationField, HeuristicChoice, Limit, Outcome, Selection, Statistics, Status,
};
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::{BoardField, MoveField, PositionField, PuzzleField};
use crate::job::{Job, Request};

/// Algorithm and heuristic of a search, by name.
#[derive(Clone, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SearchOptions {
    /// An algorithm of the menu; if it is left out, `astar` with a heuristic and `auto` without one.
    pub(crate) algorithm: Option<String>,
    /// A heuristic of the menu. An algorithm that uses none refuses it.
    pub(crate) heuristic: Option<String>,
    /// Values for the parameters of the heuristic, by name; the menu lists them.
    #[serde(default)]
    pub(crate) parameters: BTreeMap<String, f64>,
    /// The random seed, for randomised algorithms; 1 if it is left out.
    pub(crate) seed: Option<u64>,
}

impl SearchOptions {
    /// Finds the names in the registries, and fills in the defaults.
    pub(crate) fn resolve(&self) -> Result<Configuration, LabError> {
        let selection = Selection {
            algorithm: self.algorithm.clone(),
            heuristic: self.heuristic.as_deref().map(HeuristicChoice::from),
            parameters: self.parameters.iter().map(|(name, value)| (name.clone(), *value)).collect(),
            seed: self.seed,
            ..Selection::default()
        };
        selection
            .resolve(&rushlab_genetic::ALL_ALGORITHMS)
            .map_err(|error| LabError::bad_request(error.explain(&field)))
    }
}

/// Returns the field of [`SearchOptions`] for a part of a search.
fn field(field: ConfigurationField<'_>) -> String {
    match field {
        ConfigurationField::Algorithm => "`algorithm`".to_owned(),
        ConfigurationField::Heuristic => "`heuristic`".to_owned(),
        ConfigurationField::Parameter(name) => format!("the parameter `{name}`"),
        other => other.to_string(),
    }
}

/// Requests a solution.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    puzzle: PuzzleField,
    #[serde(default)]
    search: SearchOptions,
    /// The maximum number of positions to store, if lower than the limit in the menu.
    states: Option<u64>,
    /// The maximum time of the search, if lower than the limit in the menu.
    milliseconds: Option<u64>,
    /// Whether to leave out the board and the positions.
    #[serde(default)]
    brief: bool,
}

/// The result of a search, with what is needed to show it.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct SolveResponse {
    #[serde(flatten)]
    pub(crate) result: OutcomeField,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardField>,
    /// The start, and the position after each of the listed moves; left out if there is no solution.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    positions: Vec<PositionField>,
    /// The estimate of the heuristic at the start; `null` for algorithms without a heuristic.
    estimate: Option<f64>,
    seconds: f64,
}

/// Number of moves that are listed. Depth-first search finds longer solutions.
const MAX_LISTED_MOVES: usize = 5000;

/// The result of a search.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct OutcomeField {
    /// `solved`, `unsolvable` (proved), or `limit`: the search was stopped by a limit, also on time.
    pub(crate) status: &'static str,
    /// The result as a sentence.
    pub(crate) text: String,
    /// Whether the solution is proved to be optimal.
    optimal: bool,
    /// The cost of the solution in the puzzle's metric; `null` if none was found.
    pub(crate) cost: Option<u32>,
    /// A lower bound on the cost of every solution.
    bound: u32,
    /// Number of moves of the solution; `null` if none was found.
    moves: Option<usize>,
    /// Number of steps of the solution; `null` if none was found.
    steps: Option<u32>,
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

impl OutcomeField {
    pub(crate) fn of(puzzle: &Puzzle, outcome: &Outcome) -> OutcomeField {
        let Statistics { expanded, generated, states, peak_open, peak_memory, .. } = outcome.statistics;
        let solution = outcome.solution.as_ref();
        OutcomeField {
            status: outcome.status.word(),
            text: sentence(puzzle, outcome),
            optimal: outcome.is_optimal(),
            cost: outcome.cost(),
            bound: outcome.bound,
            moves: solution.map(|solution| solution.moves().len()),
            steps: solution.map(Solution::steps),
            solution: outcome.moves().iter().take(MAX_LISTED_MOVES).map(|mv| MoveField::of(puzzle, mv)).collect(),
            expanded,
            generated,
            states,
            peak_open,
            peak_memory,
        }
    }
}

fn sentence(puzzle: &Puzzle, outcome: &Outcome) -> String {
    let metric = puzzle.rules().metric;
    let length = |cost: u32| if cost == 1 { format!("1 {}", metric.unit()) } else { format!("{cost} {metric}") };
    let cost = outcome.cost().map(length).unwrap_or_default();
    let stopped = |reason: &str| {
        let mut text = format!("stopped: {reason}");
        if outcome.cost().is_some() {
            text += &format!("; the best solution so far has {cost}");
        }
        match outcome.bound {
            0 => {}
            1 => text += &format!("; at least 1 {} is needed", metric.unit()),
            bound => text += &format!("; at least {bound} {metric} are needed"),
        }
        text
    };
    match outcome.status {
        Status::Solved if outcome.is_optimal() => format!("solved in {cost}; no solution is shorter"),
        Status::Solved => format!("solved in {cost}; it may not be the shortest solution"),
        Status::Unsolvable => "there is no solution".to_owned(),
        Status::Limit(Limit::States) => stopped("limit on positions reached"),
        Status::Limit(Limit::Memory) => stopped("limit on memory reached"),
        Status::Limit(_) => stopped("no solution within the generations"),
        Status::Interrupted => stopped("time limit reached"),
    }
}

impl Request for SolveRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let (puzzle, search) = (self.puzzle.puzzle()?, self.search.resolve()?);
        let mut limits = lab.settings.search_limits();
        limits.states = limits.states.min(self.states.unwrap_or(u64::MAX));
        let most = lab.settings.search_timeout;
        let timeout = self.milliseconds.map_or(most, Duration::from_millis);
        Ok(Job::search(most, move |observer| {
            let started = observer.host.now();
            let mut observer = observer.with_timeout(timeout);
            let outcome = search.solver(&puzzle).limits(limits).run_with(&mut observer);
            let seconds = observer.host.now().saturating_sub(started).as_secs_f64();
            let full = !self.brief;
            let mut result = OutcomeField::of(&puzzle, &outcome);
            let hint = RulesHint::of(&puzzle, outcome.status.verdict(), limits, &mut observer);
            if hint == Some(RulesHint::Valet) {
                result.text += ", but with the valet of COMP 472 there is one";
            }
            Ok(SolveResponse {
                result,
                board: full.then(|| BoardField::from(&puzzle)),
                positions: if full { positions(&outcome) } else { Vec::new() },
                estimate: search.start_estimate(&puzzle),
                seconds,
            })
        }))
    }
}

/// Returns the start and the position after each listed move.
fn positions(outcome: &Outcome) -> Vec<PositionField> {
    let positions = outcome.solution.iter().flat_map(Solution::positions);
    positions.take(MAX_LISTED_MOVES + 1).map(|position| PositionField::from(&position)).collect()
}
