//! Reads a text from any source line by line, in constant memory.
//!
//! Lines come without their end (LF or CRLF). Bytes that are not UTF-8 become U+FFFD, which no format accepts in a cell
//! and every format accepts in a comment.

use std::io::{self, BufRead, Read};

use super::rules_header;
use crate::puzzle::{RuleSet, Rules};

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// The lines of a text, with one line of lookahead.
#[doc(hidden)]
pub struct Lines<'a> {
    source: Box<dyn BufRead + 'a>,
    text: String,
    start: usize,
    number: usize,
    peeked: bool,
    error: Option<io::Error>,
    /// The line and the rules of the last header before the current puzzle, or a word in it that is not known.
    rules: Option<(usize, Result<Rules, String>)>,
    /// The same of a header that may come after the current puzzle.
    next_rules: Option<(usize, Result<Rules, String>)>,
}

impl<'a> Lines<'a> {
    /// Creates an iterator over the lines of a source.
    pub fn new(source: impl BufRead + 'a) -> Lines<'a> {
        Lines {
            source: Box::new(source),
            text: String::new(),
            start: 0,
            number: 0,
            peeked: false,
            error: None,
            rules: None,
            next_rules: None,
        }
    }

    /// Returns the next line without consuming it.
    pub fn peek(&mut self) -> Option<&str> {
        if !self.peeked {
            self.peeked = self.read_line();
        }
        self.peeked.then(|| self.current())
    }

    /// Returns the next line.
    #[expect(clippy::should_implement_trait, reason = "items borrow from the iterator (a lending iterator)")]
    pub fn next(&mut self) -> Option<&str> {
        if !self.peeked && !self.read_line() {
            return None;
        }
        self.peeked = false;
        Some(self.current())
    }

    /// Returns the line that was peeked or read last.
    pub fn current(&self) -> &str {
        &self.text[self.start..]
    }

    /// Skips blank lines and comments (`#` in every format), and returns the next line without consuming it.
    pub fn peek_content(&mut self) -> Option<&str> {
        while is_blank_or_comment(self.peek()?) {
            self.next();
        }
        self.peek()
    }

    /// Skips the first bytes of the next line. They must end at a character boundary.
    pub(super) fn skip_bytes(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// Returns the number of the line that was peeked or read last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Returns the last header before a line: its line, and its rules or a word that is not known. Must be called with
    /// increasing numbers.
    pub(super) fn rules_before(&mut self, line: usize) -> Option<&(usize, Result<Rules, String>)> {
        if let Some(next) = self.next_rules.take_if(|(header, _)| *header < line) {
            self.rules = Some(next);
        }
        self.rules.as_ref()
    }

    /// Returns whether every line that begins with `#` is a comment, by the last header before a line.
    pub(super) fn hash_begins_comment(&mut self, line: usize) -> bool {
        let rules = self.rules_before(line).and_then(|(_, rules)| rules.as_ref().ok());
        rules.and_then(|rules| RuleSet::of(*rules)).is_some_and(|set| set.hash_begins_comment)
    }

    /// Takes the error that ended the text early, if there was one.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    fn read_line(&mut self) -> bool {
        if self.error.is_some() {
            return false;
        }
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        match self.source.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => {
                self.error = Some(error);
                return false;
            }
        }
        if bytes.len() as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
            let message = format!("line {} is longer than 16 MiB; this does not look like a puzzle", self.number + 1);
            self.error = Some(io::Error::new(io::ErrorKind::InvalidData, message));
            return false;
        }
        self.number += 1;
        self.start = 0;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            if bytes.last() == Some(&b'\r') {
                bytes.pop();
            }
        }
        self.text =
            String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
        if let Some(rules) = rules_header::read(&self.text) {
            self.next_rules = Some((self.number, rules));
        }
        true
    }
}

pub(super) fn is_blank_or_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_ends_and_are_numbered() {
        let mut lines = Lines::new(&b"a\r\n\nb\xff\nc"[..]);
        assert_eq!(lines.peek(), Some("a"));
        assert_eq!(lines.next(), Some("a"));
        assert_eq!(lines.number(), 1);
        assert_eq!(lines.peek_content(), Some("b\u{fffd}"));
        assert_eq!(lines.number(), 3);
        assert_eq!(lines.next(), Some("b\u{fffd}"));
        assert_eq!(lines.next(), Some("c"));
        assert_eq!(lines.next(), None);
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn a_line_that_is_too_long_ends_the_text_with_an_error() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'A').take(MAX_LINE_BYTES + 5)));
        assert_eq!(lines.next(), None);
        assert!(lines.take_error().unwrap().to_string().contains("line 1 is longer"));
    }
}
