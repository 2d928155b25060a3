//! The label of a vehicle, exactly as the user wrote it.
//!
//! It is stored inline and padded with zeros, which no label contains. So reading a board allocates nothing for labels,
//! and comparing two labels is one integer comparison.

use std::fmt;

/// A vehicle's label: one or more letters or digits, `A`, `AB`, `12`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    bytes: [u8; Label::MAX_BYTES],
}

/// The reason why a text is not a label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum LabelError {
    #[error("a vehicle has an empty label; give it a letter or a number")]
    Empty,
    #[error("the label `{0}` is too long; use at most {max} letters or digits", max = Label::MAX_BYTES)]
    TooLong(String),
    #[error("the label `{0}` has a character that is neither a letter nor a digit; rename the vehicle")]
    Character(String),
}

impl Label {
    /// The maximum length of a label, in bytes of UTF-8.
    pub const MAX_BYTES: usize = 16;

    /// Makes a label of a text.
    pub fn new(text: &str) -> Result<Label, LabelError> {
        if text.is_empty() {
            return Err(LabelError::Empty);
        }
        if !text.chars().all(Label::allows) {
            return Err(LabelError::Character(text.chars().take(20).collect()));
        }
        if text.len() > Label::MAX_BYTES {
            return Err(LabelError::TooLong(text.chars().take(20).collect()));
        }
        Ok(Label::pack(text.as_bytes()))
    }

    /// Makes a label of one character, if it is a letter or a digit.
    #[inline]
    pub fn from_char(character: char) -> Option<Label> {
        Label::allows(character).then(|| Label::pack(character.encode_utf8(&mut [0; 4]).as_bytes()))
    }

    /// Makes a label of a number.
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

    /// Returns the text of the label.
    pub fn as_str(&self) -> &str {
        // Only whole characters are ever packed, so the text is always valid.
        let length = self.bytes.iter().position(|byte| *byte == 0).unwrap_or(Label::MAX_BYTES);
        std::str::from_utf8(&self.bytes[..length]).unwrap_or_default()
    }

    /// Returns the character of a label that has exactly one.
    pub fn as_char(&self) -> Option<char> {
        let mut characters = self.as_str().chars();
        characters.next().filter(|_| characters.next().is_none())
    }

    fn allows(character: char) -> bool {
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
    type Err = LabelError;

    fn from_str(text: &str) -> Result<Label, LabelError> {
        Label::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_keeps_its_text() {
        for text in ["A", "x", "AB", "12", "Ä", "åæø", "abcdefghijklmnop"] {
            assert_eq!(Label::new(text).unwrap().as_str(), text);
        }
        assert_eq!(Label::from_number(0).as_str(), "0");
        assert_eq!(Label::from_number(u32::MAX).as_str(), "4294967295");
        assert_eq!(Label::from_char('Q').unwrap().as_char(), Some('Q'));
        assert_eq!(Label::new("QQ").unwrap().as_char(), None);
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in ["", "A B", "a,b", "A\n", "abcdefghijklmnopq", "\u{fffd}"] {
            assert!(Label::new(text).is_err(), "{text:?}");
        }
        assert!(Label::from_char('.').is_none());
    }
}
