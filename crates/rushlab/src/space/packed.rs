//! Fixed-size bit sets of 64-bit words: packed states and sets of cells.

use std::ops::{BitOr, BitOrAssign, BitXor};

/// A bit set of `N` words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Packed<const N: usize>(pub(crate) [u64; N]);

impl<const N: usize> Packed<N> {
    /// The empty set.
    pub(crate) const ZERO: Packed<N> = Packed([0; N]);

    pub(crate) fn placed(number: usize, word: usize, shift: u32) -> Packed<N> {
        let mut packed = Packed::ZERO;
        packed.0[word] = (number as u64) << shift;
        packed
    }

    pub(crate) fn bit(index: usize) -> Packed<N> {
        Packed::placed(1, index / 64, (index % 64) as u32)
    }

    /// Returns the number at a bit of a word.
    #[inline]
    pub(crate) fn field(&self, word: u8, shift: u8, mask: u32) -> u32 {
        // For one word the remainder is always 0, so no bound is checked.
        (self.0[word as usize % N] >> shift) as u32 & mask
    }

    /// Returns whether the two sets have no bit in common.
    #[inline]
    pub(crate) fn is_disjoint(&self, other: &Packed<N>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |shared, (a, b)| shared | (a & b)) == 0
    }

    #[must_use]
    pub(crate) fn without(mut self, other: &Packed<N>) -> Packed<N> {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// Returns a hash whose high bits are well mixed.
    #[inline]
    pub(crate) fn hash64(&self) -> u64 {
        // Fibonacci hashing (Knuth 1973); each word is mixed before the next is added.
        self.0.iter().fold(0, |hash: u64, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

impl<const N: usize> BitXor for Packed<N> {
    type Output = Packed<N>;

    #[inline]
    fn bitxor(mut self, other: Packed<N>) -> Packed<N> {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own ^= other);
        self
    }
}

impl<const N: usize> BitOr for Packed<N> {
    type Output = Packed<N>;

    #[inline]
    fn bitor(mut self, other: Packed<N>) -> Packed<N> {
        self |= other;
        self
    }
}

impl<const N: usize> BitOrAssign for Packed<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Packed<N>) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
    }
}
