//! Finds the moves in prose.

use super::tokens::{Kind, Token, tokens};
use super::{known, with_label};
use crate::notation::{Displacement, NotationError, VehicleName, WrittenMove, unreadable};
use crate::puzzle::{Direction, Label, Puzzle};

/// Words that may stand between two moves of one list.
const LINKS: [&str; 19] = [
    "and", "then", "next", "finally", "first", "step", "steps", "move", "moves", "slide", "cell", "cells", "space",
    "spaces", "square", "squares", "vehicle", "car", "truck",
];
/// Words that may stand inside a move.
const INNER: [&str; 22] = [
    "by",
    "direction",
    "dir",
    "move",
    "moves",
    "moved",
    "goes",
    "go",
    "slide",
    "slides",
    "cells",
    "cell",
    "distance",
    "steps",
    "step",
    "spaces",
    "space",
    "squares",
    "square",
    "amount",
    "to",
    "the",
];
const NUMBERS: [&str; 10] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/// The greatest number of tokens between two parts of a move.
const INNER_TOKENS: usize = 12;

/// Returns the moves of a text, in order.
pub(super) fn moves(puzzle: &Puzzle, text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let scan = Scan { puzzle, tokens: &tokens(text) };
    let mut found: Vec<WrittenMove> = Vec::new();
    // Whether prose stands before each move.
    let mut separate: Vec<bool> = Vec::new();
    let (mut at, mut end, mut prose) = (0, 0, false);
    while at < scan.tokens.len() {
        match scan.move_at(at, end) {
            Some(Reading { written, next }) => {
                let text = || scan.tokens[at..next].iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
                let written = written.ok_or_else(|| unreadable(found.len(), &text(), "`BD2` or `B down 2`"))?;
                found.push(with_label(puzzle, written));
                separate.push(prose);
                (at, end, prose) = (next, next, false);
            }
            None => {
                let token = scan.tokens[at];
                let is_number = token.text.bytes().all(|byte| byte.is_ascii_digit());
                prose |= token.kind == Kind::Word && !is_number && !is_one_of(token.text, &LINKS);
                at += 1;
            }
        }
    }
    let half = found.len() / 2;
    if half >= 2 && found.len().is_multiple_of(2) && separate[half] && found[..half] == found[half..] {
        found.truncate(half);
    }
    Ok(found)
}

/// A move that was found; `written` is `None` if it cannot be read.
struct Reading {
    written: Option<WrittenMove>,
    /// The token after it.
    next: usize,
}

struct Scan<'a> {
    puzzle: &'a Puzzle,
    tokens: &'a [Token<'a>],
}

