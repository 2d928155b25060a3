//! The record of a finished run: a small JSON file.

use rushlab::search::Statistics;
use rushlab::{Puzzle, Solution};
use serde::{Deserialize, Serialize};

use super::model::{ResultStatus, SearchResult};
use super::times::Times;

/// A result in JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The fingerprint of everything that the result depends on.
    fingerprint: String,
    status: String,
    cost: Option<u32>,
    seconds: f64,
    times: Times,
    expanded: u64,
    generated: u64,
    reopened: u64,
    states: u64,
    peak_open: u64,
    peak_memory: u64,
    solution: String,
}

impl Record {
    pub(super) fn new(fingerprint: &str, result: &SearchResult) -> Record {
        let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = result.statistics;
        Record {
            fingerprint: fingerprint.to_owned(),
            status: result.status.word().to_owned(),
            cost: result.cost(),
            seconds: result.seconds,
            times: result.times.clone(),
            expanded,
            generated,
            reopened,
            states,
            peak_open,
            peak_memory,
            solution: result.solution.as_ref().map(Solution::to_string).unwrap_or_default(),
        }
    }

    /// Returns the result, if the record belongs to the same puzzle and options and its solution solves the puzzle at its cost.
    pub(super) fn result(&self, fingerprint: &str, puzzle: &Puzzle) -> Option<SearchResult> {
        let Record { expanded, generated, reopened, states, peak_open, peak_memory, .. } = *self;
        let status = ResultStatus::from_word(&self.status)?;
        let solution = match status {
            ResultStatus::Solved => Some(Solution::parse(puzzle, &self.solution).ok()?),
            ResultStatus::Unsolvable | ResultStatus::Limit => None,
        };
        let statistics = Statistics { expanded, generated, reopened, states, peak_open, peak_memory };
        let result = SearchResult { status, solution, statistics, seconds: self.seconds, times: self.times.clone() };
        (self.fingerprint == fingerprint && result.cost() == self.cost).then_some(result)
    }
}
