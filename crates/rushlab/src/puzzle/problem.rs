//! All problems that a puzzle can have. Messages say what is wrong and, where possible, how to fix it.

use std::fmt;

use super::{IdError, Label, LabelError, MAX_FUEL, MAX_VEHICLES, Orientation, SIZES, Side};
use crate::error::{Phrasing, Remedy};

/// A problem of a puzzle, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The location.
    pub location: Location,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// The location of a problem, as far as it is known: the line of the text and the cell of the board, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The line of the text.
    pub line: Option<usize>,
    /// The row and column on the board.
    pub cell: Option<(i64, i64)>,
}

impl Location {
    /// Returns the location of a line of the text; 0 stands for no line.
    pub(crate) fn line(line: usize) -> Location {
        Location { line: (line > 0).then_some(line), cell: None }
    }

    /// Returns the location of a cell, counted from 0, that a line of the text describes.
    pub(crate) fn of(line: usize, row: i64, column: i64) -> Location {
        Location { cell: Some((row.saturating_add(1), column.saturating_add(1))), ..Location::line(line) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.cell) {
            (Some(line), Some((row, column))) => {
                write!(f, "line {line}, row {row}, column {column}")
            }
            (Some(line), None) => write!(f, "line {line}"),
            (None, Some((row, column))) => write!(f, "row {row}, column {column}"),
            (None, None) => Ok(()),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(&Remedy::words))
    }
}

/// What is wrong with a puzzle.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum ProblemKind {
    #[error("expected {expected}, found `{}`", shown(.found))]
    Unexpected {
        /// What the format requires.
        expected: String,
        found: String,
    },
    #[error("the puzzle ends before {expected}; it may be truncated")]
    Truncated { expected: String },
    #[error(
        "{cells} cells do not make a square board (9, 16, 25, 36, … 256 cells do); \
         add or remove cells, or begin with the size, as in `6x7:` for 6 columns and 7 rows"
    )]
    NotSquare { cells: usize },
    #[error("there are {found} cells, but a {width}×{height} board has {}; add or remove cells", width * height)]
    CellCount { found: usize, width: usize, height: usize },
    #[error("this row has {found} cells, but the board has {expected} columns; make all rows equally long")]
    RowLength { found: usize, expected: usize },
    #[error("the board has {found} rows of cells instead of {expected}; add or remove rows")]
    RowCount { found: usize, expected: usize },
    #[error("the board is {width}×{height}; sizes from {0}×{0} to {1}×{1} are allowed", SIZES.start(), SIZES.end())]
    Size { width: i64, height: i64 },
    #[error(
        "this line begins with `#` and could be a row with a wall or a comment; \
         begin a comment with `# ` and a word, and give a row as many cells as the others"
    )]
    WallOrComment,
    #[error(
        "this line begins with `#` and could be a comment or a {width}×{height} board with a wall in its first cell; \
         begin a comment with `# `, and a board with its size, as in `{width}x{height}:#`"
    )]
    BoardOrComment { width: i64, height: i64 },
    #[error("{}", unknown_character(*.0))]
    Character(char),
    /// A label is not allowed.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// A text is not the id of a puzzle.
    #[error(transparent)]
    Id(#[from] IdError),
    #[error(
        "the cells of {label} are apart ({cells}); a vehicle must be one straight line: close the gap, or relabel a part"
    )]
    Apart { label: Label, cells: String },
    #[error("{label} is bent ({cells}); a vehicle must be one straight line: straighten it, or relabel a part")]
    Bent { label: Label, cells: String },
    #[error("{label} continues from the end of row {row} in row {next}; a vehicle must be in one row or column", next = row + 1)]
    Wraps { label: Label, row: usize },
    #[error("two vehicles are labelled {label} ({cells}); give one of them another label")]
    SharedLabel { label: Label, cells: String },
    #[error("{label} has length {length}; a vehicle must cover at least 2 cells")]
    TooShort { label: Label, length: i64 },
    #[error(
        "{label} ({orientation}, length {length}) is not completely on the {width}×{height} board; move or shorten it"
    )]
    Outside { label: Label, orientation: Orientation, length: i64, width: i64, height: i64 },
    #[error("{label} and {other} both cover this cell; move one of them")]
    Overlap {
        /// The vehicle that comes later in the text.
        label: Label,
        other: Label,
    },
    #[error("{label} lies on a wall; move the vehicle or the wall")]
    OnWall { label: Label },
    #[error("a wall is outside the {width}×{height} board; remove it")]
    WallOutside { width: i64, height: i64 },
    #[error("the text states {stated} {what} but lists {found}; correct the number or the list")]
    VehicleCount { what: &'static str, stated: i64, found: usize },
    #[error("there are more than {MAX_VEHICLES} vehicles or fuel entries; they do not fit on the largest board")]
    TooMany,
    #[error("the board has no vehicle; add at least the primary")]
    NoVehicles,
    #[error("{}", no_primary(.candidates, Remedy::NamePrimary.words()))]
    NoPrimary { candidates: Vec<Label> },
    #[error("no vehicle is labelled {label}, which should be the primary; there are {}", listed(.labels))]
    PrimaryMissing { label: Label, labels: Vec<Label> },
    #[error("{} vehicles are marked as the primary ({}); mark one", .labels.len(), listed(.labels))]
    SeveralPrimaries { labels: Vec<Label> },
    #[error(
        "the exit is {}, but the primary {label} is {orientation} and can leave only {}",
        .side.phrase(),
        match .orientation {
            Orientation::Horizontal => "on the left or right",
            Orientation::Vertical => "at the top or bottom",
        }
    )]
    WrongSide { side: Side, label: Label, orientation: Orientation },
    #[error(
        "the exit is in {line} {exit}, but the primary {label} is in {line} {at}; move one of them",
        line = match .side.orientation() { Orientation::Horizontal => "row", Orientation::Vertical => "column" }
    )]
    OffExit {
        side: Side,
        exit: i64,
        label: Label,
        /// The row or column of the primary, from 1.
        at: i64,
    },
    #[error("there is no exit; write a `K` outside the board, where the primary leaves")]
    NoExit,
    #[error("the exit `K` is at a corner, which no row or column reaches; move it beside a row or a column")]
    CornerExit,
    #[error("the exit `K` is inside the board; write it outside, beside the row or column where the primary leaves")]
    ExitInside,
    #[error("there is more than one exit `K`; keep one")]
    SeveralExits,
    #[error("fuel for {label}, but there is no such vehicle; there are {}", listed(.labels))]
    FuelWithoutVehicle { label: Label, labels: Vec<Label> },
    #[error("fuel for {label} is given twice; keep one of them")]
    FuelTwice { label: Label },
    #[error(
        "{units} units of fuel for {label}; it must be from 0 to {MAX_FUEL}: correct it, or leave it out for the default of the rules"
    )]
    FuelRange { label: Label, units: i64 },
    #[error("an object has more than {limit} bytes; this does not look like a puzzle")]
    TooLarge {
        /// The largest allowed size, in bytes.
        limit: usize,
    },
    #[error("there are more problems, which are not listed; this does not look like a puzzle")]
    ManyProblems,
    #[error("{0}")]
    Json(String),
}

