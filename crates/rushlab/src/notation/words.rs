//! `B left 1; E left 2`: the COMP 472 files. Moves are separated by semicolons or line ends.

use super::{About, NamedMove, NotationError, Table, WrittenMove, by_label, unreadable};
use crate::puzzle::Direction;

pub(super) static WORDS: Table = Table {
    about: &About { name: "words", summary: "`B left 1; E left 2` (the COMP 472 files)" },
    sniff: |text| clauses(text).next().and_then(|clause| read_move(clause, direction)).is_some(),
    read: |text| read_clauses(text, direction, "`B left 1`"),
    write: |_, moves| write_clauses(moves, Direction::word),
};

pub(super) fn direction(word: &str) -> Option<Direction> {
    Direction::from_word(&word.to_ascii_lowercase())
}

/// Returns the moves of a text, separated by semicolons or line ends.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).map(str::trim).filter(|clause| !clause.is_empty())
}

/// Reads moves of three words: label, direction, cells.
pub(super) fn read_clauses(
    text: &str,
    direction: impl Fn(&str) -> Option<Direction>,
    example: &'static str,
) -> Result<Vec<WrittenMove>, NotationError> {
    let read = |(index, clause)| read_move(clause, &direction).ok_or_else(|| unreadable(index, clause, example));
    clauses(text).enumerate().map(read).collect()
}

pub(super) fn read_move(clause: &str, direction: impl Fn(&str) -> Option<Direction>) -> Option<WrittenMove> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let [label, word, cells] = words.as_slice() else { return None };
    by_label(label, direction(word), cells)
}

pub(super) fn write_clauses(moves: &[NamedMove], word: impl Fn(Direction) -> &'static str) -> String {
    let clause = |mv: &NamedMove| format!("{} {} {}", mv.label, word(mv.direction), mv.cells);
    moves.iter().map(clause).collect::<Vec<_>>().join("; ") + "\n"
}
