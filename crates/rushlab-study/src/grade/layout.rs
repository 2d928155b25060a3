//! What the files have in common: numbers, tanks, and moves, however they are spaced.

use rushlab::notation::{self, WrittenMove};

/// Returns a number; the decimal mark can be a comma.
pub(super) fn number(text: &str) -> Option<f64> {
    text.replace(',', ".").parse().ok().filter(|number: &f64| number.is_finite())
}

/// Returns the tanks that a text names: `K6 M0`, `K:6, M:0` or `(K=6)`.
pub(super) fn tanks(text: &str) -> Vec<(String, u32)> {
    let close = text.replace([':', '='], " ");
    let parts = close.split(|letter: char| letter.is_whitespace() || ",;|()[]{}'\"".contains(letter));
    let mut tanks = Vec::new();
    let mut label = None;
    for part in parts.filter(|part| !part.is_empty()) {
        let mut letters = part.chars();
        match (label.take(), letters.next()) {
            (Some(own), _) if part.parse::<u32>().is_ok() => tanks.extend(part.parse().ok().map(|units| (own, units))),
            (_, Some(first)) => match letters.as_str().parse() {
                Ok(units) => tanks.push((first.to_string(), units)),
                Err(_) if letters.as_str().is_empty() && first.is_alphabetic() => label = Some(first.to_string()),
                Err(_) => {}
            },
            _ => {}
        }
    }
    tanks
}

/// Returns a number and the word after it: `2 moves`.
pub(super) fn amount(text: &str) -> Option<(f64, String)> {
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let digits = first.trim_end_matches(char::is_alphabetic);
    let unit = if digits.len() < first.len() { Some(&first[digits.len()..]) } else { words.next() };
    Some((number(digits)?, unit.unwrap_or_default().trim_end_matches('.').to_lowercase()))
}

/// Returns the moves of a list, separated by semicolons, commas or line ends.
pub(super) fn moves(text: &str) -> Result<Vec<WrittenMove>, String> {
    let clauses = text.split([';', ',', '\n']).map(str::trim).filter(|clause| !clause.is_empty());
    clauses.map(|clause| one_move(clause).ok_or_else(|| clause.to_owned())).collect()
}

/// Returns a move such as `B left 1` or `B ← 1`.
pub(super) fn one_move(text: &str) -> Option<WrittenMove> {
    let lower = |(index, word): (usize, &str)| if index == 0 { word.to_owned() } else { word.to_lowercase() };
    let words: Vec<String> = text.split_whitespace().enumerate().map(lower).collect();
    let read = [notation::WORDS, notation::ARROWS]
        .into_iter()
        .filter_map(|own| notation::read(&words.join(" "), Some(own)).ok());
    read.filter(|moves| moves.len() == 1).flatten().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanks_and_amounts_are_read_in_many_spellings() {
        let expected = vec![("K".to_owned(), 6), ("M".to_owned(), 0)];
        for text in ["K6 M0", "K:6, M:0", "(K=6; M=0)", "K: 6 M : 0", "{'K': 6, 'M': 0}"] {
            assert_eq!(tanks(text), expected, "{text}");
        }
        assert_eq!(tanks("by the way, 7 moves"), []);
        assert_eq!(amount("0.03 seconds"), Some((0.03, "seconds".to_owned())));
        assert_eq!(amount("0,5s"), Some((0.5, "s".to_owned())));
        assert_eq!(amount("12"), Some((12.0, String::new())));
        assert_eq!(amount("soon"), None);
    }

    #[test]
    fn moves_are_read_in_words_and_arrows() {
        let words = moves("B Left 1; A RIGHT 2,\n").unwrap();
        assert_eq!(words, moves("B ← 1, A → 2").unwrap());
        assert_eq!(moves("B left 1; B sideways 2"), Err("B sideways 2".to_owned()));
    }
}
