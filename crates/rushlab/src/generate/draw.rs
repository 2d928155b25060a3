//! Chance, the same on every machine: whole numbers from a generator that is specified to the bit.

use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A stream of random choices.
#[derive(Clone, Debug)]
pub(super) struct Draw(Pcg64Mcg);

impl Draw {
    /// The stream of one attempt of a run. Streams of one run have nothing to do with each other.
    pub(super) fn new(seed: u64, attempt: u64) -> Draw {
        Draw(Pcg64Mcg::seed_from_u64(mixed(seed ^ mixed(attempt))))
    }

    /// A number from 0 to one below the end; 0 if there is no such number.
    pub(super) fn below(&mut self, end: usize) -> usize {
        // 32 bits, whatever a machine takes for a natural size.
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        if end == 0 { 0 } else { self.0.random_range(0..end) as usize }
    }

    /// A number from the first to the last.
    pub(super) fn within(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end().saturating_add(1).saturating_sub(*range.start()))
    }

    /// The same, with small numbers more often than large ones.
    pub(super) fn low_within(&mut self, range: &std::ops::RangeInclusive<usize>) -> usize {
        self.within(range).min(self.within(range))
    }

    /// Whether something happens that happens so many times out of so many.
    pub(super) fn chance(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of some things.
    pub(super) fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }
}

/// A number with every bit mixed into every other (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
