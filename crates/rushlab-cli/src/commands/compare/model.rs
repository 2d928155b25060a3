//! Everything that a comparison found out: what the spreadsheet, the tables and the report are made of.

use rushlab::Puzzle;
use rushlab::heuristic::Parameters;
use rushlab::puzzle::Metric;
use rushlab::reference::Move;
use rushlab::search::{Duplicates, Statistics};

use super::configuration::Configuration;

/// What was compared, and what came of it.
pub(super) struct Comparison {
    pub(super) entries: Vec<PuzzleEntry>,
    pub(super) configurations: Vec<Configuration>,
    /// What `auto` found, for each entry: the exact optimum, or the proof that there is no solution.
    pub(super) optima: Vec<Finding>,
    /// All configurations on the first entry, then all on the second, and so on.
    pub(super) runs: Vec<Run>,
    pub(super) duplicates: Duplicates,
    pub(super) parameters: Parameters,
}

/// A puzzle that is searched.
pub(super) struct PuzzleEntry {
    /// Its number in the input, from 1; bad puzzles count, and several inputs are counted through.
    pub(super) number: usize,
    /// What results call it: its number, with the input's name where there are several inputs.
    pub(super) id: String,
    pub(super) puzzle: Puzzle,
}

/// A configuration on an entry.
pub(super) struct Run {
    /// The index of the entry.
    pub(super) entry: usize,
    /// The index of the configuration.
    pub(super) configuration: usize,
    pub(super) finding: Finding,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Finding {
    pub(super) ending: Ending,
    /// What its solution costs in the puzzle's metric, if it has one.
    pub(super) cost: Option<u32>,
    /// Its solution, as it was searched: under `steps` one cell at a time.
    pub(super) moves: Vec<Move>,
    /// `states` is the length of the search path, as the course counts it.
    pub(super) statistics: Statistics,
    /// How long the search alone took; a short one is repeated, and its best time counts.
    pub(super) seconds: f64,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Solved,
    /// With nothing left to search. With duplicates on the board alone that is no proof.
    Unsolvable,
    /// At a limit, undecided.
    Limit,
}

impl Ending {
    const ALL: [Ending; 3] = [Ending::Solved, Ending::Unsolvable, Ending::Limit];

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Ending::Solved => "solved",
            Ending::Unsolvable => "unsolvable",
            Ending::Limit => "limit",
        }
    }

    /// The ending of that word.
    pub(super) fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

impl Finding {
    /// The moves as they are told to a person: under `steps` a vehicle's cells in a row and one direction are one move.
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

    /// The effective branching factor b*: an even tree of that branching and as deep as the solution has as many positions below its
    /// root as were expanded.
    pub(super) fn branching(&self) -> Option<f64> {
        let depth = self.cost.filter(|cost| *cost > 0)?;
        let expanded = self.statistics.expanded as f64;
        let positions = |branching: f64| (0..depth).fold(0.0, |below: f64, _| branching * (1.0 + below));
        let (mut low, mut high) = (0.0, expanded.max(1.0));
        // Each turn halves what is left, so that no more are of use to a number of 53 bits.
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
    /// The runs on an entry, in the order of the configurations.
    pub(super) fn on(&self, entry: usize) -> &[Run] {
        let first = entry * self.configurations.len();
        &self.runs[first..first + self.configurations.len()]
    }

    /// The runs of a configuration, in the order of the entries.
    pub(super) fn by(&self, configuration: usize) -> impl Iterator<Item = &Run> {
        self.runs.iter().skip(configuration).step_by(self.configurations.len())
    }

    /// What a shortest solution of a run's puzzle costs, if there is one and it is known.
    pub(super) fn optimum(&self, run: &Run) -> Option<u32> {
        self.optima[run.entry].cost
    }

    /// By how much a run's solution is longer than it need be.
    pub(super) fn excess(&self, run: &Run) -> Option<u32> {
        run.finding.cost.zip(self.optimum(run)).map(|(cost, optimum)| cost.saturating_sub(optimum))
    }

    /// Whether a run found nothing where there is a solution. Only duplicates on the board alone let that happen.
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
