//! Reads drafts from bytes: detects the format, then lets the format read one puzzle at a time.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use super::{FORMATS, FileHints, Format, Head, Lines, rules_header, unexpected};
use crate::error::{Phrasing, Remedy};
use crate::puzzle::{Draft, Given, Rules};

/// Number of bytes that are examined to detect the format.
const HEAD: u64 = 64 << 10;

/// The reason why no puzzle can be read from a source.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum ReadError {
    #[error("the text cannot be read: {0}")]
    Io(#[from] io::Error),
    /// The source has a form that another crate reads, and is damaged.
    #[error(transparent)]
    Source(Box<dyn std::error::Error + Send + Sync>),
    #[error("the text is empty; a puzzle was expected")]
    Empty,
    /// The source has a text, but no puzzle, read in the format with this name.
    #[error("the text was read as {0}, and there is no puzzle in it; it may be incomplete")]
    NoPuzzle(&'static str),
    #[error("this is a PDDL domain, and there is no puzzle in it; give a problem")]
    Domain,
    #[error("the input is binary data, not text; give a text file with puzzles")]
    Binary,
    #[error("the text is in UTF-16; save it as UTF-8")]
    Utf16,
    #[error("{}", unknown(Remedy::NameFormat.words()))]
    Unknown,
}

/// An iterator over the puzzles of a text, as drafts.
pub struct Reader<'a> {
    format: &'static dyn Format,
    hints: FileHints,
    lines: Lines<'a>,
    is_blank: bool,
    looks_like_format: bool,
    /// Whether the source has failed. Then nothing more is read.
    failed: bool,
}

impl<'a> Reader<'a> {
    /// Opens a text. If `format` is `None`, the format is detected from the start of the text. The format `uva` takes
    /// the size of the board from `file_name`.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read, is empty or binary, or if its format is not detected.
    pub fn open(
        mut source: impl Read + 'a,
        format: Option<&'static dyn Format>,
        file_name: Option<&str>,
    ) -> Result<Reader<'a>, ReadError> {
        let mut head = Vec::new();
        source.by_ref().take(HEAD).read_to_end(&mut head)?;
        match head.as_slice() {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Err(ReadError::Utf16),
            bytes if bytes.contains(&0) => return Err(ReadError::Binary),
            [0xef, 0xbb, 0xbf, ..] => drop(head.drain(..3)),
            _ => {}
        }
        let (format, looks_like_format) = match format {
            Some(format) => (format, format.sniff(&Head::new(&String::from_utf8_lossy(&head), is_whole(&head)))),
            None => (sniff(&head)?, true),
        };
        let is_blank = is_blank(&head);
        let rest: Box<dyn BufRead + 'a> = if is_whole(&head) {
            Box::new(Cursor::new(head))
        } else {
            Box::new(Cursor::new(head).chain(BufReader::with_capacity(HEAD as usize, source)))
        };
        let hints = FileHints::new(file_name);
        Ok(Reader { format, hints, lines: Lines::new(rest), is_blank, looks_like_format, failed: false })
    }

    /// Reads the text as one that comes with the rules that a user gives: in a file of COMP 472, every line of the
    /// format `line` that begins with `#` is a comment, even if it could be a board whose first cell is a wall.
    #[must_use]
    pub fn given(mut self, given: &Given) -> Reader<'a> {
        self.hints.hash_begins_comment = given.rules.is_some_and(|rules| rules.hash_begins_comment);
        self
    }

    /// Returns the format that was given or detected.
    pub fn format(&self) -> &'static dyn Format {
        self.format
    }

    /// Returns the error of a text without puzzles.
    pub fn no_puzzle(&self) -> ReadError {
        match (self.is_blank, self.looks_like_format) {
            (true, _) => ReadError::Empty,
            (_, true) => self.format.no_puzzle(),
            (_, false) => ReadError::NoPuzzle(self.format.about().name),
        }
    }

    /// Returns the first puzzle; a text without puzzles is an error.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read or has no puzzle.
    pub fn first(&mut self) -> Result<Draft, ReadError> {
        self.next().unwrap_or_else(|| Err(self.no_puzzle()))
    }
}

/// Returns whether the start of a text is the whole text: it is shorter than the most that is examined. At most the 3
/// bytes of a byte order mark were removed from it.
fn is_whole(head: &[u8]) -> bool {
    (head.len() as u64) < HEAD - 3
}

/// Returns whether the start of a text has only blanks.
fn is_blank(head: &[u8]) -> bool {
    String::from_utf8_lossy(head).trim().is_empty()
}

impl ReadError {
    /// Returns the message, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            ReadError::Unknown => unknown(phrasing(Remedy::NameFormat)),
            other => other.to_string(),
        }
    }
}

fn unknown(remedy: &str) -> String {
    format!("the text is not in a known format; {remedy} ({})", super::names())
}

impl Iterator for Reader<'_> {
    type Item = Result<Draft, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.format.read(&mut self.lines, &self.hints) {
            Some(mut draft) => {
                match self.lines.rules_before(draft.text_line) {
                    Some((_, Ok(rules))) if draft.rules == Rules::default() => draft.rules = *rules,
                    Some((line, Err(word))) => {
                        draft.report_at_line(*line, unexpected(&rules_header::expected(), word));
                    }
                    _ => {}
                }
                Some(Ok(draft))
            }
            None => {
                let error = self.lines.take_error()?;
                self.failed = true;
                Some(Err(error.into()))
            }
        }
    }
}

/// Detects the format from the start of a text.
fn sniff(head: &[u8]) -> Result<&'static dyn Format, ReadError> {
    if is_blank(head) {
        return Err(ReadError::Empty);
    }
    let text = String::from_utf8_lossy(head);
    let head = Head::new(&text, is_whole(head));
    FORMATS.iter().copied().find(|format| format.sniff(&head)).ok_or(ReadError::Unknown)
}
