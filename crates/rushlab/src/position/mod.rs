//! Positions and moves: the reference implementation of the rules.
//!
//! A move is legal if it can be made one cell at a time: along the axis of the vehicle, onto free cells of the board,
//! with a unit of fuel for each cell. [`Position::play`] defines which moves are legal. Every faster implementation is
//! tested against it, and solutions are verified with it.

mod illegal;
mod replay;

pub use illegal::{IllegalMove, Occupant};
pub use replay::{Replay, ReplayError, replay};

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::puzzle::{Cell, Direction, Draft, DraftFuel, Metric, Problems, Puzzle};

/// A move: one vehicle moves any number of cells in one direction.
///
/// The vehicle is given by its index in [`Puzzle::vehicles`]. [`NamedMove`](crate::notation::NamedMove) is a move with
/// the label of its vehicle, and can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Move {
    /// The index of the vehicle.
    pub vehicle: usize,
    /// The direction.
    pub direction: Direction,
    /// The distance in cells.
    pub cells: u8,
}

impl Move {
    /// Returns the move of the same vehicle by the sum of the distances of this move and the next one, with 0 cells if
    /// they cancel out; `None` if the moves are of two vehicles. Steps in one direction are always one move. After
    /// moves in opposite directions, the position may be another one: they use fuel, and the valet may remove the
    /// vehicle between them.
    pub fn merged_with(self, next: Move) -> Option<Move> {
        if (self.vehicle, self.direction.orientation()) != (next.vehicle, next.direction.orientation()) {
            return None;
        }
        let distance = self.direction.distance(self.cells) + next.direction.distance(next.cells);
        let longer = if self.cells > next.cells { self } else { next };
        Some(Move { cells: u8::try_from(distance.unsigned_abs()).ok()?, ..longer })
    }
}

/// A position of a puzzle: where every vehicle is, and how much fuel it has left.
///
/// ```
/// use rushlab::{Direction, Move, Puzzle, WrittenMove};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let start = puzzle.start();
/// let to_exit = Move { vehicle: puzzle.primary_index(), direction: Direction::Right, cells: 3 };
/// let error = start.play(to_exit).unwrap_err();
/// assert_eq!(error.to_string(), "X is blocked by B at row 3, column 4");
///
/// let written: WrittenMove = "BD2".parse()?;
/// let next = start.play(start.resolve(&written)?)?;
/// assert!(!next.is_solved());
/// assert!(next.play(to_exit)?.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    puzzle: Puzzle,
    /// The offset of each vehicle; `None` if the valet has removed it.
    pub(crate) offsets: Vec<Option<u8>>,
    /// The fuel left in each tank; `None` if it is unlimited or not tracked.
    pub(crate) fuel: Vec<Option<u16>>,
}

