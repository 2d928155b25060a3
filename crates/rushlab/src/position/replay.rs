//! Plays a written list of moves, as far as it is legal.

use super::{IllegalMove, Move, Position};
use crate::error::{Phrasing, Remedy};
use crate::notation::{Displacement, VehicleName, WrittenMove};
use crate::puzzle::{Cell, Direction, Label, Puzzle};

/// The result of playing a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replay {
    /// The moves that were played, and the position after each.
    pub played: Vec<(Move, Position)>,
    /// The reason why the next move cannot be played; `None` if all moves were played.
    pub error: Option<ReplayError>,
    /// Number of cells driven.
    pub steps: u32,
    /// Whether the puzzle is solved after the last move played.
    pub solved: bool,
}

/// The reason why a written move cannot be played.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum ReplayError {
    #[error("no vehicle is labelled {0}")]
    UnknownLabel(Label),
    #[error("no vehicle has its top or left cell at {0}")]
    NoVehicleAt(Cell),
    #[error("there is no cell at row {row}, column {column}")]
    NoCell { row: i64, column: i64 },
    #[error("a distance of {0} cells is longer than any board")]
    TooFar(u32),
    /// The move is against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl ReplayError {
    /// Returns the message, with the remedy for a list in a notation that is not detected, which `phrasing` words.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            ReplayError::Illegal(IllegalMove::NoDistance) => format!("{self}; {}", phrasing(Remedy::EsauNotation)),
            other => other.to_string(),
        }
    }
}

impl Position {
    /// Returns the move that a written move means in this position. The move may be illegal.
    ///
    /// # Errors
    ///
    /// Fails if the written move names no vehicle of this position.
    pub fn resolve(&self, written: &WrittenMove) -> Result<Move, ReplayError> {
        let vehicle = match written.vehicle {
            VehicleName::Label(label) => self.puzzle().vehicle_named(label).ok_or(ReplayError::UnknownLabel(label))?,
            VehicleName::At { row, column } => self.vehicle_at(row, column)?,
        };
        let (direction, cells) = match written.displacement {
            Displacement::Towards(direction, cells) => (direction, cells),
            Displacement::Signed(distance) => {
                let [backward, forward] = self.puzzle().vehicles()[vehicle].orientation.directions();
                let direction: Direction = if distance < 0 { backward } else { forward };
                (direction, distance.unsigned_abs())
            }
        };
        let cells = u8::try_from(cells).map_err(|_| ReplayError::TooFar(cells))?;
        Ok(Move { vehicle, direction, cells })
    }

    /// Returns the vehicle whose top or left cell is at a row and column, counted from 1.
    fn vehicle_at(&self, row: i64, column: i64) -> Result<usize, ReplayError> {
        let on_board = |at: i64, size: u8| u8::try_from(at.checked_sub(1)?).ok().filter(|at| *at < size);
        let cell = on_board(row, self.puzzle().height()).zip(on_board(column, self.puzzle().width()));
        let (row, column) = cell.ok_or(ReplayError::NoCell { row, column })?;
        let cell = Cell { row, column };
        let found = (0..self.puzzle().vehicles().len()).find(|index| self.cell_of(*index) == Some(cell));
        found.ok_or(ReplayError::NoVehicleAt(cell))
    }
}

/// Plays a list of moves from the start of a puzzle, up to the first move that cannot be played.
pub fn replay(puzzle: &Puzzle, moves: &[WrittenMove]) -> Replay {
    let mut position = Position::start(puzzle);
    let mut replay = Replay { played: Vec::new(), error: None, steps: 0, solved: position.is_solved() };
    for written in moves {
        match position.resolve(written).and_then(|mv| Ok((mv, position.play(mv)?))) {
            Ok((mv, next)) => {
                replay.steps += u32::from(mv.cells);
                replay.solved = next.is_solved();
                position = next.clone();
                replay.played.push((mv, next));
            }
            Err(error) => {
                replay.error = Some(error);
                break;
            }
        }
    }
    replay
}
