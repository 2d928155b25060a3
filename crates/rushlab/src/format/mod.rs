//! Puzzle formats: ways to write puzzles, one file each, behind [`Format`] and listed in [`FORMATS`].
//!
//! ```
//! use rushlab::Puzzle;
//! use rushlab::format::{self, Reader};
//!
//! let text = "......A..B..AXXB..A..B......CC......\n..............XX....................\n";
//! for draft in Reader::open(text.as_bytes(), None, None)? {
//!     let puzzle = Puzzle::try_from(draft?)?;
//!     assert_eq!(format::write(format::GRID, &puzzle)?.lines().count(), 6);
//!     let relabelled = format::relabel(format::INF421, &puzzle)?;
//!     assert!(format::write(format::INF421, &relabelled)?.starts_with("6\n"));
//! }
//! # Ok::<(), rushlab::Error>(())
//! ```

mod capabilities;
mod cells;
mod exit_letter;
mod grid;
mod hash_lines;
mod id;
mod inf421;
mod json;
mod json_objects;
mod labels;
mod line;
mod lines;
mod lisp;
mod matrix;
mod numbers;
pub(crate) mod pddl;
mod princeton;
mod psychology;
mod read_limited;
mod reader;
mod rows;
mod rules_header;
mod uva;

pub use capabilities::{Capabilities, Exits, Reason, RuleSupport, Sizes, UnsupportedPuzzle};
pub use labels::Labels;
pub use lines::Lines;
#[doc(hidden)]
pub use read_limited::read_limited;
pub use reader::{ReadError, Reader};

use crate::Error;
use crate::puzzle::{Draft, Label, ProblemKind, Puzzle, Rules};
use crate::sealed::Sealed;

/// A puzzle format. The trait is sealed: all formats are in [`FORMATS`].
pub trait Format: Sync + Sealed {
    /// Returns the name, a summary, and what the format can represent.
    fn about(&self) -> &'static About;

