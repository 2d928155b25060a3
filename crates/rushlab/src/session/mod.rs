//! One game in play: the terminal, the web page and whoever else lets people play all use this.
//!
//! A session is a puzzle and the moves made so far, with those taken back that could be made again. The rules are the reference's:
//! [`Position::play`] judges every move. What a player calls a move is what is counted: **a vehicle that is moved twice in a row has
//! made one move**, so it does not matter whether it is driven cell by cell or in one go. Only where one move would not lead to the same
//! position they stay two: a vehicle with a tank burns fuel forth and back, and the valet takes who leaves the exit and comes back.
//!
//! ```
//! use rushlab::puzzle::Direction;
//! use rushlab::session::{Session, Stars};
//!
//! let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......")?;
//! let mut session = Session::new(puzzle);
//! let refused = session.slide_named("X", Direction::Right, 1).unwrap_err();
//! assert_eq!(refused.to_string(), "X meets B at row 3, column 4");
//!
//! session.slide_named("B", Direction::Down, 2)?;
//! session.slide_named("X", Direction::Right, 2)?;
//! session.slide_named("X", Direction::Right, 1)?;
//! assert_eq!((session.moves(), session.steps(), session.finished()), (2, 5, true));
//! assert_eq!(session.par(Default::default(), &mut ())?, 2);
//! assert_eq!(session.stars(), Some(Stars::Three));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod help;
mod saved;
mod stars;

pub use help::{Hint, NoWay};
pub use saved::BadSave;
pub use stars::Stars;

use crate::puzzle::{Direction, Label, Puzzle};
use crate::position::{Illegal, Move, Position};
use help::Known;

/// A game in play.
#[derive(Clone, Debug)]
pub struct Session {
    puzzle: Puzzle,
    /// The moves made, then those taken back.
    moves: Vec<Move>,
    /// The start, and the position after each of the moves.
    positions: Vec<Position>,
    /// How many of the moves are made.
    made: usize,
    /// What was found out about the puzzle and the position at hand.
    known: Known,
    /// How much was asked for: hints of any grade.
    hints: u32,
    /// Whether a move, or all of them, were given away.
    helped: bool,
}

/// Why a move was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The game is over.
    #[error("the puzzle is solved; undo a move or start again to play on")]
    Finished,
    /// No such vehicle.
    #[error("no vehicle is called {0}")]
    Nobody(String),
    /// Against the rules.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

impl Session {
    /// A game at its start.
    pub fn new(puzzle: Puzzle) -> Session {
        let positions = vec![Position::start(&puzzle)];
        Session { puzzle, moves: Vec::new(), positions, made: 0, known: Known::default(), hints: 0, helped: false }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Where everything is.
    pub fn position(&self) -> &Position {
        &self.positions[self.made]
    }

    /// The moves made.
    pub fn played(&self) -> &[Move] {
        &self.moves[..self.made]
    }

    /// The moves taken back that can be made again, the next one first.
    pub fn undone(&self) -> &[Move] {
        &self.moves[self.made..]
    }

    /// How many moves were made.
    pub fn moves(&self) -> u32 {
        self.made as u32
    }

    /// How many cells were driven.
    pub fn steps(&self) -> u32 {
        self.played().iter().map(|mv| u32::from(mv.cells)).sum()
    }

    /// What the moves made cost in the puzzle's metric: what is compared with par.
    pub fn cost(&self) -> u32 {
        self.played().iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum()
    }

    /// Whether the puzzle is solved.
    pub fn finished(&self) -> bool {
        self.position().solved(&self.puzzle)
    }

    /// How many hints were asked for since the start.
    pub fn hints(&self) -> u32 {
        self.hints
    }

    /// Whether a move was given away since the start: by a hint of the last grade, or by a solution.
    pub fn helped(&self) -> bool {
        self.helped
    }

    /// How far a vehicle can go that way now.
    pub fn reach(&self, vehicle: usize, direction: Direction) -> u8 {
        if self.finished() || vehicle >= self.puzzle.vehicles().len() {
            return 0;
        }
        let legal = |cells: &u8| {
            let mv = Move { vehicle, direction, cells: *cells };
            self.position().play(&self.puzzle, mv).is_ok()
        };
        (1..=u8::MAX).take_while(legal).last().unwrap_or(0)
    }

    /// Moves a vehicle. What was taken back before is forgotten.
    pub fn mv(&mut self, mv: Move) -> Result<(), Refused> {
        if self.finished() {
            return Err(Refused::Finished);
        }
        if mv.vehicle >= self.puzzle.vehicles().len() {
            return Err(Refused::Nobody(format!("number {}", mv.vehicle + 1)));
        }
        let next = self.position().play(&self.puzzle, mv)?;
        self.moves.truncate(self.made);
        self.positions.truncate(self.made + 1);
        match self.joined(mv, &next) {
            None => self.push(mv, next),
            Some(whole) => {
                self.made -= 1;
                self.moves.pop();
                self.positions.pop();
                // Back where it stood, no move was made at all.
                if whole.cells > 0 {
                    self.push(whole, next);
                }
            }
        }
        self.known.moved();
        Ok(())
    }

    /// The same by the vehicle's label.
    pub fn move_named(&mut self, label: &str, direction: Direction, cells: u8) -> Result<(), Refused> {
        let vehicle = Label::new(label).ok().and_then(|label| self.puzzle.vehicle_named(label));
        let vehicle = vehicle.ok_or_else(|| Refused::Nobody(label.chars().take(20).collect()))?;
        self.mv(Move { vehicle, direction, cells })
    }

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<Move> {
        self.made = self.made.checked_sub(1)?;
        self.known.moved();
        Some(self.moves[self.made])
    }

    /// Makes the move again that was taken back last, and says which it was.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.made)?;
        self.made += 1;
        self.known.moved();
        Some(mv)
    }

    /// Starts again: nothing is kept but par.
    pub fn reset(&mut self) {
        let par = self.known.par;
        *self = Session::new(self.puzzle.clone());
        self.known.par = par;
    }

    fn push(&mut self, mv: Move, next: Position) {
        self.moves.push(mv);
        self.positions.push(next);
        self.made += 1;
    }

    /// A move and the move before it as one, of 0 cells if they cancel out; nothing if they are two moves. They are one when it leads
    /// to the same position: forth and back burns fuel, and the valet only comes for who arrives.
    fn joined(&self, mv: Move, next: &Position) -> Option<Move> {
        let last = self.played().last().filter(|last| last.vehicle == mv.vehicle)?;
        let before = &self.positions[self.made - 1];
        if last.direction != mv.direction && last.cells == mv.cells {
            return (before == next).then_some(Move { cells: 0, ..mv });
        }
        let whole = if last.direction == mv.direction {
            Move { cells: last.cells.checked_add(mv.cells)?, ..mv }
        } else {
            let longer = if last.cells > mv.cells { *last } else { mv };
            Move { cells: last.cells.abs_diff(mv.cells), ..longer }
        };
        (before.play(&self.puzzle, whole).as_ref() == Ok(next)).then_some(whole)
    }
}
