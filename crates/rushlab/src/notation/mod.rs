//! Move notations: ways to write lists of moves, one file each, behind [`Notation`] and listed in [`NOTATIONS`].
//!
//! Notations name vehicles and distances differently: by label or by cell, with a direction or with a sign. A move that
//! was read stays as written ([`WrittenMove`]) until it is played, because the vehicle in a cell is known only then.

mod answer;
mod arrows;
mod calls;
mod esau;
mod json;
mod letters;
mod lisp;
mod named_lists;
mod pddl;
mod printed_list;
mod signed;
mod uva;
mod words;

pub use answer::read_answer;
pub use named_lists::{NamedList, NamedLists};
pub use printed_list::PrintedList;

use std::fmt;
use std::str::FromStr;

use crate::position::Move;
use crate::puzzle::{Cell, Direction, Label, Puzzle};
use crate::sealed::Sealed;

/// A move notation. The trait is sealed: all notations are in [`NOTATIONS`].
pub trait Notation: Sync + Sealed {
    /// Returns the name and a summary.
    fn about(&self) -> &'static About;

    /// Returns whether a text looks like this notation.
    #[doc(hidden)]
    fn sniff(&self, text: &str) -> bool;

    /// Reads the moves of a text.
    #[doc(hidden)]
    fn read(&self, text: &str) -> Result<Vec<WrittenMove>, NotationError>;

    /// Writes moves of a puzzle, with a newline at the end.
    #[doc(hidden)]
    fn write(&self, puzzle: &Puzzle, moves: &[NamedMove]) -> String;
}

/// A notation as a table of functions.
struct Table {
    about: &'static About,
    sniff: fn(&str) -> bool,
    read: fn(&str) -> Result<Vec<WrittenMove>, NotationError>,
    write: fn(&Puzzle, &[NamedMove]) -> String,
}

impl Sealed for Table {}

impl Notation for Table {
    fn about(&self) -> &'static About {
        self.about
    }

    fn sniff(&self, text: &str) -> bool {
        (self.sniff)(text)
    }

    fn read(&self, text: &str) -> Result<Vec<WrittenMove>, NotationError> {
        (self.read)(text)
    }

    fn write(&self, puzzle: &Puzzle, moves: &[NamedMove]) -> String {
        (self.write)(puzzle, moves)
    }
}

/// The name and the summary of a notation.
#[derive(Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
}

/// `json`: `[{"vehicle": "A", "direction": "right", "cells": 1}]`
pub static JSON: &dyn Notation = &json::JSON;
/// `pddl`: `(move-right-1-length-2 v-a row-3 column-1 column-2 column-3)`, the plans of planners
pub static PDDL: &dyn Notation = &pddl::PDDL;
/// `lisp`: `(((4 3) N 1) ((2 3) W 1))`
pub static LISP: &dyn Notation = &lisp::LISP;
/// `uva`: CSV `car,move`, such as `A,-2`
pub static UVA: &dyn Notation = &uva::UVA;
/// `arrows`: `F ↑ 2; G → 1`
pub static ARROWS: &dyn Notation = &arrows::ARROWS;
/// `words`: `B left 1; E left 2`
pub static WORDS: &dyn Notation = &words::WORDS;
/// `calls`: `move('B','left',1)`
pub static CALLS: &dyn Notation = &calls::CALLS;
/// `signed`: `F+1 K-2`
pub static SIGNED: &dyn Notation = &signed::SIGNED;
/// `letters`: `AR1 PU2`
pub static LETTERS: &dyn Notation = &letters::LETTERS;
/// `esau`: like `letters`, with one less for X except in the last move; never detected
pub static ESAU: &dyn Notation = &esau::ESAU;

/// All notations, in the order in which [`read`] tries them.
pub static NOTATIONS: &[&dyn Notation] = &[JSON, PDDL, LISP, UVA, CALLS, ARROWS, WORDS, SIGNED, LETTERS, ESAU];

/// Returns the notation with this name.
pub fn by_name(name: &str) -> Option<&'static dyn Notation> {
    NOTATIONS.iter().copied().find(|notation| notation.about().name == name)
}

/// Returns the names of all notations, separated by commas.
pub fn names() -> String {
    NOTATIONS.iter().map(|notation| notation.about().name).collect::<Vec<_>>().join(", ")
}

