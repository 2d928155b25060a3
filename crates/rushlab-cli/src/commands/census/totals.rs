//! The counts of a census.

use std::collections::BTreeMap;

use super::journal::Chunk;
use super::moves;

/// The sums over all finished chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct CensusTotals {
    pub(super) chunks: usize,
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

impl CensusTotals {
    /// Adds a chunk.
    pub(super) fn add(&mut self, chunk: &Chunk) {
        self.chunks += 1;
        self.ids += chunk.ids;
        self.canonical += chunk.canonical;
        self.solvable += chunk.solvable;
        self.minimal += chunk.rows.len() as u64;
        self.positions += chunk.positions;
        self.largest = self.largest.max(chunk.largest);
        for row in &chunk.rows {
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
