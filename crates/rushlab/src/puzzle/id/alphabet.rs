//! The characters of ids: base 32 as in Crockford's encoding, digits and lower-case letters without `i`, `l`, `o` and
//! `u`, which are easily confused with others.

use super::number::Number;

const CHARACTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

pub(super) fn character(value: u8) -> char {
    char::from(CHARACTERS[usize::from(value % 32)])
}

pub(super) fn value(character: char) -> Option<u8> {
    let character = match character.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        other => other,
    };
    let index = CHARACTERS.iter().position(|known| char::from(*known) == character)?;
    u8::try_from(index).ok()
}

/// Returns the values of the characters of a number, the most significant one first.
pub(super) fn values(mut number: Number) -> Vec<u8> {
    let mut values = Vec::new();
    while !number.is_zero() {
        values.push(number.pop(32) as u8);
    }
    values.reverse();
    values
}

/// Returns the number whose characters have these values.
pub(super) fn number(values: &[u8]) -> Number {
    let mut number = Number::default();
    values.iter().for_each(|value| number.push((*value).into(), 32));
    number
}
