//! The results of a comparison: the data of the spreadsheet, the tables and the report.

use rushlab::Solution;
use rushlab::search::{Statistics, Verdict};

use super::{Comparison, Times};
use crate::words;

/// The results of a finished comparison.
#[non_exhaustive]
pub struct Results {
    /// What was compared.
    pub comparison: Comparison,
    /// The results on each puzzle.
    pub puzzles: Vec<PuzzleResults>,
}

/// The results on a puzzle.
#[non_exhaustive]
pub struct PuzzleResults {
    /// The result of `auto`: the optimum, or the proof that there is no solution.
    pub optimum: SearchResult,
    /// The run of each configuration.
    pub runs: Vec<SearchRun>,
}

/// The run of a configuration on a puzzle.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct SearchRun {
    /// The index of the puzzle's entry.
    pub entry: usize,
    /// The index of the configuration.
    pub configuration: usize,
    /// The result.
    pub result: SearchResult,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// How the search ended.
    pub status: Verdict,
    /// The solution, if one was found.
    pub solution: Option<Solution>,
    /// The effort of the last pass. `states` is the length of the search path, as COMP 472 counts it.
    pub statistics: Statistics,
    /// The times of all runs. The mean is the time of the search.
    pub times: Times,
    /// Number of passes (`rushlab::search::Pass`).
    pub passes: usize,
}

impl SearchResult {
    /// Returns the cost of the solution in the puzzle's metric.
    pub fn cost(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::cost)
    }

    /// Returns the mean time, in seconds.
    pub fn seconds(&self) -> f64 {
        self.times.mean()
    }

    /// Returns the effective branching factor of the search.
    pub fn branching(&self) -> Option<f64> {
        effective_branching(self.cost()?, self.statistics.expanded)
    }
}

/// Returns the effective branching factor b* (Russell and Norvig, section 3.6): the solution of N = b* + b*² + … +
/// b*^d, where N is the number of expanded positions and d the cost of the solution.
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

impl Results {
    /// Returns the result of the search for the optimum of each puzzle.
    pub fn optima(&self) -> impl Iterator<Item = &SearchResult> + Clone {
        self.puzzles.iter().map(|puzzle| &puzzle.optimum)
    }

    /// Returns all runs: those on the first puzzle, then those on the second, and so on.
    pub fn runs(&self) -> impl Iterator<Item = &SearchRun> {
        self.puzzles.iter().flat_map(|puzzle| &puzzle.runs)
    }

    /// Returns the runs on a puzzle, in the order of the configurations.
    pub fn on(&self, entry: usize) -> &[SearchRun] {
        &self.puzzles[entry].runs
    }

    /// Returns the runs of a configuration, in the order of the puzzles.
    pub fn by(&self, configuration: usize) -> impl Iterator<Item = &SearchRun> {
        self.puzzles.iter().map(move |puzzle| &puzzle.runs[configuration])
    }

    /// Returns the cost of a shortest solution of a run's puzzle, if it is known.
    pub fn optimum(&self, run: &SearchRun) -> Option<u32> {
        self.puzzles[run.entry].optimum.cost()
    }

    /// Returns the length of a shortest solution of a puzzle, or why there is none.
    pub(super) fn optimum_in_words(&self, entry: usize) -> String {
        let optimum = &self.puzzles[entry].optimum;
        match (optimum.status, optimum.cost()) {
            (Verdict::Solved, Some(cost)) => words::cost(cost, self.comparison.entries[entry].puzzle.rules().metric),
            (Verdict::Unsolvable, _) => "no solution".to_owned(),
            _ => "undecided".to_owned(),
        }
    }

    /// Returns the cost of a run's solution above the optimum.
    pub fn excess(&self, run: &SearchRun) -> Option<u32> {
        run.result.cost().zip(self.optimum(run)).map(|(cost, optimum)| cost.saturating_sub(optimum))
    }

    /// Returns whether a run missed a solution. This happens only if duplicates are detected by the board alone.
    pub fn missed(&self, run: &SearchRun) -> bool {
        run.result.status == Verdict::Unsolvable && self.optimum(run).is_some()
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
