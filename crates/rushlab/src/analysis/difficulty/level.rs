//! The levels of difficulty.

use std::ops::RangeInclusive;

use crate::words::words;

/// The levels of difficulty, as on the classic cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Level {
    /// The level of cards 1 to 10 of the classic game: a difficulty below 32.
    Beginner,
    /// The level of cards 11 to 20: a difficulty from 32.
    Intermediate,
    /// The level of cards 21 to 30: a difficulty from 56.
    Advanced,
    /// The level of cards 31 to 40: a difficulty from 84.
    Expert,
}

words!(Level {
    Beginner => "beginner",
    Intermediate => "intermediate",
    Advanced => "advanced",
    Expert => "expert",
});

impl Level {
    /// Returns the least difficulty of the level.
    pub fn least_difficulty(self) -> u32 {
        match self {
            Level::Beginner => 0,
            Level::Intermediate => 32,
            Level::Advanced => 56,
            Level::Expert => 84,
        }
    }

    /// Returns the difficulties of the level; the last level has no upper end.
    pub fn difficulties(self) -> RangeInclusive<u32> {
        let next = Level::ALL.get(self as usize + 1).map_or(u32::MAX, |next| next.least_difficulty() - 1);
        self.least_difficulty()..=next
    }

    /// Returns the level of a difficulty.
    pub fn of_difficulty(points: u32) -> Level {
        Level::ALL.into_iter().rev().find(|level| level.least_difficulty() <= points).unwrap_or(Level::Beginner)
    }
}
