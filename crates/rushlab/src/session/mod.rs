//! A game in progress, used by every front end that lets people play.
//!
//! A session holds a puzzle, the moves played so far and the moves taken back that can be played again. The rules are
//! defined by [`Position::play`], which checks every move.
//!
//! **Consecutive moves of one vehicle are merged into one move**, so the move count does not depend on whether a player
//! moves a vehicle cell by cell or in one go. Two moves stay separate only if the merged move would not lead to the
//! same position. This happens when a vehicle with a fuel tank moves back and forth, because both moves use fuel, and
//! when the valet removes a vehicle that leaves the exit cell and returns to it.
//!
//! ```
//! use rushlab::puzzle::Direction;
//! use rushlab::session::{Session, Stars};
//!
//! let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......")?;
//! let mut session = Session::new(puzzle);
//! let error = session.play_named("X", Direction::Right, 1).unwrap_err();
//! assert_eq!(error.to_string(), "X is blocked by B at row 3, column 4");
//!
//! session.play_named("B", Direction::Down, 2)?;
//! session.play_named("X", Direction::Right, 2)?;
//! session.play_named("X", Direction::Right, 1)?;
//! assert_eq!((session.move_count(), session.steps(), session.finished()), (2, 5, true));
//! assert_eq!(session.par(Default::default(), &mut ())?, 2);
//! assert_eq!(session.stars(), Some(Stars::Three));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod hints;
mod review;
mod save;
mod stars;

pub use hints::{Hint, HintError};
pub use review::Detour;
pub use save::RestoreError;
pub use stars::Stars;

use crate::position::{IllegalMove, Move, Position};
use crate::puzzle::{Direction, Label, Puzzle};
use hints::SearchCache;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Puzzle,
    /// The moves played, followed by the moves taken back.
    moves: Vec<Move>,
    /// The start position and the position after each of `moves`.
    positions: Vec<Position>,
    /// Number of `moves` that are played; the rest are taken back.
    played: usize,
    /// Search results for the puzzle and the current position.
    cache: SearchCache,
    /// Number of hints given since the start.
    hints: u32,
    /// Whether a hint or a solution has shown a complete move since the start.
    move_revealed: bool,
}

/// The reason why a move was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages describe the variants")]
pub enum MoveError {
    #[error("the puzzle is solved; undo a move or start again to play on")]
    Solved,
    #[error("no vehicle is labelled {0}")]
    UnknownVehicle(String),
    /// The puzzle has no vehicle with this number, counted from 1.
    #[error("there is no vehicle number {0}")]
    VehicleNumber(usize),
    /// The move breaks the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl Session {
    /// Creates a session at the start position of a puzzle.
    pub fn new(puzzle: Puzzle) -> Session {
        let positions = vec![Position::start(&puzzle)];
        Session {
            puzzle,
            moves: Vec::new(),
            positions,
            played: 0,
            cache: SearchCache::default(),
            hints: 0,
            move_revealed: false,
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.played]
    }

    /// Returns the moves played so far.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    /// Returns the moves taken back that can be played again, the next one first.
    pub fn undone(&self) -> &[Move] {
        &self.moves[self.played..]
    }

    /// Returns the number of moves played.
    pub fn move_count(&self) -> u32 {
        self.played as u32
    }

    /// Returns the number of steps (cells moved) played.
    pub fn steps(&self) -> u32 {
        self.played().iter().map(|mv| u32::from(mv.cells)).sum()
    }

    /// Returns the cost of the moves played in the puzzle's metric, which is compared with par.
    pub fn cost(&self) -> u32 {
        self.played().iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum()
    }

    /// Returns whether the puzzle is solved.
    pub fn finished(&self) -> bool {
        self.position().is_solved()
    }

    /// Returns the number of hints given since the start.
    pub fn hints(&self) -> u32 {
        self.hints
    }

    /// Returns whether a complete move was shown since the start, by a hint of the last kind or by a solution.
    pub fn move_revealed(&self) -> bool {
        self.move_revealed
    }

    /// Returns how many cells a vehicle can move in a direction from the current position.
    pub fn reach(&self, vehicle: usize, direction: Direction) -> u8 {
        if self.finished() || vehicle >= self.puzzle.vehicles().len() {
            return 0;
        }
        let legal = |cells: &u8| {
            let mv = Move { vehicle, direction, cells: *cells };
            self.position().play(mv).is_ok()
        };
        (1..=u8::MAX).take_while(legal).last().unwrap_or(0)
    }

    /// Plays a move, merging it with the previous move of the same vehicle, and discards the moves taken back.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if self.finished() {
            return Err(MoveError::Solved);
        }
        if mv.vehicle >= self.puzzle.vehicles().len() {
            return Err(MoveError::VehicleNumber(mv.vehicle + 1));
        }
        let next = self.position().play(mv)?;
        self.moves.truncate(self.played);
        self.positions.truncate(self.played + 1);
        match self.merged_with_last(mv, &next) {
            None => self.push(mv, next),
            Some(merged) => {
                self.played -= 1;
                self.moves.pop();
                self.positions.pop();
                // A merged move of 0 cells means that the vehicle is back where it was: no move remains.
                if merged.cells > 0 {
                    self.push(merged, next);
                }
            }
        }
        self.cache.clear_position();
        Ok(())
    }

    /// Plays a move of the vehicle with a label, as [`play`](Session::play) does.
    pub fn play_named(&mut self, label: &str, direction: Direction, cells: u8) -> Result<(), MoveError> {
        let vehicle = Label::new(label).ok().and_then(|label| self.puzzle.vehicle_named(label));
        let vehicle = vehicle.ok_or_else(|| MoveError::UnknownVehicle(label.chars().take(20).collect()))?;
        self.play(Move { vehicle, direction, cells })
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        self.played = self.played.checked_sub(1)?;
        self.cache.clear_position();
        Some(self.moves[self.played])
    }

    /// Plays the move again that was taken back last, and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.played)?;
        self.played += 1;
        self.cache.clear_position();
        Some(mv)
    }

    /// Returns to the start position; only par is kept.
    pub fn reset(&mut self) {
        let par = self.cache.par;
        *self = Session::new(self.puzzle.clone());
        self.cache.par = par;
    }

    fn push(&mut self, mv: Move, next: Position) {
        self.moves.push(mv);
        self.positions.push(next);
        self.played += 1;
    }

    /// Returns the move that replaces the last move and `mv` together, with 0 cells if they cancel out. Returns `None`
    /// if the two must stay separate: the merged move would not lead to `next`, because moving back and forth uses
    /// fuel or because the valet has removed the vehicle.
    fn merged_with_last(&self, mv: Move, next: &Position) -> Option<Move> {
        let merged = self.played().last()?.merged_with(mv)?;
        let before = &self.positions[self.played - 1];
        let is_same = if merged.cells == 0 { before == next } else { before.play(merged).as_ref() == Ok(next) };
        is_same.then_some(merged)
    }
}
