//! How hard a puzzle is for a person. `docs/difficulty.md` tells why these features and these weights, and how well they do.
//!
//! Every figure is a whole number, so that a rating is the same on every machine.

use std::fmt;

use super::Cluster;
use crate::puzzle::Puzzle;
use crate::reference::Move;

/// What makes a position hard. Where a solution is looked at, it is the first shortest one, in the order of vehicles and moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The length of the shortest solution: there is so much to do.
    pub length: u32,
    /// The vehicles that move in it: there is so much to watch.
    pub movers: u32,
    /// How often the primary moves away from the exit in it: nobody likes to do that.
    pub retreats: u32,
    /// How far the hardest position of the cluster is from the exit: one can get lost so far.
    pub depth: u32,
    /// What a player has to choose right on the way, in thousandths of a bit: with one good move among eight, three bits.
    pub choices: u32,
}

impl Difficulty {
    /// What makes a position of a cluster hard; nothing if it has no solution.
    pub fn of(cluster: &Cluster, from: usize) -> Option<Difficulty> {
        let (length, depth) = (cluster.distance(from)?, cluster.greatest_distance()?);
        let puzzle = cluster.puzzle();
        let mut moved = vec![false; puzzle.vehicles().len()];
        let (mut retreats, mut choices, mut here) = (0, 0, from);
        while let Some(left) = cluster.distance(here).and_then(|distance| distance.checked_sub(1)) {
            let all = cluster.successors(here).len() as u32;
            let nearer = |to: &usize| cluster.distance(*to) == Some(left);
            let good = cluster.successors(here).filter(nearer).count() as u32;
            let (mv, next) = cluster.moves(here).find(|(_, to)| nearer(to))?;
            moved[mv.vehicle] = true;
            retreats += u32::from(is_retreat(puzzle, mv));
            choices += log2_thousandths(all).saturating_sub(log2_thousandths(good));
            here = next;
        }
        let movers = moved.iter().filter(|moved| **moved).count() as u32;
        Some(Difficulty { length, movers, retreats, depth, choices })
    }

    /// The rating, in tenths: a point for each move and each vehicle that moves, two for each retreat, half a point for each move of
    /// the hardest position, and a tenth for each bit of choice.
    pub fn tenths(&self) -> u32 {
        10 * self.length + 10 * self.movers + 20 * self.retreats + 5 * self.depth + (self.choices + 500) / 1000
    }

    /// The level it belongs to.
    pub fn level(&self) -> Level {
        let rating = self.tenths() / 10;
        Level::ALL.into_iter().rev().find(|level| level.least_rating() <= rating).unwrap_or(Level::Beginner)
    }
}

/// The rating, with its tenth.
impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        f.pad(&format!("{}.{}", tenths / 10, tenths % 10))
    }
}

/// Whether a move takes the primary away from the exit.
fn is_retreat(puzzle: &Puzzle, mv: Move) -> bool {
    mv.vehicle == puzzle.primary_index() && mv.direction != puzzle.exit().side.direction()
}

/// The binary logarithm of a number from 1 on, in thousandths, rounded down.
fn log2_thousandths(number: u32) -> u32 {
    let whole = number.max(1).ilog2();
    // 1 ≤ x < 2 with 32 bits after the point. Squaring it doubles its logarithm, of which one more bit is then known.
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

/// The levels of the classic cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The first ten cards.
    Beginner,
    /// The second ten.
    Intermediate,
    /// The third.
    Advanced,
    /// The last.
    Expert,
}

impl Level {
    /// All four, easiest first.
    pub const ALL: [Level; 4] = [Level::Beginner, Level::Intermediate, Level::Advanced, Level::Expert];

    /// The least rating of the level.
    pub fn least_rating(self) -> u32 {
        match self {
            Level::Beginner => 0,
            Level::Intermediate => 36,
            Level::Advanced => 58,
            Level::Expert => 78,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Level::Beginner => "beginner",
            Level::Intermediate => "intermediate",
            Level::Advanced => "advanced",
            Level::Expert => "expert",
        }
    }

    /// The level of that word.
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
