//! The results of a comparison: the data of the spreadsheet, the tables and the report.

use rushlab::Puzzle;
use rushlab::heuristic::Parameters;
use rushlab::puzzle::Metric;
use rushlab::reference::Move;
use rushlab::search::{Duplicates, Statistics};

use super::configuration::Configuration;

/// A finished comparison.
pub(super) struct Comparison {
    pub(super) entries: Vec<PuzzleEntry>,
    pub(super) configurations: Vec<Configuration>,
    /// The result of `auto` on each puzzle: the optimum, or the proof that there is no solution.
    pub(super) optima: Vec<Finding>,
    /// All configurations on the first puzzle, then all on the second, and so on.
    pub(super) runs: Vec<Run>,
    pub(super) duplicates: Duplicates,
    pub(super) parameters: Parameters,
}

/// A puzzle of the comparison.
pub(super) struct PuzzleEntry {
    /// Its number among the puzzles of all inputs, from 1. Bad puzzles count.
    pub(super) number: usize,
    /// Its name in results: its number, with the input's name if there are several inputs.
    pub(super) id: String,
    pub(super) puzzle: Puzzle,
}

/// The run of a configuration on a puzzle.
pub(super) struct Run {
    /// The index of the puzzle's entry.
    pub(super) entry: usize,
    /// The index of the configuration.
    pub(super) configuration: usize,
    pub(super) finding: Finding,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    pub(super) ending: Ending,
    /// The cost of the solution in the puzzle's metric, if there is one.
    pub(super) cost: Option<u32>,
    /// The solution as it was searched: under `steps` one cell at a time.
    pub(super) moves: Vec<Move>,
    /// `states` is the length of the search path, as the course counts it.
    pub(super) statistics: Statistics,
    /// The time of the search. A short search is repeated, and the shortest time counts.
    pub(super) seconds: f64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Solved,
    /// Nothing was left to search. This is a proof only with exact duplicates.
    Unsolvable,
    /// Stopped at a limit, undecided.
    Limit,
}

impl Ending {
    const ALL: [Ending; 3] = [Ending::Solved, Ending::Unsolvable, Ending::Limit];

    /// Returns the status word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Ending::Solved => "solved",
            Ending::Unsolvable => "unsolvable",
            Ending::Limit => "limit",
        }
    }

    /// Returns the ending with a status word.
    pub(super) fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

impl Finding {
    /// Returns the moves as a person counts them: under `steps`, consecutive steps of one vehicle in one direction are one move.
    pub(super) fn told(&self, metric: Metric) -> Vec<Move> {
        let mut told: Vec<Move> = Vec::new();
        for mv in &self.moves {
            match told.last_mut() {
                Some(last)
                    if metric == Metric::Steps && (last.vehicle, last.direction) == (mv.vehicle, mv.direction) =>
                {
                    last.cells += mv.cells;
                }
                _ => told.push(*mv),
            }
        }
        told
    }

    /// Returns the effective branching factor b*: a uniform tree with that branching and the depth of the solution has as many positions
    /// below its root as were expanded.
    pub(super) fn branching(&self) -> Option<f64> {
        let depth = self.cost.filter(|cost| *cost > 0)?;
        let expanded = self.statistics.expanded as f64;
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
        self.optima[run.entry].cost
    }

    /// Returns the cost of a run's solution above the optimum.
    pub(super) fn excess(&self, run: &Run) -> Option<u32> {
        run.finding.cost.zip(self.optimum(run)).map(|(cost, optimum)| cost.saturating_sub(optimum))
    }

    /// Returns whether a run found no solution although there is one. This happens only if duplicates are compared by the board.
    pub(super) fn missed(&self, run: &Run) -> bool {
        run.finding.ending == Ending::Unsolvable && self.optimum(run).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branching_factor_is_that_of_an_even_tree() {
        let finding = |cost, expanded| Finding {
            ending: Ending::Solved,
            cost: Some(cost),
            moves: Vec::new(),
            statistics: Statistics { expanded, ..Statistics::default() },
            seconds: 0.0,
        };
        let close = |cost, expanded, wanted: f64| (finding(cost, expanded).branching().unwrap() - wanted).abs() < 1e-9;
        assert!(close(3, 2 + 4 + 8, 2.0));
        assert!(close(5, 5, 1.0), "nothing but the solution");
        assert!(close(1, 7, 7.0));
        assert!(close(2, 1, 0.618_033_988_749_895), "fewer than the solution has: from both ends");
        assert_eq!(finding(0, 0).branching(), None);
    }
}
