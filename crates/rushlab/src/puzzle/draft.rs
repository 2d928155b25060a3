//! A puzzle as read, before validation.
//!
//! Numbers are wide and signed, so that a draft can hold invalid numbers. Validation checks them.

use std::cmp::Ordering;

use super::{
    Cell, CellContent, CellMap, Label, Location, Orientation, Problem, ProblemKind, Puzzle, RowLines, Rules, Side,
};

/// A puzzle as read, or as built in code, before validation.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::puzzle::{Draft, DraftVehicle, Label, Orientation};
///
/// let mut draft = Draft { width: 6, height: 6, ..Draft::default() };
/// draft.add(DraftVehicle {
///     label: Label::new("X")?,
///     orientation: Orientation::Horizontal,
///     length: 2,
///     row: 2,
///     column: 1,
///     text_line: 0,
/// });
/// let puzzle = Puzzle::try_from(draft)?;
/// assert_eq!(puzzle.vehicles().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The name that the text gives it.
    pub name: Option<String>,
    /// The line of the text where it begins, from 1; 0 if it does not come from a text.
    pub text_line: usize,
    /// Number of columns.
    pub width: i64,
    /// Number of rows.
    pub height: i64,
    /// The vehicles, in any order. It becomes the [reading order](Puzzle::reading_order) of the puzzle.
    pub vehicles: Vec<DraftVehicle>,
    /// The walls.
    pub walls: Vec<DraftWall>,
    /// The primary, if the user or the format names it; otherwise validation looks for it.
    pub primary: Option<Label>,
    /// The exit, if the user or the format names it; otherwise it is on the default side.
    pub exit: Option<DraftExit>,
    /// The fuel of vehicles; vehicles without an entry have the default fuel of the rules.
    pub fuel: Vec<DraftFuel>,
    /// The rules.
    pub rules: Rules,
    /// The problems found while reading.
    #[doc(hidden)]
    pub problems: Vec<Problem>,
    /// The labels whose cells do not make a vehicle.
    #[doc(hidden)]
    pub malformed: Vec<Label>,
    /// Whether a part of the text could not be read. Then validation does not report missing parts.
    #[doc(hidden)]
    pub has_unreadable_part: bool,
}

/// A vehicle as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftVehicle {
    /// The label.
    pub label: Label,
    /// The axis it moves along.
    pub orientation: Orientation,
    /// Number of cells it covers.
    pub length: i64,
    /// The row of its top or left cell, from 0.
    pub row: i64,
    /// The column of its top or left cell, from 0.
    pub column: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub text_line: usize,
}

/// A wall as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftWall {
    /// The row, from 0.
    pub row: i64,
    /// The column, from 0.
    pub column: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub text_line: usize,
}

/// An exit as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftExit {
    /// The side.
    pub side: Side,
    /// The row or column, from 0, if the text gives it; otherwise that of the primary.
    pub line: Option<i64>,
}

/// Fuel as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftFuel {
    /// The label of the vehicle.
    pub label: Label,
    /// The units.
    pub units: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub text_line: usize,
}

/// The maximum number of recorded problems. A text with more is probably not a puzzle.
const MAX_PROBLEMS: usize = 1000;

impl Draft {
    /// Creates an empty draft that begins at a line of the text.
    pub fn at_line(line: usize) -> Draft {
        Draft { text_line: line, ..Draft::default() }
    }

    /// Creates the draft of a board from its cells, row by row. Cells with the same label are one vehicle.
    ///
    /// ```
    /// use rushlab::Puzzle;
    /// use rushlab::puzzle::{CellContent, Draft, Label};
    ///
    /// let x = CellContent::Vehicle(Label::new("X")?);
    /// let cells = [[CellContent::Empty; 3], [x, x, CellContent::Empty], [CellContent::Wall; 3]].concat();
    /// let puzzle = Puzzle::try_from(Draft::from_cells(3, cells))?;
    /// assert_eq!(puzzle.to_string(), "...XX.xxx");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_cells(width: usize, cells: Vec<CellContent>) -> Draft {
        let mut draft = Draft::default();
        CellMap { width, cells, lines: RowLines::One(0) }.read_into(&mut draft);
        draft
    }

    /// Adds a vehicle. A draft keeps at most `MAX_VEHICLES + 1` vehicles; validation rejects more than
    /// [`MAX_VEHICLES`](super::MAX_VEHICLES).
    pub fn add(&mut self, vehicle: DraftVehicle) {
        if self.vehicles.len() <= super::MAX_VEHICLES {
            self.vehicles.push(vehicle);
        }
    }

    /// Records a problem at a line, without a cell.
    pub(crate) fn report_at_line(&mut self, line: usize, kind: ProblemKind) {
        self.report(Problem { location: Location::line(line), kind });
    }

    /// Records a problem, up to [`MAX_PROBLEMS`].
    pub(crate) fn report(&mut self, problem: Problem) {
        match self.problems.len().cmp(&MAX_PROBLEMS) {
            Ordering::Less => self.problems.push(problem),
            Ordering::Equal => {
                self.problems.push(Problem { location: problem.location, kind: ProblemKind::ManyProblems });
            }
            Ordering::Greater => {}
        }
    }

    /// Records a problem because of which a part of the puzzle could not be read.
    pub(crate) fn report_unreadable(&mut self, line: usize, kind: ProblemKind) {
        self.has_unreadable_part = true;
        self.report_at_line(line, kind);
    }
}

impl DraftVehicle {
    pub(super) fn location(&self) -> Location {
        Location::of(self.text_line, self.row, self.column)
    }
}

impl DraftWall {
    pub(super) fn location(&self) -> Location {
        Location::of(self.text_line, self.row, self.column)
    }
}

/// Turns a puzzle back into a draft, to change something and validate it again.
impl From<&Puzzle> for Draft {
    fn from(puzzle: &Puzzle) -> Draft {
        let wall = |cell: &Cell| DraftWall { row: cell.row.into(), column: cell.column.into(), text_line: 0 };
        Draft {
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width().into(),
            height: puzzle.height().into(),
            vehicles: (puzzle.vehicles().iter())
                .map(|vehicle| DraftVehicle {
                    label: vehicle.label,
                    orientation: vehicle.orientation,
                    length: vehicle.length.into(),
                    row: vehicle.cell.row.into(),
                    column: vehicle.cell.column.into(),
                    text_line: 0,
                })
                .collect(),
            walls: puzzle.walls().iter().map(wall).collect(),
            primary: Some(puzzle.primary().label),
            exit: Some(DraftExit { side: puzzle.exit().side, line: Some(puzzle.exit().line.into()) }),
            fuel: (puzzle.vehicles().iter())
                .filter_map(|vehicle| Some((vehicle.label, vehicle.fuel?)))
                .map(|(label, units)| DraftFuel { label, units: units.into(), text_line: 0 })
                .collect(),
            rules: puzzle.rules(),
            ..Draft::default()
        }
    }
}
