//! Lists of moves as text: one file a notation, each behind [`Notation`], all listed in [`NOTATIONS`].
//!
//! Notations name vehicles and distances differently: by label or by the cell they stand in, with a direction or with a sign. What is
//! read stays as written ([`Written`]) until it is played, for only then is it known which vehicle stands where.

mod arrows;
mod json;
mod letters;
mod lisp;
mod uva;
mod words;

use std::fmt;

use crate::puzzle::{Cell, Direction, Label, Puzzle};
use crate::reference::Move;

/// A way to write a list of moves.
pub trait Notation: Sync {
    /// What there is to know about it.
    fn about(&self) -> &'static About;

    /// Whether a text is in this notation.
    fn sniff(&self, text: &str) -> bool;

    /// The moves of a text.
    fn read(&self, text: &str) -> Result<Vec<Written>, BadMove>;

    /// The text of some moves, with a newline at its end.
    fn write(&self, moves: &[Told]) -> String;
}

/// What there is to know about a notation.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it is.
    pub summary: &'static str,
}

/// Every notation, in the order in which they are asked whether a text is theirs.
pub static NOTATIONS: &[&dyn Notation] =
    &[&json::Json, &lisp::Lisp, &uva::Uva, &arrows::Arrows, &words::Words, &letters::Letters];

/// The notation of that name.
pub fn named(name: &str) -> Option<&'static dyn Notation> {
    NOTATIONS.iter().copied().find(|notation| notation.about().name == name)
}

/// The names of all notations, for a sentence.
pub fn names() -> String {
    NOTATIONS.iter().map(|notation| notation.about().name).collect::<Vec<_>>().join(", ")
}

/// The moves of a text in that notation, or in the one it looks like.
pub fn read(text: &str, notation: Option<&'static dyn Notation>) -> Result<Vec<Written>, BadMove> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let notation = notation.or_else(|| NOTATIONS.iter().copied().find(|notation| notation.sniff(text)));
    notation.ok_or(BadMove::Unknown)?.read(text)
}

/// The text of some moves, played from the start of a puzzle.
pub fn write(notation: &dyn Notation, puzzle: &Puzzle, moves: &[Move]) -> String {
    notation.write(&told(puzzle, moves))
}

/// A move as read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Which vehicle.
    pub who: Who,
    /// Which way, and how far.
    pub motion: Motion,
}

/// How a text names a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// By its label.
    Label(Label),
    /// By its top or left cell, from 1.
    At {
        /// From 1.
        row: i64,
        /// From 1.
        column: i64,
    },
}

/// How a text tells where a vehicle goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// In a direction.
    Towards(Direction, u32),
    /// Forwards (right, down) or, if negative, backwards.
    Signed(i32),
}

/// The move in words, for messages.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.who {
            Who::Label(label) => write!(f, "{label}")?,
            Who::At { row, column } => write!(f, "({row} {column})")?,
        }
        match self.motion {
            Motion::Towards(direction, cells) => write!(f, " {direction} {cells}"),
            Motion::Signed(cells) => write!(f, " {cells:+}"),
        }
    }
}

/// A move with all that any notation may want to say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The vehicle's label.
    pub label: Label,
    /// Its top or left cell before the move.
    pub from: Cell,
    /// Which way.
    pub direction: Direction,
    /// How far.
    pub cells: u8,
}

/// Moves with the cells they start from. Nothing is checked: whoever has moves has played them.
fn told(puzzle: &Puzzle, moves: &[Move]) -> Vec<Told> {
    let mut offsets: Vec<i32> = puzzle.vehicles().iter().map(|vehicle| vehicle.offset().into()).collect();
    let tell = |mv: &Move| {
        let vehicle = puzzle.vehicles()[mv.vehicle];
        let offset = &mut offsets[mv.vehicle];
        let from = vehicle.orientation.cell(vehicle.line(), (*offset).clamp(0, 255) as u8);
        *offset += mv.direction.sign() * i32::from(mv.cells);
        Told { label: vehicle.label, from, direction: mv.direction, cells: mv.cells }
    };
    moves.iter().map(tell).collect()
}

/// Why a text is no list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadMove {
    /// Like nothing known.
    #[error("the moves are in no notation known here; write them as in `AR1 PU2` or `A right 1; P up 2` ({})", names())]
    Unknown,
    /// One that cannot be read.
    #[error("move {number}, `{found}`, is not written as in {example}")]
    Unreadable {
        /// Which, from 1.
        number: usize,
        /// What is there.
        found: String,
        /// What should be.
        example: &'static str,
    },
    /// JSON that is none, or not what it should be.
    #[error("the moves are not valid JSON for a list of moves: {0}")]
    Json(String),
}

/// A move that cannot be read, cut short for the message.
fn unreadable(index: usize, found: &str, example: &'static str) -> BadMove {
    let found = found.chars().take(40).map(|character| if character.is_control() { ' ' } else { character }).collect();
    BadMove::Unreadable { number: index + 1, found, example }
}

/// A move by label and direction.
fn by_label(label: &str, direction: Option<Direction>, cells: &str) -> Option<Written> {
    let who = Who::Label(Label::new(label).ok()?);
    Some(Written { who, motion: Motion::Towards(direction?, distance(cells)?) })
}

/// A distance, without a sign.
fn distance(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
