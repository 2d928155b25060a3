//! The record of a finished run: a small JSON file.

use rushlab::search::Statistics;
use rushlab::{Puzzle, Solution};
use serde::{Deserialize, Serialize};

use super::model::{Ending, Finding};

/// A finding in JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// The fingerprint of everything that the finding depends on.
    fingerprint: String,
    status: String,
    cost: Option<u32>,
    seconds: f64,
    expanded: u64,
    generated: u64,
    reopened: u64,
    states: u64,
    peak_open: u64,
    peak_memory: u64,
    solution: String,
}

impl Record {
    pub(super) fn new(fingerprint: &str, finding: &Finding) -> Record {
        let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = finding.statistics;
        Record {
            fingerprint: fingerprint.to_owned(),
            status: finding.ending.word().to_owned(),
            cost: finding.cost(),
            seconds: finding.seconds,
            expanded,
            generated,
            reopened,
            states,
            peak_open,
            peak_memory,
            solution: finding.solution.as_ref().map(Solution::to_string).unwrap_or_default(),
        }
    }

    /// Returns the finding, if the record belongs to the same puzzle and options and its solution solves the puzzle at its cost.
    pub(super) fn finding(&self, fingerprint: &str, puzzle: &Puzzle) -> Option<Finding> {
        let Record { expanded, generated, reopened, states, peak_open, peak_memory, .. } = *self;
        let ending = Ending::from_word(&self.status)?;
        let solution = match ending {
            Ending::Solved => Some(Solution::parse(puzzle, &self.solution).ok()?),
            Ending::Unsolvable | Ending::Limit => None,
        };
        let statistics = Statistics { expanded, generated, reopened, states, peak_open, peak_memory };
        let finding = Finding { ending, solution, statistics, seconds: self.seconds };
        (self.fingerprint == fingerprint && finding.cost() == self.cost).then_some(finding)
    }
}
