//! Reproducible random choices: the generator PCG (O'Neill 2014), which is specified to the bit, and integers of a
//! fixed width. So the choices of a random seed are the same on every machine.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A stream of random choices.
#[derive(Clone, Debug)]
pub struct RandomStream(Pcg64Mcg);

impl RandomStream {
    /// Creates a stream. The streams of a seed are numbered and independent of each other.
    pub fn new(seed: u64, number: u64) -> RandomStream {
        RandomStream(Pcg64Mcg::seed_from_u64(mix(seed ^ mix(number))))
    }

    /// Creates the stream of a seed alone.
    pub fn from_seed(seed: u64) -> RandomStream {
        RandomStream(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `end - 1`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // Always 32 bits, so that the stream is the same on machines of any word size.
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        if end == 0 { 0 } else { self.0.random_range(0..end) as usize }
    }

    /// Returns a number of an inclusive range.
    pub fn in_range(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end().saturating_add(1).saturating_sub(*range.start()))
    }

    /// Returns the lesser of two numbers of an inclusive range, so that small numbers are more likely.
    pub fn low_in_range(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        self.in_range(range).min(self.in_range(range))
    }

    /// Returns `true` with probability `numerator / denominator`.
    pub fn ratio(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// Returns a random item, or `None` if there is none.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// Returns `true` with the given probability.
    pub fn bernoulli(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    fn unit(&mut self) -> f64 {
        self.0.random::<f64>()
    }

    /// Selects indices by roulette wheel (Holland 1975): with replacement, with probabilities proportional to the
    /// weights. Negative weights count as zero; if no weight is positive, all indices are equally likely.
    pub fn roulette(&mut self, weights: impl Iterator<Item = f64>, draws: usize) -> Vec<usize> {
        let mut sum = 0.0;
        let sums: Vec<f64> = weights
            .map(|weight| {
                sum += weight.max(0.0);
                sum
            })
            .collect();
        let mut draw = || {
            if sum <= 0.0 {
                return self.below(sums.len());
            }
            let point = self.unit() * sum;
            sums.partition_point(|sum| *sum <= point).min(sums.len() - 1)
        };
        if sums.is_empty() { Vec::new() } else { (0..draws).map(|_| draw()).collect() }
    }

    /// Shuffles a list (Fisher and Yates 1938).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// Returns the random seed of one of several runs. Run 0 uses the seed itself.
pub fn run_seed(seed: u64, run: u64) -> u64 {
    // The seeds of consecutive runs are unrelated.
    run.checked_sub(1).map_or(seed, |before| mix(seed.wrapping_add(before.wrapping_mul(GOLDEN_RATIO))))
}

/// The increment of splitmix64.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a number, as splitmix64 does (Steele, Lea and Flood 2014).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(GOLDEN_RATIO);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
