//! The times of the runs of one search, and what may be said about them.

use std::cmp::Ordering;
use std::iter::Sum;

use crate::words;

/// A difference counts if it exceeds this many combined standard deviations, and this share of the longer time.
const DEVIATIONS: f64 = 2.0;
const SHARE: f64 = 0.05;

/// A time that varies: a mean, or a sum of means.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// In seconds.
    pub seconds: f64,
    /// The sample variance of one run; `None` if a search was run only once.
    pub variance: Option<f64>,
}

impl Measured {
    /// Returns the sample standard deviation of one run.
    pub fn deviation(self) -> Option<f64> {
        self.variance.map(f64::sqrt)
    }

    /// Compares two times: `Equal` if the difference is within the noise, or if the noise is not known.
    pub fn compare(self, other: Measured) -> Ordering {
        let difference = self.seconds - other.seconds;
        let noise = self.variance.zip(other.variance).map(|(one, other)| DEVIATIONS * (one + other).sqrt());
        let is_clear = noise.is_some_and(|noise| difference.abs() > noise.max(SHARE * self.seconds.max(other.seconds)));
        if is_clear { difference.total_cmp(&0.0) } else { Ordering::Equal }
    }

    /// Returns the time and its spread: `1.20 ms ± 85.0 µs`.
    pub fn text(self) -> String {
        let spread = self.deviation().map_or_else(String::new, |deviation| format!(" ± {}", words::time(deviation)));
        words::time(self.seconds) + &spread
    }

    /// Returns this time as a share of another: `31% of the time`, or `about the same time` if the difference is within
    /// the noise.
    pub(super) fn share_of(self, other: Measured) -> String {
        match self.compare(other) {
            Ordering::Equal => "about the same time".to_owned(),
            Ordering::Less | Ordering::Greater => {
                format!("{} of the time", words::ratio(self.seconds / other.seconds))
            }
        }
    }
}

impl Sum for Measured {
    /// Returns the time of several searches. They are independent, so their variances are added.
    fn sum<I: Iterator<Item = Measured>>(times: I) -> Measured {
        times.fold(Measured { seconds: 0.0, variance: Some(0.0) }, |sum, time| Measured {
            seconds: sum.seconds + time.seconds,
            variance: sum.variance.zip(time.variance).map(|(one, other)| one + other),
        })
    }
}

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

    /// Returns the mean with the sample variance.
    pub fn measured(&self) -> Measured {
        let (runs, mean) = (self.seconds.len(), self.mean());
        let squares: f64 = self.seconds.iter().map(|seconds| (seconds - mean).powi(2)).sum();
        Measured { seconds: mean, variance: (runs > 1).then(|| squares / (runs - 1) as f64) }
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
        assert_eq!((times.runs(), times.mean(), times.measured().deviation()), (1, 2.0, None));
        for seconds in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            times.add(seconds, true);
        }
        assert_eq!((times.runs(), times.mean(), times.least(), times.greatest()), (8, 5.0, 2.0, 9.0));
        assert_eq!(times.measured().variance, Some(32.0 / 7.0), "divided by one less than the number of runs");
        assert!(times.agree);
        times.add(5.0, false);
        times.add(5.0, true);
        assert!(!times.agree, "one run differed");
    }

    #[test]
    fn only_a_difference_that_exceeds_the_noise_counts() {
        let measured = |seconds, deviation: f64| Measured { seconds, variance: Some(deviation.powi(2)) };
        assert_eq!(measured(1.0, 0.1).compare(measured(2.0, 0.1)), Ordering::Less);
        assert_eq!(measured(2.0, 0.1).compare(measured(1.0, 0.1)), Ordering::Greater);
        assert_eq!(measured(1.0, 0.5).compare(measured(2.0, 0.5)), Ordering::Equal, "within the spread");
        assert_eq!(measured(1.0, 0.0).compare(measured(1.04, 0.0)), Ordering::Equal, "too close");
        let once = Measured { seconds: 9.0, variance: None };
        assert_eq!(once.compare(measured(1.0, 0.0)), Ordering::Equal, "a single run says nothing");
        let sum: Measured = [measured(1.0, 0.3), measured(2.0, 0.4)].into_iter().sum();
        assert_eq!((sum.seconds, sum.deviation()), (3.0, Some(0.5)));
        assert_eq!([sum, once].into_iter().sum::<Measured>().variance, None);
        assert_eq!(sum.text(), "3.00\u{a0}s ± 500\u{a0}ms");
        assert_eq!(measured(1.0, 0.01).share_of(measured(4.0, 0.1)), "25% of the time");
        assert_eq!(measured(1.0, 0.5).share_of(measured(1.2, 0.5)), "about the same time");
    }
}
