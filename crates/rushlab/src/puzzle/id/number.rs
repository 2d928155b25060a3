//! A number of any size, written and read digit by digit, where each digit has its own radix.

use crate::puzzle::{MAX_FUEL, Orientation, Run};

/// The units of fuel that take one digit: 0 to `SHORT_UNITS - 1`.
const SHORT_UNITS: u32 = 126;

/// The meaning of a digit, as far as it says which digits are likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitKind {
    /// The tiling of a run of cells along an axis.
    Tiling(Orientation, Run),
    /// Anything else.
    Other,
}

/// A source of the digits of a puzzle, from the least significant one.
pub trait DigitSource {
    /// Returns the next digit, less than its radix, or 0 if the radix is 0.
    fn next(&mut self, radix: u32, kind: DigitKind) -> u32;

    /// Returns units of fuel that `Digits::push_units` wrote. Too many units mean that there is no such puzzle.
    fn next_units(&mut self) -> Option<u16> {
        let units = match self.next(SHORT_UNITS + 2, DigitKind::Other).checked_sub(1)? {
            SHORT_UNITS => SHORT_UNITS + self.next(u32::from(MAX_FUEL) + 1 - SHORT_UNITS, DigitKind::Other),
            units => units,
        };
        u16::try_from(units).ok()
    }
}

impl DigitSource for Number {
    fn next(&mut self, radix: u32, _: DigitKind) -> u32 {
        self.pop(radix)
    }
}

/// A number of any size, 0 or more, in words of 32 bits from the least significant one, the last of which is not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Number(Vec<u32>);

impl Number {
    /// Multiplies the number by a radix and adds a digit.
    pub(super) fn push(&mut self, digit: u32, radix: u32) {
        let mut carry = u64::from(digit);
        for word in &mut self.0 {
            let product = u64::from(*word) * u64::from(radix) + carry;
            *word = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Divides the number by a radix, at least 1, and returns the remainder: the digit that was pushed last.
    pub(super) fn pop(&mut self, radix: u32) -> u32 {
        let radix = u64::from(radix.max(1));
        let mut remainder = 0;
        for word in self.0.iter_mut().rev() {
            let dividend = remainder << 32 | u64::from(*word);
            *word = (dividend / radix) as u32;
            remainder = dividend % radix;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        remainder as u32
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

/// The digits of a number, from the least significant one, with their radices.
#[derive(Debug, Default)]
pub struct Digits(Vec<(u32, u32)>);

impl Digits {
    /// Adds a digit, which must be less than its radix.
    pub(super) fn push(&mut self, digit: u32, radix: u32) {
        self.0.push((digit, radix));
    }

    pub(super) fn push_units(&mut self, units: Option<u16>) {
        let code = units.map_or(0, |units| u32::from(units) + 1);
        self.push(code.min(SHORT_UNITS + 1), SHORT_UNITS + 2);
        if let Some(rest) = code.checked_sub(SHORT_UNITS + 1) {
            self.push(rest, u32::from(MAX_FUEL) + 1 - SHORT_UNITS);
        }
    }

    /// Returns the digits without their radices.
    pub fn values(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().map(|(digit, _)| *digit)
    }

    pub(super) fn number(self) -> Number {
        let mut number = Number::default();
        self.0.iter().rev().for_each(|(digit, radix)| number.push(*digit, *radix));
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_read_back_in_the_order_in_which_they_were_written() {
        let written: Vec<(u32, u32)> =
            (1..200).map(|index| (index * 7_919 % (index * 13 + 1), index * 13 + 1)).collect();
        let mut digits = Digits::default();
        written.iter().for_each(|(digit, radix)| digits.push(*digit, *radix));
        let mut number = digits.number();
        for (digit, radix) in written {
            assert_eq!(number.pop(radix), digit);
        }
        assert!(number.is_zero());
    }

    #[test]
    fn any_fuel_is_read_back() {
        for units in (0..=MAX_FUEL).map(Some).chain([None]) {
            let mut digits = Digits::default();
            digits.push_units(units);
            let mut number = digits.number();
            assert_eq!((number.next_units(), number.is_zero()), (units, true));
        }
    }
}
