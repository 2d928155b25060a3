//! Statistics of several runs on one puzzle.

use rushlab::Puzzle;
use rushlab::search::{Limits, Solver};
use rushlab_genetic::Rate;

use super::run::{Run, StopReason};
use crate::watchdog::Watchdog;
use rushlab_study::report::ranks::quantile;

/// The state limit of the search for the optimum.
const MAX_STATES: u64 = 20_000_000;

pub(super) struct Summary {
    pub(super) runs: usize,
    pub(super) solved: usize,
    /// The cost of a shortest solution, by exact search.
    pub(super) optimum: Option<u32>,
    /// The costs of the solutions.
    pub(super) costs: Vec<u32>,
    /// Their costs before shortening.
    pub(super) evolved: Vec<u32>,
    /// The generation in which each solution was found.
    pub(super) found: Vec<u32>,
    /// The seconds of each run.
    pub(super) times: Vec<f64>,
    pub(super) generations: f64,
    pub(super) seconds: f64,
    pub(super) slowest: f64,
    pub(super) mutations: Rate,
    pub(super) crossovers: Rate,
}

/// Returns the cost of a shortest solution, if it is found within the limits.
pub(super) fn optimum(puzzle: &Puzzle, limits: Limits) -> Option<u32> {
    let limits = Limits { states: limits.states.min(MAX_STATES), ..limits };
    let exact = Solver::new(puzzle).limits(limits).run_with(&mut Watchdog::until_interrupt());
    exact.cost().filter(|_| exact.is_optimal())
}

impl Summary {
    pub(super) fn of(runs: &[Run], optimum: Option<u32>) -> Summary {
        let solutions = || runs.iter().filter_map(|run| run.solution.as_ref());
        let mean = |sum: f64| sum / runs.len().max(1) as f64;
        Summary {
            runs: runs.len(),
            solved: runs.iter().filter(|run| run.ended == StopReason::Solved).count(),
            optimum,
            costs: solutions().map(|solution| solution.cost).collect(),
            evolved: solutions().map(|solution| solution.evolved_cost).collect(),
            found: solutions().map(|solution| solution.generation).collect(),
            times: runs.iter().map(|run| run.seconds).collect(),
            generations: mean(runs.iter().map(|run| f64::from(run.last.number)).sum()),
            seconds: mean(runs.iter().map(|run| run.seconds).sum()),
            slowest: runs.iter().map(|run| run.seconds).fold(0.0, f64::max),
            mutations: runs.iter().fold(Rate::default(), |sum, run| sum + run.total.mutations),
            crossovers: runs.iter().fold(Rate::default(), |sum, run| sum + run.total.crossovers),
        }
    }

    pub(super) fn best(&self) -> Option<u32> {
        self.costs.iter().copied().min()
    }

    pub(super) fn worst(&self) -> Option<u32> {
        self.costs.iter().copied().max()
    }

    pub(super) fn mean(&self) -> Option<f64> {
        let sum: f64 = self.costs.iter().copied().map(f64::from).sum();
        (!self.costs.is_empty()).then(|| sum / self.costs.len() as f64)
    }

    /// Returns a quantile of the costs.
    pub(super) fn cost_quantile(&self, share: f64) -> Option<f64> {
        quantile_of(&self.costs, share)
    }

    /// Returns the median of the generations in which the solutions were found.
    pub(super) fn median_found(&self) -> Option<f64> {
        quantile_of(&self.found, 0.5)
    }

    /// Returns the number of runs with a shortest solution.
    pub(super) fn optimal(&self) -> usize {
        self.costs.iter().filter(|cost| Some(**cost) == self.optimum).count()
    }

    /// Returns the number of runs whose solution was optimal before shortening.
    pub(super) fn optimal_before_shortening(&self) -> usize {
        self.evolved.iter().filter(|cost| Some(**cost) == self.optimum).count()
    }
}

fn quantile_of(values: &[u32], share: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().map(f64::from).collect();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, share)
}
