//! What is asked of a puzzle.

use std::ops::RangeInclusive;

use crate::analysis::Level;
use crate::puzzle::{MAX_FUEL, Metric, SIZES, Side};

/// What is asked of a puzzle. What is left open is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Where the primary leaves.
    pub exit: Side,
    /// What is minimised: lengths below are in moves and in steps, but minimal and unique are meant in this.
    pub metric: Metric,
    /// How many vehicles, the primary among them.
    pub vehicles: Option<RangeInclusive<usize>>,
    /// How many walls.
    pub walls: RangeInclusive<usize>,
    /// How long vehicles are. The primary is as short as they may be.
    pub lengths: RangeInclusive<usize>,
    /// How many moves the shortest solution takes.
    pub moves: Option<RangeInclusive<usize>>,
    /// How many steps the shortest solution takes.
    pub steps: Option<RangeInclusive<usize>>,
    /// What is in the tanks of a few vehicles.
    pub fuel: Option<RangeInclusive<usize>>,
    /// How hard it is for a person.
    pub level: Option<Level>,
    /// Nothing can go without making the solution shorter.
    pub minimal: bool,
    /// All shortest solutions have the same moves, in whatever order.
    pub unique: bool,
}

impl Default for Demand {
    fn default() -> Demand {
        Demand {
            width: 6,
            height: 6,
            exit: Side::Right,
            metric: Metric::Moves,
            vehicles: None,
            walls: 0..=0,
            lengths: 2..=3,
            moves: None,
            steps: None,
            fuel: None,
            level: None,
            minimal: false,
            unique: false,
        }
    }
}

/// Why no puzzle can be as demanded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// A range that ends before it begins.
    #[error("the range of {0} ends before it begins")]
    Empty(&'static str),
    /// Not a size of a board.
    #[error("{0}x{1} is no size for a board; both must be from {least} to {most}", least = SIZES.start(), most = SIZES.end())]
    Size(u8, u8),
    /// Vehicles that are too short or too long.
    #[error("vehicles have a length from 2 to {0} on this board")]
    Lengths(usize),
    /// More than fits on a board.
    #[error("{vehicles} vehicles and {walls} walls do not fit on {width} by {height} cells")]
    Crowded {
        /// How many vehicles there must be at least.
        vehicles: usize,
        /// How many walls there must be at least.
        walls: usize,
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
    },
    /// No vehicle at all.
    #[error("a puzzle has at least one vehicle, the primary")]
    NoVehicle,
    /// A solution of no moves.
    #[error("a puzzle that is solved already is none: ask for at least 1 of {0}")]
    Solved(&'static str),
    /// A tank no vehicle has.
    #[error("a tank holds at most {MAX_FUEL} units")]
    Fuel,
    /// More moves than steps.
    #[error(
        "a solution has at least as many steps as moves: at least {moves} moves and at most {steps} steps exclude each other"
    )]
    MovesAndSteps {
        /// The fewest moves.
        moves: usize,
        /// The most steps.
        steps: usize,
    },
}

impl Demand {
    /// Whether a demand contradicts itself at first sight.
    pub fn check(&self) -> Result<(), Impossible> {
        let Demand { width, height, vehicles, walls, lengths, moves, steps, fuel, .. } = self;
        if !SIZES.contains(&usize::from(*width)) || !SIZES.contains(&usize::from(*height)) {
            return Err(Impossible::Size(*width, *height));
        }
        let ranges = [("vehicles", vehicles), ("walls", &Some(walls.clone())), ("lengths", &Some(lengths.clone()))];
        let more = [("moves", moves), ("steps", steps), ("fuel", fuel)];
        for (name, range) in ranges.into_iter().chain(more) {
            if range.as_ref().is_some_and(RangeInclusive::is_empty) {
                return Err(Impossible::Empty(name));
            }
        }
        let room = usize::from(*width.max(height));
        if *lengths.start() < 2 || *lengths.end() > room || *lengths.start() >= self.line_length() {
            return Err(Impossible::Lengths(room.min(self.line_length() - 1)));
        }
        let fewest = vehicles.as_ref().map_or(1, |range| *range.start());
        if vehicles.as_ref().is_some_and(|range| *range.end() == 0) {
            return Err(Impossible::NoVehicle);
        }
        if fewest.saturating_mul(*lengths.start()).saturating_add(*walls.start()) > self.cells() {
            let (vehicles, walls) = (fewest, *walls.start());
            return Err(Impossible::Crowded { vehicles, walls, width: *width, height: *height });
        }
        for (name, range) in [("moves", moves), ("steps", steps)] {
            if range.as_ref().is_some_and(|range| *range.end() == 0) {
                return Err(Impossible::Solved(name));
            }
        }
        if fuel.as_ref().is_some_and(|range| *range.end() > usize::from(MAX_FUEL)) {
            return Err(Impossible::Fuel);
        }
        if let (Some(moves), Some(steps)) = (moves, steps)
            && moves.start() > steps.end()
        {
            return Err(Impossible::MovesAndSteps { moves: *moves.start(), steps: *steps.end() });
        }
        Ok(())
    }

    /// How many cells the board has.
    pub(super) fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// How many cells the primary's line has.
    pub(super) fn line_length(&self) -> usize {
        usize::from(match self.exit {
            Side::Left | Side::Right => self.width,
            Side::Top | Side::Bottom => self.height,
        })
    }

    /// How many walls to draw.
    pub(super) fn drawn_walls(&self) -> RangeInclusive<usize> {
        *self.walls.start()..=(*self.walls.end()).min(self.cells())
    }

    /// How many vehicles to draw: what is asked for, or what makes a lively board.
    pub(super) fn drawn_vehicles(&self) -> RangeInclusive<usize> {
        match &self.vehicles {
            Some(range) => (*range.start()).max(1)..=(*range.end()).min(self.cells()),
            None => {
                // A third of the cells are free, more or less.
                let length = (lengths_mean(&self.lengths)).max(2);
                let most = (self.cells().saturating_sub(*self.walls.start()) * 3 / 4 / length).max(2);
                (most / 2).max(2)..=most
            }
        }
    }
}

/// What vehicles measure on average, roughly: short ones are drawn more often.
fn lengths_mean(lengths: &RangeInclusive<usize>) -> usize {
    lengths.start() + (lengths.end() - lengths.start()) / 3
}
