//! The valid puzzle. Only the gate makes one, so whoever holds it need not check anything again.

use super::{Cell, Label, Orientation, Problems, Rules, Side};

/// A car or truck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vehicle {
    /// Its name, as the user wrote it.
    pub label: Label,
    /// How it lies.
    pub orientation: Orientation,
    /// How many cells it covers, 2 or more.
    pub length: u8,
    /// Its top or left cell.
    pub cell: Cell,
    /// The units of fuel the input gives it.
    pub fuel: Option<u16>,
}

impl Vehicle {
    /// The row of a horizontal vehicle, the column of a vertical one: what never changes.
    pub fn line(&self) -> u8 {
        match self.orientation {
            Orientation::Horizontal => self.cell.row,
            Orientation::Vertical => self.cell.column,
        }
    }

    /// How far into its line its first cell lies: what moves change.
    pub fn offset(&self) -> u8 {
        match self.orientation {
            Orientation::Horizontal => self.cell.column,
            Orientation::Vertical => self.cell.row,
        }
    }

    /// The cells it covers when its first one is `offset` cells into its line.
    pub fn cells_at(&self, offset: u8) -> impl Iterator<Item = Cell> + use<> {
        let (orientation, line, length) = (self.orientation, self.line(), self.length);
        (offset..offset + length).map(move |along| orientation.cell(line, along))
    }

    /// The cells it covers at the start.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.cells_at(self.offset())
    }
}

/// Where the primary leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exit {
    /// The side it opens on.
    pub side: Side,
    /// The row, for an exit on the left or right, or the column, for one at the top or bottom.
    pub line: u8,
}

/// A valid puzzle.
///
/// Vehicles stand in the order in which they first appear on the board, read row by row, whatever order the input had; so two
/// puzzles are equal when their boards, exits, tanks, rules and names are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub(super) name: Option<String>,
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) vehicles: Vec<Vehicle>,
    pub(super) primary: usize,
    pub(super) exit: Exit,
    pub(super) walls: Vec<Cell>,
    pub(super) rules: Rules,
}

impl Puzzle {
    /// What the input calls it, if it does.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u8 {
        self.height
    }

    /// All vehicles, in the order in which they first appear on the board, read row by row.
    pub fn vehicles(&self) -> &[Vehicle] {
        &self.vehicles
    }

    /// The index of the vehicle of that label.
    pub fn vehicle_named(&self, label: Label) -> Option<usize> {
        self.vehicles.iter().position(|vehicle| vehicle.label == label)
    }

    /// The vehicle that must leave.
    pub fn primary(&self) -> &Vehicle {
        &self.vehicles[self.primary]
    }

    /// The index of the vehicle that must leave.
    pub fn primary_index(&self) -> usize {
        self.primary
    }

    /// Where the primary leaves.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// The primary's offset when its nose touches the exit edge: the goal.
    pub fn goal_offset(&self) -> u8 {
        match self.exit.side {
            Side::Left | Side::Top => 0,
            Side::Right | Side::Bottom => self.line_length(self.primary().orientation) - self.primary().length,
        }
    }

    /// The cell of the board at the exit.
    pub fn exit_cell(&self) -> Cell {
        let orientation = self.exit.side.orientation();
        let along = match self.exit.side {
            Side::Left | Side::Top => 0,
            Side::Right | Side::Bottom => self.line_length(orientation) - 1,
        };
        orientation.cell(self.exit.line, along)
    }

    /// How many cells a row (for horizontal vehicles) or a column has.
    pub fn line_length(&self, orientation: Orientation) -> u8 {
        match orientation {
            Orientation::Horizontal => self.width,
            Orientation::Vertical => self.height,
        }
    }

    /// The walls, row by row.
    pub fn walls(&self) -> &[Cell] {
        &self.walls
    }

    /// What it is played by.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The units a vehicle starts with under the rules; `None`: as many as it likes.
    pub fn tank(&self, vehicle: usize) -> Option<u16> {
        self.vehicles[vehicle].fuel.or(self.rules.default_fuel)
    }

    /// The same puzzle, played by other rules.
    pub fn with_rules(mut self, rules: Rules) -> Puzzle {
        self.rules = rules;
        self
    }

    /// The same puzzle under another name.
    pub fn with_name(mut self, name: Option<String>) -> Puzzle {
        self.name = name;
        self
    }

    /// The same puzzle with other labels, given in the order of the vehicles; fails where two are the same.
    pub fn with_labels(&self, labels: &[Label]) -> Result<Puzzle, Problems> {
        let mut draft = super::Draft::from(self);
        for (vehicle, label) in draft.vehicles.iter_mut().zip(labels) {
            vehicle.label = *label;
        }
        draft.fuel = (self.vehicles.iter().zip(labels))
            .filter_map(|(vehicle, label)| Some((label, vehicle.fuel?)))
            .map(|(label, units)| super::DraftFuel { label: *label, units: units.into(), line: 0 })
            .collect();
        draft.primary = labels.get(self.primary).copied().or(draft.primary);
        Puzzle::try_from(draft)
    }
}
