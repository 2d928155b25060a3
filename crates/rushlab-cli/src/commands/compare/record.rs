//! The record of a finished run: a small JSON file with the result, and with checksums of the course files of the run.

use rushlab::search::Statistics;
use rushlab::{Puzzle, Solution};
use serde::{Deserialize, Serialize};

use super::model::{ResultStatus, SearchResult};
use super::times::Times;

/// A result in JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
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
    /// The course files; none for the search for the optimum.
    files: Option<FileChecksums>,
}

/// The SHA-256 of the course files of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileChecksums {
    pub(super) solution: String,
    pub(super) search: String,
}

impl Record {
    pub(super) fn new(result: &SearchResult, files: Option<FileChecksums>) -> Record {
        let Statistics { expanded, generated, reopened, states, peak_open, peak_memory } = result.statistics;
        Record {
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
            files,
        }
    }

    /// Returns the checksums of the course files.
    pub(super) fn files(&self) -> Option<&FileChecksums> {
        self.files.as_ref()
    }

    /// Returns the result, if its solution solves the puzzle at its cost.
    pub(super) fn result(&self, puzzle: &Puzzle) -> Option<SearchResult> {
        let Record { expanded, generated, reopened, states, peak_open, peak_memory, .. } = *self;
        let status = ResultStatus::from_word(&self.status)?;
        let solution = match status {
            ResultStatus::Solved => Some(Solution::parse(puzzle, &self.solution).ok()?),
            ResultStatus::Unsolvable | ResultStatus::Limit => None,
        };
        let statistics = Statistics { expanded, generated, reopened, states, peak_open, peak_memory };
        let result = SearchResult { status, solution, statistics, seconds: self.seconds, times: self.times.clone() };
        (result.cost() == self.cost).then_some(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_whose_solution_does_not_have_its_cost_is_not_used() {
        let puzzle: Puzzle = "..............AA.B.....B............".parse().unwrap();
        let solution = Solution::parse(&puzzle, "BU2 AR2").unwrap();
        let result = SearchResult {
            status: ResultStatus::Solved,
            solution: Some(solution),
            statistics: Statistics::default(),
            seconds: 1.0,
            times: Times::first(1.0),
        };
        let record = || Record::new(&result, None);
        assert_eq!(record().result(&puzzle), Some(result.clone()));
        let others = [
            Record { cost: Some(3), ..record() },
            Record { cost: None, ..record() },
            Record { solution: "BU2".to_owned(), cost: Some(1), ..record() },
            Record { solution: "AR2".to_owned(), cost: Some(1), ..record() },
            Record { solution: String::new(), ..record() },
            Record { status: "unsolvable".to_owned(), ..record() },
            Record { status: String::new(), ..record() },
        ];
        others.iter().for_each(|other| assert_eq!(other.result(&puzzle), None, "{other:?}"));
    }
}
