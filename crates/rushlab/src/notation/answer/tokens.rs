//! Words, arrows and signs of a text in prose.

use crate::puzzle::Direction;

/// A part of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) kind: Kind,
    /// Whether nothing stands between it and the token before.
    pub(super) glued: bool,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters and digits.
    Word,
    Arrow(Direction),
    Newline,
    Symbol(char),
}

/// Divides a text. Spaces are left out.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    let mut glued = false;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let kind = match character {
            '\n' => Kind::Newline,
            // A variation selector after an arrow chooses how it looks.
            '\u{fe0e}' | '\u{fe0f}' => continue,
            space if space.is_whitespace() => {
                glued = false;
                continue;
            }
            letter if letter.is_alphanumeric() => Kind::Word,
            other => arrow(other).map_or(Kind::Symbol(other), Kind::Arrow),
        };
        let mut end = at + character.len_utf8();
        while kind == Kind::Word
            && let Some((next, letter)) = characters.next_if(|(_, next)| next.is_alphanumeric())
        {
            end = next + letter.len_utf8();
        }
        tokens.push(Token { text: &text[at..end], kind, glued });
        glued = kind != Kind::Newline;
    }
    tokens
}

fn arrow(character: char) -> Option<Direction> {
    match character {
        '↑' | '⬆' | '⇑' => Some(Direction::Up),
        '↓' | '⬇' | '⇓' => Some(Direction::Down),
        '←' | '⬅' | '⇐' => Some(Direction::Left),
        '→' | '➡' | '⇒' => Some(Direction::Right),
        _ => None,
    }
}
