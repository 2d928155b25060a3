//! From bytes to drafts: finds out the format, then hands the text to it, a puzzle at a time.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use super::{FORMATS, Format, Head, Lines, Origin};
use crate::puzzle::Draft;

/// How much of a text is looked at to find out its format.
const HEAD: u64 = 64 << 10;

/// Why no puzzle could be read from a source at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The source failed.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Nothing in it.
    #[error("is empty; a puzzle was expected")]
    Empty,
    /// Not a text.
    #[error("is not a text but binary data; give a puzzle file")]
    Binary,
    /// A text in another encoding.
    #[error("is UTF-16 text; save it as UTF-8")]
    Utf16,
    /// A text that no format knows.
    #[error("is in no format known here; name one with --format ({})", super::names())]
    Unknown,
}

/// The puzzles of a text, as drafts, in order.
pub struct Reader<'a> {
    format: &'static dyn Format,
    origin: Origin,
    lines: Lines<'a>,
    /// The source has failed: what follows makes no sense.
    failed: bool,
}

impl<'a> Reader<'a> {
    /// Opens a text. Without a format it is found out from how the text begins; some formats also look at the file's name.
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
        let format = match format {
            Some(format) => format,
            None => sniff(&head)?,
        };
        let rest: Box<dyn BufRead + 'a> = if (head.len() as u64) < HEAD - 3 {
            Box::new(Cursor::new(head))
        } else {
            Box::new(Cursor::new(head).chain(BufReader::with_capacity(HEAD as usize, source)))
        };
        Ok(Reader { format, origin: Origin::new(file_name), lines: Lines::new(rest), failed: false })
    }

    /// The format that was named or found.
    pub fn format(&self) -> &'static dyn Format {
        self.format
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Draft, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        match self.format.read(&mut self.lines, &self.origin) {
            Some(draft) => Some(Ok(draft)),
            None => {
                let failure = self.lines.take_failure()?;
                self.failed = true;
                Some(Err(failure.into()))
            }
        }
    }
}

/// The format of a text that begins so.
fn sniff(head: &[u8]) -> Result<&'static dyn Format, ReadError> {
    let text = String::from_utf8_lossy(head);
    if text.trim().is_empty() {
        return Err(ReadError::Empty);
    }
    let whole = (head.len() as u64) < HEAD - 3;
    let head = Head::new(&text, whole);
    FORMATS.iter().copied().find(|format| format.sniff(&head)).ok_or(ReadError::Unknown)
}