    /// Returns whether a text with this start looks like the format.
    #[doc(hidden)]
    fn sniff(&self, head: &Head<'_>) -> bool;

    /// Reads the next puzzle, or returns `None` at the end of the text. Problems are recorded in the draft. The next
    /// call reads the next puzzle.
    #[doc(hidden)]
    fn read(&self, lines: &mut Lines<'_>, hints: &FileHints) -> Option<Draft>;

    /// Returns the error of a text that looks like the format and has no puzzle.
    #[doc(hidden)]
    fn no_puzzle(&self) -> ReadError {
        ReadError::NoPuzzle(self.about().name)
    }

    /// Returns the text that a file needs before a puzzle, if there is one.
    #[doc(hidden)]
    fn preamble(&self, puzzle: &Puzzle) -> Option<Preamble> {
        let _ = puzzle;
        None
    }

    /// Returns a reason why this format cannot represent a puzzle, other than those that [`Capabilities`] declares.
    #[doc(hidden)]
    fn unsupported(&self, puzzle: &Puzzle) -> Option<Reason> {
        let _ = puzzle;
        None
    }

    /// Writes a puzzle that the format can represent, with a newline at its end. Does not check that it can.
    #[doc(hidden)]
    fn write(&self, puzzle: &Puzzle, out: &mut String);
}

/// A format as a table of functions.
struct Table {
    about: &'static About,
    sniff: fn(&Head<'_>) -> bool,
    read: fn(&mut Lines<'_>, &FileHints) -> Option<Draft>,
    unsupported: fn(&Puzzle) -> Option<Reason>,
    write: fn(&Puzzle, &mut String),
}

impl Sealed for Table {}

impl Format for Table {
    fn about(&self) -> &'static About {
        self.about
    }

    fn sniff(&self, head: &Head<'_>) -> bool {
        (self.sniff)(head)
    }

    fn read(&self, lines: &mut Lines<'_>, hints: &FileHints) -> Option<Draft> {
        (self.read)(lines, hints)
    }

    fn unsupported(&self, puzzle: &Puzzle) -> Option<Reason> {
        (self.unsupported)(puzzle)
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) {
        (self.write)(puzzle, out);
    }
}

/// The name of a format, a summary, and what it can represent.
#[derive(Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// What it can represent.
    pub capabilities: Capabilities,
    /// The text between two puzzles of one file.
    pub separator: &'static str,
}

/// A text that some puzzles of a format share, and programs need beside them: the domain of a planning problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preamble {
    /// The name of the text. Puzzles with the same name have the same text.
    pub name: String,
    /// The text, with a newline at its end. A reader of the format skips it.
    pub text: String,
    /// The usual name of a file with this text.
    pub file_name: &'static str,
}

/// `princeton`: name, size, then `x y h/v length` for each vehicle, from 0, the primary first; `.` ends a puzzle.
pub static PRINCETON: &dyn Format = &princeton::PRINCETON;
/// `json`: rushlab's own format, one JSON object per puzzle, which represents every puzzle completely.
pub static JSON: &dyn Format = &json::JSON;
/// `psychology`: JSON with `cars`, where `position` is row × 6 + column and `player` marks the primary.
pub static PSYCHOLOGY: &dyn Format = &psychology::PSYCHOLOGY;
/// `pddl`: a planning problem of a domain that [`preamble`] returns.
pub static PDDL: &dyn Format = &pddl::Pddl;
/// `lisp`: rows such as `( * O O O * * )`, `*` is empty, `R` is the primary (Schlegel).
pub static LISP: &dyn Format = &lisp::LISP;
/// `uva`: CSV `car,orientation,col,row,length`, from 1; the size is in the file name.
pub static UVA: &dyn Format = &uva::UVA;
/// `exit-letter`: `rows cols`, the number of vehicles besides `P`, then a grid with `K` at the exit.
pub static EXIT_LETTER: &dyn Format = &exit_letter::EXIT_LETTER;
/// `inf421`: size, number of vehicles, then `label h/v length x y` for each; 1 is the primary (INF421).
pub static INF421: &dyn Format = &inf421::INF421;
/// `matrix`: one row of integers per line; 0 is empty, odd is horizontal, even is vertical, 51 is the primary (GRH); or
/// 1 is the primary (INF421).
pub static MATRIX: &dyn Format = &matrix::MATRIX;
/// `id`: one [id](Puzzle::id) per line, such as `6x6-br4am8zr0m2`: a puzzle without name and labels.
pub static ID: &dyn Format = &id::ID;
/// `grid`: one line per row, one character per cell; blank lines separate puzzles (Esau).
pub static GRID: &dyn Format = &grid::GRID;
/// `line`: one puzzle per line, row by row, then the fuel of vehicles, such as `K6`.
pub static LINE: &dyn Format = &line::LINE;

/// All formats, in the order in which detection tries them.
pub static FORMATS: &[&dyn Format] =
    &[PRINCETON, JSON, PSYCHOLOGY, PDDL, LISP, UVA, EXIT_LETTER, INF421, MATRIX, ID, GRID, LINE];

/// Returns the format with this name.
pub fn by_name(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.about().name == name)
}

/// Returns the names of all formats, separated by commas.
pub fn names() -> String {
    FORMATS.iter().map(|format| format.about().name).collect::<Vec<_>>().join(", ")
}

/// Writes a puzzle as a text of its own.
///
/// ```
/// use rushlab::{Metric, Puzzle, Rules, format};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let course = puzzle.with_rules(Rules::comp472(Metric::Moves));
/// let text = format::write(format::LINE, &course)?;
/// assert_eq!(text, "# rules: comp472\n......A..B..AXXB..A..B......CC......\n");
/// assert_eq!(text.parse::<Puzzle>()?, course);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the format cannot represent the puzzle.
pub fn write(format: &dyn Format, puzzle: &Puzzle) -> Result<String, UnsupportedPuzzle> {
    write_after(format, puzzle, Rules::default())
}

/// Writes a puzzle for a text with other puzzles in the same format. `rules` are those of the puzzle before; for the
/// first one, the default rules.
///
/// # Errors
///
/// Fails if the format cannot represent the puzzle.
pub fn write_after(format: &dyn Format, puzzle: &Puzzle, rules: Rules) -> Result<String, UnsupportedPuzzle> {
    capabilities::check(format, puzzle)?;
    let mut out = String::new();
    if format.about().capabilities.rules == RuleSupport::Header && puzzle.rules() != rules {
        out = rules_header::write(puzzle.rules());
    }
    format.write(puzzle, &mut out);
    Ok(out)
}