/// Reads the moves of a text. If `notation` is `None`, it is detected.
///
/// # Errors
///
/// Fails if the notation is not detected, or if a move cannot be read.
pub fn read(text: &str, notation: Option<&'static dyn Notation>) -> Result<Vec<WrittenMove>, NotationError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let notation = notation.or_else(|| NOTATIONS.iter().copied().find(|notation| notation.sniff(text)));
    notation.ok_or(NotationError::Unknown)?.read(text)
}

/// Writes moves that are played from the start of a puzzle.
pub fn write(notation: &dyn Notation, puzzle: &Puzzle, moves: &[Move]) -> String {
    notation.write(puzzle, &named_moves(puzzle, moves))
}

/// A move as it is written, not yet related to a puzzle.
///
/// ```
/// use rushlab::WrittenMove;
///
/// let written: WrittenMove = "AR3".parse()?;
/// assert_eq!(written.to_string(), "A right 3");
/// # Ok::<(), rushlab::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The vehicle.
    pub vehicle: VehicleName,
    /// The direction and the distance.
    pub displacement: Displacement,
}

/// The way a text names a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum VehicleName {
    /// By its label.
    Label(Label),
    /// By its top or left cell.
    At { row: i64, column: i64 },
}

/// The way a text gives direction and distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Displacement {
    /// A direction and a number of cells.
    Towards(Direction, u32),
    /// A number of cells: positive for right and down, negative for left and up.
    Signed(i32),
}

/// Reads one move in any notation.
impl FromStr for WrittenMove {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<WrittenMove, NotationError> {
        match read(text, None)?.as_slice() {
            [written] => Ok(*written),
            moves => Err(NotationError::Count(moves.len())),
        }
    }
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.vehicle {
            VehicleName::Label(label) => write!(f, "{label}")?,
            VehicleName::At { row, column } => write!(f, "({row} {column})")?,
        }
        match self.displacement {
            Displacement::Towards(direction, cells) => write!(f, " {direction} {cells}"),
            Displacement::Signed(cells) => write!(f, " {cells:+}"),
        }
    }
}

/// A move with the label of its vehicle and the cell that it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NamedMove {
    /// The label of the vehicle.
    pub label: Label,
    /// The top or left cell of the vehicle before the move.
    pub from: Cell,
    /// The direction.
    pub direction: Direction,
    /// The distance in cells.
    pub cells: u8,
}

/// Writes the move in words: `A right 3`.
impl fmt::Display for NamedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.label, self.direction, self.cells)
    }
}

/// Returns moves with labels and start cells. The moves are played from the start of the puzzle, and are not checked.
pub fn named_moves(puzzle: &Puzzle, moves: &[Move]) -> Vec<NamedMove> {
    let mut offsets: Vec<i32> = puzzle.vehicles().iter().map(|vehicle| vehicle.offset().into()).collect();
    let name = |mv: &Move| {
        let (vehicle, offset) = (puzzle.vehicles().get(mv.vehicle)?, offsets.get_mut(mv.vehicle)?);
        let from = vehicle.orientation.cell(vehicle.line(), (*offset).clamp(0, 255) as u8);
        *offset += mv.direction.distance(mv.cells);
        Some(NamedMove { label: vehicle.label, from, direction: mv.direction, cells: mv.cells })
    };
    moves.iter().filter_map(name).collect()
}

/// The reason why a text is not a list of moves.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum NotationError {
    #[error("the moves are not in a known notation ({}); write them like `AR1 PU2` or `A right 1; P up 2`", names())]
    Unknown,
    #[error("move {number}, `{found}`, cannot be read; an example of this notation is {example}")]
    Unreadable {
        number: usize,
        found: String,
        /// A move that is written correctly.
        example: &'static str,
    },
    #[error("the moves are not valid JSON for a list of moves: {0}")]
    Json(String),
    #[error("the reply has several answers that differ; give one")]
    Answers,
    #[error("the text has {0} moves; one was expected")]
    Count(usize),
}

/// Returns the error for a move that cannot be read, with a shortened text.
fn unreadable(index: usize, found: &str, example: &'static str) -> NotationError {
    let found = found.chars().take(40).map(|character| if character.is_control() { ' ' } else { character }).collect();
    NotationError::Unreadable { number: index + 1, found, example }
}

/// Makes a move of a label, a direction and a distance.
fn by_label(label: &str, direction: Option<Direction>, cells: &str) -> Option<WrittenMove> {
    let vehicle = VehicleName::Label(Label::new(label).ok()?);
    Some(WrittenMove { vehicle, displacement: Displacement::Towards(direction?, distance(cells)?) })
}

/// Reads a distance, which has no sign.
fn distance(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
