//! The times of the runs of one search.

/// The times of all runs of a search, at least one.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// In seconds, in the order of the runs.
    pub seconds: Vec<f64>,
    /// Whether every run had the same result: status, solution and effort.
    pub agree: bool,
}

impl Times {
    /// Returns the time of a first run.
    pub fn first(seconds: f64) -> Times {
        Times { seconds: vec![seconds], agree: true }
    }

    /// Adds the time of a further run, and whether its result was that of the first.
    pub fn add(&mut self, seconds: f64, agrees: bool) {
        self.seconds.push(seconds);
        self.agree &= agrees;
    }

    /// Returns the number of runs.
    pub fn runs(&self) -> usize {
        self.seconds.len()
    }

    /// Returns the mean time.
    pub fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len().max(1) as f64
    }

    /// Returns the sample variance; `None` for a single run.
    pub fn variance(&self) -> Option<f64> {
        let (runs, mean) = (self.seconds.len(), self.mean());
        let squares: f64 = self.seconds.iter().map(|seconds| (seconds - mean).powi(2)).sum();
        (runs > 1).then(|| squares / (runs - 1) as f64)
    }

    /// Returns the sample standard deviation; `None` for a single run.
    pub fn deviation(&self) -> Option<f64> {
        self.variance().map(f64::sqrt)
    }

    /// Returns the shortest time.
    pub fn least(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Returns the longest time.
    pub fn greatest(&self) -> f64 {
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
        assert!(times.agree);
        times.add(5.0, false);
        times.add(5.0, true);
        assert!(!times.agree, "one run differed");
    }
}
