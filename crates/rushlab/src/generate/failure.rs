//! Reasons why an attempt produced no puzzle.

use std::ops::ControlFlow;

use crate::analysis::{Difficulty, Stopped};
use crate::puzzle::Metric;
use crate::search::{Observer, Progress};

/// The reason why an attempt produced no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum AttemptFailure {
    #[error("interrupted")]
    Interrupted,
    #[error("the optimal length of the closest board is {length} {metric}")]
    Length { length: u32, metric: Metric },
    #[error("a minimal board has {vehicles} vehicles and {walls} walls")]
    TooFewVehiclesOrWalls { vehicles: usize, walls: usize },
    #[error("the difficulty is {difficulty}, {}", .difficulty.level())]
    Level { difficulty: Difficulty },
    #[error("the shortest solutions differ")]
    NotUnique,
    #[error("the puzzle is not minimal")]
    NotMinimal,
    #[error("the board is another one than the constraints demand")]
    OtherBoard,
    #[error("no suitable board was found")]
    NoBoard,
}

/// Lets the observer stop an attempt. Searches of small clusters end before they call it.
pub(super) fn check_interrupt(observer: &mut dyn Observer) -> Result<(), AttemptFailure> {
    match observer.progress(&Progress::default()) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(AttemptFailure::Interrupted),
    }
}

/// A cluster that exceeds its limit decides nothing about its board.
impl From<Stopped> for AttemptFailure {
    fn from(stopped: Stopped) -> AttemptFailure {
        match stopped {
            Stopped::Interrupted => AttemptFailure::Interrupted,
            Stopped::Limit(_) => AttemptFailure::NoBoard,
        }
    }
}
