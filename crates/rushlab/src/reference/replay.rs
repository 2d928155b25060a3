//! Plays a written list of moves, as far as it is legal.

use super::{Illegal, Move, Position};
use crate::notation::{Motion, Who, Written};
use crate::puzzle::{Cell, Direction, Label, Puzzle};

/// What came of a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The moves that were played, and the position after each.
    pub played: Vec<(Move, Position)>,
    /// Why the move after the last one played is not legal, if there is one.
    pub illegal: Option<Stop>,
    /// The moves played.
    pub moves: u32,
    /// The cells driven.
    pub steps: u32,
    /// Whether the puzzle is solved after the last move played.
    pub solved: bool,
}

/// Why a written move cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Nobody of that name.
    #[error("no vehicle is called {0}")]
    Nobody(Label),
    /// Nothing there.
    #[error("no vehicle has its top or left cell at {0}")]
    NothingAt(Cell),
    /// A cell that is not on the board.
    #[error("there is no cell at row {row}, column {column}")]
    NoCell {
        /// From 1.
        row: i64,
        /// From 1.
        column: i64,
    },
    /// Farther than any board is long.
    #[error("{0} cells is farther than any board is long")]
    TooFar(u32),
    /// Against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// Plays a list of moves up to its end or to the first illegal one.
pub fn replay(puzzle: &Puzzle, moves: &[Written]) -> Replay {
    let start = Position::start(puzzle);
    let mut replay = Replay { played: Vec::new(), illegal: None, moves: 0, steps: 0, solved: start.solved(puzzle) };
    let mut position = start;
    for written in moves {
        let next = meant(puzzle, &position, written).and_then(|mv| Ok((mv, position.play(puzzle, mv)?)));
        match next {
            Ok((mv, next)) => {
                replay.moves += 1;
                replay.steps += u32::from(mv.cells);
                replay.solved = next.solved(puzzle);
                position = next.clone();
                replay.played.push((mv, next));
            }
            Err(stop) => {
                replay.illegal = Some(stop);
                break;
            }
        }
    }
    replay
}

/// The move that a written move means in a position.
fn meant(puzzle: &Puzzle, position: &Position, written: &Written) -> Result<Move, Stop> {
    let vehicle = match written.who {
        Who::Label(label) => puzzle.vehicle_named(label).ok_or(Stop::Nobody(label))?,
        Who::At { row, column } => vehicle_at(puzzle, position, row, column)?,
    };
    let (direction, cells) = match written.motion {
        Motion::Towards(direction, cells) => (direction, cells),
        Motion::Signed(distance) => {
            let [back, forth] = puzzle.vehicles()[vehicle].orientation.directions();
            let direction: Direction = if distance < 0 { back } else { forth };
            (direction, distance.unsigned_abs())
        }
    };
    let cells = u8::try_from(cells).map_err(|_| Stop::TooFar(cells))?;
    Ok(Move { vehicle, direction, cells })
}

/// The vehicle whose top or left cell is there; rows and columns count from 1.
fn vehicle_at(puzzle: &Puzzle, position: &Position, row: i64, column: i64) -> Result<usize, Stop> {
    let on_board = |at: i64, size: u8| u8::try_from(at - 1).ok().filter(|at| *at < size);
    let cell = on_board(row, puzzle.height()).zip(on_board(column, puzzle.width()));
    let (row, column) = cell.ok_or(Stop::NoCell { row, column })?;
    let cell = Cell { row, column };
    let there = (0..puzzle.vehicles().len()).find(|index| position.cell_of(puzzle, *index) == Some(cell));
    there.ok_or(Stop::NothingAt(cell))
}
