//! The rules once more, slow and obvious: what every fast path is tested against, and what judges solutions from outside.
//!
//! A move is legal when it can be driven one cell at a time: along the vehicle's own axis, onto free cells of the board, with a unit
//! of fuel for each. Everything else here follows from that one definition.

mod replay;

pub use replay::{Replay, Stop, replay};

use crate::puzzle::{Cell, Direction, Label, Metric, Orientation, Puzzle};

/// One vehicle moved any distance in one go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Its index among the puzzle's vehicles.
    pub vehicle: usize,
    /// Which way.
    pub direction: Direction,
    /// How far.
    pub cells: u8,
}

/// Where every vehicle is, with the fuel that is left.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// How far into its line each vehicle's first cell lies; `None` for one that the valet has taken away.
    pub offsets: Vec<Option<u8>>,
    /// What each tank holds; `None` for one that never runs dry.
    pub fuel: Vec<Option<u16>>,
}

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// A move of no cells.
    #[error("a move of 0 cells is no move")]
    NoDistance,
    /// Across.
    #[error("{label} is {orientation} and cannot go {direction}")]
    Across {
        /// Whose.
        label: Label,
        /// How it lies.
        orientation: Orientation,
        /// Where it should go.
        direction: Direction,
    },
    /// Off the board.
    #[error("{label} {}", edge_clause(*.driven))]
    Edge {
        /// Whose.
        label: Label,
        /// How far it gets.
        driven: u8,
    },
    /// Into something.
    #[error("{label} meets {what} at {cell}")]
    Blocked {
        /// Whose.
        label: Label,
        /// Into what.
        what: Occupant,
        /// Where.
        cell: Cell,
    },
    /// Out of fuel.
    #[error("{label} has fuel for {units} {}, not for {needed}", cells_word(*.units))]
    Fuel {
        /// Whose.
        label: Label,
        /// What it has.
        units: u16,
        /// What it needs.
        needed: u8,
    },
    /// Taken away.
    #[error("{label} is no longer on the board: the valet has taken it")]
    Gone {
        /// Whose.
        label: Label,
    },
}

fn edge_clause(driven: u8) -> String {
    match driven {
        0 => "stands at the edge of the board".to_owned(),
        driven => format!("would leave the board after {driven} {}", cells_word(driven)),
    }
}

fn cells_word(count: impl Into<u16>) -> &'static str {
    if count.into() == 1 { "cell" } else { "cells" }
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// A wall.
    Wall,
    /// The vehicle of that label.
    Vehicle(Label),
}

impl std::fmt::Display for Occupant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Occupant::Wall => f.write_str("a wall"),
            Occupant::Vehicle(label) => write!(f, "{label}"),
        }
    }
}

impl Position {
    /// The board as text, row by row: labels, `.` for a free cell, `x` for a wall. Where a label has several characters, cells are
    /// parted by spaces.
    pub fn cells(&self, puzzle: &Puzzle) -> String {
        let width = usize::from(puzzle.width());
        let place = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
        let mut cells = vec!["."; width * usize::from(puzzle.height())];
        puzzle.walls().iter().for_each(|wall| cells[place(*wall)] = "x");
        for (vehicle, offset) in puzzle.vehicles().iter().zip(&self.offsets) {
            for along in offset.iter().flat_map(|offset| *offset..*offset + vehicle.length) {
                cells[place(vehicle.orientation.cell(vehicle.line(), along))] = vehicle.label.as_str();
            }
        }
        let narrow = cells.iter().all(|cell| cell.chars().count() == 1);
        cells.join(if narrow { "" } else { " " })
    }