/// All problems of a puzzle; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl ProblemKind {
    /// Returns the message, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            ProblemKind::NoPrimary { candidates } => no_primary(candidates, phrasing(Remedy::NamePrimary)),
            other => other.to_string(),
        }
    }
}

impl Problem {
    /// Returns the location and the message, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        let sentence = self.kind.explain(phrasing);
        if self.location == Location::default() { sentence } else { format!("{}: {sentence}", self.location) }
    }
}

impl Problems {
    /// Returns all messages, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        self.0.iter().map(|problem| problem.explain(phrasing)).collect::<Vec<_>>().join("; ")
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(&Remedy::words))
    }
}

impl std::error::Error for Problems {}

fn listed(labels: &[Label]) -> String {
    match labels {
        [] => "none".to_owned(),
        labels => labels.iter().map(Label::as_str).collect::<Vec<_>>().join(", "),
    }
}

/// Returns a text shortened for a message, without control characters.
fn shown(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

fn no_primary(candidates: &[Label], remedy: &str) -> String {
    let candidates = listed(candidates);
    format!("no vehicle is marked as the primary; candidates: {candidates}; label one of them X, or {remedy}")
}

fn unknown_character(character: char) -> String {
    match character {
        char::REPLACEMENT_CHARACTER => "bytes that are not UTF-8 text; save the file as UTF-8".to_owned(),
        ' ' => "a space; write `.` for an empty cell".to_owned(),
        other if other.is_control() => {
            format!(
                "a control character (U+{:04X}); write a letter or digit for a vehicle, `.` for an empty cell",
                other as u32
            )
        }
        other => format!("unknown character `{other}`; write a letter or digit for a vehicle, `.` for an empty cell"),
    }
}
