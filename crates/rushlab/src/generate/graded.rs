//! Puzzles of a given difficulty: a search over the starts of deep clusters.
//!
//! Every position of a cluster is the start of a puzzle, and the puzzles of one cluster have very different ratings. So
//! hill climbing leads to a deep cluster, and some of its starts of suitable lengths are examined: their rating, then
//! all constraints on the finished puzzle. If no start meets them, hill climbing continues from that cluster. If
//! solutions must be unique, only starts with a unique solution count from the beginning: different shortest solutions
//! stay different when redundant vehicles are removed.

use std::ops::RangeInclusive;

use super::attempt::TargetLength;
use super::check::finish;
use super::failure::check_interrupt;
use super::hill_climb::HillClimb;
use super::starts::Starts;
use super::{AttemptFailure, Constraints};
use crate::analysis::Rater;
use crate::puzzle::Puzzle;
use crate::random::RandomStream;
use crate::search::Observer;

/// Maximum number of starts of a cluster that are examined.
const MAX_EXAMINED: usize = 40;

/// Maximum number of starts of a cluster that are reduced to minimal puzzles and checked.
const MAX_CHECKED: u64 = 4;

pub(super) struct GradedSearch<'a> {
    pub(super) constraints: &'a Constraints,
    /// The difficulty in points.
    pub(super) points: RangeInclusive<u32>,
    pub(super) target: &'a TargetLength,
}

impl GradedSearch<'_> {
    /// Searches within the budget of a hill climb; `None` if every cluster was too large to explore.
    pub(super) fn run(
        &self,
        hill_climb: &mut HillClimb<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Puzzle>, AttemptFailure> {
        let mut current = None;
        loop {
            let Some(starts) = hill_climb.run(current, self.target.length, random, observer)? else { return Ok(None) };
            if starts.depth() < self.target.min {
                return Err(AttemptFailure::Length { length: starts.depth(), metric: self.target.metric });
            }
            match self.examine(&starts, &mut hill_climb.budget, random, observer) {
                Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
                Err(failure) if hill_climb.budget == 0 => return Err(failure),
                Err(_) => current = Some(starts),
                Ok(puzzle) => return Ok(Some(puzzle)),
            }
        }
    }

    /// Returns a puzzle that starts in a cluster and meets all constraints, or why the last start examined does not.
    fn examine(
        &self,
        starts: &Starts,
        budget: &mut u64,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Puzzle, AttemptFailure> {
        let mut rater = Rater::new(starts.cluster());
        let mut by_distance = starts.by_distance(self.target.range());
        let (mut failure, mut checked) = (AttemptFailure::NoBoard, 0);
        for _ in 0..MAX_EXAMINED {
            check_interrupt(observer)?;
            // Few starts are at great distances: all distances are equally likely.
            let distance = random.below(by_distance.len());
            let Some(starts_there) = by_distance.get_mut(distance) else { break };
            let number = starts_there.swap_remove(random.below(starts_there.len()));
            if starts_there.is_empty() {
                by_distance.swap_remove(distance);
            }
            match self.finished(starts, number, &mut rater, random, observer) {
                Ok(Ok(puzzle)) => return Ok(puzzle),
                Ok(Err(AttemptFailure::Interrupted)) => return Err(AttemptFailure::Interrupted),
                Ok(Err(reason)) => {
                    failure = reason;
                    checked += 1;
                }
                Err(reason) => failure = reason,
            }
            if checked == MAX_CHECKED {
                break;
            }
        }
        *budget = budget.saturating_sub((1 + checked) * starts.cluster().size() as u64);
        Err(failure)
    }

    /// Makes a puzzle of a start and checks it. The outer error is that of a start that was not worth it.
    fn finished(
        &self,
        starts: &Starts,
        number: usize,
        rater: &mut Rater<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Result<Puzzle, AttemptFailure>, AttemptFailure> {
        if let Some(difficulty) = rater.rate(number)
            && !self.points.contains(&difficulty.points())
        {
            return Err(AttemptFailure::Level { difficulty });
        }
        let board = starts.puzzle(number).ok_or(AttemptFailure::NoBoard)?;
        Ok(finish(self.constraints, board, random, observer))
    }
}
