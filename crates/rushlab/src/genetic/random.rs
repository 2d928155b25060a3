//! A reproducible source of random choices: the generator PCG (O'Neill 2014), which is specified to the bit.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A stream of random choices.
#[derive(Clone, Debug)]
pub(super) struct RandomStream(Pcg64Mcg);

impl RandomStream {
    pub(super) fn new(seed: u64) -> RandomStream {
        RandomStream(Pcg64Mcg::seed_from_u64(seed))
    }

    /// Returns a number from 0 to `end - 1`; `end` must not be zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end.max(1) as u32) as usize
    }

    /// Returns `true` with the given probability.
    pub(super) fn bernoulli(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    fn unit(&mut self) -> f64 {
        self.0.random::<f64>()
    }

    /// Roulette-wheel selection (Holland 1975): selects indices with replacement, with probabilities proportional to
    /// the weights. Negative weights count as zero; if no weight is positive, all indices are equally likely.
    pub(super) fn roulette(&mut self, weights: impl Iterator<Item = f64>, draws: usize) -> Vec<usize> {
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
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// Returns the random seed of one of several runs. Run 0 uses the seed itself.
pub fn run_seed(seed: u64, run: u64) -> u64 {
    if run == 0 {
        return seed;
    }
    // The finaliser of splitmix64 (Steele, Lea and Flood 2014) makes the seeds of consecutive runs unrelated.
    let mut mixed = seed.wrapping_add(run.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
