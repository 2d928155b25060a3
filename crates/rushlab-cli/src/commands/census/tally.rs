//! The counts of a census.

use std::collections::BTreeMap;

use super::journal::Slice;
use super::moves;

/// The sums over all finished slices.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    pub(super) slices: usize,
    pub(super) ids: u64,
    pub(super) canonical: u64,
    pub(super) solvable: u64,
    pub(super) minimal: u64,
    pub(super) positions: u64,
    pub(super) largest: u64,
    /// The number of minimal puzzles for each number of moves.
    pub(super) by_moves: BTreeMap<usize, u64>,
    /// The number of minimal puzzles for each number of walls.
    pub(super) by_walls: BTreeMap<usize, u64>,
}

impl Tally {
    /// Adds a slice.
    pub(super) fn add(&mut self, slice: &Slice) {
        self.slices += 1;
        self.ids += slice.ids;
        self.canonical += slice.canonical;
        self.solvable += slice.solvable;
        self.minimal += slice.rows.len() as u64;
        self.positions += slice.positions;
        self.largest = self.largest.max(slice.largest);
        for row in &slice.rows {
            let board = row.split(' ').nth(1).unwrap_or_default();
            // The board may begin with its size and a colon.
            let walls = board.rsplit(':').next().unwrap_or(board).matches('x').count();
            *self.by_moves.entry(moves(row)).or_default() += 1;
            *self.by_walls.entry(walls).or_default() += 1;
        }
    }

    /// Returns the number of moves of the hardest puzzle so far.
    pub(super) fn hardest(&self) -> usize {
        self.by_moves.last_key_value().map_or(0, |(moves, _)| *moves)
    }
}