impl Position {
    /// Returns the start position of a puzzle.
    pub fn start(puzzle: &Puzzle) -> Position {
        Position {
            puzzle: puzzle.clone(),
            offsets: puzzle.vehicles().iter().map(|vehicle| Some(vehicle.offset())).collect(),
            fuel: (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle)).collect(),
        }
    }

    /// Returns the position with these offsets and this fuel, as [`offsets`](Position::offsets) and
    /// [`fuel`](Position::fuel) return them; `None` if a vehicle would stand off the board, in a wall or in another
    /// vehicle, or if a tank would hold more than at the start.
    ///
    /// ```
    /// use rushlab::{Position, Puzzle};
    ///
    /// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
    /// let start = puzzle.start();
    /// assert_eq!(Position::restore(&puzzle, start.offsets().to_vec(), start.fuel().to_vec()), Some(start));
    /// assert_eq!(Position::restore(&puzzle, vec![Some(9); 4], vec![None; 4]), None);
    /// # Ok::<(), rushlab::Error>(())
    /// ```
    pub fn restore(puzzle: &Puzzle, offsets: Vec<Option<u8>>, fuel: Vec<Option<u16>>) -> Option<Position> {
        let count = puzzle.vehicles().len();
        if offsets.len() != count || fuel.len() != count {
            return None;
        }
        let mut covered = puzzle.walls().to_vec();
        for (index, vehicle) in puzzle.vehicles().iter().enumerate() {
            if fuel[index].is_some_and(|units| puzzle.tank(index).is_none_or(|tank| units > tank)) {
                return None;
            }
            let Some(offset) = offsets[index] else {
                puzzle.removal_offset(index)?;
                continue;
            };
            let end = usize::from(offset) + usize::from(vehicle.length);
            if end > usize::from(puzzle.line_length(vehicle.orientation)) {
                return None;
            }
            for cell in vehicle.cells_at(offset) {
                if covered.contains(&cell) {
                    return None;
                }
                covered.push(cell);
            }
        }
        Some(Position { puzzle: puzzle.clone(), offsets, fuel })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the offset of each vehicle within its line; `None` for a vehicle that the valet has removed.
    pub fn offsets(&self) -> &[Option<u8>] {
        &self.offsets
    }

    /// Returns the fuel left in each tank. `None` means unlimited; in a position of a [`Visit`](crate::search::Visit)
    /// or a [`Cluster`](crate::analysis::Cluster) it can also mean that the tank is not tracked.
    pub fn fuel(&self) -> &[Option<u16>] {
        &self.fuel
    }

    /// Returns what is in a cell.
    pub fn occupant(&self, cell: Cell) -> Option<Occupant> {
        if self.puzzle.walls().contains(&cell) {
            return Some(Occupant::Wall);
        }
        let mut placed = self.puzzle.vehicles().iter().zip(&self.offsets);
        let covers = placed.find(|(vehicle, offset)| {
            offset.is_some_and(|offset| vehicle.cells_at(offset).any(|covered| covered == cell))
        });
        covers.map(|(vehicle, _)| Occupant::Vehicle(vehicle.label))
    }

    /// Returns the top or left cell of a vehicle; `None` if it is not on the board.
    pub fn cell_of(&self, vehicle: usize) -> Option<Cell> {
        let (vehicle, offset) = (self.puzzle.vehicles().get(vehicle)?, self.offsets[vehicle]?);
        Some(vehicle.orientation.cell(vehicle.line(), offset))
    }

    /// Returns whether the primary is at the exit.
    pub fn is_solved(&self) -> bool {
        self.offsets[self.puzzle.primary_index()] == Some(self.puzzle.goal_offset())
    }

    /// Returns the position after a move.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is not legal.
    pub fn play(&self, mv: Move) -> Result<Position, IllegalMove> {
        let Move { vehicle: index, direction, cells } = mv;
        let vehicle = *self.puzzle.vehicles().get(index).ok_or(IllegalMove::NoVehicle { index })?;
        let label = vehicle.label;
        let Some(start) = self.offsets[index] else { return Err(IllegalMove::Removed { label }) };
        if direction.orientation() != vehicle.orientation {
            return Err(IllegalMove::WrongAxis { label, orientation: vehicle.orientation, direction });
        }
        if cells == 0 {
            return Err(IllegalMove::NoDistance);
        }
        let length = self.puzzle.line_length(vehicle.orientation);
        for driven in 0..cells {
            // The cell that the leading end of the vehicle enters next.
            let ahead = match direction.sign() {
                1 => start.checked_add(vehicle.length + driven).filter(|ahead| *ahead < length),
                _ => start.checked_sub(1 + driven),
            };
            let Some(ahead) = ahead else { return Err(IllegalMove::OffBoard { label, driven }) };
            let cell = vehicle.orientation.cell(vehicle.line(), ahead);
            if let Some(occupant) = self.occupant(cell) {
                return Err(IllegalMove::Blocked { label, occupant, cell });
            }
        }
        if let Some(units) = self.fuel[index].filter(|units| *units < u16::from(cells)) {
            return Err(IllegalMove::NotEnoughFuel { label, units, needed: cells });
        }
        let mut next = self.clone();
        let arrived = (i32::from(start) + direction.distance(cells)) as u8;
        next.offsets[index] = Some(arrived).filter(|arrived| self.puzzle.removal_offset(index) != Some(*arrived));
        next.fuel[index] = self.fuel[index].map(|units| units - u16::from(cells));
        Ok(next)
    }

    /// Returns the legal moves that a search considers: vehicles in order, left or up before right or down, then by
    /// distance. Under the metric [`Steps`](Metric::Steps) only moves of one cell are listed, because a longer move
    /// costs as much as its steps.
    pub fn legal_moves(&self) -> Vec<Move> {
        let farthest = match self.puzzle.rules().metric {
            Metric::Moves => u8::MAX,
            Metric::Steps => 1,
        };
        let mut moves = Vec::new();
        for (index, vehicle) in self.puzzle.vehicles().iter().enumerate() {
            for direction in vehicle.orientation.directions() {
                let each = (1..=farthest).map(|cells| Move { vehicle: index, direction, cells });
                moves.extend(each.take_while(|mv| self.play(*mv).is_ok()));
            }
        }
        moves
    }

    /// Returns the puzzle that starts here: without the vehicles that the valet has removed, and with the fuel left.
    ///
    /// # Errors
    ///
    /// Fails if more than [`MAX_FUEL`](crate::puzzle::MAX_FUEL) units are left in a tank, which only rules with a
    /// larger default allow.
    pub fn to_puzzle(&self) -> Result<Puzzle, Problems> {
        let mut draft = Draft::from(&self.puzzle);
        (draft.vehicles, draft.fuel) = (Vec::new(), Vec::new());
        for (index, mut vehicle) in Draft::from(&self.puzzle).vehicles.into_iter().enumerate() {
            let Some(cell) = self.cell_of(index) else { continue };
            (vehicle.row, vehicle.column) = (cell.row.into(), cell.column.into());
            draft.vehicles.push(vehicle);
            let own = self.puzzle.vehicles()[index].fuel;
            // A full default tank needs no entry. An untracked tank keeps its entry.
            let left = match self.fuel[index] {
                Some(units) => {
                    Some(units).filter(|units| own.is_some() || Some(*units) != self.puzzle.rules().default_fuel)
                }
                None => own,
            };
            draft.fuel.extend(left.map(|units| DraftFuel { label: vehicle.label, units: units.into(), text_line: 0 }));
        }
        Puzzle::try_from(draft)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.offsets == other.offsets
            && self.fuel == other.fuel
            && (self.puzzle.is_same(&other.puzzle) || self.puzzle == other.puzzle)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.offsets, &self.fuel).hash(state);
    }
}

/// The board row by row: labels, `.` for a free cell, `x` for a wall. Cells are separated by spaces if a label has
/// several characters.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = usize::from(self.puzzle.width());
        let index = |cell: Cell| usize::from(cell.row) * width + usize::from(cell.column);
        let mut cells = vec!["."; width * usize::from(self.puzzle.height())];
        self.puzzle.walls().iter().for_each(|wall| cells[index(*wall)] = "x");
        for (vehicle, offset) in self.puzzle.vehicles().iter().zip(&self.offsets) {
            for cell in offset.iter().flat_map(|offset| vehicle.cells_at(*offset)) {
                cells[index(cell)] = vehicle.label.as_str();
            }
        }
        let narrow = cells.iter().all(|cell| cell.chars().count() == 1);
        f.pad(&cells.join(if narrow { "" } else { " " }))
    }
}
