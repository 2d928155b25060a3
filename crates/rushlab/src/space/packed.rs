//! Bits in a few 64-bit limbs: a position's word, or a set of cells.

use std::ops::{BitOr, BitOrAssign, BitXor};

/// So many limbs of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed<const N: usize>(pub [u64; N]);

impl<const N: usize> Packed<N> {
    /// No bit set.
    pub const ZERO: Packed<N> = Packed([0; N]);

    /// A number placed at a limb's bit.
    pub fn placed(number: usize, limb: usize, shift: u32) -> Packed<N> {
        let mut packed = Packed::ZERO;
        packed.0[limb] = (number as u64) << shift;
        packed
    }

    /// One bit set.
    pub fn bit(index: usize) -> Packed<N> {
        Packed::placed(1, index / 64, (index % 64) as u32)
    }

    /// The number at a limb's bit.
    #[inline]
    pub fn field(&self, limb: u8, shift: u8, mask: u32) -> u32 {
        // For one limb the remainder is always 0, and no bound is checked.
        (self.0[limb as usize % N] >> shift) as u32 & mask
    }

    /// Whether no bit is set in both.
    #[inline]
    pub fn is_disjoint(&self, other: &Packed<N>) -> bool {
        self.0.iter().zip(&other.0).fold(0, |shared, (a, b)| shared | (a & b)) == 0
    }

    /// The bits that the other has not.
    #[must_use]
    pub fn without(mut self, other: &Packed<N>) -> Packed<N> {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// A number whose high bits are well mixed.
    #[inline]
    pub fn hash64(&self) -> u64 {
        // Fibonacci hashing; each limb is mixed before the next comes in.
        self.0.iter().fold(0, |hash: u64, limb| (hash.rotate_left(23) ^ limb).wrapping_mul(0x9e37_79b9_7f4a_7c15))
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
