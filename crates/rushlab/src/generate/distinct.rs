//! Detection of duplicate puzzles.

use std::collections::HashSet;

use crate::puzzle::Puzzle;

/// A set of puzzles. Two are equal if they have the same [id](Puzzle::id): if they differ in name and labels only.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::generate::DistinctPuzzles;
///
/// let (puzzle, relabelled): (Puzzle, Puzzle) = ("AA..XX..........".parse()?, "BB..XX..........".parse()?);
/// let mut puzzles = DistinctPuzzles::default();
/// assert!(puzzles.insert(&puzzle));
/// assert!(!puzzles.insert(&relabelled));
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct DistinctPuzzles(HashSet<String>);

impl DistinctPuzzles {
    /// Adds a puzzle and returns whether it is new.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        self.0.insert(puzzle.id())
    }
}
