//! The positions of a cluster that can be the start of a puzzle.

use std::ops::RangeInclusive;

use crate::analysis::{Cluster, with_same_moves};
use crate::puzzle::{Puzzle, Rules};

/// A cluster, and those of its positions with all vehicles on the board. Where the valet has removed a vehicle, the
/// position is a puzzle with fewer vehicles. The starts can be limited to those whose shortest solutions consist of the
/// same moves.
pub(super) struct Starts {
    cluster: Cluster,
    /// For each position, whether it is a start; `None` if all of them are.
    eligible: Option<Vec<bool>>,
    depth: u32,
}

impl Starts {
    /// Returns the starts of a cluster; `None` if none of them has a solution.
    pub(super) fn of(cluster: Cluster, unique: bool) -> Option<Starts> {
        let Rules { valet, .. } = cluster.puzzle().rules();
        let is_complete = |number: usize| cluster.position(number).offsets().iter().all(Option::is_some);
        let mut eligible: Option<Vec<bool>> = unique.then(|| with_same_moves(&cluster));
        if valet {
            let is_eligible = |number: usize| eligible.as_ref().is_none_or(|eligible| eligible[number]);
            eligible = Some((0..cluster.size()).map(|number| is_eligible(number) && is_complete(number)).collect());
        }
        let depth = match &eligible {
            None => cluster.greatest_distance(),
            Some(eligible) => {
                let starts = (0..cluster.size()).filter(|number| eligible[*number]);
                starts.filter_map(|number| cluster.distance(number)).max()
            }
        };
        Some(Starts { eligible, depth: depth?, cluster })
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    pub(super) fn at_distance(&self, distance: u32) -> Vec<usize> {
        (0..self.cluster.size())
            .filter(|number| self.cluster.distance(*number) == Some(distance) && self.is_start(*number))
            .collect()
    }

    /// Returns the numbers of the starts at each distance of a range at which there are starts.
    pub(super) fn by_distance(&self, range: RangeInclusive<u32>) -> Vec<Vec<usize>> {
        let mut found = vec![Vec::new(); self.depth.saturating_sub(*range.start()) as usize + 1];
        for number in (0..self.cluster.size()).filter(|number| self.is_start(*number)) {
            if let Some(distance) = self.cluster.distance(number).filter(|distance| range.contains(distance))
                && let Some(starts) = found.get_mut((distance - range.start()) as usize)
            {
                starts.push(number);
            }
        }
        found.retain(|starts| !starts.is_empty());
        found
    }

    fn is_start(&self, number: usize) -> bool {
        self.eligible.as_ref().is_none_or(|eligible| eligible[number])
    }

    pub(super) fn puzzle(&self, number: usize) -> Option<Puzzle> {
        self.cluster.position(number).to_puzzle().ok()
    }
}
