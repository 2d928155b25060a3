//! A puzzle as read, before validation.
//!
//! Numbers are wide and signed, so that a format can pass on whatever the text says. The gate validates them.

use std::cmp::Ordering;

use super::{Cell, Fault, Label, Location, Orientation, Problem, Puzzle, Rules, Side};

/// A puzzle as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The name that the text gives it.
    pub name: Option<String>,
    /// The line of the text where it begins, from 1; 0 if it does not come from a text.
    pub line: usize,
    /// The number of columns.
    pub width: i64,
    /// The number of rows.
    pub height: i64,
    /// The vehicles, in any order.
    pub vehicles: Vec<DraftVehicle>,
    /// The walls.
    pub walls: Vec<DraftWall>,
    /// The primary, if the user or the format names it; otherwise the gate looks for it.
    pub primary: Option<Label>,
    /// The exit, if the user or the format names it.
    pub exit: Option<DraftExit>,
    /// The fuel figures.
    pub fuel: Vec<DraftFuel>,
    /// The rules.
    pub rules: Rules,
    /// The problems found while reading.
    pub problems: Vec<Problem>,
    /// The labels whose cells do not make a vehicle.
    pub malformed: Vec<Label>,
    /// Whether a part of the text could not be understood. What seems missing may be in that part, so the gate does not report it.
    pub partial: bool,
}

/// A vehicle as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftVehicle {
    /// The label.
    pub label: Label,
    /// The axis it moves along.
    pub orientation: Orientation,
    /// The number of cells it covers.
    pub length: i64,
    /// The row of its top or left cell, from 0.
    pub row: i64,
    /// The column of its top or left cell, from 0.
    pub column: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub line: usize,
}

/// A wall as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftWall {
    /// The row, from 0.
    pub row: i64,
    /// The column, from 0.
    pub column: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub line: usize,
}

/// An exit as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftExit {
    /// The side.
    pub side: Side,
    /// The row or column, from 0, if the text gives it; otherwise that of the primary.
    pub at: Option<i64>,
}

/// Fuel as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftFuel {
    /// The label of the vehicle.
    pub label: Label,
    /// The units.
    pub units: i64,
    /// The line of the text, from 1; 0 if there is none.
    pub line: usize,
}

/// The number of problems after which no more are recorded: such a text is not a puzzle.
const MOST_PROBLEMS: usize = 1000;

impl Draft {
    /// Creates an empty draft that begins at a line of the text.
    pub fn at_line(line: usize) -> Draft {
        Draft { line, ..Draft::default() }
    }

    /// Adds a vehicle. Vehicles beyond one more than a board can hold are dropped: the gate refuses the draft anyway.
    pub fn add(&mut self, vehicle: DraftVehicle) {
        if self.vehicles.len() <= super::MAX_VEHICLES {
            self.vehicles.push(vehicle);
        }
    }

    /// Records a fault at a line, without a cell.
    pub fn fault(&mut self, line: usize, fault: Fault) {
        self.report(Problem { location: Location::line(line), fault });
    }

    /// Records a problem, until there are too many.
    pub fn report(&mut self, problem: Problem) {
        match self.problems.len().cmp(&MOST_PROBLEMS) {
            Ordering::Less => self.problems.push(problem),
            Ordering::Equal => self.problems.push(Problem { location: problem.location, fault: Fault::ManyProblems }),
            Ordering::Greater => {}
        }
    }

    /// Records a fault that hides a part of the puzzle.
    pub fn fatal(&mut self, line: usize, fault: Fault) {
        self.partial = true;
        self.fault(line, fault);
    }
}

impl DraftVehicle {
    pub(super) fn location(&self) -> Location {
        Location::of(self.line, self.row, self.column)
    }
}

impl DraftWall {
    pub(super) fn location(&self) -> Location {
        Location::of(self.line, self.row, self.column)
    }
}

/// Turns a puzzle back into a draft, to change something and pass the gate again.
impl From<&Puzzle> for Draft {
    fn from(puzzle: &Puzzle) -> Draft {
        let wall = |cell: &Cell| DraftWall { row: cell.row.into(), column: cell.column.into(), line: 0 };
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
                    line: 0,
                })
                .collect(),
            walls: puzzle.walls().iter().map(wall).collect(),
            primary: Some(puzzle.primary().label),
            exit: Some(DraftExit { side: puzzle.exit().side, at: Some(puzzle.exit().line.into()) }),
            fuel: (puzzle.vehicles().iter())
                .filter_map(|vehicle| Some((vehicle.label, vehicle.fuel?)))
                .map(|(label, units)| DraftFuel { label, units: units.into(), line: 0 })
                .collect(),
            rules: puzzle.rules(),
            ..Draft::default()
        }
    }
}
