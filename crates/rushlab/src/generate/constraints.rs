//! Constraints on generated puzzles.

use std::ops::RangeInclusive;

use crate::analysis::{Difficulty, Level};
use crate::puzzle::{MAX_FUEL, Metric, Rules, SIZES, Side};

/// The greatest number of moves of a shortest solution on small boards: cells of the primary's line and number of
/// lines, with any number of walls, as the census of each size finds it.
const GREATEST_MOVES: [((u8, u8), u32); 8] =
    [((3, 3), 1), ((3, 4), 4), ((3, 5), 4), ((4, 3), 1), ((4, 4), 7), ((4, 5), 8), ((5, 3), 1), ((5, 4), 9)];

/// Constraints on a generated puzzle. Everything that they leave open is chosen at random.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// The side of the exit.
    pub exit: Side,
    /// The rules of the puzzle; `minimal` and `unique` are decided in their metric. With a valet, other vehicles may be
    /// in the exit line, and most puzzles have one ahead of the primary, which the valet must remove. With default
    /// fuel, the tanks of `fuel` make the shortest solution of about half of the puzzles longer.
    pub rules: Rules,
    /// Number of vehicles, including the primary.
    pub vehicles: Option<RangeInclusive<usize>>,
    /// Number of walls.
    pub walls: RangeInclusive<usize>,
    /// Lengths of the vehicles in cells. The primary has the least of them.
    pub lengths: RangeInclusive<usize>,
    /// Optimal number of moves.
    pub moves: Option<RangeInclusive<usize>>,
    /// Optimal number of steps.
    pub steps: Option<RangeInclusive<usize>>,
    /// Fuel units of the vehicles that have a tank. One to four vehicles have one.
    pub fuel: Option<RangeInclusive<usize>>,
    /// Difficulty level for human players.
    pub level: Option<Level>,
    /// Difficulty for human players, in whole points.
    pub difficulty: Option<RangeInclusive<u32>>,
    /// Whether removing any vehicle but the primary, or any wall, must change the optimum.
    pub minimal: bool,
    /// Whether all shortest solutions must consist of the same moves, in any order.
    pub unique: bool,
}

impl Default for Constraints {
    fn default() -> Constraints {
        Constraints {
            width: 6,
            height: 6,
            exit: Side::Right,
            rules: Rules::plain(Metric::Moves),
            vehicles: None,
            walls: 0..=0,
            lengths: 2..=3,
            moves: None,
            steps: None,
            fuel: None,
            level: None,
            difficulty: None,
            minimal: false,
            unique: false,
        }
    }
}

/// The reason why no puzzle can meet the constraints.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum ConstraintError {
    /// A range is empty; holds the name of the constraint.
    #[error("the range of {0} ends before it begins")]
    EmptyRange(&'static str),
    /// The board size is not supported; holds columns and rows.
    #[error("{0}x{1} is not a valid board size; both numbers must be from {least} to {most}", least = SIZES.start(), most = SIZES.end())]
    Size(u8, u8),
    /// The vehicle lengths do not fit the board; holds the greatest possible length.
    #[error("vehicles on this board have a length from 2 to {0}")]
    Lengths(usize),
    #[error("{vehicles} vehicles and {walls} walls do not fit on {width} by {height} cells")]
    BoardTooSmall { vehicles: usize, walls: usize, width: u8, height: u8 },
    #[error("a puzzle has at least one vehicle, the primary")]
    NoVehicle,
    /// The length of the solution is limited to zero; holds the name of the constraint.
    #[error("a puzzle must not be solved at the start; the range of {0} must include 1 or more")]
    ZeroLength(&'static str),
    #[error("{width}x{height} puzzles reach at most {moves} moves and a difficulty of {difficulty}")]
    Unreachable { width: u8, height: u8, moves: u32, difficulty: u32 },
    #[error("a tank holds at most {MAX_FUEL} units")]
    Fuel,
    #[error(
        "a solution has at least as many steps as moves: at least {moves} moves and at most {steps} steps contradict each other"
    )]
    MovesAndSteps { moves: usize, steps: usize },
}

