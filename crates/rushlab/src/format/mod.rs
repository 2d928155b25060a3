//! Puzzle formats: ways to write puzzles, one file each, behind [`Format`] and listed in [`FORMATS`].
//!
//! To add one, copy the file of the most similar format and add a line to the registry. The command line, its help, the round-trip tests
//! and the benchmarks read the registry; `fuzz/` has a target for each format.

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

pub use holds::{Exits, Holds, Reason, Refusal, Sizes};
pub use labels::Labels;
pub use lines::Lines;
pub use reader::{ReadError, Reader};

use crate::Error;
use crate::puzzle::{Draft, Fault, Puzzle};
use crate::sealed::Sealed;

/// A puzzle format. The trait is sealed: all formats are in [`FORMATS`].
pub trait Format: Sync + Sealed {
    /// Returns the name, a summary, and what it can hold.
    fn about(&self) -> &'static About;

    /// Whether a text with this start looks like the format.
    fn sniff(&self, head: &Head<'_>) -> bool;

    /// Reads the next puzzle, or returns `None` at the end of the text. Problems go into the draft, and the next call continues after
    /// it.
    fn read(&self, lines: &mut Lines<'_>, origin: &Origin) -> Option<Draft>;

    /// Returns a reason why this format cannot hold a puzzle, other than those that [`Holds`] declares.
    fn refuse(&self, puzzle: &Puzzle) -> Option<Reason> {
        let _ = puzzle;
        None
    }

    /// Writes a puzzle that the format can hold, with a newline at its end.
    fn write(&self, puzzle: &Puzzle, out: &mut String);
}

/// The name of a format, a summary, and what it can hold.
#[derive(Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The parts of a puzzle that it can hold.
    pub holds: Holds,
    /// The text between two puzzles of one file.
    pub separator: &'static str,
}

/// The format `princeton`.
pub static PRINCETON: &dyn Format = &princeton::Princeton;
/// The format `json`: rushlab's own, which holds every puzzle.
pub static JSON: &dyn Format = &json::Json;
/// The format `psychology`.
pub static PSYCHOLOGY: &dyn Format = &psychology::Psychology;
/// The format `lisp`.
pub static LISP: &dyn Format = &lisp::Lisp;
/// The format `uva`.
pub static UVA: &dyn Format = &uva::Uva;
/// The format `exit-letter`.
pub static EXIT_LETTER: &dyn Format = &exit_letter::ExitLetter;
/// The format `inf421`.
pub static INF421: &dyn Format = &inf421::Inf421;
/// The format `matrix`.
pub static MATRIX: &dyn Format = &matrix::Matrix;
/// The format `grid`.
pub static GRID: &dyn Format = &grid::Grid;
/// The format `line`.
pub static LINE: &dyn Format = &line::Line;

/// All formats, in the order in which detection tries them.
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

/// Returns the format with a name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.about().name == name)
}

/// Returns the names of all formats, separated by commas.
pub fn names() -> String {
    FORMATS.iter().map(|format| format.about().name).collect::<Vec<_>>().join(", ")
}

/// Writes a puzzle.
///
/// # Errors
///
/// Returns the reason if the format cannot hold the puzzle.
pub fn write(format: &dyn Format, puzzle: &Puzzle) -> Result<String, Refusal> {
    holds::check(format, puzzle)?;
    let mut out = String::new();
    format.write(puzzle, &mut out);
    Ok(out)
}

/// Returns the puzzle in the format `line` if that holds all of it but its name, else in the format `json`.
pub fn shortest(puzzle: &Puzzle) -> String {
    // Every puzzle can be written as JSON.
    write(LINE, puzzle).or_else(|_| write(JSON, puzzle)).unwrap_or_default()
}

/// Returns the board and its fuel figures in one line, as `line` writes them, without exit and rules. Returns `None` if a label has
/// several characters or would be read differently.
pub fn board_line(puzzle: &Puzzle) -> Option<String> {
    let written = puzzle.vehicles().iter().all(|vehicle| vehicle.label.as_char().is_some());
    if !written || cells::refuse(puzzle).is_some() {
        return None;
    }
    let mut out = String::new();
    line::Line.write(puzzle, &mut out);
    out.truncate(out.trim_end().len());
    Some(out)
}

/// Returns the same puzzle with labels that the format can write.
///
/// # Errors
///
/// Fails if the format has too few labels.
pub fn relabel(format: &dyn Format, puzzle: &Puzzle) -> Result<Puzzle, Refusal> {
    labels::assign(format, puzzle)
}

/// Reads the first puzzle of a text, in any format.
///
/// ```
/// let jam = "bb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.";
/// let puzzle = rushlab::format::parse(jam)?;
/// assert_eq!(puzzle.vehicles().len(), 8);
/// # Ok::<(), rushlab::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Puzzle, Error> {
    let mut reader = Reader::open(text.as_bytes(), None, None)?;
    let draft = reader.next().unwrap_or(Err(ReadError::Empty))?;
    Ok(Puzzle::try_from(draft)?)
}

/// The start of a text, from which a format recognises itself.
pub struct Head<'a> {
    /// The lines, trimmed, without blank ones at the start, and without the last one if the text continues.
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

    /// Returns the lines that are neither blank nor comments.
    fn filled(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.lines.iter().copied().filter(|line| !lines::is_idle(line))
    }

    /// Returns the lines up to the first blank one, without comments.
    fn block(&self) -> Vec<&'a str> {
        let block = self.lines.iter().copied().skip_while(|line| lines::is_idle(line));
        block.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with('#')).collect()
    }
}

/// What is known of a text besides its content.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The size given in the name of the file, as in `Rushhour9x9_4.csv`.
    pub size: Option<(u8, u8)>,
}

impl Origin {
    /// Extracts what the name of a file says.
    pub fn new(file_name: Option<&str>) -> Origin {
        Origin { size: file_name.and_then(size_in_name) }
    }
}

/// Finds a size such as `9x9` in a name.
fn size_in_name(name: &str) -> Option<(u8, u8)> {
    name.match_indices(['x', 'X']).find_map(|(at, _)| {
        let before = name[..at].rsplit(|character: char| !character.is_ascii_digit()).next()?;
        let after = name[at + 1..].split(|character: char| !character.is_ascii_digit()).next()?;
        Some((before.parse().ok()?, after.parse().ok()?))
    })
}

/// Reads a whole number of 32 bits.
fn number(text: &str) -> Option<i64> {
    text.parse::<i32>().ok().map(i64::from)
}

/// Reads the numbers of a line that has nothing else.
fn numbers(line: &str) -> Option<Vec<i64>> {
    line.split_whitespace().map(number).collect()
}

/// Returns the fault for a text that differs from what the format requires.
fn unexpected(expected: &str, found: &str) -> Fault {
    Fault::Unexpected { expected: expected.to_owned(), found: found.to_owned() }
}

/// Returns the fault for a text that ends too early.
fn cut_short(expected: &str) -> Fault {
    Fault::CutShort { expected: expected.to_owned() }
}
