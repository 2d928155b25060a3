//! Summary figures of a cluster: branching factor, dead ends, local maxima, and the hardest position.

use super::Cluster;
use crate::position::Position;
use crate::puzzle::{Orientation, Puzzle};

/// Summary figures of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Number of positions, at least 1.
    pub positions: usize,
    /// Number of moves of all positions together.
    pub moves: usize,
    /// The least number of moves of a position.
    pub min_moves: usize,
    /// The greatest number of moves of a position.
    pub max_moves: usize,
    /// Number of positions with at most one move.
    pub dead_ends: usize,
    /// Number of positions from which no move leads farther away from the exit.
    pub local_maxima: usize,
    /// Number of positions from which no goal can be reached.
    pub unsolvable: usize,
}

impl Summary {
    /// Computes the figures.
    pub fn of(cluster: &Cluster) -> Summary {
        let mut summary = Summary {
            positions: cluster.size(),
            moves: cluster.move_count(),
            min_moves: usize::MAX,
            max_moves: 0,
            dead_ends: 0,
            local_maxima: 0,
            unsolvable: 0,
        };
        for number in 0..cluster.size() {
            let moves = cluster.successors(number).len();
            summary.min_moves = summary.min_moves.min(moves);
            summary.max_moves = summary.max_moves.max(moves);
            summary.dead_ends += usize::from(moves <= 1);
            match cluster.distance(number) {
                None => summary.unsolvable += 1,
                Some(here) => {
                    let no_farther = |to: usize| cluster.distance(to).is_some_and(|there| there <= here);
                    summary.local_maxima += usize::from(cluster.successors(number).all(no_farther));
                }
            }
        }
        summary
    }

    /// Returns the average number of moves of a position.
    pub fn branching_factor(&self) -> f64 {
        self.moves as f64 / self.positions as f64
    }
}

/// Returns the hardest position of a cluster: one at the greatest distance. Ties are broken by comparing the bit masks
/// of the cells of the horizontal, then of the vertical vehicles, so that the result does not depend on the start.
pub fn hardest(cluster: &Cluster) -> Option<usize> {
    let puzzle = cluster.puzzle();
    let mut position = Position::start(puzzle);
    let mut key = |number: &usize| {
        cluster.decode(*number, &mut position);
        masks(puzzle, &position)
    };
    cluster.farthest().min_by_key(&mut key)
}

/// Returns the cells of the horizontal and of the vertical vehicles, as numbers of 256 bits, highest words first.
fn masks(puzzle: &Puzzle, position: &Position) -> [[u64; 4]; 2] {
    let mut masks = [[0; 4]; 2];
    for (vehicle, offset) in puzzle.vehicles().iter().zip(&position.offsets) {
        let mask = match vehicle.orientation {
            Orientation::Horizontal => &mut masks[0],
            Orientation::Vertical => &mut masks[1],
        };
        for cell in offset.iter().flat_map(|offset| vehicle.cells_at(*offset)) {
            let bit = usize::from(cell.row) * usize::from(puzzle.width()) + usize::from(cell.column);
            mask[3 - bit / 64] |= 1 << (bit % 64);
        }
    }
    masks
}
