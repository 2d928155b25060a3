//! The check characters of an id: a Reed–Solomon code with two check symbols over the field with 32 elements (Reed &
//! Solomon 1960).
//!
//! The code has distance 3 up to 31 symbols: columns, rows, the characters and the check. So it detects every change of
//! one or two of them. In a longer id, a change of one symbol is still detected.

/// The coefficients of the generator polynomial (x + α)(x + α²) = x² + (α + α²) x + α³, with α = 2.
const GENERATOR: [u8; 2] = [2 ^ 4, 8];

/// Returns the check characters, as values less than 32.
pub(super) fn of(width: u8, height: u8, values: &[u8]) -> [u8; 2] {
    // 16 columns have the value 16, so every size has its own value.
    [width, height].iter().chain(values).fold([0, 0], |[high, low], symbol| {
        let factor = symbol ^ high;
        [low ^ multiply(factor, GENERATOR[0]), multiply(factor, GENERATOR[1])]
    })
}

/// Multiplies in the field of polynomials over bits modulo x⁵ + x² + 1.
fn multiply(mut left: u8, right: u8) -> u8 {
    let mut product = 0;
    for bit in 0..5 {
        if right >> bit & 1 == 1 {
            product ^= left;
        }
        left <<= 1;
        if left >= 32 {
            left ^= 0b10_0101;
        }
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_of_one_or_two_symbols_is_detected() {
        let values: Vec<u8> = (0..27).map(|index| index * 7 % 32).collect();
        let check = of(6, 6, &values);
        for first in 0..values.len() {
            for second in first..values.len() {
                for (one, other) in (1..32).zip((0..32).rev()) {
                    let mut changed = values.clone();
                    changed[first] ^= one;
                    changed[second] ^= if second == first { 0 } else { other };
                    assert_ne!(of(6, 6, &changed), check);
                }
            }
        }
    }
}
