//! How difficult a puzzle is for a person. `docs/difficulty.md` explains the features, and reports how well the
//! difficulty predicts the time that people need and how often they fail.
//!
//! The figures of a difficulty are whole numbers, so that it is the same on every machine.

mod level;
mod look_ahead;
mod rank_correlation;
mod rater;

use std::fmt;

pub use self::level::Level;
pub use self::rater::Rater;
use super::Cluster;
use crate::puzzle::{Metric, Puzzle};

/// The features of a position that make it difficult.
///
/// The *apparent distance* of a position is the number of moves of the cheapest plan that a short look-ahead finds: to
/// drive out, clear away all vehicles in the way; to clear one away, choose one of its evasions; and so on for a few
/// levels. The positions *in reach* are those that a player can get to in as many moves as the shortest solution has.
///
/// ```
/// use rushlab::analysis::{Cluster, Difficulty, Level};
/// use rushlab::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse()?;
/// let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
/// let difficulty = Difficulty::of(&cluster, 0).ok_or("no solution")?;
/// assert_eq!(difficulty.length, 25);
/// assert_eq!(difficulty.level(), Level::Advanced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difficulty {
    /// The length of a shortest solution, in moves.
    pub length: u32,
    /// How badly apparent distances order the positions in reach: 1 minus Spearman's rank correlation of the apparent
    /// distance with the exact distance, in thousandths, at most 1000. It is 0 if a position that looks nearer to the
    /// exit is always nearer.
    pub misleading: u32,
    /// The share of the unsolved positions in reach from which no move lowers the apparent distance, in thousandths.
    pub stuck: u32,
    /// The distance of the hardest position of the cluster from the nearest goal, in moves.
    pub depth: u32,
}

impl Difficulty {
    /// Returns whether the difficulty is defined for a puzzle: its solutions must be measured in moves.
    pub fn is_defined_for(puzzle: &Puzzle) -> bool {
        puzzle.rules().metric == Metric::Moves
    }

    /// Rates a position of a cluster; `None` if it has no solution or if the difficulty is not defined for the puzzle.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn of(cluster: &Cluster, from: usize) -> Option<Difficulty> {
        Rater::new(cluster).rate(from)
    }

    /// Returns the number in tenths: length × (1 + misleading + stuck) + ½ depth.
    pub fn in_tenths(&self) -> u32 {
        let Points { length, misleading, stuck, depth } = self.points_in_tenths();
        length.saturating_add(misleading).saturating_add(stuck).saturating_add(depth)
    }

    /// Returns the number in whole points, rounded down.
    pub fn points(&self) -> u32 {
        self.in_tenths() / 10
    }

    /// Returns the greatest difficulty of puzzles with at most this many moves, from any position of their clusters.
    pub(crate) fn greatest(moves: u32) -> Difficulty {
        Difficulty { length: moves, misleading: 1000, stuck: 1000, depth: moves }
    }

    /// Returns the terms of the number in tenths.
    pub fn points_in_tenths(&self) -> Points {
        let times_length = |thousandths: u32| self.length.saturating_mul(thousandths).saturating_add(50) / 100;
        Points {
            length: self.length.saturating_mul(10),
            misleading: times_length(self.misleading),
            stuck: times_length(self.stuck),
            depth: self.depth.saturating_mul(5),
        }
    }

    /// Returns what makes the position harder than its length alone.
    pub fn reasons(&self) -> impl Iterator<Item = Reason> {
        let reasons = [
            (Reason::Misleading, self.misleading >= 300),
            (Reason::Stuck, self.stuck >= 200),
            (Reason::Far, self.depth >= self.length.saturating_add(self.length / 4).saturating_add(3)),
        ];
        reasons.into_iter().filter_map(|(reason, holds)| holds.then_some(reason))
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        Level::of_difficulty(self.points())
    }
}

/// The terms of a difficulty, in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// The length.
    pub length: u32,
    /// Length × misleading.
    pub misleading: u32,
    /// Length × stuck.
    pub stuck: u32,
    /// Half the depth.
    pub depth: u32,
}

/// A reason why a position is harder than its length alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Positions that look nearer to the exit often are not: `misleading` is at least 0.3.
    Misleading,
    /// Often no move looks better than the others: `stuck` is at least 0.2.
    Stuck,
    /// A player can get farther away from the exit: `depth` is at least 5/4 of the length.
    Far,
}

/// Writes the number with one decimal.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.in_tenths();
        f.pad(&format!("{}.{}", tenths / 10, tenths % 10))
    }
}
