//! `AR1 PU2`: label, one of `U D L R`, cells. Spaces, commas, line ends and brackets may separate the moves (Esau uses
//! all of them).

use super::{About, NamedMove, NotationError, Table, WrittenMove, by_label, unreadable};
use crate::puzzle::Direction;

pub(super) static LETTERS: Table = Table {
    about: &About { name: "letters", summary: "`AR1 PU2`: label, one of U D L R, cells (Esau)" },
    sniff: |text| tokens(text).next().and_then(read_move).is_some(),
    read: |text| read_tokens(text, read_move, "`AR1`"),
    write: |_, moves| moves.iter().map(|mv| write_move(mv, mv.cells)).collect::<Vec<_>>().join(" ") + "\n",
};

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
