//! Whether a heuristic keeps what it promises, on every position and every move of a cluster.
//!
//! An estimate that says there is no way to the exit counts as infinite: too much wherever there is one, and no move may lead from it to
//! a finite one. Where no goal can be reached no estimate is too high.

use super::Cluster;
use crate::heuristic::{Heuristic, Parameters};
use crate::reference::{Move, Position};

/// What was found out about a heuristic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// The positions from which a goal can be reached; averages are over these.
    pub known: usize,
    /// How many of them are estimated too high.
    pub too_high: usize,
    /// By how much at most; `None` if some estimate is infinite.
    pub worst: Option<u32>,
    /// A position that is estimated too high: of these the one nearest to a goal, then the first.
    pub overestimate: Option<TooHigh>,
    /// How many moves lower the estimate by more than they cost.
    pub inconsistent: usize,
    /// Such a move: of these one from the lowest estimate, then the first.
    pub fall: Option<Fall>,
    /// How many of the known positions are estimated exactly.
    pub exact: usize,
    /// How many of them have a finite estimate.
    pub finite: usize,
    /// All true distances together.
    pub truth: u64,
    /// All true distances, less the estimates, where these are finite.
    pub error: i64,
}

/// An estimate that is more than what is left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooHigh {
    /// Where.
    pub position: Position,
    /// What the heuristic says; `None`: that there is no way to the exit.
    pub estimate: Option<u32>,
    /// What is left.
    pub truth: u32,
}

/// A move that lowers the estimate by more than it costs, which is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fall {
    /// Where it begins.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// The estimate before it; `None`: that there is no way to the exit.
    pub before: Option<u32>,
    /// The estimate after it.
    pub after: u32,
}

impl Properties {
    /// Checks a heuristic on a cluster.
    pub fn of(cluster: &Cluster, heuristic: &dyn Heuristic, parameters: Parameters) -> Properties {
        let mut estimator = heuristic.compile(cluster.puzzle(), parameters);
        let mut position = Position::start(cluster.puzzle());
        let mut estimate = |number| {
            cluster.place(number, &mut position);
            estimator.estimate(&position)
        };
        let estimates: Vec<Option<u32>> = (0..cluster.size()).map(&mut estimate).collect();
        let mut properties = Properties { worst: Some(0), ..Properties::default() };
        properties.compare_with_distances(cluster, &estimates);
        properties.follow_moves(cluster, &estimates);
        properties
    }

    /// Whether no estimate is too high.
    pub fn admissible(&self) -> bool {
        self.too_high == 0
    }

    /// Whether no move lowers the estimate by more than it costs.
    pub fn consistent(&self) -> bool {
        self.inconsistent == 0
    }

    /// The average distance from the goal.
    pub fn mean_truth(&self) -> Option<f64> {
        (self.known > 0).then(|| self.truth as f64 / self.known as f64)
    }

    /// By how much the estimates are too low on average; infinite ones are left out.
    pub fn mean_error(&self) -> Option<f64> {
        (self.finite > 0).then(|| self.error as f64 / self.finite as f64)
    }

    /// The share of positions whose estimate is exact, from 0 to 1.
    pub fn exact_share(&self) -> Option<f64> {
        (self.known > 0).then(|| self.exact as f64 / self.known as f64)
    }

    fn compare_with_distances(&mut self, cluster: &Cluster, estimates: &[Option<u32>]) {
        let mut nearest: Option<(u32, usize)> = None;
        for (number, estimate) in estimates.iter().enumerate() {
            let Some(truth) = cluster.distance(number) else { continue };
            self.known += 1;
            self.truth += u64::from(truth);
            self.exact += usize::from(*estimate == Some(truth));
            if let Some(estimate) = estimate {
                self.finite += 1;
                self.error += i64::from(truth) - i64::from(*estimate);
            }
            let excess = estimate.map(|estimate| estimate.saturating_sub(truth));
            if excess == Some(0) {
                continue;
            }
            self.too_high += 1;
            self.worst = self.worst.zip(excess).map(|(worst, excess)| worst.max(excess));
            if nearest.is_none_or(|(least, _)| truth < least) {
                nearest = Some((truth, number));
            }
        }
        self.overestimate = nearest.map(|(truth, number)| TooHigh {
            position: cluster.position(number),
            estimate: estimates[number],
            truth,
        });
    }

    fn follow_moves(&mut self, cluster: &Cluster, estimates: &[Option<u32>]) {
        let infinite = |estimate: Option<u32>| estimate.map_or(u64::MAX, u64::from);
        let mut lowest: Option<(u64, usize, usize)> = None;
        for (number, before) in estimates.iter().enumerate() {
            let before = infinite(*before);
            for (index, next) in cluster.successors(number).enumerate() {
                if before <= infinite(estimates[next]).saturating_add(1) {
                    continue;
                }
                self.inconsistent += 1;
                if lowest.is_none_or(|(least, ..)| before < least) {
                    lowest = Some((before, number, index));
                }
            }
        }
        self.fall = lowest.and_then(|(_, number, index)| {
            let (mv, next) = cluster.moves(number).nth(index)?;
            let (before, after) = (estimates[number], estimates[next]?);
            Some(Fall { position: cluster.position(number), mv, before, after })
        });
    }
}
