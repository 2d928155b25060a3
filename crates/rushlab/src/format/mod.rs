//! Puzzle files: one file a format, each behind [`Format`], all listed in [`FORMATS`].
//!
//! To add one: copy the file of the nearest sibling, and add a line to the registry. The command line, its help, the round-trip
//! tests and the benches read the registry; `fuzz/` has a target for each.

mod cells;
mod exit_letter;
mod grid;
mod holds;
mod inf421;
mod json;
mod json_objects;
mod labels;
mod line;
mod lines;
mod lisp;
mod matrix;
mod princeton;
mod psychology;
mod reader;
mod uva;

pub use holds::{Exits, Holds, Refusal, Sizes};
pub use labels::Labels;
pub use lines::Lines;
pub use reader::{ReadError, Reader};

use crate::puzzle::{Draft, Fault, Problems, Puzzle};

/// A way to write puzzles down.
pub trait Format: Sync {
    /// What there is to know about it.
    fn about(&self) -> &'static About;

    /// Whether a text that begins so is in this format.
    fn sniff(&self, head: &Head<'_>) -> bool;

    /// The next puzzle of the text, or nothing at its end. Whatever is wrong goes into the draft; the next call goes on after it.
    fn read(&self, lines: &mut Lines<'_>, origin: &Origin) -> Option<Draft>;

    /// Why this format cannot hold a puzzle, beyond what [`Holds`] says.
    fn refuse(&self, puzzle: &Puzzle) -> Option<String> {
        let _ = puzzle;
        None
    }

    /// Writes a puzzle that the format can hold, with a newline at its end.
    fn write(&self, puzzle: &Puzzle, out: &mut String);
}

/// What there is to know about a format.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
    /// What a puzzle may have to be written in it.
    pub holds: Holds,
    /// What stands between two puzzles of one file.
    pub separator: &'static str,
}

/// Every format, in the order in which they are asked whether a text is theirs.
pub static FORMATS: &[&dyn Format] = &[
    &princeton::Princeton,
    &json::Json,
    &psychology::Psychology,
    &lisp::Lisp,
    &uva::Uva,
    &exit_letter::ExitLetter,
    &inf421::Inf421,
    &matrix::Matrix,
    &grid::Grid,
    &line::Line,
];

/// The format of that name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.about().name == name)
}

/// The names of all formats, for a sentence.
pub fn names() -> String {
    FORMATS.iter().map(|format| format.about().name).collect::<Vec<_>>().join(", ")
}

/// Writes a puzzle, or says why the format cannot hold it.
pub fn write(format: &dyn Format, puzzle: &Puzzle) -> Result<String, Refusal> {
    holds::check(format, puzzle)?;
    let mut out = String::new();
    format.write(puzzle, &mut out);
    Ok(out)
}

/// The board in one line, as `line` writes it, with its fuel; exit and rules are left out, and the same options make sense of it again.
/// Nothing if a label has several characters or would be read as something else.
pub fn in_a_line(puzzle: &Puzzle) -> Option<String> {
    let written = puzzle.vehicles().iter().all(|vehicle| vehicle.label.as_char().is_some());
    if !written || cells::refuse(puzzle).is_some() {
        return None;
    }
    let mut out = String::new();
    line::Line.write(puzzle, &mut out);
    out.truncate(out.trim_end().len());
    Some(out)
}

/// The same puzzle with labels that the format can write.
pub fn relabel(format: &dyn Format, puzzle: &Puzzle) -> Result<Puzzle, Refusal> {
    labels::assign(format, puzzle)
}

/// Why a text is not a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum ParseError {
    /// No puzzle could be read at all.
    #[error("the text {0}")]
    Read(#[from] ReadError),
    /// A puzzle was read, and is wrong.
    #[error(transparent)]
    Puzzle(#[from] Problems),
}

/// The first puzzle of a text, in any format.
///
/// ```
/// let jam = "bb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.";
/// let puzzle = rushlab::format::parse(jam)?;
/// assert_eq!(puzzle.vehicles().len(), 8);
/// # Ok::<(), rushlab::format::ParseError>(())
/// ```
pub fn parse(text: &str) -> Result<Puzzle, ParseError> {
    let mut reader = Reader::open(text.as_bytes(), None, None)?;
    let draft = reader.next().unwrap_or(Err(ReadError::Empty))?;
    Ok(Puzzle::try_from(draft)?)
}

/// How a text begins: what a format looks at to recognise its own.
pub struct Head<'a> {
    /// Lines, trimmed, without the blank ones at the start; the last one is left out where the text goes on.
    lines: Vec<&'a str>,
}

impl<'a> Head<'a> {
    fn new(text: &'a str, whole: bool) -> Head<'a> {
        let mut lines: Vec<&str> = text.lines().map(str::trim).skip_while(|line| line.is_empty()).collect();
        if !whole && lines.len() > 1 {
            lines.pop();
        }
        Head { lines }
    }

    /// The lines that are neither blank nor comments.
    fn filled(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.lines.iter().copied().filter(|line| !lines::is_idle(line))
    }

    /// The lines up to the first blank one, without comments.
    fn block(&self) -> Vec<&'a str> {
        let block = self.lines.iter().copied().skip_while(|line| lines::is_idle(line));
        block.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with('#')).collect()
    }
}

/// What is known of a text besides itself.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The size that the file's name tells, as in `Rushhour9x9_4.csv`.
    pub size: Option<(u8, u8)>,
}

impl Origin {
    /// What a file's name tells.
    pub fn new(file_name: Option<&str>) -> Origin {
        Origin { size: file_name.and_then(size_in_name) }
    }
}

/// `9x9` somewhere in a name.
fn size_in_name(name: &str) -> Option<(u8, u8)> {
    name.match_indices(['x', 'X']).find_map(|(at, _)| {
        let before = name[..at].rsplit(|character: char| !character.is_ascii_digit()).next()?;
        let after = name[at + 1..].split(|character: char| !character.is_ascii_digit()).next()?;
        Some((before.parse().ok()?, after.parse().ok()?))
    })
}

/// A whole number of sensible size: what a format counts or measures with.
fn number(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

/// The numbers of a line, if it has nothing else.
fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace().map(number).collect()
}

/// A fault for a text that is not what it should be.
fn unexpected(expected: &str, found: &str) -> Fault {
    Fault::Unexpected { expected: expected.to_owned(), found: found.to_owned() }
}

/// A fault for a text that ends too early.
fn cut_short(expected: &str) -> Fault {
    Fault::CutShort { expected: expected.to_owned() }
}
