//! The name of a vehicle, exactly as the user wrote it.
//!
//! Kept inline and padded with zeros, which no label holds: a board of many vehicles is read without an allocation for each, and two
//! labels compare as one number.

use std::fmt;

/// A vehicle's label: one or more letters or digits, `A`, `AB`, `12`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    bytes: [u8; Label::MAX_BYTES],
}

/// Why a text is no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLabel {
    /// There is nothing in it.
    #[error("a vehicle has an empty label; give it a letter or a number")]
    Empty,
    /// More than fits.
    #[error("the label `{0}` is too long; use at most {max} letters or digits", max = Label::MAX_BYTES)]
    TooLong(String),
    /// Something that is neither letter nor digit.
    #[error("the label `{0}` has a character that is neither a letter nor a digit; rename the vehicle")]
    Character(String),
}

impl Label {
    /// The longest label, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 16;

    /// The label that reads so.
    pub fn new(text: &str) -> Result<Label, BadLabel> {
        if text.is_empty() {
            return Err(BadLabel::Empty);
        }
        if !text.chars().all(Label::may_hold) {
            return Err(BadLabel::Character(text.chars().take(20).collect()));
        }
        if text.len() > Label::MAX_BYTES {
            return Err(BadLabel::TooLong(text.chars().take(20).collect()));
        }
        Ok(Label::pack(text.as_bytes()))
    }

    /// The label of one character, if that is a letter or a digit.
    #[inline]
    pub fn from_char(character: char) -> Option<Label> {
        Label::may_hold(character).then(|| Label::pack(character.encode_utf8(&mut [0; 4]).as_bytes()))
    }

    /// The label of a number.
    pub fn from_number(mut number: u32) -> Label {
        let mut digits = [0; 10];
        let mut at = digits.len();
        loop {
            at -= 1;
            digits[at] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return Label::pack(&digits[at..]);
            }
        }
    }

    /// The text of the label.
    pub fn as_str(&self) -> &str {
        // Only whole characters are ever packed, so the text is always valid.
        let length = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(Label::MAX_BYTES);
        std::str::from_utf8(&self.bytes[..length]).unwrap_or_default()
    }

    /// The label's character, if it has but one.
    pub fn as_char(&self) -> Option<char> {
        let mut characters = self.as_str().chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    fn may_hold(character: char) -> bool {
        character.is_alphanumeric()
    }

    fn pack(text: &[u8]) -> Label {
        let mut bytes = [0; Label::MAX_BYTES];
        bytes[..text.len()].copy_from_slice(text);
        Label { bytes }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Label({})", self.as_str())
    }
}

impl std::str::FromStr for Label {
    type Err = BadLabel;

    fn from_str(text: &str) -> Result<Label, BadLabel> {
        Label::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_reads_as_it_was_written() {
        for text in ["A", "x", "AB", "12", "Ä", "åæø", "abcdefghijklmnop"] {
            assert_eq!(Label::new(text).unwrap().as_str(), text);
        }
        assert_eq!(Label::from_number(0).as_str(), "0");
        assert_eq!(Label::from_number(u32::MAX).as_str(), "4294967295");
        assert_eq!(Label::from_char('Q').unwrap().as_char(), Some('Q'));
        assert_eq!(Label::new("QQ").unwrap().as_char(), None);
    }

    #[test]
    fn what_is_no_label_is_refused() {
        for text in ["", "A B", "a,b", "A\n", "abcdefghijklmnopq", "\u{fffd}"] {
            assert!(Label::new(text).is_err(), "{text:?}");
        }
        assert!(Label::from_char('.').is_none());
    }
}
