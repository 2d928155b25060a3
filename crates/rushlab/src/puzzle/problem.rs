//! What can be wrong with a puzzle: each fault is a sentence that says what is wrong and what to do about it.

use std::fmt;

use super::{BadLabel, Label, MAX_FUEL, MAX_VEHICLES, Orientation, SIZES, Side};

/// One thing that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub fault: Fault,
}

/// Where something is: the line of the text and the cell of the board, as far as they are known. Both count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line of the text.
    pub line: Option<usize>,
    /// Row and column on the board.
    pub cell: Option<(i64, i64)>,
}

impl Place {
    /// A line of the text; 0 is no line.
    pub fn line(line: usize) -> Place {
        Place { line: (line > 0).then_some(line), cell: None }
    }

    /// A cell, counted from 0, that a line of the text speaks of.
    pub fn of(line: usize, row: i64, column: i64) -> Place {
        Place { cell: Some((row.saturating_add(1), column.saturating_add(1))), ..Place::line(line) }
    }
}

impl fmt::Display for Place {
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
        if self.place != Place::default() {
            write!(f, "{}: ", self.place)?;
        }
        write!(f, "{}", self.fault)
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text has something else than the format asks for there.
    #[error("expected {expected}, found `{}`", shown(.found))]
    Unexpected {
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// The text ends too early.
    #[error("the puzzle ends where {expected} should follow; it may have been cut short")]
    CutShort {
        /// What should follow.
        expected: String,
    },
    /// A row of cells that is no board.
    #[error(
        "{cells} cells do not make a square board (9, 16, 25, 36, … 256 cells do); \
         add or remove cells, or begin with the size, as in `6x7:` for 6 columns and 7 rows"
    )]
    NotSquare {
        /// How many there are.
        cells: usize,
    },
    /// Too few or too many cells for the size.
    #[error("{found} cells, but a board of {width}×{height} has {}; add or remove cells", width * height)]
    CellCount {
        /// How many there are.
        found: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A row that is longer or shorter than the board is wide.
    #[error("this row is {found} long and the board {expected} wide; make all rows equally long")]
    RowLength {
        /// Cells of this row.
        found: usize,
        /// Columns of the board.
        expected: usize,
    },
    /// Too few or too many rows.
    #[error("the board has {found} of its {expected} rows of cells; add or remove rows")]
    RowCount {
        /// Rows that are there.
        found: usize,
        /// Rows that should be.
        expected: usize,
    },
    /// A board that is too small or too large.
    #[error("a board of {width}×{height}; boards go from {0}×{0} to {1}×{1}", SIZES.start(), SIZES.end())]
    Size {
        /// Columns.
        width: i64,
        /// Rows.
        height: i64,
    },
    /// A character that means nothing there.
    #[error("{}", unknown_character(*.0))]
    Character(char),
    /// A label that cannot be.
    #[error(transparent)]
    Label(#[from] BadLabel),
    /// Cells of one label that do not touch.
    #[error(
        "the cells of {label} are apart ({cells}); a vehicle is one straight piece: close the gap, or relabel a part"
    )]
    Apart {
        /// Whose.
        label: Label,
        /// Where they are.
        cells: String,
    },
    /// Cells of one label that form more than a straight line.
    #[error("{label} is bent ({cells}); a vehicle is one straight piece: straighten it, or relabel a part")]
    Bent {
        /// Whose.
        label: Label,
        /// Where they are.
        cells: String,
    },
    /// Cells of one label that touch only around the edge of a row.
    #[error("{label} runs over the end of row {row} into row {next}; a vehicle stays in its row", next = row + 1)]
    Wraps {
        /// Whose.
        label: Label,
        /// The row it leaves, from 1.
        row: usize,
    },
    /// Two vehicles that share a label.
    #[error("two vehicles are labelled {label} ({cells}); give one of them another label")]
    SharedLabel {
        /// The label.
        label: Label,
        /// Where they begin.
        cells: String,
    },
    /// A vehicle of one cell, or of none.
    #[error("{label} has length {length}; a vehicle covers at least 2 cells")]
    TooShort {
        /// Whose.
        label: Label,
        /// How long it is.
        length: i64,
    },
    /// A vehicle that is not wholly on the board.
    #[error(
        "{label} ({orientation}, length {length}) is not wholly on the board of {width}×{height}; move or shorten it"
    )]
    Outside {
        /// Whose.
        label: Label,
        /// How it lies.
        orientation: Orientation,
        /// How long it is.
        length: i64,
        /// Columns.
        width: i64,
        /// Rows.
        height: i64,
    },
    /// Two vehicles in one cell.
    #[error("{label} and {other} both cover this cell; move one of them")]
    Overlap {
        /// The one that came later.
        label: Label,
        /// The one that was there.
        other: Label,
    },
    /// A vehicle in a wall.
    #[error("{label} lies on a wall; move the vehicle or the wall")]
    OnWall {
        /// Whose.
        label: Label,
    },
    /// A wall off the board.
    #[error("a wall outside the board of {width}×{height}; remove it")]
    WallOutside {
        /// Columns.
        width: i64,
        /// Rows.
        height: i64,
    },
    /// More or fewer vehicles than the text says.
    #[error("the text announces {stated} {what} and holds {found}; correct the number, or look for what is missing")]
    VehicleCount {
        /// What is counted.
        what: &'static str,
        /// What it says.
        stated: i64,
        /// What it holds.
        found: usize,
    },
    /// More vehicles or fuel figures than any board holds.
    #[error("more than {MAX_VEHICLES} vehicles or fuel figures; the largest board has no room for them")]
    TooMany,
    /// No vehicle at all.
    #[error("the board has no vehicle; draw at least the one that must leave")]
    NoVehicles,
    /// Nobody says which vehicle must leave.
    #[error(
        "which vehicle must leave? none is marked as the primary; it could be {}: label it X, or name it with --primary",
        listed(.candidates)
    )]
    NoPrimary {
        /// Who it could be.
        candidates: Vec<Label>,
    },
    /// The one that must leave is not there.
    #[error("no vehicle is labelled {label}, which should be the primary; there are {}", listed(.labels))]
    PrimaryMissing {
        /// Who it should be.
        label: Label,
        /// Who is there.
        labels: Vec<Label>,
    },
    /// More than one vehicle is marked as the primary.
    #[error("{} vehicles are marked as the primary ({}); mark one", .labels.len(), listed(.labels))]
    SeveralPrimaries {
        /// Those that are.
        labels: Vec<Label>,
    },
    /// An exit on a side that the primary does not face.
    #[error(
        "the exit is {}, but the primary {label} is {orientation} and can leave only {}",
        .side.phrase(),
        match .orientation {
            Orientation::Horizontal => "on the left or right",
            Orientation::Vertical => "at the top or bottom",
        }
    )]
    WrongSide {
        /// The exit's.
        side: Side,
        /// The primary's.
        label: Label,
        /// How it lies.
        orientation: Orientation,
    },
    /// An exit in another row or column than the primary's.
    #[error(
        "the exit opens on {line} {exit}, but the primary {label} lies in {line} {at}; move one of them",
        line = match .side.orientation() { Orientation::Horizontal => "row", Orientation::Vertical => "column" }
    )]
    OffExit {
        /// The exit's.
        side: Side,
        /// The exit's row or column, from 1.
        exit: i64,
        /// The primary's.
        label: Label,
        /// The primary's row or column, from 1.
        at: i64,
    },
    /// No exit where the format must show one.
    #[error("no exit: write a `K` outside the board, where the primary leaves")]
    NoExit,
    /// An exit that is neither a row's nor a column's.
    #[error("the exit `K` is at a corner, where no row or column leads; move it beside a row or a column")]
    CornerExit,
    /// An exit within the board.
    #[error(
        "the exit `K` stands inside the board; write it outside, beside the row or column where the primary leaves"
    )]
    ExitInside,
    /// More than one exit.
    #[error("more than one exit `K`; keep one")]
    SeveralExits,
    /// Fuel for a vehicle that is not there.
    #[error("fuel for {label}, but there is no such vehicle; there are {}", listed(.labels))]
    FuelForNobody {
        /// Whose it should be.
        label: Label,
        /// Who is there.
        labels: Vec<Label>,
    },
    /// Fuel given twice.
    #[error("fuel for {label} is given twice; keep one figure")]
    FuelTwice {
        /// Whose.
        label: Label,
    },
    /// Fuel that cannot be.
    #[error(
        "{units} units of fuel for {label}; it must be from 0 to {MAX_FUEL}: leave it out for a tank that never runs dry"
    )]
    FuelRange {
        /// Whose.
        label: Label,
        /// How much.
        units: i64,
    },
    /// A text too large for a puzzle.
    #[error("an object of over {limit} bytes; this does not look like a puzzle")]
    TooLarge {
        /// How large one may be.
        limit: usize,
    },
    /// So many problems that no more are listed.
    #[error("more problems follow, which are not listed; this does not look like a puzzle")]
    ManyProblems,
    /// JSON that is none, or not what it should be.
    #[error("{0}")]
    Json(String),
}

/// Everything that is wrong with a puzzle; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// Labels in a row, for a sentence.
fn listed(labels: &[Label]) -> String {
    match labels {
        [] => "none".to_owned(),
        labels => labels.iter().map(Label::as_str).collect::<Vec<_>>().join(", "),
    }
}

/// A text that is short and harmless enough for a message.
fn shown(text: &str) -> String {
    let mut short: String =
        text.chars().take(40).map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
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
