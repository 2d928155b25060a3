//! What a whole cluster looks like: how freely vehicles move, where ways end, which position is the hardest.

use super::Cluster;
use crate::puzzle::{Orientation, Puzzle};
use crate::reference::Position;

/// Figures of a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Survey {
    /// The moves of all positions together.
    pub moves: usize,
    /// The fewest moves that a position has.
    pub fewest: usize,
    /// The most moves that a position has.
    pub most: usize,
    /// Positions with a single move or none: whoever gets there must go back.
    pub dead_ends: usize,
    /// Positions from which every move leads nearer to the exit, or leaves one as far.
    pub summits: usize,
    /// Positions from which no goal can be reached any more.
    pub lost: usize,
}

impl Survey {
    /// Looks at every position.
    pub fn of(cluster: &Cluster) -> Survey {
        let mut survey =
            Survey { moves: cluster.move_count(), fewest: usize::MAX, most: 0, dead_ends: 0, summits: 0, lost: 0 };
        for number in 0..cluster.size() {
            let moves = cluster.successors(number).len();
            survey.fewest = survey.fewest.min(moves);
            survey.most = survey.most.max(moves);
            survey.dead_ends += usize::from(moves <= 1);
            match cluster.distance(number) {
                None => survey.lost += 1,
                Some(here) => {
                    let no_farther = |to: usize| cluster.distance(to).is_some_and(|there| there <= here);
                    survey.summits += usize::from(cluster.successors(number).all(no_farther));
                }
            }
        }
        survey
    }

    /// How many moves a position has on average.
    pub fn mobility(&self, cluster: &Cluster) -> f64 {
        self.moves as f64 / cluster.size() as f64
    }
}

/// The hardest position of a cluster: of all at the greatest distance, the smallest by the cells of its horizontal vehicles, then of
/// its vertical ones, each read as a number whose lowest bit is the cell at the top left. So it does not depend on where one started.
pub fn hardest(cluster: &Cluster) -> Option<usize> {
    let puzzle = cluster.puzzle();
    let mut position = Position::start(puzzle);
    let mut key = |number: &usize| {
        cluster.place(*number, &mut position);
        masks(puzzle, &position)
    };
    cluster.farthest().min_by_key(&mut key)
}

/// The cells of the horizontal and of the vertical vehicles, as numbers of 256 bits with their highest limbs first.
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
