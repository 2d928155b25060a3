//! Everything that can be wrong with a puzzle. Each fault is a sentence that says what is wrong and what to do about it.

use std::fmt;

use super::{Label, LabelError, MAX_FUEL, MAX_VEHICLES, Orientation, SIZES, Side};
use crate::error::{Phrasing, Remedy};

/// A fault and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The location.
    pub location: Location,
    /// The fault.
    pub fault: Fault,
}

/// The location of a fault: the line of the text and the cell of the board, as far as they are known. Both count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    /// The line of the text.
    pub line: Option<usize>,
    /// The row and column on the board.
    pub cell: Option<(i64, i64)>,
}

impl Location {
    /// Returns the location of a line of the text; 0 stands for no line.
    pub fn line(line: usize) -> Location {
        Location { line: (line > 0).then_some(line), cell: None }
    }

    /// Returns the location of a cell, counted from 0, that a line of the text describes.
    pub fn of(line: usize, row: i64, column: i64) -> Location {
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

/// A fault of a puzzle.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text differs from what the format requires.
    #[error("expected {expected}, found `{}`", shown(.found))]
    Unexpected {
        /// What the format requires.
        expected: String,
        /// What the text has.
        found: String,
    },
    /// The text ends too early.
    #[error("the puzzle ends where {expected} should follow; it may have been cut short")]
    CutShort {
        /// What should follow.
        expected: String,
    },
    /// The number of cells is not a square.
    #[error(
        "{cells} cells do not make a square board (9, 16, 25, 36, … 256 cells do); \
         add or remove cells, or begin with the size, as in `6x7:` for 6 columns and 7 rows"
    )]
    NotSquare {
        /// The number of cells.
        cells: usize,
    },
    /// The number of cells does not fit the size.
    #[error("{found} cells, but a board of {width}×{height} has {}; add or remove cells", width * height)]
    CellCount {
        /// The number of cells.
        found: usize,
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row is longer or shorter than the others.
    #[error("this row is {found} long and the board {expected} wide; make all rows equally long")]
    RowLength {
        /// The number of cells in this row.
        found: usize,
        /// The number of columns of the board.
        expected: usize,
    },
    /// The board has too few or too many rows.
    #[error("the board has {found} of its {expected} rows of cells; add or remove rows")]
    RowCount {
        /// The number of rows found.
        found: usize,
        /// The number of rows required.
        expected: usize,
    },
    /// The board is too small or too large.
    #[error("a board of {width}×{height}; boards go from {0}×{0} to {1}×{1}", SIZES.start(), SIZES.end())]
    Size {
        /// The number of columns.
        width: i64,
        /// The number of rows.
        height: i64,
    },
    /// A character has no meaning.
    #[error("{}", unknown_character(*.0))]
    Character(char),
    /// A label is not allowed.
    #[error(transparent)]
    Label(#[from] LabelError),
    /// The cells of a label do not touch.
    #[error(
        "the cells of {label} are apart ({cells}); a vehicle is one straight piece: close the gap, or relabel a part"
    )]
    Apart {
        /// The label of the vehicle.
        label: Label,
        /// The cells, in words.
        cells: String,
    },
    /// The cells of a label do not form a straight line.
    #[error("{label} is bent ({cells}); a vehicle is one straight piece: straighten it, or relabel a part")]
    Bent {
        /// The label of the vehicle.
        label: Label,
        /// The cells, in words.
        cells: String,
    },
    /// The cells of a label continue from the end of one row to the start of the next.
    #[error("{label} runs over the end of row {row} into row {next}; a vehicle stays in its row", next = row + 1)]
    Wraps {
        /// The label of the vehicle.
        label: Label,
        /// The first of the two rows, from 1.
        row: usize,
    },
    /// Two vehicles share a label.
    #[error("two vehicles are labelled {label} ({cells}); give one of them another label")]
    SharedLabel {
        /// The label.
        label: Label,
        /// Their first cells, in words.
        cells: String,
    },
    /// A vehicle covers fewer than two cells.
    #[error("{label} has length {length}; a vehicle covers at least 2 cells")]
    TooShort {
        /// The label of the vehicle.
        label: Label,
        /// The length.
        length: i64,
    },
    /// A vehicle is not wholly on the board.
    #[error(
        "{label} ({orientation}, length {length}) is not wholly on the board of {width}×{height}; move or shorten it"
    )]
    Outside {
        /// The label of the vehicle.
        label: Label,
        /// The axis of the vehicle.
        orientation: Orientation,
        /// The length.
        length: i64,
        /// The number of columns.
        width: i64,
        /// The number of rows.
        height: i64,
    },
    /// Two vehicles cover the same cell.
    #[error("{label} and {other} both cover this cell; move one of them")]
    Overlap {
        /// The vehicle that comes later in the text.
        label: Label,
        /// The other vehicle.
        other: Label,
    },
    /// A vehicle covers a wall.
    #[error("{label} lies on a wall; move the vehicle or the wall")]
    OnWall {
        /// The label of the vehicle.
        label: Label,
    },
    /// A wall is outside the board.
    #[error("a wall outside the board of {width}×{height}; remove it")]
    WallOutside {
        /// The number of columns.
        width: i64,
        /// The number of rows.
        height: i64,
    },
    /// The number of vehicles differs from the number that the text states.
    #[error("the text announces {stated} {what} and holds {found}; correct the number, or look for what is missing")]
    VehicleCount {
        /// The noun for what is counted.
        what: &'static str,
        /// The stated number.
        stated: i64,
        /// The number found.
        found: usize,
    },
    /// There are more vehicles or fuel figures than the largest board holds.
    #[error("more than {MAX_VEHICLES} vehicles or fuel figures; the largest board has no room for them")]
    TooMany,
    /// There is no vehicle.
    #[error("the board has no vehicle; draw at least the one that must leave")]
    NoVehicles,
    /// No vehicle is marked as the primary.
    #[error("{}", no_primary(.candidates, Remedy::NamePrimary.words()))]
    NoPrimary {
        /// The labels of the candidates.
        candidates: Vec<Label>,
    },
    /// The named primary does not exist.
    #[error("no vehicle is labelled {label}, which should be the primary; there are {}", listed(.labels))]
    PrimaryMissing {
        /// The label of the named primary.
        label: Label,
        /// The labels of all vehicles.
        labels: Vec<Label>,
    },
    /// More than one vehicle is marked as the primary.
    #[error("{} vehicles are marked as the primary ({}); mark one", .labels.len(), listed(.labels))]
    SeveralPrimaries {
        /// The labels of the marked vehicles.
        labels: Vec<Label>,
    },
    /// The exit is on a side that the primary cannot reach.
    #[error(
        "the exit is {}, but the primary {label} is {orientation} and can leave only {}",
        .side.phrase(),
        match .orientation {
            Orientation::Horizontal => "on the left or right",
            Orientation::Vertical => "at the top or bottom",
        }
    )]
    WrongSide {
        /// The side of the exit.
        side: Side,
        /// The label of the primary.
        label: Label,
        /// The axis of the vehicle.
        orientation: Orientation,
    },
    /// The exit is in another row or column than the primary.
    #[error(
        "the exit opens on {line} {exit}, but the primary {label} lies in {line} {at}; move one of them",
        line = match .side.orientation() { Orientation::Horizontal => "row", Orientation::Vertical => "column" }
    )]
    OffExit {
        /// The side of the exit.
        side: Side,
        /// The row or column of the exit, from 1.
        exit: i64,
        /// The label of the primary.
        label: Label,
        /// The row or column of the primary, from 1.
        at: i64,
    },
    /// The format must show an exit, and there is none.
    #[error("no exit: write a `K` outside the board, where the primary leaves")]
    NoExit,
    /// The exit is at a corner.
    #[error("the exit `K` is at a corner, where no row or column leads; move it beside a row or a column")]
    CornerExit,
    /// The exit is inside the board.
    #[error(
        "the exit `K` stands inside the board; write it outside, beside the row or column where the primary leaves"
    )]
    ExitInside,
    /// There is more than one exit.
    #[error("more than one exit `K`; keep one")]
    SeveralExits,
    /// A fuel figure names a vehicle that does not exist.
    #[error("fuel for {label}, but there is no such vehicle; there are {}", listed(.labels))]
    FuelWithoutVehicle {
        /// The label of the missing vehicle.
        label: Label,
        /// The labels of all vehicles.
        labels: Vec<Label>,
    },
    /// A vehicle has two fuel figures.
    #[error("fuel for {label} is given twice; keep one figure")]
    FuelTwice {
        /// The label of the vehicle.
        label: Label,
    },
    /// A fuel figure is out of range.
    #[error(
        "{units} units of fuel for {label}; it must be from 0 to {MAX_FUEL}: leave it out for a tank that never runs dry"
    )]
    FuelRange {
        /// The label of the vehicle.
        label: Label,
        /// The figure.
        units: i64,
    },
    /// The text is too large for a puzzle.
    #[error("an object of over {limit} bytes; this does not look like a puzzle")]
    TooLarge {
        /// The largest allowed size, in bytes.
        limit: usize,
    },
    /// There are more problems than are listed.
    #[error("more problems follow, which are not listed; this does not look like a puzzle")]
    ManyProblems,
    /// The text is not JSON, or not JSON of the right shape.
    #[error("{0}")]
    Json(String),
}

