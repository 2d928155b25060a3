//! The rows of census files: their order, and their statistics.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rushlab_census::MinimalPuzzle;

pub(super) fn of(MinimalPuzzle { cost, board, positions, .. }: &MinimalPuzzle) -> String {
    text(*cost, board, *positions)
}

/// Returns a row: `moves board positions`.
pub(super) fn text(moves: usize, board: &str, positions: u64) -> String {
    format!("{moves:02} {board} {positions}")
}

pub(super) fn moves(row: &str) -> usize {
    row.split(' ').next().and_then(|moves| moves.parse().ok()).unwrap_or(0)
}

fn walls(row: &str) -> usize {
    let board = row.split(' ').nth(1).unwrap_or_default();
    // The board may begin with its size and a colon.
    board.rsplit(':').next().unwrap_or(board).matches('x').count()
}

/// Returns the order of rows in a file: the hardest first, and equally hard rows in descending order of their texts.
pub(super) fn compare(one: &str, other: &str) -> Ordering {
    (moves(other), other).cmp(&(moves(one), one))
}

#[derive(Clone, Debug, Default)]
pub(super) struct RowStatistics {
    pub(super) rows: u64,
    pub(super) by_moves: BTreeMap<usize, u64>,
    pub(super) by_walls: BTreeMap<usize, u64>,
    /// The rows with the greatest number of moves.
    pub(super) hardest: Vec<String>,
}

impl RowStatistics {
    pub(super) fn add(&mut self, row: &str) {
        let moves = moves(row);
        self.rows += 1;
        *self.by_moves.entry(moves).or_default() += 1;
        *self.by_walls.entry(walls(row)).or_default() += 1;
        if moves == self.most_moves() {
            self.hardest.push(row.to_owned());
        }
    }

    pub(super) fn most_moves(&self) -> usize {
        self.by_moves.last_key_value().map_or(0, |(moves, _)| *moves)
    }
}
