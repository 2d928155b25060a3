//! The results of a comparison: the data of the spreadsheet, the tables and the report.

use rushlab::search::{Duplicates, Statistics};
use rushlab::{Puzzle, Solution, format};

use super::times::Times;
use crate::arguments::HeuristicParameterArgs;
use rushlab::search::Configuration;

/// A finished comparison.
pub(super) struct Comparison {
    pub(super) entries: Vec<PuzzleEntry>,
    pub(super) configurations: Vec<Configuration>,
    /// The result of `auto` on each puzzle: the optimum, or the proof that there is no solution.
    pub(super) optima: Vec<SearchResult>,
    /// All configurations on the first puzzle, then all on the second, and so on.
    pub(super) runs: Vec<Run>,
    pub(super) duplicates: Duplicates,
    pub(super) parameters: HeuristicParameterArgs,
    /// The number of runs of each search, if it was given.
    pub(super) repeat: Option<usize>,
}

/// A puzzle of the comparison.
pub(super) struct PuzzleEntry {
    /// Its number among the puzzles of all inputs, from 1. Invalid puzzles are counted too.
    pub(super) number: usize,
    /// Its name in results: its number, with the input's name if there are several inputs.
    pub(super) id: String,
    pub(super) puzzle: Puzzle,
}

impl PuzzleEntry {
    /// Returns its board and fuel as one line; all of the puzzle if a line cannot represent them.
    pub(super) fn board(&self) -> String {
        format::board_line(&self.puzzle).unwrap_or_else(|| self.puzzle.to_string())
    }
}

/// The run of a configuration on a puzzle.
pub(super) struct Run {
    /// The index of the puzzle's entry.
    pub(super) entry: usize,
    /// The index of the configuration.
    pub(super) configuration: usize,
    pub(super) result: SearchResult,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchResult {
    pub(super) status: ResultStatus,
    pub(super) solution: Option<Solution>,
    /// The effort of the last pass. `states` is the length of the search path, as COMP 472 counts it.
    pub(super) statistics: Statistics,
    /// The time of the search: the mean of the given number of runs. If none is given, short searches are repeated and the shortest time
    /// counts.
    pub(super) seconds: f64,
    pub(super) times: Times,
}

/// The status of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultStatus {
    Solved,
    /// Nothing was left to search. This is a proof only with exact duplicates.
    Unsolvable,
    /// Stopped at a limit, undecided.
    Limit,
}

impl ResultStatus {
    const ALL: [ResultStatus; 3] = [ResultStatus::Solved, ResultStatus::Unsolvable, ResultStatus::Limit];

    /// Returns the status word.
    pub(super) fn word(self) -> &'static str {
        match self {
            ResultStatus::Solved => "solved",
            ResultStatus::Unsolvable => "unsolvable",
            ResultStatus::Limit => "limit",
        }
    }

    /// Returns the status with a word.
    pub(super) fn from_word(word: &str) -> Option<ResultStatus> {
        ResultStatus::ALL.into_iter().find(|status| status.word() == word)
    }
}

impl SearchResult {
    /// Returns the cost of the solution in the puzzle's metric.
    pub(super) fn cost(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::cost)
    }

    /// Returns the effective branching factor of the search.
    pub(super) fn branching(&self) -> Option<f64> {
        effective_branching(self.cost()?, self.statistics.expanded)
    }
}

/// Returns the effective branching factor b* (Russell and Norvig, section 3.6): the solution of N = b* + b*² + … + b*^d, where N is the
/// number of expanded positions and d the cost of the solution.
fn effective_branching(depth: u32, expanded: u64) -> Option<f64> {
    if depth == 0 {
        return None;
    }
    let expanded = expanded as f64;
    let positions = |branching: f64| (0..depth).fold(0.0, |below: f64, _| branching * (1.0 + below));
    let (mut low, mut high) = (0.0, expanded.max(1.0));
    // Each iteration halves the interval, so more iterations do not change a 53-bit number.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if positions(middle) < expanded {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

impl Comparison {
    /// Returns the runs on a puzzle, in the order of the configurations.
    pub(super) fn on(&self, entry: usize) -> &[Run] {
        let first = entry * self.configurations.len();
        &self.runs[first..first + self.configurations.len()]
    }

    /// Returns the runs of a configuration, in the order of the puzzles.
    pub(super) fn by(&self, configuration: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().skip(configuration).step_by(self.configurations.len())
    }

    /// Returns the cost of a shortest solution of a run's puzzle, if it is known.
    pub(super) fn optimum(&self, run: &Run) -> Option<u32> {
        self.optima[run.entry].cost()
    }

    /// Returns the cost of a run's solution above the optimum.
    pub(super) fn excess(&self, run: &Run) -> Option<u32> {
        run.result.cost().zip(self.optimum(run)).map(|(cost, optimum)| cost.saturating_sub(optimum))
    }

    /// Returns whether a run found no solution although there is one. This happens only if duplicates are detected by the board alone.
    pub(super) fn missed(&self, run: &Run) -> bool {
        run.result.status == ResultStatus::Unsolvable && self.optimum(run).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_of_a_uniform_tree_is_found() {
        let close = |cost, expanded, wanted: f64| (effective_branching(cost, expanded).unwrap() - wanted).abs() < 1e-9;
        assert!(close(3, 2 + 4 + 8, 2.0));
        assert!(close(5, 5, 1.0), "only the positions of the solution");
        assert!(close(1, 7, 7.0));
        assert!(
            close(2, 1, 0.618_033_988_749_895),
            "bidirectional search can expand fewer positions than the solution has"
        );
        assert_eq!(effective_branching(0, 0), None);
    }
}
