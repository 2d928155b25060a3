//! Statistics of several runs on one puzzle.

use rushlab::Puzzle;
use rushlab::search::{Limits, Observer, Solver};
use rushlab_genetic::Rate;

use super::{ReachedAverage, Run, StopReason};
use crate::statistics::quantile;

/// State limit of the search for the optimum.
const MAX_OPTIMUM_STATES: u64 = 20_000_000;

/// Statistics of several runs on one puzzle in one configuration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EvolutionSummary {
    /// Number of runs.
    pub runs: usize,
    /// Number of runs with a solution.
    pub solved: usize,
    /// Cost of a shortest solution, if it is known.
    pub optimum: Option<u32>,
    /// Costs of the solutions.
    pub costs: Vec<u32>,
    /// Their costs before shortening.
    pub evolved: Vec<u32>,
    /// Generation in which each solution was found.
    pub found: Vec<u32>,
    /// Duration of each run in seconds.
    pub times: Vec<f64>,
    /// Mean number of the last generation.
    pub generations: f64,
    /// Mean duration in seconds.
    pub seconds: f64,
    /// Duration of the slowest run in seconds.
    pub slowest: f64,
    /// Rate of the mutations of all runs.
    pub mutations: Rate,
    /// Rate of the crossovers of all runs.
    pub crossovers: Rate,
    /// How many runs reach the average fitness of printed generations; empty if the runs do not begin with one.
    pub reached: Vec<ReachedAverage>,
}

/// Returns the cost of a shortest solution, if it is found within the limits.
pub fn optimum(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Option<u32> {
    let limits = Limits { states: limits.states.min(MAX_OPTIMUM_STATES), ..limits };
    let exact = Solver::new(puzzle).limits(limits).run_with(observer);
    exact.cost().filter(|_| exact.is_optimal())
}

impl EvolutionSummary {
    /// Summarises runs. `optimum` is the cost of a shortest solution, if it is known.
    pub fn of(runs: &[Run], optimum: Option<u32>) -> EvolutionSummary {
        let solutions = || runs.iter().filter_map(|run| run.solution.as_ref());
        let mean = |sum: f64| sum / runs.len().max(1) as f64;
        EvolutionSummary {
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
            reached: Vec::new(),
        }
    }

    /// Returns the least cost.
    pub fn best(&self) -> Option<u32> {
        self.costs.iter().copied().min()
    }

    /// Returns the greatest cost.
    pub fn worst(&self) -> Option<u32> {
        self.costs.iter().copied().max()
    }

    /// Returns the mean cost.
    pub fn mean(&self) -> Option<f64> {
        let sum: f64 = self.costs.iter().copied().map(f64::from).sum();
        (!self.costs.is_empty()).then(|| sum / self.costs.len() as f64)
    }

    /// Returns a quantile of the costs.
    pub fn cost_quantile(&self, share: f64) -> Option<f64> {
        quantile_of(&self.costs, share)
    }

    /// Returns the median of the generations in which the solutions were found.
    pub fn median_found(&self) -> Option<f64> {
        quantile_of(&self.found, 0.5)
    }

    /// Returns the number of runs with a shortest solution.
    pub fn optimal(&self) -> usize {
        self.costs.iter().filter(|cost| Some(**cost) == self.optimum).count()
    }

    /// Returns the number of runs whose solution was optimal before shortening.
    pub fn optimal_before_shortening(&self) -> usize {
        self.evolved.iter().filter(|cost| Some(**cost) == self.optimum).count()
    }
}

fn quantile_of(values: &[u32], share: f64) -> Option<f64> {
    let mut sorted: Vec<f64> = values.iter().copied().map(f64::from).collect();
    sorted.sort_by(f64::total_cmp);
    quantile(&sorted, share)
}
