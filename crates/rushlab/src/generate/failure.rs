//! Reasons why an attempt produced no puzzle.

use std::ops::ControlFlow;

use crate::analysis::{Difficulty, Stopped};
use crate::puzzle::Metric;
use crate::search::{Observer, Progress};

/// The reason why an attempt produced no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttemptFailure {
    /// The observer stopped the attempt.
    #[error("interrupted")]
    Interrupted,
    /// The closest board has an optimal length outside the range.
    #[error("the optimal length of the closest board is {length} {metric}")]
    Length {
        /// Optimal length of that board.
        length: u32,
        /// Metric of the length.
        metric: Metric,
    },
    /// The board has too few vehicles or walls after it was reduced to a minimal one.
    #[error("a minimal board has {vehicles} vehicles and {walls} walls")]
    TooFewVehiclesOrWalls {
        /// Number of vehicles of the minimal board.
        vehicles: usize,
        /// Number of walls of the minimal board.
        walls: usize,
    },
    /// The puzzle has another difficulty level.
    #[error("the difficulty is {difficulty}, {}", .difficulty.level())]
    Level {
        /// Difficulty of the puzzle.
        difficulty: Difficulty,
    },
    /// The shortest solutions do not consist of the same moves.
    #[error("the shortest solutions differ")]
    NotUnique,
    /// A vehicle or a wall can be removed without changing the optimum.
    #[error("the puzzle is not minimal")]
    NotMinimal,
    /// The size, exit, rules, vehicles, walls or fuel are others.
    #[error("the board is another one than the constraints demand")]
    OtherBoard,
    /// No suitable board was found within the limits.
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
