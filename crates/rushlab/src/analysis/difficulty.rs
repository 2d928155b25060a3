//! A rating of how difficult a puzzle is for a person. `docs/difficulty.md` explains the features and weights, and how well
//! they predict the levels of the cards.
//!
//! Every figure is a whole number, so that a rating is the same on every machine.

use std::fmt;

use super::Cluster;
use crate::position::Move;
use crate::puzzle::Puzzle;

/// The features of a position that make it difficult. Features of a solution are those of the first shortest one, in the order of vehicles
/// and moves.
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
pub struct Difficulty {
    /// The length of a shortest solution.
    pub length: u32,
    /// The number of vehicles that move in it.
    pub movers: u32,
    /// The number of moves in it that take the primary away from the exit.
    pub retreats: u32,
    /// The distance of the hardest position of the cluster from the nearest goal.
    pub greatest_distance: u32,
    /// The information needed to choose a right move at every position, in thousandths of a bit: one good move among eight takes three
    /// bits.
    pub information: u32,
}

impl Difficulty {
    /// Rates a position of a cluster; `None` if it has no solution.
    pub fn of(cluster: &Cluster, from: usize) -> Option<Difficulty> {
        let (length, greatest_distance) = (cluster.distance(from)?, cluster.greatest_distance()?);
        let puzzle = cluster.puzzle();
        let mut moved = vec![false; puzzle.vehicles().len()];
        let (mut retreats, mut information, mut here) = (0, 0, from);
        while let Some(left) = cluster.distance(here).and_then(|distance| distance.checked_sub(1)) {
            let all = cluster.successors(here).len() as u32;
            let nearer = |to: &usize| cluster.distance(*to) == Some(left);
            let good = cluster.successors(here).filter(nearer).count() as u32;
            let (mv, next) = cluster.moves(here).find(|(_, to)| nearer(to))?;
            moved[mv.vehicle] = true;
            retreats += u32::from(is_retreat(puzzle, mv));
            information += log2_thousandths(all).saturating_sub(log2_thousandths(good));
            here = next;
        }
        let movers = moved.iter().filter(|moved| **moved).count() as u32;
        Some(Difficulty { length, movers, retreats, greatest_distance, information })
    }

    /// Returns the rating in tenths: a point for each move and each vehicle that moves, two for each retreat, half a point for each move
    /// of the hardest position, and a tenth for each bit of information.
    pub fn rating_in_tenths(&self) -> u32 {
        10 * self.length
            + 10 * self.movers
            + 20 * self.retreats
            + 5 * self.greatest_distance
            + (self.information + 500) / 1000
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        let rating = self.rating_in_tenths() / 10;
        Level::ALL.into_iter().rev().find(|level| level.least_rating() <= rating).unwrap_or(Level::Beginner)
    }
}

/// Writes the rating with one decimal.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.rating_in_tenths();
        f.pad(&format!("{}.{}", tenths / 10, tenths % 10))
    }
}

/// Whether a move takes the primary away from the exit.
fn is_retreat(puzzle: &Puzzle, mv: Move) -> bool {
    mv.vehicle == puzzle.primary_index() && mv.direction != puzzle.exit().side.direction()
}

/// Returns the binary logarithm of a number of at least 1, in thousandths, rounded down.
fn log2_thousandths(number: u32) -> u32 {
    let whole = number.max(1).ilog2();
    // 1 ≤ x < 2 with 32 bits after the point. Squaring doubles the logarithm, which yields one more bit of it.
    let mut x = (u64::from(number.max(1)) << 32) >> whole;
    let mut bits = 0_u64;
    for _ in 0..20 {
        x = ((u128::from(x) * u128::from(x)) >> 32) as u64;
        let carry = x >> 33;
        bits = bits << 1 | carry;
        x >>= carry;
    }
    1000 * whole + ((1000 * bits) >> 20) as u32
}

/// The levels of difficulty, as on the classic cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Level {
    /// The level of cards 1 to 10 of the classic game: a rating below 36.
    Beginner,
    /// The level of cards 11 to 20: a rating from 36.
    Intermediate,
    /// The level of cards 21 to 30: a rating from 58.
    Advanced,
    /// The level of cards 31 to 40: a rating from 78.
    Expert,
}

impl Level {
    /// All four, easiest first.
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Intermediate, Level::Advanced, Level::Expert];

    /// Returns the least rating of the level.
    pub fn least_rating(self) -> u32 {
        match self {
            Level::Beginner => 0,
            Level::Intermediate => 36,
            Level::Advanced => 58,
            Level::Expert => 78,
        }
    }

    /// Returns the English word.
    pub fn word(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
            Level::Expert => "expert",
        }
    }

    /// Returns the level with an English word.
    pub fn from_word(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_thousandth() {
        for number in 1..5000_u32 {
            let truth = 1000.0 * f64::from(number).log2();
            let found = f64::from(log2_thousandths(number));
            assert!((truth - 1.001..=truth + 0.001).contains(&found), "{number}: {found} {truth}");
        }
    }
}
