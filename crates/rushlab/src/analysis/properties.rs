//! Admissibility and consistency of a heuristic, checked on every position and every move of a cluster.
//!
//! An estimate of "unsolvable" counts as infinite: it is an overestimate wherever there is a solution, and no move may
//! lead from it to a finite estimate. Where no goal can be reached, no estimate is too high.

use super::Cluster;
use crate::heuristic::Heuristic;
use crate::position::{Move, Position};

/// The properties of a heuristic on a cluster.
///
/// ```
/// use rushlab::analysis::{Cluster, Properties};
/// use rushlab::{Limits, Puzzle, heuristic};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
/// let properties = Properties::of(&cluster, heuristic::H3);
/// let example = properties.overestimate_example.ok_or("admissible")?;
/// assert!(example.estimate > Some(example.distance.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties {
    /// Number of positions from which a goal can be reached; averages are over these.
    pub solvable: usize,
    /// Number of them that are estimated too high.
    pub overestimate_count: usize,
    /// The greatest excess over the exact distance; `None` if some estimate is infinite.
    pub worst: Option<f64>,
    /// A position that is estimated too high: the first of those nearest to a goal.
    pub overestimate_example: Option<Overestimate>,
    /// Number of moves that lower the estimate by more than they cost.
    pub inconsistency_count: usize,
    /// Such a move: the first of those from the lowest estimate.
    pub inconsistency_example: Option<Inconsistency>,
    /// Number of solvable positions that are estimated exactly.
    pub exact: usize,
    /// Number of solvable positions with a finite estimate.
    pub finite: usize,
    /// The sum of all exact distances.
    pub distance: u64,
    /// The sum of the exact distances minus the estimates, where these are finite.
    pub error: f64,
}

/// A position that is estimated too high.
#[derive(Clone, Debug, PartialEq)]
pub struct Overestimate {
    /// The position.
    pub position: Position,
    /// The estimate; `None` for "unsolvable".
    pub estimate: Option<f64>,
    /// The exact distance.
    pub distance: u32,
}

/// A move that lowers the estimate by more than its cost of 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Inconsistency {
    /// The position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The estimate before it; `None` for "unsolvable".
    pub before: Option<f64>,
    /// The estimate after it.
    pub after: f64,
}

/// The estimates of all positions of a cluster by one heuristic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimates {
    /// The estimate of each position, by number, in the units of the scale; `None` for "unsolvable".
    pub values: Vec<Option<u32>>,
    /// Number of units in a cost of 1; see [`Heuristic::scale`].
    pub scale: u32,
}

impl Estimates {
    /// Estimates all positions of a cluster.
    pub fn of(cluster: &Cluster, heuristic: &dyn Heuristic) -> Estimates {
        let mut estimator = heuristic.compile(cluster.puzzle());
        let mut position = Position::start(cluster.puzzle());
        let estimate = |number| {
            cluster.decode(number, &mut position);
            estimator.estimate(&position)
        };
        Estimates { values: (0..cluster.size()).map(estimate).collect(), scale: heuristic.scale().max(1) }
    }

    /// Returns the estimate of a position as a cost; `None` for "unsolvable".
    pub fn cost(&self, number: usize) -> Option<f64> {
        self.values[number].map(|value| f64::from(value) / f64::from(self.scale))
    }
}

impl Properties {
    /// Checks a heuristic on a cluster.
    pub fn of(cluster: &Cluster, heuristic: &dyn Heuristic) -> Properties {
        Properties::of_estimates(cluster, &Estimates::of(cluster, heuristic))
    }

    /// Checks the estimates of all positions of a cluster.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer estimates than positions.
    pub fn of_estimates(cluster: &Cluster, estimates: &Estimates) -> Properties {
        let mut properties = Properties { worst: Some(0.0), ..Properties::default() };
        properties.compare_with_distances(cluster, estimates);
        properties.follow_moves(cluster, estimates);
        properties
    }

    /// Returns whether no estimate is too high.
    pub fn is_admissible(&self) -> bool {
        self.overestimate_count == 0
    }

    /// Returns whether no move lowers the estimate by more than it costs.
    pub fn is_consistent(&self) -> bool {
        self.inconsistency_count == 0
    }

    /// Returns the average of exact distance minus estimate, over finite estimates.
    pub fn mean_error(&self) -> Option<f64> {
        (self.finite > 0).then(|| self.error / self.finite as f64)
    }

    /// Returns the share of positions that are estimated exactly, from 0 to 1.
    pub fn exact_share(&self) -> Option<f64> {
        (self.solvable > 0).then(|| self.exact as f64 / self.solvable as f64)
    }

    fn compare_with_distances(&mut self, cluster: &Cluster, estimates: &Estimates) {
        let mut nearest: Option<(u32, usize)> = None;
        let (mut error, mut worst) = (0_i64, Some(0));
        for (number, estimate) in estimates.values.iter().enumerate() {
            let Some(distance) = cluster.distance(number) else { continue };
            self.solvable += 1;
            self.distance += u64::from(distance);
            let (estimate, exact) = (estimate.map(u64::from), u64::from(distance) * u64::from(estimates.scale));
            self.exact += usize::from(estimate == Some(exact));
            if let Some(estimate) = estimate {
                self.finite += 1;
                error += exact as i64 - estimate as i64;
            }
            let excess = estimate.map(|estimate| estimate.saturating_sub(exact));
            if excess == Some(0) {
                continue;
            }
            self.overestimate_count += 1;
            worst = worst.zip(excess).map(|(worst, excess): (u64, u64)| worst.max(excess));
            if nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, number));
            }
        }
        self.error = error as f64 / f64::from(estimates.scale);
        self.worst = worst.map(|worst| worst as f64 / f64::from(estimates.scale));
        self.overestimate_example = nearest.map(|(distance, number)| Overestimate {
            position: cluster.position(number),
            estimate: estimates.cost(number),
            distance,
        });
    }

    fn follow_moves(&mut self, cluster: &Cluster, estimates: &Estimates) {
        let value_or_max = |estimate: Option<u32>| estimate.map_or(u64::MAX, u64::from);
        let mut lowest: Option<(u64, usize, usize)> = None;
        for (number, before) in estimates.values.iter().enumerate() {
            let before = value_or_max(*before);
            for (index, next) in cluster.successors(number).enumerate() {
                if before <= value_or_max(estimates.values[next]).saturating_add(estimates.scale.into()) {
                    continue;
                }
                self.inconsistency_count += 1;
                if lowest.is_none_or(|(least, ..)| before < least) {
                    lowest = Some((before, number, index));
                }
            }
        }
        self.inconsistency_example = lowest.and_then(|(_, number, index)| {
            let (mv, next) = cluster.moves(number).nth(index)?;
            let (before, after) = (estimates.cost(number), estimates.cost(next)?);
            Some(Inconsistency { position: cluster.position(number), mv, before, after })
        });
    }
}
