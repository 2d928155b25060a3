//! All optimal solutions from a position: how many there are, which positions all of them pass, and whether they use
//! the same moves.
//!
//! The moves that lead one step nearer to the goals form a layered graph, and every optimal solution takes one move
//! from each layer to the next. So solutions are counted layer by layer, and a layer of one position is a bottleneck
//! that every optimal solution passes.

use std::collections::HashMap;

use super::Cluster;
use crate::position::Move;

/// The optimal solutions from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solutions {
    /// Number of optimal solutions, where orders of moves count separately; at most `u128::MAX`.
    pub count: u128,
    /// The positions on them, in layers from the start to the goals.
    pub layers: Vec<Vec<usize>>,
    /// Whether all of them play the same moves, possibly in different orders.
    pub same_moves: bool,
}

impl Solutions {
    /// Finds the optimal solutions from a position; `None` if it has no solution.
    pub fn of(cluster: &Cluster, from: usize) -> Option<Solutions> {
        let length = cluster.distance(from)?;
        let mut layers = vec![vec![from]];
        for left in (0..length).rev() {
            let nearer = |number: &usize| cluster.distance(*number) == Some(left);
            let last = layers.last().into_iter().flatten();
            let mut layer: Vec<usize> = last.flat_map(|number| cluster.successors(*number)).filter(nearer).collect();
            layer.sort_unstable();
            layer.dedup();
            layers.push(layer);
        }
        // From the goals backwards: the number of paths from each position, and a sum that identifies the moves of such
        // a path.
        let mut ahead: HashMap<usize, (u128, u64)> = HashMap::new();
        let mut same_moves = true;
        for (index, layer) in layers.iter().enumerate().rev() {
            let mut here = HashMap::with_capacity(layer.len());
            for number in layer {
                let paths = cluster.moves(*number).filter_map(|(mv, to)| {
                    let (count, sum) = ahead.get(&to)?;
                    Some((*count, sum.wrapping_add(move_hash(mv))))
                });
                let mut total = (u128::from(index + 1 == layers.len()), 0);
                for (count, sum) in paths {
                    same_moves &= total.0 == 0 || total.1 == sum;
                    total = (total.0.saturating_add(count), sum);
                }
                here.insert(*number, total);
            }
            ahead = here;
        }
        let count = ahead.get(&from).map_or(0, |(count, _)| *count);
        Some(Solutions { count, layers, same_moves })
    }

    /// Returns the positions between the start and the goals that every optimal solution passes.
    pub fn bottlenecks(&self) -> impl Iterator<Item = usize> + '_ {
        let between = self.layers.get(1..self.layers.len().saturating_sub(1)).unwrap_or_default();
        between.iter().filter_map(|layer| if let [only] = layer.as_slice() { Some(*only) } else { None })
    }
}

/// Returns for each position of a cluster whether all shortest solutions from it consist of the same moves, in any
/// order. Positions without a solution are not counted among them.
pub(crate) fn with_same_moves(cluster: &Cluster) -> Vec<bool> {
    // From the goals outwards: the sum of a position if all its shortest solutions have the same one.
    let mut sums: Vec<Option<u64>> = vec![None; cluster.size()];
    for number in cluster.by_distance() {
        let number = number as usize;
        let Some(nearer) = cluster.distance(number).and_then(|distance| distance.checked_sub(1)) else {
            sums[number] = Some(0);
            continue;
        };
        let is_nearer = |to: usize| cluster.distance(to) == Some(nearer);
        if cluster.successors(number).any(|to| is_nearer(to) && sums[to].is_none()) {
            continue;
        }
        let mut paths = cluster.moves(number).filter(|(_, to)| is_nearer(*to));
        let mut sum_of = |(mv, to): (Move, usize)| Some(sums[to]?.wrapping_add(move_hash(mv)));
        let first = paths.next().and_then(&mut sum_of);
        sums[number] = first.filter(|_| paths.all(|path| sum_of(path) == first));
    }
    sums.iter().map(Option::is_some).collect()
}

/// Returns a hash of a move. The sum of the hashes identifies a multiset of moves, up to a collision.
fn move_hash(mv: Move) -> u64 {
    let code = (mv.vehicle as u64) << 16 | (mv.direction as u64) << 8 | u64::from(mv.cells);
    let mixed = (code + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::search::Limits;

    #[test]
    fn both_ways_agree_on_which_positions_have_solutions_of_the_same_moves() {
        let puzzle: Puzzle = "....A...B.A.XXB.A...B.CC...D.....D..".parse().unwrap();
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let all = with_same_moves(&cluster);
        for (number, same_moves) in all.iter().enumerate() {
            let solutions = Solutions::of(&cluster, number);
            assert_eq!(*same_moves, solutions.is_some_and(|solutions| solutions.same_moves), "{number}");
        }
        assert!(all.contains(&true) && all.contains(&false));
    }
}
