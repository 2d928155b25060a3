//! Summary figures of a cluster: mobility, dead ends, local maxima, and the hardest position.

use super::Cluster;
use crate::position::Position;
use crate::puzzle::{Orientation, Puzzle};

/// Summary figures of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of moves of all positions together.
    pub moves: usize,
    /// The least number of moves of a position.
    pub fewest: usize,
    /// The greatest number of moves of a position.
    pub most: usize,
    /// The number of positions with at most one move.
    pub dead_ends: usize,
    /// The number of positions from which no move leads farther away from the exit.
    pub local_maxima: usize,
    /// The number of positions from which no goal can be reached.
    pub unsolvable: usize,
}

impl Summary {
    /// Computes the figures.
    pub fn of(cluster: &Cluster) -> Summary {
        let mut summary = Summary {
            moves: cluster.move_count(),
            fewest: usize::MAX,
            most: 0,
            dead_ends: 0,
            local_maxima: 0,
            unsolvable: 0,
        };
        for number in 0..cluster.size() {
            let moves = cluster.successors(number).len();
            summary.fewest = summary.fewest.min(moves);
            summary.most = summary.most.max(moves);
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
    pub fn mobility(&self, cluster: &Cluster) -> f64 {
        self.moves as f64 / cluster.size() as f64
    }
}

/// Returns the hardest position of a cluster: of all at the greatest distance, the smallest by the cells of its horizontal vehicles, then
/// of its vertical ones, each read as a number whose lowest bit is the cell at the top left. It does not depend on the start.
pub fn hardest(cluster: &Cluster) -> Option<usize> {
    let puzzle = cluster.puzzle();
    let mut position = Position::start(puzzle);
    let mut key = |number: &usize| {
        cluster.decode(*number, &mut position);
        masks(puzzle, &position)
    };
    cluster.farthest().min_by_key(&mut key)
}

/// Returns the cells of the horizontal and of the vertical vehicles, as numbers of 256 bits with the highest limbs first.
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