/// All problems of a puzzle; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl Fault {
    /// Returns the sentence with a front end's words for remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            Fault::NoPrimary { candidates } => no_primary(candidates, phrasing(Remedy::NamePrimary)),
            other => other.to_string(),
        }
    }
}

impl Problem {
    /// Returns the location and the sentence, with a front end's words for remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        let sentence = self.fault.explain(phrasing);
        if self.location == Location::default() { sentence } else { format!("{}: {sentence}", self.location) }
    }
}

impl Problems {
    /// Returns all sentences, with a front end's words for remedies.
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

/// Returns labels as a list for a sentence.
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
    format!(
        "which vehicle must leave? none is marked as the primary; it could be {candidates}: label it X, or {remedy}"
    )
}

fn unknown_character(character: char) -> String {
    match character {
        char::REPLACEMENT_CHARACTER => "bytes that are not UTF-8 text; save the file as UTF-8".to_owned(),
        ' ' => "an empty space; write `.` for an empty cell".to_owned(),
        other if other.is_control() => {
            format!(
                "a control character (U+{:04X}); write a letter or digit for a vehicle, `.` for an empty cell",
                other as u32
            )
        }
        other => format!("unknown character `{other}`; write a letter or digit for a vehicle, `.` for an empty cell"),
    }
}
