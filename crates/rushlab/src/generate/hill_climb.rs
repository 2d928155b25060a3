//! Stochastic hill climbing from a random board to one with a long solution. Schlegel proposes this way of making hard
//! boards: change the hardest board found so far and keep the result if it is harder.
//!
//! The value of a board is the depth of its cluster: the distance of its hardest start from the goals. A step
//! changes one to three vehicles or walls of the hardest start and explores the cluster of the new board. A board of
//! equal or greater depth is always accepted, a board that is *d* moves shallower with probability 10^-d. This is the
//! acceptance rule of Metropolis et al. (1953) at a constant temperature; simulated annealing (Kirkpatrick, Gelatt and
//! Vecchi 1983) would lower the temperature over time.

use super::AttemptFailure;
use super::failure::check_interrupt;
use super::sampler::BoardSampler;
use super::starts::Starts;
use crate::analysis::{Cluster, Stopped};
use crate::puzzle::Puzzle;
use crate::random::RandomStream;
use crate::search::{Limits, Observer};

/// Maximum number of positions of a cluster; larger clusters are skipped, because few of them are deep for their size
/// and they take long to explore. Measured: with 60,000, puzzles of 25 to 30 moves take twice as long to generate;
/// with 8,000, puzzles of 36 to 40 moves do.
pub(super) const MAX_CLUSTER_SIZE: u64 = 20_000;

/// A board that is one move shallower is accepted with probability 1 in this number.
const ACCEPTANCE_DENOMINATOR: usize = 10;

pub(super) struct HillClimb<'a> {
    pub(super) sampler: BoardSampler<'a>,
    /// Whether only starts whose shortest solutions consist of the same moves count.
    pub(super) unique: bool,
    pub(super) max_cluster_size: u64,
    /// Number of positions that may still be explored.
    pub(super) budget: u64,
}

impl HillClimb<'_> {
    /// Climbs from a cluster, or from a random board. Returns the starts of a cluster of at least the given depth, or
    /// of the deepest cluster found within the budget.
    pub(super) fn run(
        &mut self,
        from: Option<Starts>,
        length: u32,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Starts>, AttemptFailure> {
        let mut current = from;
        let mut best: Option<Starts> = None;
        while self.budget > 0 {
            check_interrupt(observer)?;
            let board = match &current {
                None => self.sampler.sample(random),
                Some(starts) => {
                    hardest_start(starts, random).and_then(|puzzle| self.sampler.neighbour(&puzzle, random))
                }
            };
            self.budget = self.budget.saturating_sub(100);
            let Some(puzzle) = board else { continue };
            let Some(starts) = self.explore(&puzzle, observer)? else { continue };
            if starts.depth() >= length {
                return Ok(Some(starts));
            }
            let loss = current.as_ref().map_or(0, |current| current.depth().saturating_sub(starts.depth()));
            if (0..loss).all(|_| random.ratio(1, ACCEPTANCE_DENOMINATOR)) {
                // The board that is replaced may be the best one so far.
                if let Some(previous) = current.replace(starts)
                    && loss > 0
                    && best.as_ref().is_none_or(|best| previous.depth() > best.depth())
                {
                    best = Some(previous);
                }
            }
        }
        Ok(best.into_iter().chain(current).max_by_key(Starts::depth))
    }

    /// Returns the starts of a board's cluster, or `None` if the cluster is too large or has no goal.
    pub(super) fn explore(
        &mut self,
        puzzle: &Puzzle,
        observer: &mut dyn Observer,
    ) -> Result<Option<Starts>, AttemptFailure> {
        let limits = Limits { states: self.max_cluster_size, ..Limits::default() };
        match Cluster::new(puzzle, limits, observer) {
            Ok(cluster) => {
                self.budget = self.budget.saturating_sub(cluster.size() as u64);
                Ok(Starts::of(cluster, self.unique))
            }
            Err(Stopped::Limit(_)) => {
                self.budget = self.budget.saturating_sub(self.max_cluster_size);
                Ok(None)
            }
            Err(Stopped::Interrupted) => Err(AttemptFailure::Interrupted),
        }
    }
}

fn hardest_start(starts: &Starts, random: &mut RandomStream) -> Option<Puzzle> {
    let number = *random.choose(&starts.at_distance(starts.depth()))?;
    starts.puzzle(number)
}
