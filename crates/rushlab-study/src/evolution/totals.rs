//! Totals over several puzzles, with the figures that the GRH paper states.

use super::EvolutionSummary;
use super::paper::PaperRow;
use crate::words::share;

/// The time that the paper compares with.
const HALF_SECOND: f64 = 0.5;

/// Totals of several puzzles.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Totals {
    /// Number of puzzles.
    pub puzzles: usize,
    /// Number of runs with a solution.
    pub solved: usize,
    /// Number of runs.
    pub runs: usize,
    /// Number of puzzles on which the best run is optimal.
    pub best_at_optimum: usize,
    /// Number of optimal runs.
    pub at_optimum: usize,
    /// Number of runs whose solution was optimal before shortening.
    pub optimal_before_shortening: usize,
    /// Number of puzzles that took less than half a second on average.
    pub under_half_second: usize,
    /// Duration of the slowest run in seconds.
    pub slowest: f64,
    /// Sum of the optima, over the puzzles with a solution.
    pub optimum: f64,
    /// Sum of the costs of the best runs.
    pub best: f64,
    /// Sum of the mean costs.
    pub mean: f64,
}

impl Totals {
    /// Adds the runs on a puzzle.
    pub fn add(&mut self, summary: &EvolutionSummary) {
        self.puzzles += 1;
        self.runs += summary.runs;
        self.solved += summary.solved;
        self.best_at_optimum += usize::from(summary.optimal() > 0);
        self.at_optimum += summary.optimal();
        self.optimal_before_shortening += summary.optimal_before_shortening();
        self.under_half_second += usize::from(summary.seconds < HALF_SECOND);
        self.slowest = self.slowest.max(summary.slowest);
        if let (Some(optimum), Some(best), Some(mean)) = (summary.optimum, summary.best(), summary.mean()) {
            self.optimum += f64::from(optimum);
            self.best += f64::from(best);
            self.mean += mean;
        }
    }

    /// Adds a row of the paper, which does not print single runs.
    pub fn add_paper(&mut self, row: &PaperRow) {
        self.puzzles += 1;
        self.best_at_optimum += usize::from(row.best == row.minimum);
        self.under_half_second += usize::from(row.seconds < HALF_SECOND);
        self.optimum += f64::from(row.minimum);
        self.best += f64::from(row.best);
        self.mean += row.mean;
    }

    /// Returns the shares of boards at the minimum and under half a second, and how far the best and the mean are above
    /// the minimum.
    pub fn shares(&self) -> [String; 4] {
        let of_puzzles = |part: usize| share(part, self.puzzles);
        [
            of_puzzles(self.best_at_optimum),
            of_puzzles(self.under_half_second),
            self.over(self.best),
            self.over(self.mean),
        ]
    }

    /// Returns how far a sum of costs is above the optimum.
    fn over(&self, cost: f64) -> String {
        match self.optimum {
            0.0 => "-".to_owned(),
            // Halves are rounded up, as people do.
            optimum => format!("{:.1}%", (1000.0 * (cost - optimum) / optimum).round() / 10.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Totals;
    use crate::evolution::paper;

    #[test]
    fn the_shares_of_the_paper_are_those_that_it_states() {
        let (mut all, mut easy) = (Totals::default(), Totals::default());
        paper::LEVELS.iter().flat_map(|(_, rows)| rows).for_each(|row| all.add_paper(row));
        paper::LEVELS[0].1.iter().for_each(|row| easy.add_paper(row));
        assert_eq!(all.shares(), ["35.0%", "77.5%", "6.3%", "12.1%"]);
        assert_eq!(easy.shares()[0], "80.0%");
    }
}