impl Scan<'_> {
    /// Returns the move that begins at a token. The move before ends at `end`.
    fn move_at(&self, at: usize, end: usize) -> Option<Reading> {
        let word = self.word(at)?;
        self.in_one_word(word, at).or_else(|| self.signed(word, at)).or_else(|| self.spaced(word, at, end))
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).filter(|token| token.kind == Kind::Word).map(|token| token.text)
    }

    fn symbol(&self, at: usize) -> Option<char> {
        match self.tokens.get(at)?.kind {
            Kind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Returns a move that ends before `next`, unless more of its last number follows, as in `2.5`.
    fn reading(&self, label: &str, displacement: Displacement, next: usize) -> Reading {
        let glued = |at: usize| self.tokens.get(at).is_some_and(|token| token.glued);
        let goes_on = glued(next)
            && glued(next + 1)
            && self.symbol(next).is_some_and(|symbol| ".+-−*/^".contains(symbol))
            && self.word(next + 1).is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        let label = known(self.puzzle, label).or_else(|| Label::new(label).ok());
        let written = label.filter(|_| !goes_on).map(VehicleName::Label);
        Reading { written: written.map(|vehicle| WrittenMove { vehicle, displacement }), next }
    }

    /// Reads `BD2`.
    fn in_one_word(&self, word: &str, at: usize) -> Option<Reading> {
        let (rest, cells) = split_number(word)?;
        let (label, direction) = split_letter(rest)?;
        let is_upper = !rest.chars().any(char::is_lowercase);
        let is_label = is_upper || label.chars().count() == 1 || known(self.puzzle, label).is_some();
        is_label.then(|| self.reading(label, Displacement::Towards(direction, cells), at + 1))
    }

    /// Reads `B+2`, and for a vehicle of the puzzle `B: +2`.
    fn signed(&self, word: &str, at: usize) -> Option<Reading> {
        let is_known = known(self.puzzle, word).is_some();
        let mut sign = at + 1;
        while is_known && self.symbol(sign).is_some_and(|symbol| ":,'\"".contains(symbol)) {
            sign += 1;
        }
        let symbol = self.symbol(sign).filter(|symbol| "+-−".contains(*symbol))?;
        let number = self.tokens.get(sign + 1).filter(|token| token.glued)?;
        let is_glued = self.tokens[sign].glued;
        let is_label = if is_glued { is_label(self.puzzle, word) } else { self.is_exact(word) };
        let cells = number_of(number.text).filter(|_| is_label)?;
        let cells = i32::try_from(cells).unwrap_or(i32::MAX);
        let cells = if symbol == '+' { cells } else { -cells };
        Some(self.reading(word, Displacement::Signed(cells), sign + 2))
    }

    fn is_exact(&self, word: &str) -> bool {
        self.puzzle.vehicles().iter().any(|vehicle| vehicle.label.as_str() == word)
    }

    /// Reads `B down 2`, `B D2`, `BD 2`, `B ↓ 2`, `B 2 down`, and `B down`, which is one cell if nothing else stands in
    /// its part of the sentence.
    fn spaced(&self, word: &str, at: usize, end: usize) -> Option<Reading> {
        if let Some((label, direction)) = split_letter(word).filter(|(label, _)| self.is_exact(label))
            && !word.chars().any(char::is_lowercase)
            && let Some((cells, next)) = self.count(at + 1, false)
        {
            return Some(self.with_count(label, direction, cells, next));
        }
        if !is_label(self.puzzle, word) {
            return None;
        }
        let mut comma = false;
        for middle in at + 1..(at + INNER_TOKENS).min(self.tokens.len()) {
            let token = self.tokens[middle];
            match token.kind {
                Kind::Arrow(direction) => return self.after_direction(word, direction, middle, comma, (at, end)),
                Kind::Word => {
                    if let Some((direction, cells)) = direction_and_number(token.text) {
                        return match cells {
                            Some(cells) => {
                                Some(self.reading(word, Displacement::Towards(direction, cells), middle + 1))
                            }
                            None => self.after_direction(word, direction, middle, comma, (at, end)),
                        };
                    }
                    if let Some(cells) = number_of(token.text) {
                        return self.direction_after_count(word, cells, middle);
                    }
                    if !is_one_of(token.text, &INNER) {
                        return None;
                    }
                }
                Kind::Symbol(',') => comma = true,
                _ if !self.is_inner(middle) => return None,
                _ => {}
            }
        }
        None
    }

    /// Reads the rest of a move after its direction.
    fn after_direction(
        &self,
        label: &str,
        direction: Direction,
        middle: usize,
        comma: bool,
        (at, end): (usize, usize),
    ) -> Option<Reading> {
        if let Some((cells, next)) = self.count(middle + 1, comma) {
            return Some(self.with_count(label, direction, cells, next));
        }
        let is_word = self.tokens[middle].text.len() > 1;
        let alone = is_word && self.begins_clause(at, end) && self.ends_clause(middle + 1);
        alone.then(|| self.reading(label, Displacement::Towards(direction, 1), middle + 1))
    }

    /// Returns the move with a count, which is `None` if it is negative.
    fn with_count(&self, label: &str, direction: Direction, cells: Option<u32>, next: usize) -> Reading {
        let reading = self.reading(label, Displacement::Towards(direction, cells.unwrap_or_default()), next);
        if cells.is_some() { reading } else { Reading { written: None, ..reading } }
    }

    /// Reads `2 cells down` after a label.
    fn direction_after_count(&self, label: &str, cells: u32, middle: usize) -> Option<Reading> {
        let units = (middle + 1..).take_while(|at| self.word(*at).is_some_and(|word| is_one_of(word, &INNER))).count();
        let after = middle + 1 + units;
        let direction = match self.tokens.get(after)?.kind {
            Kind::Arrow(direction) => direction,
            _ => self.word(after).and_then(direction_word)?,
        };
        let reading = self.reading(label, Displacement::Towards(direction, cells), after + 1);
        let second = self.word(after + 1).and_then(number_of);
        Some(if second.is_none() { reading } else { Reading { written: None, ..reading } })
    }

    /// Returns the number of cells after a direction, which is `None` if it is negative, and the token after it.
    fn count(&self, from: usize, comma: bool) -> Option<(Option<u32>, usize)> {
        for at in from..(from + INNER_TOKENS).min(self.tokens.len()) {
            if let Some(word) = self.word(at) {
                if let Some(cells) = number_of(word) {
                    // A hyphen joins the words of `down-2`, and is a sign in `down -2`.
                    let minus = at > from && matches!(self.symbol(at - 1), Some('-' | '−')) && self.tokens[at].glued;
                    let negative = minus && !self.tokens[at - 1].glued;
                    return Some(((!negative).then_some(cells), at + 1));
                }
                if !is_one_of(word, &INNER) {
                    return None;
                }
            } else if self.symbol(at) == Some(',') {
                if !comma {
                    return None;
                }
            } else if !self.is_inner(at) {
                return None;
            }
        }
        None
    }

    /// Returns whether a symbol or a line end may stand inside a move.
    fn is_inner(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            // In JSON, the next field may stand on the next line.
            Kind::Newline => self.symbol(at + 1) == Some('"'),
            Kind::Symbol(symbol) => ":'\"`_()=-−+|‘’“”".contains(symbol),
            _ => false,
        }
    }

    fn begins_clause(&self, at: usize, end: usize) -> bool {
        let mut before = at;
        while before > end {
            before -= 1;
            let token = self.tokens[before];
            match token.kind {
                Kind::Newline | Kind::Symbol(',' | ';' | '.' | ':') => return true,
                Kind::Symbol(symbol) if "([{}])'\"-•".contains(symbol) => {}
                Kind::Word if is_one_of(token.text, &LINKS) => {}
                _ => return false,
            }
        }
        true
    }

    fn ends_clause(&self, after: usize) -> bool {
        for token in self.tokens.iter().skip(after) {
            match token.kind {
                Kind::Newline | Kind::Symbol(',' | ';' | '.') => return true,
                Kind::Symbol(symbol) if ")]}'\"".contains(symbol) => {}
                Kind::Word => return is_one_of(token.text, &LINKS),
                _ => return false,
            }
        }
        true
    }
}

