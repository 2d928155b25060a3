//! A file of puzzles in one format: what stands before, between and after them.

use std::io::{self, Write};

use rushlab::format::{self, Format, UnsupportedPuzzle};
use rushlab::{Puzzle, Rules};

use crate::arguments::FormatName;
use crate::output::JsonLayout;

pub(crate) struct PuzzleFile {
    format: &'static dyn Format,
    json: Option<JsonLayout>,
    /// The name of the last text that several puzzles have in common.
    preamble: Option<String>,
    rules: Rules,
    is_empty: bool,
}

impl PuzzleFile {
    pub(crate) fn new(FormatName(format, layout): FormatName) -> PuzzleFile {
        let is_json = [format::JSON, format::PSYCHOLOGY].iter().any(|json| json.about().name == format.about().name);
        PuzzleFile { format, json: is_json.then_some(layout), preamble: None, rules: Rules::default(), is_empty: true }
    }

    /// Returns the text of the next puzzle, which ends with a newline.
    ///
    /// # Errors
    ///
    /// Fails if the format cannot represent the puzzle.
    pub(crate) fn text(&self, puzzle: &Puzzle) -> Result<String, UnsupportedPuzzle> {
        format::write_after(self.format, puzzle, self.rules)
    }

    pub(crate) fn write(&mut self, out: &mut dyn Write, puzzle: &Puzzle, text: &str) -> io::Result<()> {
        let is_first = std::mem::replace(&mut self.is_empty, false);
        self.rules = puzzle.rules();
        if let Some(layout) = &mut self.json {
            return write!(out, "{}{}{}", layout.before(), text.trim_end(), layout.after());
        }
        if !is_first {
            write!(out, "{}", self.format.about().separator)?;
        }
        // A text that several puzzles have in common is written before the first of them.
        let own = format::preamble(self.format, puzzle);
        if let Some(own) = own.filter(|own| self.preamble.as_ref() != Some(&own.name)) {
            writeln!(out, "{}", own.text)?;
            self.preamble = Some(own.name);
        }
        write!(out, "{text}")
    }

    pub(crate) fn finish(&self, out: &mut dyn Write) -> io::Result<()> {
        self.json.map_or(Ok(()), |layout| write!(out, "{}", layout.end()))
    }
}
