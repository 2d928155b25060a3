//! How attempts fail.

use crate::analysis::{Difficulty, Stopped};
use crate::puzzle::Metric;

/// How an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Miss {
    /// Whoever watched it stopped it.
    #[error("interrupted")]
    Interrupted,
    /// The longest or nearest solution met was of another length.
    #[error("the nearest came to {length} {metric}")]
    Length {
        /// So long.
        length: u32,
        /// In this.
        metric: Metric,
    },
    /// Without what it does not need it has too few vehicles or walls.
    #[error("a minimal one had {vehicles} vehicles and {walls} walls")]
    Few {
        /// So many are left.
        vehicles: usize,
        /// So many are left.
        walls: usize,
    },
    /// It is too hard or too easy.
    #[error("it was rated {difficulty}, {}", .difficulty.level())]
    Level {
        /// What it is rated by.
        difficulty: Difficulty,
    },
    /// Its shortest solutions differ.
    #[error("its shortest solutions differ")]
    Differ,
    /// No board came out that has a solution, or none, and is small enough to be sure.
    #[error("no board was found")]
    NoBoard,
}

/// A cluster that was not explored is no board to be sure of.
impl From<Stopped> for Miss {
    fn from(stopped: Stopped) -> Miss {
        match stopped {
            Stopped::Interrupted => Miss::Interrupted,
            Stopped::Limit(_) => Miss::NoBoard,
        }
    }
}
