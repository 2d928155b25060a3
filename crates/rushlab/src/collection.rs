//! The built-in puzzles: what every command works on when it is given none.

use crate::analysis::Level;
use crate::format::Reader;
use crate::puzzle::Puzzle;

/// Forty levels of this project's own, in the format `json`: ten for beginners, then ten of each harder level, each ten from easy to
/// hard. All are minimal. `rushlab generate --level LEVEL --minimal` made them; of those, puzzles of evenly spread ratings were chosen
/// that look different.
pub static LEVELS: &str = include_str!("../puzzles/levels.jsonl");

/// Twelve puzzles of mixed difficulty, easiest first, in the format `line`.
pub static STARTER: &str = include_str!("../puzzles/starter.txt");

/// How many of the levels each [`Level`] has.
pub const LEVELS_OF_EACH: usize = 10;

/// The forty levels in order, each with how hard it is.
pub fn levels() -> impl Iterator<Item = (Level, Puzzle)> {
    let drafts = Reader::open(LEVELS.as_bytes(), None, None).into_iter().flatten().flatten();
    let puzzles = drafts.filter_map(|draft| Puzzle::try_from(draft).ok());
    puzzles.enumerate().filter_map(|(index, puzzle)| Some((*Level::ALL.get(index / LEVELS_OF_EACH)?, puzzle)))
}