/// Returns whether a word may be a label: one of the puzzle, or one or two capital letters or digits.
fn is_label(puzzle: &Puzzle, word: &str) -> bool {
    let short = word.chars().count() <= 2 && word.chars().any(char::is_alphabetic);
    known(puzzle, word).is_some() || (short && !word.chars().any(char::is_lowercase))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Reads a number in digits or in words. One that is too large is the greatest.
fn number_of(word: &str) -> Option<u32> {
    if !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(word.parse().unwrap_or(u32::MAX));
    }
    (0..).zip(NUMBERS).find(|(_, name)| name.eq_ignore_ascii_case(word)).map(|(number, _)| number)
}

/// Divides a word before the digits at its end.
fn split_number(word: &str) -> Option<(&str, u32)> {
    let rest = word.trim_end_matches(|character: char| character.is_ascii_digit());
    Some((rest, number_of(&word[rest.len()..])?))
}

/// Divides a word before its last letter, which is a direction.
fn split_letter(word: &str) -> Option<(&str, Direction)> {
    let (at, _) = word.char_indices().next_back().filter(|(at, _)| *at > 0)?;
    Some((&word[..at], direction_letter(&word[at..])?))
}

fn direction_letter(letter: &str) -> Option<Direction> {
    match letter {
        "U" | "u" => Some(Direction::Up),
        "D" | "d" => Some(Direction::Down),
        "L" | "l" => Some(Direction::Left),
        "R" | "r" => Some(Direction::Right),
        _ => None,
    }
}

fn direction_word(word: &str) -> Option<Direction> {
    let word = word.to_ascii_lowercase();
    let stem = word.strip_suffix("wards").or_else(|| word.strip_suffix("ward")).unwrap_or(&word);
    Direction::ALL.into_iter().find(|direction| direction.word() == stem)
}

/// Reads `down`, `D`, `down2` or `D2`.
fn direction_and_number(word: &str) -> Option<(Direction, Option<u32>)> {
    let (name, cells) = split_number(word).map_or((word, None), |(name, cells)| (name, Some(cells)));
    let direction = direction_word(name).or_else(|| direction_letter(name))?;
    Some((direction, cells))
}
