//! The built-in puzzles: what every command works on when it is given none.

/// Twelve puzzles of this project's own, easiest first, in the format `line`.
pub static STARTER: &str = include_str!("../../../puzzles/starter.txt");
