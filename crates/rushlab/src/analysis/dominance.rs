//! Two heuristics on the positions of a cluster. One dominates the other if it is never lower (Russell and Norvig).

use std::collections::BTreeMap;

use super::{Cluster, Estimates};

/// The estimates of a second heuristic against those of a first, over the positions from which a goal can be reached
/// and that both estimate as solvable.
///
/// ```
/// use rushlab::analysis::{Cluster, Dominance, Estimates};
/// use rushlab::{Limits, Puzzle, heuristic};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
/// let [h1, h3] = [heuristic::H1, heuristic::H3].map(|heuristic| Estimates::of(&cluster, heuristic));
/// let dominance = Dominance::of(&cluster, &h1, &h3);
/// assert!(dominance.lower == 0 && dominance.same_order);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Dominance {
    /// Number of positions.
    pub positions: usize,
    /// Number of positions where the second estimate is higher.
    pub higher: usize,
    /// Number of positions where it is lower.
    pub lower: usize,
    /// The sum of the second estimates minus the first.
    pub difference: f64,
    /// The greatest excess of the second estimate.
    pub most: f64,
    /// Whether both put all positions of the cluster in the same order: one is higher in a position than in another
    /// exactly if the other is. Positions that one of them estimates as unsolvable count too.
    pub same_order: bool,
}

impl Default for Dominance {
    /// Returns the comparison over no positions.
    fn default() -> Dominance {
        Dominance { positions: 0, higher: 0, lower: 0, difference: 0.0, most: 0.0, same_order: true }
    }
}

impl Dominance {
    /// Compares the estimates of two heuristics.
    pub fn of(cluster: &Cluster, first: &Estimates, second: &Estimates) -> Dominance {
        let same_order = have_same_order(&first.values, &second.values);
        let mut dominance = Dominance { same_order, ..Dominance::default() };
        // Both estimates in units that divide those of each.
        let (of_first, of_second) = (i64::from(second.scale), i64::from(first.scale));
        let (mut difference, mut most) = (0, 0);
        let solvable = first
            .values
            .iter()
            .zip(&second.values)
            .enumerate()
            .filter(|(number, _)| cluster.distance(*number).is_some());
        for (first, second) in solvable.filter_map(|(_, (first, second))| first.zip(*second)) {
            let (first, second) = (i64::from(first) * of_first, i64::from(second) * of_second);
            dominance.positions += 1;
            dominance.higher += usize::from(second > first);
            dominance.lower += usize::from(second < first);
            difference += second - first;
            most = most.max(second - first);
        }
        let unit = (of_first * of_second) as f64;
        (dominance.difference, dominance.most) = (difference as f64 / unit, most as f64 / unit);
        dominance
    }

    /// Adds the comparison on another cluster.
    pub fn add(&mut self, other: &Dominance) {
        self.positions += other.positions;
        self.higher += other.higher;
        self.lower += other.lower;
        self.difference += other.difference;
        self.most = self.most.max(other.most);
        self.same_order &= other.same_order;
    }

    /// Returns the mean of the second estimate minus the first; `None` if there are no positions.
    pub fn mean_difference(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.difference / self.positions as f64)
    }
}

/// Returns whether equal first estimates have equal second estimates, and higher ones higher ones.
fn have_same_order(first: &[Option<u32>], second: &[Option<u32>]) -> bool {
    let value = |estimate: &Option<u32>| estimate.map_or(u64::MAX, u64::from);
    let mut seconds: BTreeMap<u64, u64> = BTreeMap::new();
    let single_valued = first.iter().zip(second).all(|(first, second)| {
        let second = value(second);
        *seconds.entry(value(first)).or_insert(second) == second
    });
    single_valued && seconds.values().is_sorted_by(|one, other| one < other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic;
    use crate::{Limits, Puzzle};

    #[test]
    fn the_order_agrees_with_a_comparison_of_all_pairs() {
        let lists: Vec<Vec<Option<u32>>> = [
            &[Some(0), Some(1), Some(1), Some(3), None][..],
            &[Some(0), Some(5), Some(5), Some(15), None],
            &[Some(0), Some(5), Some(6), Some(15), None],
            &[Some(0), Some(5), Some(5), Some(5), None],
            &[Some(9), Some(5), Some(5), Some(3), None],
            &[Some(0), Some(1), Some(1), Some(3), Some(4)],
            &[None, None, None, None, None],
        ]
        .map(<[_]>::to_vec)
        .into();
        let value = |estimate: Option<u32>| estimate.map_or(u64::MAX, u64::from);
        for first in &lists {
            for second in &lists {
                let indices = || 0..first.len();
                let slow = indices().all(|one| {
                    indices().all(|other| {
                        value(first[one]).cmp(&value(first[other])) == value(second[one]).cmp(&value(second[other]))
                    })
                });
                assert_eq!(have_same_order(first, second), slow, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn h3_keeps_the_order_of_h1_for_every_weight() {
        let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let h1 = Estimates::of(&cluster, heuristic::H1);
        for weight in [1.001, 1.1, 1.5, 2.25, 5.0, 1000.0] {
            let mut parameters = heuristic::Parameters::default();
            parameters.set("weight", weight).unwrap();
            let h3 = heuristic::H3.configured(&parameters).unwrap();
            let h3 = Estimates::of(&cluster, h3.as_ref());
            let dominance = Dominance::of(&cluster, &h1, &h3);
            assert!(dominance.same_order && dominance.lower == 0, "{weight}");
            let greatest = f64::from(*h1.values.iter().flatten().max().unwrap());
            assert!((dominance.most - (weight - 1.0) * greatest).abs() < 1e-9, "{weight}");
            let total: f64 = h1.values.iter().flatten().map(|value| f64::from(*value)).sum();
            assert!((dominance.difference - (weight - 1.0) * total).abs() < 1e-9, "{weight}");
        }
        let h4 = Estimates::of(&cluster, heuristic::H4);
        assert!(!Dominance::of(&cluster, &h1, &h4).same_order);
    }
}
