//! Puzzles of the highest level: stochastic hill climbing by rating.
//!
//! The value of a board is the rating of its hardest suitable start, so that the climb follows what the level demands:
//! a long solution is not enough, the board must also mislead. Every position of a cluster is the start of a puzzle. A
//! start is suitable if its solution is not too long and, if solutions must be unique, its shortest solutions consist
//! of the same moves: different shortest solutions stay different when redundant vehicles are removed. A step changes
//! the hardest start and is accepted with a probability that falls with the loss of rating, as in `hill_climb.rs`.
//!
//! A rating costs several times as much as the exploration of the cluster. Both shares in a rating are at most 1, so
//! three times the length plus half the depth is an upper bound, and a board that this bound rules out is not rated.

use std::ops::RangeInclusive;

use super::check::{finish, reduce};
use super::failure::check_interrupt;
use super::hill_climb::HillClimb;
use super::starts::Starts;
use super::{AttemptFailure, Constraints};
use crate::analysis::{Difficulty, Rater};
use crate::puzzle::Puzzle;
use crate::random::RandomStream;
use crate::search::Observer;

/// Maximum number of positions of a cluster. Ratings are costly, and hard boards have small clusters for their depth.
pub(super) const MAX_CLUSTER_SIZE: u64 = 4_000;

/// Maximum number of starts of a board that are reduced to minimal puzzles and checked.
const MAX_CHECKED: usize = 4;

/// The penalty for each wall or vehicle that a minimal puzzle would miss, in tenths.
const MISSING_PENALTY: u32 = 100;

/// A loss of rating by this number of tenths halves the probability that a board is accepted.
const HALVING_LOSS: u32 = 2;

/// A search for a puzzle of the highest level.
pub(super) struct RatingClimb<'a> {
    pub(super) constraints: &'a Constraints,
    /// The difficulty in points.
    pub(super) points: RangeInclusive<u32>,
}

struct Reached {
    /// Its hardest suitable start.
    puzzle: Puzzle,
    /// The rating of this start, in tenths, less the penalty for walls and vehicles that a minimal puzzle of it misses.
    value: u32,
}

impl RatingClimb<'_> {
    /// Searches within the budget of a hill climb; `None` if every cluster was too large or had no suitable start.
    pub(super) fn run(
        &self,
        hill_climb: &mut HillClimb<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Puzzle>, AttemptFailure> {
        let mut reached: Option<Reached> = None;
        let mut failure = None;
        // Boards with shorter solutions lead to boards with longer ones.
        let longest =
            self.constraints.moves.as_ref().map_or(u32::MAX, |range| (*range.end()).try_into().unwrap_or(u32::MAX));
        while hill_climb.budget > 0 {
            check_interrupt(observer)?;
            hill_climb.budget = hill_climb.budget.saturating_sub(100);
            let board = match &reached {
                None => hill_climb.sampler.sample(random),
                Some(reached) => hill_climb.sampler.neighbour(&reached.puzzle, random),
            };
            let Some(board) = board else { continue };
            let Some(starts) = hill_climb.explore(&board, observer)? else { continue };
            let mut by_distance = starts.by_distance(1..=longest);
            let Some(hardest) = by_distance.pop().and_then(|starts| random.choose(&starts).copied()) else { continue };
            let least = reached.as_ref().map_or(0, |reached| reached.value.saturating_sub(accepted_loss(random)));
            if greatest_rating(&starts, hardest) < least {
                continue;
            }
            let mut rater = Rater::new(starts.cluster());
            hill_climb.budget = hill_climb.budget.saturating_sub(starts.cluster().size() as u64);
            let Some(difficulty) = rater.rate(hardest) else { continue };
            if difficulty.in_tenths() < least {
                continue;
            }
            let penalty = MISSING_PENALTY * self.missing(&starts, hardest, observer)?;
            let value = difficulty.in_tenths().saturating_sub(penalty);
            if value < least {
                continue;
            }
            if penalty == 0 && self.points.contains(&difficulty.points()) {
                let candidates = [hardest].into_iter().chain(by_distance.into_iter().rev().flatten());
                match self.check_starts(&starts, candidates, &mut rater, random, observer) {
                    Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
                    Err(reason) => failure = Some(reason),
                    Ok(puzzle) => return Ok(Some(puzzle)),
                }
                hill_climb.budget = hill_climb.budget.saturating_sub(starts.cluster().size() as u64);
            } else if reached.as_ref().is_none_or(|reached| reached.value < value) {
                failure = failure.filter(|reason| !matches!(reason, AttemptFailure::Level { .. }));
                failure = failure.or(Some(AttemptFailure::Level { difficulty }));
            }
            if let Some(puzzle) = starts.puzzle(hardest) {
                reached = Some(Reached { puzzle, value });
            }
        }
        failure.map_or(Ok(None), Err)
    }

    /// Returns how many walls and vehicles of the constraints a minimal puzzle of a start misses.
    fn missing(&self, starts: &Starts, number: usize, observer: &mut dyn Observer) -> Result<u32, AttemptFailure> {
        let (walls, vehicles) =
            (*self.constraints.walls.start(), self.constraints.vehicles.as_ref().map_or(0, |range| *range.start()));
        let Some(board) = starts.puzzle(number).filter(|_| self.constraints.minimal && walls + vehicles > 0) else {
            return Ok(0);
        };
        match reduce(self.constraints, &board, observer) {
            Err(AttemptFailure::Interrupted) => Err(AttemptFailure::Interrupted),
            Err(AttemptFailure::TooFewVehiclesOrWalls { vehicles: left, walls: left_walls }) => {
                Ok((walls.saturating_sub(left_walls) + vehicles.saturating_sub(left)) as u32)
            }
            _ => Ok(0),
        }
    }

    /// Returns the puzzle of the first start that meets all constraints, or why the last one that was checked does not.
    fn check_starts(
        &self,
        starts: &Starts,
        candidates: impl Iterator<Item = usize>,
        rater: &mut Rater<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Puzzle, AttemptFailure> {
        let mut failure = AttemptFailure::NoBoard;
        for number in candidates.take(MAX_CHECKED) {
            if rater.rate(number).is_none_or(|difficulty| !self.points.contains(&difficulty.points())) {
                break;
            }
            let board = starts.puzzle(number).ok_or(AttemptFailure::NoBoard)?;
            match finish(self.constraints, board, random, observer) {
                Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
                Err(reason) => failure = reason,
                Ok(puzzle) => return Ok(puzzle),
            }
        }
        Err(failure)
    }
}

/// Returns an upper bound of the rating of a start, in tenths.
fn greatest_rating(starts: &Starts, number: usize) -> u32 {
    let length = starts.cluster().distance(number).unwrap_or(0);
    let depth = starts.cluster().greatest_distance().unwrap_or(0);
    Difficulty { length, misleading: 1000, stuck: 1000, depth }.in_tenths()
}

/// Returns the loss of rating at which the next board is still accepted, in tenths.
fn accepted_loss(random: &mut RandomStream) -> u32 {
    let mut loss = 0;
    while random.ratio(1, 2) {
        loss += HALVING_LOSS;
    }
    loss
}
