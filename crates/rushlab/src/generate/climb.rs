//! From a random board to one with a long solution.
//!
//! The hardest position of a board's cluster tells how long a solution its vehicles allow. So what is changed is always the hardest
//! position, by a vehicle or two, and what is compared is how far the hardest position of the new cluster is from the exit. Equal
//! boards are taken, longer ones are taken, and now and then a shorter one, so that the climb does not end on the first hill.

use super::Miss;
use super::board::Boards;
use super::draw::Draw;
use crate::analysis::{Cluster, Stopped, puzzle_at};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Observer};

/// Clusters that are larger are passed over: among them are few that are hard for their size, and they take their time. Measured: with
/// 60,000 a puzzle of 25 to 30 moves takes twice as long, with 8,000 one of 36 to 40 moves.
const MOST_POSITIONS: u64 = 20_000;

/// A board whose solution is a move shorter is taken once in so many times.
const FALLS: usize = 10;

/// A climb.
pub(super) struct Climb<'a> {
    pub(super) boards: Boards<'a>,
    /// How many positions may be explored in all.
    pub(super) budget: u64,
}

impl Climb<'_> {
    /// The cluster of a board whose hardest position is as far from the exit as asked for; or else the best that was met.
    pub(super) fn towards(
        &mut self,
        length: u32,
        draw: &mut Draw,
        observer: &mut dyn Observer,
    ) -> Result<Option<Cluster>, Miss> {
        let mut here: Option<(u32, Cluster)> = None;
        let mut best: Option<(u32, Cluster)> = None;
        while self.budget > 0 {
            let board = match &here {
                None => self.boards.random(draw),
                Some((_, cluster)) => hardest(cluster, draw).and_then(|puzzle| self.boards.changed(&puzzle, draw)),
            };
            self.budget = self.budget.saturating_sub(100);
            let Some(puzzle) = board else { continue };
            let Some((depth, cluster)) = self.explore(&puzzle, observer)? else { continue };
            if depth >= length {
                return Ok(Some(cluster));
            }
            let fall = here.as_ref().map_or(0, |(height, _)| height.saturating_sub(depth));
            if (0..fall).all(|_| draw.chance(1, FALLS)) {
                // What is left behind may be the best there was.
                if let Some((height, left)) = here.replace((depth, cluster))
                    && fall > 0
                    && best.as_ref().is_none_or(|(most, _)| height > *most)
                {
                    best = Some((height, left));
                }
            }
        }
        Ok(best.into_iter().chain(here).max_by_key(|(depth, _)| *depth).map(|(_, cluster)| cluster))
    }

    /// The cluster of a board and how far its hardest position is from the exit; nothing if it is too large or has no goal.
    fn explore(&mut self, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Option<(u32, Cluster)>, Miss> {
        let limits = Limits { states: MOST_POSITIONS, ..Limits::default() };
        match Cluster::new(puzzle, limits, observer) {
            Ok(cluster) => {
                self.budget = self.budget.saturating_sub(cluster.size() as u64);
                Ok(cluster.greatest_distance().map(|depth| (depth, cluster)))
            }
            Err(Stopped::Limit(_)) => {
                self.budget = self.budget.saturating_sub(MOST_POSITIONS);
                Ok(None)
            }
            Err(Stopped::Interrupted) => Err(Miss::Interrupted),
        }
    }
}

/// One of the hardest positions of a cluster.
fn hardest(cluster: &Cluster, draw: &mut Draw) -> Option<Puzzle> {
    let all: Vec<usize> = cluster.farthest().collect();
    let number = draw.one_of(&all)?;
    puzzle_at(cluster.puzzle(), &cluster.position(*number)).ok()
}
