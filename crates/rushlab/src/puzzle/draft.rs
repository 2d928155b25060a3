//! What was read, before anybody has checked whether it makes sense.
//!
//! Numbers are wide and signed here, so that a format can hand on whatever the text says; the gate judges it.

use std::cmp::Ordering;

use super::{Cell, Fault, Label, Orientation, Place, Problem, Puzzle, Rules, Side};

/// A puzzle as read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// What the text calls it.
    pub name: Option<String>,
    /// The line of the text where it begins, from 1; 0 when it does not come from a text.
    pub line: usize,
    /// Columns.
    pub width: i64,
    /// Rows.
    pub height: i64,
    /// The vehicles, in any order.
    pub vehicles: Vec<DraftVehicle>,
    /// The walls.
    pub walls: Vec<DraftWall>,
    /// The primary, where the user or the format says which it is; otherwise the gate looks for it.
    pub primary: Option<Label>,
    /// The exit, where the user or the format says where it is.
    pub exit: Option<DraftExit>,
    /// Tanks.
    pub fuel: Vec<DraftFuel>,
    /// What it is played by.
    pub rules: Rules,
    /// What was found wrong while reading.
    pub problems: Vec<Problem>,
    /// Labels of vehicles that are there, but in no shape that makes a vehicle.
    pub broken: Vec<Label>,
    /// Some of the text could not be made sense of: what seems missing may be there, so the gate does not complain of it.
    pub partial: bool,
}

/// A vehicle as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftVehicle {
    /// Its name.
    pub label: Label,
    /// How it lies.
    pub orientation: Orientation,
    /// How many cells it covers.
    pub length: i64,
    /// The row of its top or left cell, from 0.
    pub row: i64,
    /// The column of its top or left cell, from 0.
    pub column: i64,
    /// The line of the text it stands in, 0 if none.
    pub line: usize,
}

/// A wall as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftWall {
    /// From 0.
    pub row: i64,
    /// From 0.
    pub column: i64,
    /// The line of the text it stands in, 0 if none.
    pub line: usize,
}

/// An exit as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftExit {
    /// The side.
    pub side: Side,
    /// The row or column, from 0, where the text says; otherwise the primary's.
    pub at: Option<i64>,
}

/// Fuel as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftFuel {
    /// Whose.
    pub label: Label,
    /// How much.
    pub units: i64,
    /// The line of the text it stands in, 0 if none.
    pub line: usize,
}

/// A text with more faults than this is no puzzle, and nobody reads on.
const MOST_PROBLEMS: usize = 1000;

impl Draft {
    /// An empty draft that begins at a line of the text.
    pub fn at_line(line: usize) -> Draft {
        Draft { line, ..Draft::default() }
    }

    /// Adds a vehicle. One more than a board can hold is enough to be refused, so further ones are not kept.
    pub fn add(&mut self, vehicle: DraftVehicle) {
        if self.vehicles.len() <= super::MAX_VEHICLES {
            self.vehicles.push(vehicle);
        }
    }

    /// Notes a fault at a line, without a cell.
    pub fn fault(&mut self, line: usize, fault: Fault) {
        self.report(Problem { place: Place::line(line), fault });
    }

    /// Notes a problem, until there are too many.
    pub fn report(&mut self, problem: Problem) {
        match self.problems.len().cmp(&MOST_PROBLEMS) {
            Ordering::Less => self.problems.push(problem),
            Ordering::Equal => self.problems.push(Problem { place: problem.place, fault: Fault::ManyProblems }),
            Ordering::Greater => {}
        }
    }

    /// Notes a fault that hides part of the puzzle from us.
    pub fn fatal(&mut self, line: usize, fault: Fault) {
        self.partial = true;
        self.fault(line, fault);
    }
}

impl DraftVehicle {
    pub(super) fn place(&self) -> Place {
        Place::of(self.line, self.row, self.column)
    }
}

impl DraftWall {
    pub(super) fn place(&self) -> Place {
        Place::of(self.line, self.row, self.column)
    }
}

/// Back from a puzzle: to change something and pass the gate again.
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
