//! `Puzzle`. Every value is valid, because only validation creates one.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::reading_order::ReadingOrder;
use super::{Cell, Draft, DraftFuel, Exit, Label, Orientation, Problems, Rules, Run, Side, Vehicle};
use crate::format;
use crate::{Error, Position};

/// A valid puzzle.
///
/// Vehicles are listed in the order in which they first appear on the board, read row by row, regardless of the input;
/// [`reading_order`](Puzzle::reading_order) has the order of the input. Two puzzles are equal if
/// they have the same board, labels, exit, fuel, rules and name.
///
/// A puzzle is immutable. Cloning is cheap, because a clone shares the data.
///
/// ```
/// let puzzle: rushlab::Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// assert_eq!(puzzle.primary().label.as_str(), "X");
/// assert_eq!(puzzle.to_string(), "......A..B..AXXB..A..B......CC......");
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle(Arc<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) name: Option<String>,
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) vehicles: Vec<Vehicle>,
    pub(super) reading_order: ReadingOrder,
    pub(super) primary: usize,
    pub(super) exit: Exit,
    pub(super) walls: Vec<Cell>,
    pub(super) rules: Rules,
}

impl Puzzle {
    pub(super) fn new(parts: Parts) -> Puzzle {
        Puzzle(Arc::new(parts))
    }

    /// Returns the name that the input gives the puzzle.
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u8 {
        self.0.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u8 {
        self.0.height
    }

    /// Returns all vehicles, in the order in which they first appear on the board, read row by row.
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.0.vehicles
    }

    /// Returns the indices of all vehicles in the order in which the text lists them. A text that draws the board lists
    /// them in the order in which they first appear on it.
    ///
    /// The order does not count when puzzles are compared. It is the same after [`with_rules`](Puzzle::with_rules),
    /// [`with_name`](Puzzle::with_name) and [`with_labels`](Puzzle::with_labels). A [`Draft`] made of a puzzle has the
    /// order of the board.
    ///
    /// ```
    /// let puzzle: rushlab::Puzzle = "6\n3\n1 h 2 2 3\n2 h 3 1 1\n3 v 2 6 1\n".parse()?;
    /// let labels: Vec<&str> = puzzle.reading_order().map(|index| puzzle.vehicles()[index].label.as_str()).collect();
    /// assert_eq!(labels, ["1", "2", "3"]);
    /// assert_eq!(puzzle.vehicles()[0].label.as_str(), "2");
    /// # Ok::<(), rushlab::Error>(())
    /// ```
    pub fn reading_order(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.reading_order.indices(self.0.vehicles.len())
    }

    /// Returns the index of the vehicle with a label.
    pub fn vehicle_named(&self, label: Label) -> Option<usize> {
        self.0.vehicles.iter().position(|vehicle| vehicle.label == label)
    }

    /// Returns the primary: the vehicle that must leave.
    pub fn primary(&self) -> &Vehicle {
        &self.0.vehicles[self.0.primary]
    }

    /// Returns the index of the primary.
    pub fn primary_index(&self) -> usize {
        self.0.primary
    }

    /// Returns the exit.
    pub fn exit(&self) -> Exit {
        self.0.exit
    }

    /// Returns the offset of the primary at the exit.
    pub fn goal_offset(&self) -> u8 {
        self.offset_at_exit(self.primary())
    }

    /// Returns the offset at which the valet removes a vehicle, if it does and there is such a vehicle.
    pub fn removal_offset(&self, vehicle: usize) -> Option<u8> {
        let is_removed = |other: &&Vehicle| {
            self.0.rules.valet && vehicle != self.0.primary && other.shares_line_with(self.primary())
        };
        self.0.vehicles.get(vehicle).filter(is_removed).map(|vehicle| self.offset_at_exit(vehicle))
    }

    /// Returns the offset at which a vehicle of the exit line covers the last cell before the exit.
    fn offset_at_exit(&self, vehicle: &Vehicle) -> u8 {
        match self.0.exit.side {
            Side::Left | Side::Top => 0,
            Side::Right | Side::Bottom => self.line_length(vehicle.orientation) - vehicle.length,
        }
    }

    pub(crate) fn run_of(&self, vehicle: &Vehicle) -> Run {
        let (orientation, line) = (vehicle.orientation, vehicle.line());
        let line_length = self.line_length(orientation);
        let is_free = |along| !self.0.walls.contains(&orientation.cell(line, along));
        let mut runs = Run::all_of(line, line_length, is_free);
        runs.find(|run| run.contains(vehicle.offset())).unwrap_or(Run { line, offset: 0, length: line_length })
    }

    /// Returns the last cell before the exit.
    pub fn exit_cell(&self) -> Cell {
        let orientation = self.0.exit.side.orientation();
        let index = match self.0.exit.side {
            Side::Left | Side::Top => 0,
            Side::Right | Side::Bottom => self.line_length(orientation) - 1,
        };
        orientation.cell(self.0.exit.line, index)
    }

    /// Returns the number of cells in a row (for horizontal vehicles) or in a column (for vertical ones).
    pub fn line_length(&self, orientation: Orientation) -> u8 {
        match orientation {
            Orientation::Horizontal => self.0.width,
            Orientation::Vertical => self.0.height,
        }
    }

    /// Returns the walls, row by row.
    pub fn walls(&self) -> &[Cell] {
        &self.0.walls
    }

    /// Returns the rules.
    pub fn rules(&self) -> Rules {
        self.0.rules
    }

    /// Returns the units of fuel of a vehicle at the start: its own fuel, or the default of the rules. `None` means
    /// unlimited, or that there is no such vehicle.
    pub fn tank(&self, vehicle: usize) -> Option<u16> {
        self.0.vehicles.get(vehicle)?.fuel.or(self.0.rules.default_fuel)
    }

    /// Returns the start position.
    pub fn start(&self) -> Position {
        Position::start(self)
    }

    /// Returns the same puzzle with other rules.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Puzzle {
        Arc::make_mut(&mut self.0).rules = rules;
        self
    }

    /// Returns the same puzzle with another name.
    #[must_use]
    pub fn with_name(mut self, name: Option<String>) -> Puzzle {
        Arc::make_mut(&mut self.0).name = name;
        self
    }

    /// Returns the same puzzle with other labels, given in the order of the vehicles.
    ///
    /// # Errors
    ///
    /// Fails if two vehicles would share a label.
    pub fn with_labels(&self, labels: &[Label]) -> Result<Puzzle, Problems> {
        let mut draft = Draft::from(self);
        for (vehicle, label) in draft.vehicles.iter_mut().zip(labels) {
            vehicle.label = *label;
        }
        draft.fuel = (self.0.vehicles.iter().zip(labels))
            .filter_map(|(vehicle, label)| Some((label, vehicle.fuel?)))
            .map(|(label, units)| DraftFuel { label: *label, units: units.into(), text_line: 0 })
            .collect();
        draft.primary = labels.get(self.0.primary).copied().or(draft.primary);
        let mut puzzle = Puzzle::try_from(draft)?;
        Arc::make_mut(&mut puzzle.0).reading_order = self.0.reading_order.clone();
        Ok(puzzle)
    }

    /// Returns whether two values share the same data. If so, they are equal.
    pub(crate) fn is_same(&self, other: &Puzzle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Reads the first puzzle of a text in any of the [formats](crate::format).
impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Puzzle, Error> {
        format::parse(text)
    }
}

/// Writes the puzzle in the format `line`, or `json` if `line` cannot represent it.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(format::to_text(self).trim_end())
    }
}
