//! Text for the terminal. Names come from files, and a terminal obeys control characters: they could hide a text,
//! reverse it, or change the terminal.

use std::borrow::Cow;
use std::io::{self, Write};

/// What is printed instead.
const REPLACEMENT: char = char::REPLACEMENT_CHARACTER;

/// Returns a text without control characters and invisible format characters, such as those that reverse the direction
/// of the text. Line breaks stay.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    let is_safe = |letter: char| letter == '\n' || !is_control(letter);
    if text.chars().all(is_safe) {
        return text.into();
    }
    text.chars().map(|letter| if is_safe(letter) { letter } else { REPLACEMENT }).collect()
}

/// Returns whether a character is a control character (C0, C1), a format character (Cf), or a separator of lines or
/// paragraphs.
fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// A writer to a terminal that lets only text, line breaks, tabs and colours through.
pub(super) struct PrintableWriter<W: Write> {
    out: W,
    /// Bytes of a character or of a colour whose end has not been written yet.
    rest: Vec<u8>,
}

impl<W: Write> PrintableWriter<W> {
    pub(super) fn new(out: W) -> PrintableWriter<W> {
        PrintableWriter { out, rest: Vec::new() }
    }

    /// Writes all bytes but those at the end that may be incomplete.
    fn write_complete(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        let mut text = String::new();
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text += chunk.valid();
            // A character needs at most four bytes.
            let is_incomplete = chunks.peek().is_none() && chunk.invalid().len() < 4;
            match chunk.invalid() {
                [] => {}
                invalid if is_incomplete => self.rest = invalid.to_vec(),
                _ => text.push(REPLACEMENT),
            }
        }
        if let Some(start) = incomplete_colour(&text) {
            self.rest.splice(0..0, text[start..].bytes());
            text.truncate(start);
        }
        self.out.write_all(without_controls(&text).as_bytes())
    }
}

/// Returns where a colour begins that continues after the text.
fn incomplete_colour(text: &str) -> Option<usize> {
    const LONGEST: usize = 32;
    let start = text.rfind('\x1b').filter(|start| text.len() - start < LONGEST)?;
    let sequence = text[start + 1..].strip_prefix('[').unwrap_or(&text[start + 1..]);
    sequence.chars().all(|letter| letter.is_ascii_digit() || letter == ';').then_some(start)
}

/// Returns a text in which line breaks, tabs and colours are the only control characters.
fn without_controls(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '\x1b' => colour_length(rest),
            '\n' | '\t' => Some(1),
            letter => (!is_control(letter)).then(|| letter.len_utf8()),
        };
        match length {
            Some(length) => clean += &rest[..length],
            None => clean.push(REPLACEMENT),
        }
        rest = &rest[length.unwrap_or_else(|| letter.len_utf8())..];
    }
    clean
}

/// Returns the length of the sequence for a colour at the beginning of a text: `ESC [ 1 ; 3 1 m`.
fn colour_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("\x1b[")?;
    let end = inside.find(|letter: char| !(letter.is_ascii_digit() || letter == ';'))?;
    inside[end..].starts_with('m').then_some(2 + end + 1)
}

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        self.write_complete().map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{202e}b\x1b]0;title\x07c\u{9b}31md\u{200b}e\u{2028}f\x1b[2Jg\r\x08\u{ad}h";

    #[test]
    fn controls_are_replaced_and_letters_of_every_language_stay() {
        assert_eq!(printable("Зал 車 ä é 🚗\nb"), "Зал 車 ä é 🚗\nb");
        let clean = printable(HOSTILE);
        assert!(!clean.chars().any(is_control), "{clean:?}");
        assert_eq!(clean.chars().filter(char::is_ascii_alphabetic).collect::<String>(), "abtitlecmdefJgh");
    }

    #[test]
    fn a_terminal_gets_text_and_colours_only_however_it_is_divided() {
        let text = format!("\x1b[1;31mred\x1b[0m 車\t{HOSTILE}\n\x1b[0");
        let written = |size: usize| {
            let mut out = Vec::new();
            let mut writer = PrintableWriter::new(&mut out);
            text.as_bytes().chunks(size).for_each(|chunk| writer.write_all(chunk).unwrap());
            String::from_utf8(out).unwrap()
        };
        let whole = written(text.len());
        assert!(whole.starts_with("\x1b[1;31mred\x1b[0m 車\ta\u{fffd}b"), "{whole:?}");
        let without_colours = whole.replace("\x1b[1;31m", "").replace("\x1b[0m", "").replace(['\n', '\t'], "");
        assert!(!without_colours.chars().any(is_control), "{without_colours:?}");
        for size in 1..20 {
            assert_eq!(written(size), whole, "{size}");
        }
    }
}
