//! The comparison of configurations on one puzzle: a rank test of each against the first, for each measure.

use super::EvolutionSummary;
use crate::statistics::{RankTest, holm, mann_whitney};

/// What is compared: smaller is better. A run without a solution has the worst cost and generation, and its own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The cost of the solution.
    Cost,
    /// The generation in which it was found.
    Found,
    /// The duration of the run.
    Seconds,
}

impl Measure {
    /// All measures.
    pub const ALL: [Measure; 3] = [Measure::Cost, Measure::Found, Measure::Seconds];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Cost => "cost",
            Measure::Found => "found",
            Measure::Seconds => "seconds",
        }
    }

    /// Returns the values of all runs.
    fn sample(self, summary: &EvolutionSummary) -> Vec<f64> {
        let mut sample: Vec<f64> = match self {
            Measure::Cost => summary.costs.iter().copied().map(f64::from).collect(),
            Measure::Found => summary.found.iter().copied().map(f64::from).collect(),
            Measure::Seconds => summary.times.clone(),
        };
        sample.resize(summary.runs, f64::INFINITY);
        sample
    }
}

/// The tests of a configuration against the first, in the order of [`Measure::ALL`]; `None` for the first
/// configuration, and if one of both has no runs.
pub type Tests = [Option<RankTest>; 3];

/// Compares each configuration with the first. The p of each measure are adjusted for the number of configurations.
pub fn compare<'a>(summaries: impl IntoIterator<Item = &'a EvolutionSummary>) -> Vec<Tests> {
    let summaries: Vec<&EvolutionSummary> = summaries.into_iter().collect();
    let mut all: Vec<Tests> = vec![[None; 3]; summaries.len()];
    let Some((first, others)) = summaries.split_first() else { return all };
    for (index, measure) in Measure::ALL.into_iter().enumerate() {
        let baseline = measure.sample(first);
        let tested = others
            .iter()
            .zip(1..)
            .filter_map(|(summary, row)| Some((row, mann_whitney(&measure.sample(summary), &baseline)?)));
        let tests: Vec<(usize, RankTest)> = tested.collect();
        let adjusted = holm(&tests.iter().map(|(_, test)| test.p).collect::<Vec<f64>>());
        for ((row, test), p) in tests.into_iter().zip(adjusted) {
            all[row][index] = Some(RankTest { p, ..test });
        }
    }
    all
}
