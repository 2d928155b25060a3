//! `AR1 PU2`: label, one of `U D L R`, cells. Spaces, commas, line ends and brackets may separate the moves (Esau uses
//! all of them).

use super::{About, NamedMove, Notation, NotationError, WrittenMove, by_label, unreadable};
use crate::puzzle::{Direction, Puzzle};
use crate::sealed::Sealed;

pub(super) struct Letters;

static ABOUT: About = About { name: "letters", summary: "`AR1 PU2`: label, one of U D L R, cells (Esau)" };

impl Sealed for Letters {}

impl Notation for Letters {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, text: &str) -> bool {
        tokens(text).next().and_then(read_move).is_some()
    }

    fn read(&self, text: &str) -> Result<Vec<WrittenMove>, NotationError> {
        read_tokens(text, read_move, "`AR1`")
    }

    fn write(&self, _: &Puzzle, moves: &[NamedMove]) -> String {
        moves.iter().map(|mv| write_move(mv, mv.cells)).collect::<Vec<_>>().join(" ") + "\n"
    }
}

pub(super) fn write_move(mv: &NamedMove, cells: u8) -> String {
    format!("{}{}{cells}", mv.label, letter(mv.direction))
}

/// Reads moves of one word each.
pub(super) fn read_tokens(
    text: &str,
    read_move: impl Fn(&str) -> Option<WrittenMove>,
    example: &'static str,
) -> Result<Vec<WrittenMove>, NotationError> {
    let read = |(index, token)| read_move(token).ok_or_else(|| unreadable(index, token, example));
    tokens(text).enumerate().map(read).collect()
}

pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| character.is_whitespace() || ",;[]".contains(character))
        .filter(|token| !token.is_empty())
}

/// Reads a move from its end, because labels may end in digits or in a letter that is also a direction.
pub(super) fn read_move(token: &str) -> Option<WrittenMove> {
    let rest = token.trim_end_matches(|character: char| character.is_ascii_digit());
    let cells = &token[rest.len()..];
    let direction = Direction::ALL.into_iter().find(|direction| rest.ends_with(letter(*direction)));
    let label = rest.get(..rest.len().checked_sub(1)?)?;
    by_label(label, direction, cells)
}

fn letter(direction: Direction) -> char {
    match direction {
        Direction::Up => 'U',
        Direction::Down => 'D',
        Direction::Left => 'L',
        Direction::Right => 'R',
    }
}
