//! The times of the runs of one search.

use serde::{Deserialize, Serialize};

/// The times of all runs of a search, at least one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Times {
    /// In seconds, in the order of the runs.
    seconds: Vec<f64>,
    /// Whether every run had the same result: status, solution and effort.
    agree: bool,
}

impl Times {
    /// Returns the time of a first run.
    pub(super) fn first(seconds: f64) -> Times {
        Times { seconds: vec![seconds], agree: true }
    }

    /// Adds the time of a further run, and whether its result was that of the first.
    pub(super) fn add(&mut self, seconds: f64, agrees: bool) {
        self.seconds.push(seconds);
        self.agree &= agrees;
    }

    pub(super) fn runs(&self) -> usize {
        self.seconds.len()
    }

    pub(super) fn agree(&self) -> bool {
        self.agree
    }

    pub(super) fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// Returns the sample variance; `None` for a single run.
    pub(super) fn variance(&self) -> Option<f64> {
        let (runs, mean) = (self.seconds.len(), self.mean());
        let squares: f64 = self.seconds.iter().map(|seconds| (seconds - mean).powi(2)).sum();
        (runs > 1).then(|| squares / (runs - 1) as f64)
    }

    /// Returns the sample standard deviation; `None` for a single run.
    pub(super) fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    pub(super) fn least(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub(super) fn greatest(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_spread_of_known_times() {
        let mut times = Times::first(2.0);
        assert_eq!((times.runs(), times.mean(), times.deviation()), (1, 2.0, None));
        for seconds in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            times.add(seconds, true);
        }
        assert_eq!((times.runs(), times.mean(), times.least(), times.greatest()), (8, 5.0, 2.0, 9.0));
        assert_eq!(times.variance(), Some(32.0 / 7.0), "divided by one less than the number of runs");
        assert!(times.agree());
        times.add(5.0, false);
        times.add(5.0, true);
        assert!(!times.agree(), "one run differed");
    }
}