impl Constraints {
    /// Checks that the constraints do not obviously contradict each other.
    pub fn validate(&self) -> Result<(), ConstraintError> {
        let Constraints { width, height, vehicles, walls, lengths, moves, steps, fuel, .. } = self;
        if !SIZES.contains(&usize::from(*width)) || !SIZES.contains(&usize::from(*height)) {
            return Err(ConstraintError::Size(*width, *height));
        }
        let ranges = [("vehicles", vehicles), ("walls", &Some(walls.clone())), ("lengths", &Some(lengths.clone()))];
        let more = [("moves", moves), ("steps", steps), ("fuel", fuel)];
        for (name, range) in ranges.into_iter().chain(more) {
            if range.as_ref().is_some_and(RangeInclusive::is_empty) {
                return Err(ConstraintError::EmptyRange(name));
            }
        }
        let longest_line = usize::from(*width.max(height));
        if *lengths.start() < 2 || *lengths.end() > longest_line || *lengths.start() >= self.line_length() {
            return Err(ConstraintError::Lengths(longest_line.min(self.line_length() - 1)));
        }
        let min_vehicles = vehicles.as_ref().map_or(1, |range| *range.start());
        if vehicles.as_ref().is_some_and(|range| *range.end() == 0) {
            return Err(ConstraintError::NoVehicle);
        }
        if min_vehicles.saturating_mul(*lengths.start()).saturating_add(*walls.start()) > self.cells() {
            let (vehicles, walls) = (min_vehicles, *walls.start());
            return Err(ConstraintError::BoardTooSmall { vehicles, walls, width: *width, height: *height });
        }
        for (name, range) in [("moves", moves), ("steps", steps)] {
            if range.as_ref().is_some_and(|range| *range.end() == 0) {
                return Err(ConstraintError::ZeroLength(name));
            }
        }
        if fuel.as_ref().is_some_and(|range| *range.end() > usize::from(MAX_FUEL)) {
            return Err(ConstraintError::Fuel);
        }
        if let (Some(moves), Some(steps)) = (moves, steps)
            && moves.start() > steps.end()
        {
            return Err(ConstraintError::MovesAndSteps { moves: *moves.start(), steps: *steps.end() });
        }
        if self.points().is_some_and(|points| points.is_empty()) {
            return Err(ConstraintError::EmptyRange("difficulties"));
        }
        self.check_reach()
    }

    /// Refuses lengths and difficulties that no puzzle of a small size reaches.
    fn check_reach(&self) -> Result<(), ConstraintError> {
        let Constraints { width, height, rules, lengths, moves, fuel, .. } = self;
        let size = match self.exit {
            Side::Left | Side::Right => (*width, *height),
            Side::Top | Side::Bottom => (*height, *width),
        };
        let known = GREATEST_MOVES.iter().find(|(known, _)| *known == size);
        let is_counted = *lengths.end() <= 3 && fuel.is_none() && rules.default_fuel.is_none() && !rules.valet;
        let Some((_, greatest)) = known.filter(|_| is_counted) else { return Ok(()) };
        let difficulty = Difficulty::greatest(*greatest).points();
        let is_too_long = moves.as_ref().is_some_and(|moves| *moves.start() > *greatest as usize);
        let is_too_hard = self.points().is_some_and(|points| *points.start() > difficulty);
        if is_too_long || is_too_hard {
            return Err(ConstraintError::Unreachable { width: *width, height: *height, moves: *greatest, difficulty });
        }
        Ok(())
    }

    /// Returns the difficulties that both the level and the range allow; `None` if neither is given.
    pub(super) fn points(&self) -> Option<RangeInclusive<u32>> {
        let ranges = self.level.map(Level::difficulties).into_iter().chain(self.difficulty.clone());
        ranges.reduce(|one, other| (*one.start()).max(*other.start())..=(*one.end()).min(*other.end()))
    }

    pub(super) fn cells(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns the number of cells in the primary's row or column.
    pub(super) fn line_length(&self) -> usize {
        usize::from(match self.exit {
            Side::Left | Side::Right => self.width,
            Side::Top | Side::Bottom => self.height,
        })
    }

    /// Returns whether a valet can remove a vehicle ahead of the primary: the line has room for both and the exit cell.
    pub(super) fn has_room_ahead(&self) -> bool {
        self.line_length() > 2 * self.lengths.start() && *self.vehicle_range().end() > 1
    }

    /// Returns the range from which the number of walls is chosen.
    pub(super) fn wall_range(&self) -> RangeInclusive<usize> {
        *self.walls.start()..=(*self.walls.end()).min(self.cells())
    }

    /// Returns the range of the number of vehicles on boards that can be hard; without a constraint, the upper part of
    /// the range of useful density and a little more. On boards with fewer vehicles, clusters are large and not deep.
    pub(super) fn dense_vehicle_range(&self) -> RangeInclusive<usize> {
        let range = self.vehicle_range();
        if self.vehicles.is_some() { range } else { range.end() * 3 / 4..=range.end() + 1 }
    }

    /// Returns the range of the number of vehicles; without a constraint, one that gives boards of useful density.
    pub(super) fn vehicle_range(&self) -> RangeInclusive<usize> {
        match &self.vehicles {
            Some(range) => (*range.start()).max(1)..=(*range.end()).min(self.cells()),
            None => {
                // Vehicles of the mean length cover between three eighths and three quarters of the cells.
                let length = (mean_length(&self.lengths)).max(2);
                let most = (self.cells().saturating_sub(*self.walls.start()) * 3 / 4 / length).max(2);
                (most / 2).max(2)..=most
            }
        }
    }
}

/// Returns the approximate mean length of the vehicles. Short lengths are chosen more often than long ones.
fn mean_length(lengths: &RangeInclusive<usize>) -> usize {
    lengths.start() + (lengths.end() - lengths.start()) / 3
}
