//! `B left 1; E left 2`: the course's files of seed 003. A line end parts moves as well as a semicolon.

use super::{About, BadMove, Notation, Told, Written, by_label, unreadable};
use crate::puzzle::Direction;

/// The notation `words`.
pub(super) struct Words;

static ABOUT: About = About { name: "words", summary: "`B left 1; E left 2` (the files of seed 003)" };

impl Notation for Words {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, text: &str) -> bool {
        clauses(text).next().and_then(|clause| read_move(clause, direction)).is_some()
    }

    fn read(&self, text: &str) -> Result<Vec<Written>, BadMove> {
        read_clauses(text, direction, "`B left 1`")
    }

    fn write(&self, moves: &[Told]) -> String {
        write_clauses(moves, Direction::word)
    }
}

fn direction(word: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(word))
}

/// The moves of a text, parted by semicolons or line ends.
pub(super) fn clauses(text: &str) -> impl Iterator<Item = &str> {
    text.split([';', '\n']).map(str::trim).filter(|clause| !clause.is_empty())
}

/// Moves of three words: label, direction, cells.
pub(super) fn read_clauses(
    text: &str,
    direction: impl Fn(&str) -> Option<Direction>,
    example: &'static str,
) -> Result<Vec<Written>, BadMove> {
    let read = |(index, clause)| read_move(clause, &direction).ok_or_else(|| unreadable(index, clause, example));
    clauses(text).enumerate().map(read).collect()
}

pub(super) fn read_move(clause: &str, direction: impl Fn(&str) -> Option<Direction>) -> Option<Written> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let [label, way, cells] = words.as_slice() else { return None };
    by_label(label, direction(way), cells)
}

/// The text of moves in three words each.
pub(super) fn write_clauses(moves: &[Told], word: impl Fn(Direction) -> &'static str) -> String {
    let clause = |told: &Told| format!("{} {} {}", told.label, word(told.direction), told.cells);
    moves.iter().map(clause).collect::<Vec<_>>().join("; ") + "\n"
}
