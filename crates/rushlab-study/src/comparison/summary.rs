//! The summary of a configuration over all puzzles.

use super::{Measured, Results, SearchRun};
use crate::statistics::quantile;
use rushlab::search::Verdict;

/// The sums and averages of one configuration.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigurationSummary {
    /// Number of solved puzzles.
    pub solved: usize,
    /// Number of puzzles that it reported as unsolvable.
    pub unsolvable: usize,
    /// Number of puzzles on which it ended at a limit.
    pub undecided: usize,
    /// Number of solvable puzzles that it reported as unsolvable.
    pub missed: usize,
    /// Number of shortest solutions.
    pub optimal: usize,
    /// The share of shortest solutions among those whose optimum is known.
    pub optimal_share: Option<f64>,
    /// Mean over the solved puzzles.
    pub mean_length: Option<f64>,
    /// Mean over the solved puzzles of the cost above the optimum.
    pub mean_excess: Option<f64>,
    /// Mean over the decided puzzles.
    pub mean_states: Option<f64>,
    /// Mean over the decided puzzles.
    pub mean_seconds: Option<f64>,
    /// Median over the decided puzzles.
    pub median_seconds: Option<f64>,
    /// Sum over all puzzles.
    pub total_time: Measured,
    /// Mean over the solved puzzles.
    pub mean_branching: Option<f64>,
}

impl ConfigurationSummary {
    /// Returns the summary of a configuration.
    pub fn of(results: &Results, configuration: usize) -> ConfigurationSummary {
        let runs: Vec<&SearchRun> = results.by(configuration).collect();
        let ended = |status| runs.iter().filter(|run| run.result.status == status).count();
        let excesses: Vec<f64> = runs.iter().filter_map(|run| results.excess(run)).map(f64::from).collect();
        let optimal = excesses.iter().filter(|excess| **excess == 0.0).count();
        let decided: Vec<&&SearchRun> = runs.iter().filter(|run| run.result.status != Verdict::Limit).collect();
        let seconds: Vec<f64> = decided.iter().map(|run| run.result.seconds()).collect();
        ConfigurationSummary {
            solved: ended(Verdict::Solved),
            unsolvable: ended(Verdict::Unsolvable),
            undecided: ended(Verdict::Limit),
            missed: runs.iter().filter(|run| results.missed(run)).count(),
            optimal,
            optimal_share: (!excesses.is_empty()).then(|| optimal as f64 / excesses.len() as f64),
            mean_length: mean(runs.iter().filter_map(|run| run.result.cost()).map(f64::from)),
            mean_excess: mean(excesses.iter().copied()),
            mean_states: mean(decided.iter().map(|run| run.result.statistics.states as f64)),
            mean_seconds: mean(seconds.iter().copied()),
            median_seconds: median(seconds),
            total_time: runs.iter().map(|run| run.result.times.measured()).sum(),
            mean_branching: mean(runs.iter().filter_map(|run| run.result.branching())),
        }
    }
}

/// Returns the mean; `None` if there are no values.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

/// Returns the median; the mean of the two middle values if their number is even.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    quantile(&values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_of_few_values() {
        assert_eq!(mean([].into_iter()), None);
        assert_eq!(mean([1.0, 2.0, 6.0].into_iter()), Some(3.0));
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![5.0]), Some(5.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }
}
