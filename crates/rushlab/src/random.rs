//! A reproducible source of random choices: the generator PCG (O'Neill 2014), which is specified to the bit, and
//! integers of a fixed width.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A stream of random choices.
#[derive(Clone, Debug)]
pub(crate) struct RandomStream(Pcg64Mcg);

impl RandomStream {
    /// Creates a stream. The streams of a seed are numbered and independent of each other.
    pub(crate) fn new(seed: u64, number: u64) -> RandomStream {
        RandomStream(Pcg64Mcg::seed_from_u64(mix(seed ^ mix(number))))
    }

    /// Returns a number from 0 to `end - 1`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // Always 32 bits, so that the stream is the same on machines of any word size.
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        if end == 0 { 0 } else { self.0.random_range(0..end) as usize }
    }

    /// Returns a number of an inclusive range.
    pub(crate) fn in_range(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end().saturating_add(1).saturating_sub(*range.start()))
    }

    /// Returns the lesser of two numbers of an inclusive range, so that small numbers are more likely.
    pub(crate) fn low_in_range(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        self.in_range(range).min(self.in_range(range))
    }

    /// Returns `true` with probability `numerator / denominator`.
    pub(crate) fn ratio(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// Returns a random item, or `None` if there is none.
    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

/// Mixes the bits of a number, as splitmix64 does (Steele, Lea and Flood 2014).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
