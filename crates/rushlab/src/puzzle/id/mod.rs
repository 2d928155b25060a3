//! The id of a puzzle: a short text that contains the whole puzzle except its name and its labels.
//!
//! An id such as `6x6-br4am8zr0m2` has the number of columns and rows, a number in base 32 (`alphabet.rs`), and two
//! check characters (`checksum.rs`). `code.rs` describes the number.

mod alphabet;
mod board;
mod checksum;
mod code;
mod details;
mod number;
mod tiling;

pub use code::{digits_of, puzzle_of};
pub use number::{DigitKind, DigitSource};

use super::{Puzzle, SIZES};

/// The maximum number of characters after the size. Every id has fewer.
const MAX_CHARACTERS: usize = 2_000;

/// The reason why a text is not the id of a puzzle.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum IdError {
    #[error("expected an id, which begins with columns and rows, as in `6x6-…`, found `{0}`")]
    Form(String),
    #[error("the id has the character `{0}`, but ids have only digits and the letters a to z except u; copy it again")]
    Character(char),
    #[error("the id begins with {columns} columns and {rows} rows, but a board has {} to {} of each; copy it again", SIZES.start(), SIZES.end())]
    Size { columns: u8, rows: u8 },
    #[error("the id ends after `{0}`, so the end is missing; copy it again")]
    CutOff(String),
    #[error(
        "the id is damaged: its last two characters are a checksum that does not match the others, so a character is \
         wrong, missing or superfluous; copy it again"
    )]
    Checksum,
    #[error("the id is damaged: it belongs to no puzzle; copy it again")]
    Damaged,
}

impl Puzzle {
    /// Returns the id: a short text that contains the whole puzzle except its name and its labels. Two puzzles have the
    /// same id if and only if they differ in nothing else.
    ///
    /// An id consists of lower-case letters, digits and one `-`, so it needs no quotation marks in a shell, a file name
    /// or a URL. It is a [format](crate::format::ID): whatever reads puzzles reads ids.
    ///
    /// ```
    /// use rushlab::Puzzle;
    ///
    /// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    /// let relabelled: Puzzle = "......1..2..1XX2..1..2......33......".parse()?;
    /// assert_eq!(puzzle.id(), relabelled.id());
    /// assert_eq!(Puzzle::from_id(&puzzle.id())?, puzzle.canonical());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn id(&self) -> String {
        let (width, height) = (self.width(), self.height());
        let values = alphabet::values(code::digits_of(self).number());
        let check = checksum::of(width, height, &values);
        let text: String = values.iter().chain(&check).map(|value| alphabet::character(*value)).collect();
        format!("{width}x{height}-{text}")
    }

    /// Returns the puzzle with an id, with [canonical labels](Puzzle::canonical). Capital letters are read as
    /// lower-case ones, `o` as 0, `i` and `l` as 1. Spaces before and after the id are ignored.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an id. A change of one character is always noticed, and so is a change of two
    /// characters, if there are at most 29 after the size. Other damage is noticed in 1023 of 1024 cases.
    pub fn from_id(text: &str) -> Result<Puzzle, IdError> {
        let (width, height, code) = split(text).ok_or_else(|| IdError::Form(text.chars().take(40).collect()))?;
        let is_size = |side: u8| SIZES.contains(&usize::from(side));
        if !is_size(width) || !is_size(height) {
            return Err(IdError::Size { columns: width, rows: height });
        }
        if code.len() > MAX_CHARACTERS {
            return Err(IdError::Damaged);
        }
        let values: Result<Vec<u8>, IdError> =
            code.chars().map(|character| alphabet::value(character).ok_or(IdError::Character(character))).collect();
        let values = values?;
        let parts = values.split_last_chunk().filter(|(values, _)| !values.is_empty());
        let (values, check) = parts.ok_or_else(|| IdError::CutOff(text.trim().to_owned()))?;
        if checksum::of(width, height, values) != *check {
            return Err(IdError::Checksum);
        }
        let puzzle = code::puzzle_of(width, height, &mut alphabet::number(values)).ok_or(IdError::Damaged)?;
        // Another number than the one that is written, or one with zeros before it, may encode the same puzzle.
        let is_same = alphabet::values(code::digits_of(&puzzle).number()) == values;
        if is_same { Ok(puzzle.canonical()) } else { Err(IdError::Damaged) }
    }
}

/// Returns whether a text looks like an [id](Puzzle::id), perhaps a damaged one: a size, a `-`, letters and digits.
pub fn resembles_id(text: &str) -> bool {
    split(text).is_some_and(|(.., code)| code.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Splits an id into columns, rows and the characters after the size.
fn split(text: &str) -> Option<(u8, u8, &str)> {
    let (size, code) = text.trim().split_once('-')?;
    let (width, height) = size.split_once(['x', 'X'])?;
    let side = |text: &str| {
        let is_plain = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    Some((side(width)?, side(height)?, code))
}