/// Returns the text that programs need beside a puzzle in this format, if there is one.
///
/// ```
/// use rushlab::{Puzzle, format};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let domain = format::preamble(format::PDDL, &puzzle).ok_or("no domain")?;
/// assert!(domain.text.contains("(define (domain rush-hour-moves-6)"));
/// assert!(format::write(format::PDDL, &puzzle)?.contains("(:domain rush-hour-moves-6)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn preamble(format: &dyn Format, puzzle: &Puzzle) -> Option<Preamble> {
    format.preamble(puzzle)
}

/// Writes a puzzle as one line: in the format `line` if it can represent the puzzle without a line for the rules,
/// otherwise in `json`. The name is written only in `json`.
pub fn to_text(puzzle: &Puzzle) -> String {
    let line = write(LINE, puzzle).ok().filter(|_| puzzle.rules() == Rules::default());
    // Every puzzle can be written as JSON.
    line.or_else(|| write(JSON, puzzle).ok()).unwrap_or_default()
}

/// Writes board and fuel in the format `line`, even if exit or rules are lost; `None` if a label cannot be written.
pub fn board_line(puzzle: &Puzzle) -> Option<String> {
    let one_character = puzzle.vehicles().iter().all(|vehicle| vehicle.label.as_char().is_some());
    if !one_character || cells::unsupported(puzzle).is_some() {
        return None;
    }
    let mut out = String::new();
    line::LINE.write(puzzle, &mut out);
    out.truncate(out.trim_end().len());
    Some(out)
}

/// Returns the same puzzle with labels that the format can represent.
///
/// # Errors
///
/// Fails if the format has too few labels.
pub fn relabel(format: &dyn Format, puzzle: &Puzzle) -> Result<Puzzle, UnsupportedPuzzle> {
    labels::assign(format, puzzle, None)
}

/// Returns the same puzzle with labels that the format can represent, and a given label for the primary.
///
/// ```
/// use rushlab::puzzle::Label;
/// use rushlab::{Puzzle, format};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let course = format::relabel_with_primary(format::LINE, &puzzle, Label::new("A")?)?;
/// assert_eq!(format::write(format::LINE, &course)?, "......B..C..BAAC..B..C......DD......\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails if the format has too few labels, or if the primary cannot have this label in it.
pub fn relabel_with_primary(format: &dyn Format, puzzle: &Puzzle, primary: Label) -> Result<Puzzle, UnsupportedPuzzle> {
    labels::assign(format, puzzle, Some(primary))
}

/// Reads the first puzzle of a text, in any format.
///
/// ```
/// let jam = "bb...g\na..c.g\naxxc.g\na..c..\ne...ff\ne.ddd.";
/// let puzzle = rushlab::format::parse(jam)?;
/// assert_eq!(puzzle.vehicles().len(), 8);
/// # Ok::<(), rushlab::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the text has no puzzle in a known format, or if the puzzle is invalid.
pub fn parse(text: &str) -> Result<Puzzle, Error> {
    let mut reader = Reader::open(text.as_bytes(), None, None)?;
    let draft = reader.first()?;
    Ok(Puzzle::try_from(draft)?)
}

/// The start of a text, from which the format is detected.
#[doc(hidden)]
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
    fn content_lines(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.lines.iter().copied().filter(|line| !lines::is_blank_or_comment(line))
    }

    /// Returns the lines between blank ones, with comments.
    fn blocks(&self) -> impl Iterator<Item = Vec<&'a str>> + '_ {
        self.lines.split(|line| line.is_empty()).filter(|block| !block.is_empty()).map(<[&str]>::to_vec)
    }
}

/// Information about a text from outside it.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct FileHints {
    /// The size given in the name of the file, as in `Rushhour9x9_4.csv`.
    pub size: Option<(u8, u8)>,
    /// Whether every line of the format `line` that begins with `#` is a comment, even if it could be a board.
    pub hash_begins_comment: bool,
}

impl FileHints {
    /// Takes the board size from a file name.
    pub fn new(file_name: Option<&str>) -> FileHints {
        FileHints { size: file_name.and_then(size_in_name), hash_begins_comment: false }
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

/// Returns the problem of a text that differs from what the format requires.
fn unexpected(expected: &str, found: &str) -> ProblemKind {
    // More is not shown, and a line can be long.
    ProblemKind::Unexpected { expected: expected.to_owned(), found: found.chars().take(64).collect() }
}

/// Returns the problem of a text that ends too early.
fn truncated(expected: &str) -> ProblemKind {
    ProblemKind::Truncated { expected: expected.to_owned() }
}
