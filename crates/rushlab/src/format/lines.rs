//! A text, line by line, from any source, in flat memory.
//!
//! Lines come without their end (LF or CRLF). Bytes that are not UTF-8 become U+FFFD, which no format accepts in a cell and every
//! format accepts in a comment.

use std::io::{self, BufRead, Read};

/// No line of a puzzle file is longer: 16 MiB.
const LONGEST: u64 = 16 << 20;

/// The lines of a text, with one line of foresight.
pub struct Lines<'a> {
    source: Box<dyn BufRead + 'a>,
    text: String,
    start: usize,
    number: usize,
    waiting: bool,
    failure: Option<io::Error>,
}

impl<'a> Lines<'a> {
    /// The lines of a source.
    pub fn new(source: impl BufRead + 'a) -> Lines<'a> {
        Lines { source: Box::new(source), text: String::new(), start: 0, number: 0, waiting: false, failure: None }
    }

    /// The next line, which stays the next.
    pub fn peek(&mut self) -> Option<&str> {
        if !self.waiting {
            self.waiting = self.fetch();
        }
        self.waiting.then(|| self.taken())
    }

    /// The next line.
    #[expect(clippy::should_implement_trait, reason = "a line borrows the buffer, which no Iterator can do")]
    pub fn next(&mut self) -> Option<&str> {
        if !self.waiting && !self.fetch() {
            return None;
        }
        self.waiting = false;
        Some(self.taken())
    }

    /// The line that was taken last.
    pub fn taken(&self) -> &str {
        &self.text[self.start..]
    }

    /// The next line that is neither blank nor a comment, which stays the next. In every format a comment begins with `#`.
    pub fn peek_filled(&mut self) -> Option<&str> {
        while is_idle(self.peek()?) {
            self.next();
        }
        self.peek()
    }

    /// Passes over the first bytes of the next line, which stays the next; they must end at a character's end.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.start += bytes;
    }

    /// The number of the line that was peeked at or taken last, from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The error that ended the text early, if one did.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    fn fetch(&mut self) -> bool {
        if self.failure.is_some() {
            return false;
        }
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        match self.source.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => {
                self.failure = Some(error);
                return false;
            }
        }
        if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
            let message = format!("line {} is longer than 16 MiB; this does not look like a puzzle", self.number + 1);
            self.failure = Some(io::Error::new(io::ErrorKind::InvalidData, message));
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
        true
    }
}

/// Whether a line is blank or a comment.
pub(super) fn is_idle(line: &str) -> bool {
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
        assert_eq!(lines.peek_filled(), Some("b\u{fffd}"));
        assert_eq!(lines.number(), 3);
        assert_eq!(lines.next(), Some("b\u{fffd}"));
        assert_eq!(lines.next(), Some("c"));
        assert_eq!(lines.next(), None);
        assert_eq!(lines.next(), None);
    }

    #[test]
    fn an_endless_line_ends_the_text_with_a_reason() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'A').take(LONGEST + 5)));
        assert_eq!(lines.next(), None);
        assert!(lines.take_failure().unwrap().to_string().contains("line 1 is longer"));
    }
}