    /// Where the puzzle begins.
    pub fn start(puzzle: &Puzzle) -> Position {
        Position {
            offsets: puzzle.vehicles().iter().map(|vehicle| Some(vehicle.offset())).collect(),
            fuel: (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle)).collect(),
        }
    }

    /// What is in a cell.
    pub fn occupant(&self, puzzle: &Puzzle, cell: Cell) -> Option<Occupant> {
        if puzzle.walls().contains(&cell) {
            return Some(Occupant::Wall);
        }
        let there = puzzle.vehicles().iter().zip(&self.offsets).find(|(vehicle, offset)| {
            offset.is_some_and(|offset| vehicle.cells_at(offset).any(|covered| covered == cell))
        });
        there.map(|(vehicle, _)| Occupant::Vehicle(vehicle.label))
    }

    /// The top or left cell of a vehicle that is on the board.
    pub fn cell_of(&self, puzzle: &Puzzle, vehicle: usize) -> Option<Cell> {
        let place = puzzle.vehicles()[vehicle];
        self.offsets[vehicle].map(|offset| place.orientation.cell(place.line(), offset))
    }

    /// Whether the primary's nose touches the exit edge.
    pub fn solved(&self, puzzle: &Puzzle) -> bool {
        self.offsets[puzzle.primary_index()] == Some(puzzle.goal_offset())
    }

    /// The position after a move, or why it cannot be driven.
    pub fn play(&self, puzzle: &Puzzle, mv: Move) -> Result<Position, Illegal> {
        let Move { vehicle: index, direction, cells } = mv;
        let vehicle = puzzle.vehicles()[index];
        let label = vehicle.label;
        let Some(start) = self.offsets[index] else { return Err(Illegal::Gone { label }) };
        if direction.orientation() != vehicle.orientation {
            return Err(Illegal::Across { label, orientation: vehicle.orientation, direction });
        }
        if cells == 0 {
            return Err(Illegal::NoDistance);
        }
        let room = puzzle.line_length(vehicle.orientation);
        for driven in 0..cells {
            // The cell that the vehicle's leading end enters next.
            let ahead = match direction.sign() {
                1 => start.checked_add(vehicle.length + driven).filter(|along| *along < room),
                _ => start.checked_sub(1 + driven),
            };
            let Some(ahead) = ahead else { return Err(Illegal::Edge { label, driven }) };
            let cell = vehicle.orientation.cell(vehicle.line(), ahead);
            if let Some(what) = self.occupant(puzzle, cell) {
                return Err(Illegal::Blocked { label, what, cell });
            }
        }
        if let Some(units) = self.fuel[index].filter(|units| *units < u16::from(cells)) {
            return Err(Illegal::Fuel { label, units, needed: cells });
        }
        let mut next = self.clone();
        let arrived = (i32::from(start) + direction.sign() * i32::from(cells)) as u8;
        next.offsets[index] = if taken_by_valet(puzzle, index, arrived) { None } else { Some(arrived) };
        next.fuel[index] = self.fuel[index].map(|units| units - u16::from(cells));
        Ok(next)
    }

    /// Every legal move: vehicles in order, left or up before right or down, then by distance. Where every cell costs, a move of
    /// several cells is as many moves of one, so only those of one cell are given.
    pub fn moves(&self, puzzle: &Puzzle) -> Vec<Move> {
        let farthest = match puzzle.rules().metric {
            Metric::Moves => u8::MAX,
            Metric::Steps => 1,
        };
        let mut moves = Vec::new();
        for (index, vehicle) in puzzle.vehicles().iter().enumerate() {
            for direction in vehicle.orientation.directions() {
                let each = (1..=farthest).map(|cells| Move { vehicle: index, direction, cells });
                moves.extend(each.take_while(|mv| self.play(puzzle, *mv).is_ok()));
            }
        }
        moves
    }
}

/// Whether the valet takes a vehicle that arrives there: it lies in the exit's line and touches the exit's edge.
fn taken_by_valet(puzzle: &Puzzle, index: usize, arrived: u8) -> bool {
    let (vehicle, primary) = (puzzle.vehicles()[index], puzzle.primary());
    puzzle.rules().valet
        && index != puzzle.primary_index()
        && vehicle.orientation == primary.orientation
        && vehicle.line() == primary.line()
        && vehicle.cells_at(arrived).any(|cell| cell == puzzle.exit_cell())
}
