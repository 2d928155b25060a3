//! The moves of a reply in prose, such as that of a language model.
//!
//! A reply is read as its author meant it, and nothing is repaired: every move in it counts, in order, also one that
//! cannot be played. Only three things do not count: drafts between `<think>` tags; everything outside of `<answer>` or
//! `\boxed{}`, if the reply has one of them; and a list of two or more moves that repeats all moves before it.

mod marks;
mod scan;
mod tokens;

use super::{Notation, NotationError, VehicleName, WrittenMove, read};
use crate::puzzle::{Label, Puzzle};

/// The beginnings of moves in notations that are read only if the whole text is written in them.
const OTHER_NOTATIONS: [&str; 5] = ["(move-up-", "(move-down-", "(move-left-", "(move-right-", "car,move"];

/// Reads the moves of a reply in prose. If `notation` is `None`, moves are found in all forms that name vehicles by
/// label; labels may differ in case from those of the puzzle.
///
/// A text that [`read`] accepts has the same moves here, and text without moves changes nothing.
///
/// ```
/// use rushlab::{Puzzle, notation};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let moves = |text| notation::read_answer(&puzzle, text, None).map(|moves| moves.len());
/// assert_eq!(moves("<think>XR3?</think>\n1. **B down 2**\n2. X → 3, and it is out.")?, 2);
/// assert_eq!(moves("AL99\nBD2 XR3")?, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if a move cannot be read, or if the reply has several answers that differ.
pub fn read_answer(
    puzzle: &Puzzle,
    text: &str,
    notation: Option<&'static dyn Notation>,
) -> Result<Vec<WrittenMove>, NotationError> {
    let text = marks::without_drafts(text);
    let marked = marks::marked(&text);
    if marked.is_empty() {
        return read_part(puzzle, &text, notation);
    }
    let mut answers = Vec::new();
    for part in marked {
        answers.push(read_part(puzzle, part, notation)?);
    }
    answers.retain(|moves| !moves.is_empty());
    if answers.windows(2).any(|pair| pair[0] != pair[1]) {
        return Err(NotationError::Answers);
    }
    Ok(answers.pop().unwrap_or_default())
}

/// Reads the moves of a text without tags.
fn read_part(
    puzzle: &Puzzle,
    text: &str,
    notation: Option<&'static dyn Notation>,
) -> Result<Vec<WrittenMove>, NotationError> {
    let text = text.trim();
    let plain = marks::without_fences(text);
    let readings = [text, &plain].map(|text| read(text, notation));
    if let Some(moves) = readings.iter().flatten().find(|moves| !moves.is_empty()) {
        return Ok(moves.iter().map(|written| with_label(puzzle, *written)).collect());
    }
    let [reading, _] = readings;
    if notation.is_some() || is_in_other_notation(text) {
        return reading;
    }
    scan::moves(puzzle, &plain)
}

/// Returns whether a text has moves that only a whole text can have.
fn is_in_other_notation(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has_cell = |after: &str| after.trim_start_matches(['(', ' ']).starts_with(|first: char| first.is_ascii_digit());
    OTHER_NOTATIONS.iter().any(|start| text.contains(start)) || text.split("((").skip(1).any(has_cell)
}

/// Returns a move with the label of the puzzle that differs in case at most.
fn with_label(puzzle: &Puzzle, written: WrittenMove) -> WrittenMove {
    let VehicleName::Label(label) = written.vehicle else { return written };
    let vehicle = VehicleName::Label(known(puzzle, label.as_str()).unwrap_or(label));
    WrittenMove { vehicle, ..written }
}

/// Returns the label of the puzzle that a text means: the same, or the only one that differs in case.
fn known(puzzle: &Puzzle, text: &str) -> Option<Label> {
    let labels = || puzzle.vehicles().iter().map(|vehicle| vehicle.label);
    if let Some(label) = labels().find(|label| label.as_str() == text) {
        return Some(label);
    }
    let text = text.to_lowercase();
    let mut similar = labels().filter(|label| label.as_str().to_lowercase() == text);
    similar.next().filter(|_| similar.next().is_none())
}

#[cfg(test)]
mod tests;
