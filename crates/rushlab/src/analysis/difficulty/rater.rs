//! The features of the positions of one cluster.

use super::Difficulty;
use super::look_ahead::LookAhead;
use super::rank_correlation::spearman;
use crate::analysis::Cluster;
use crate::position::Position;

/// The greatest number of positions that are compared. Of more, every second, third, … one is compared.
const MAX_COMPARED: usize = 20_000;

/// Rates positions of one cluster. Rating many of them is faster than with [`Difficulty::of`], because the apparent
/// distance of a position is computed once.
pub struct Rater<'a> {
    cluster: &'a Cluster,
    look_ahead: LookAhead,
    position: Position,
    /// The apparent distance of each position; `None` if it is not yet computed.
    apparent: Vec<Option<u8>>,
}

impl<'a> Rater<'a> {
    /// Returns a rater for a cluster.
    pub fn new(cluster: &'a Cluster) -> Rater<'a> {
        Rater {
            cluster,
            look_ahead: LookAhead::new(cluster.puzzle()),
            position: Position::start(cluster.puzzle()),
            apparent: vec![None; cluster.size()],
        }
    }

    /// Rates a position; `None` if it has no solution or if the difficulty is not defined for the puzzle.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn rate(&mut self, from: usize) -> Option<Difficulty> {
        if !Difficulty::is_defined_for(self.cluster.puzzle()) {
            return None;
        }
        let (length, depth) = (self.cluster.distance(from)?, self.cluster.greatest_distance()?);
        let reach = in_reach(self.cluster, from, length);
        let step = reach.len().div_ceil(MAX_COMPARED).max(1);
        let (mut pairs, mut stuck, mut unsolved) = (Vec::new(), 0_u32, 0_u32);
        for number in reach.into_iter().step_by(step) {
            let number = number as usize;
            let Some(distance) = self.cluster.distance(number) else { continue };
            let apparent = self.apparent(number);
            pairs.push((u32::from(apparent), distance));
            if distance > 0 {
                unsolved += 1;
                stuck += u32::from(!self.has_move_that_looks_better(number, apparent));
            }
        }
        let misleading = 1.0 - spearman(&pairs).unwrap_or(1.0).max(0.0);
        Some(Difficulty {
            length,
            misleading: (1000.0 * misleading).round() as u32,
            stuck: (1000 * stuck + unsolved / 2).checked_div(unsolved).unwrap_or(0),
            depth,
        })
    }

    fn apparent(&mut self, number: usize) -> u8 {
        if let Some(apparent) = self.apparent[number] {
            return apparent;
        }
        self.cluster.decode(number, &mut self.position);
        let apparent = self.look_ahead.apparent_distance(&self.position);
        self.apparent[number] = Some(apparent);
        apparent
    }

    fn has_move_that_looks_better(&mut self, number: usize, apparent: u8) -> bool {
        let cluster = self.cluster;
        cluster.successors(number).any(|to| self.apparent(to) < apparent)
    }
}

impl std::fmt::Debug for Rater<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rater").field("cluster", self.cluster).finish_non_exhaustive()
    }
}

/// Returns the positions that can be reached from one in at most `length` moves, in the order of breadth-first search.
fn in_reach(cluster: &Cluster, from: usize, length: u32) -> Vec<u32> {
    if from == 0 {
        // The positions of a cluster are numbered in this order.
        let last = cluster.layers().take(length as usize + 1).last();
        return (0..last.map_or(0, |layer| layer.end as u32)).collect();
    }
    let mut seen = vec![false; cluster.size()];
    seen[from] = true;
    let mut reach = vec![from as u32];
    let mut layer = 0;
    for _ in 0..length {
        let end = reach.len();
        for index in layer..end {
            for to in cluster.successors(reach[index] as usize) {
                if !std::mem::replace(&mut seen[to], true) {
                    reach.push(to as u32);
                }
            }
        }
        layer = end;
    }
    reach
}
