//! Chance from a seed: the same draws on every machine.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Draws lots.
#[derive(Clone, Debug)]
pub(super) struct Chance(Pcg64Mcg);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below another, which must not be zero.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end.max(1) as u32) as usize
    }

    /// Whether something of that probability happens.
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.part() < probability
    }

    /// A number from 0 to 1, without 1.
    fn part(&mut self) -> f64 {
        self.0.random::<f64>()
    }

    /// Draws a number of places of a list, with replacement, each as often as its weight says; evenly if no weight is above zero.
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
            let point = self.part() * sum;
            sums.partition_point(|sum| *sum <= point).min(sums.len() - 1)
        };
        if sums.is_empty() { Vec::new() } else { (0..draws).map(|_| draw()).collect() }
    }

    /// Mixes a list.
    pub(super) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

/// The seed of one of several runs. Run 0 has the seed itself.
pub fn run_seed(seed: u64, run: u64) -> u64 {
    if run == 0 {
        return seed;
    }
    // The finaliser of splitmix64: neighbours get seeds that have nothing in common.
    let mut mixed = seed.wrapping_add(run.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
