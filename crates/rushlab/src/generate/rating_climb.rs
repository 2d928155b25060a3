//! Puzzles of the highest level: stochastic hill climbing by rating.
//!
//! Every position of a cluster is the start of a puzzle. The value of a board is what its hardest start is worth as a finished puzzle: the
//! rating after redundant vehicles and walls are removed, less a penalty for each constraint that the rest violates. So the climb
//! follows what the level demands: a long solution is not enough, the board must also mislead. The board itself keeps its redundant
//! vehicles: they are material for later steps. A step changes the hardest start and is accepted with a probability that falls with the
//! loss of value, as in `hill_climb.rs`.
//!
//! If solutions must be unique, few starts are suitable: those whose shortest solutions consist of the same moves. (Different shortest
//! solutions stay different when redundant vehicles are removed.) A climb by the hardest of these alone rarely gets far. So the
//! value is the mean of two: the rating of the hardest start of all, and what the hardest suitable start is worth.
//!
//! Most climbs get stuck at boards that are not hard enough. So an attempt begins several, and gives up the worse half of them again and
//! again (successive halving, Jamieson and Talwalkar 2016): each round has the same budget, shared by the climbs that are left.
//!
//! Ratings are costly, and most boards are rejected. So a board is first measured (`screen.rs`). Both shares in a rating are at most 1, so
//! three times the length plus half the depth is an upper bound, and a board that this bound rules out is not explored any further.

use std::cmp::Reverse;

use super::check::finish;
use super::hill_climb::HillClimb;
use super::random::RandomStream;
use super::screen::{ClusterMeasure, ClusterScreen};
use super::starts::Starts;
use super::{AttemptFailure, Constraints};
use crate::analysis::{
    Cluster, Difficulty, Level, Rater, Solutions, Stopped, minimised, remove_redundant, with_same_moves,
};
use crate::puzzle::Puzzle;
use crate::search::{Limits, Observer};

/// Maximum number of positions of a cluster. Ratings are costly, and hard boards have small clusters for their depth.
pub(super) const MAX_CLUSTER_SIZE: u64 = 4_000;

/// The same for the cluster of a board without its redundant vehicles and walls.
const MAX_REDUCED_SIZE: u64 = 20_000;

/// A measured position costs this part of the budget for an explored one.
const MEASURED_PER_EXPLORED: u64 = 8;

/// The penalty for each constraint that a finished puzzle would violate, in tenths: each missing wall or vehicle, and several solutions.
const PENALTY: u32 = 100;

/// A rating above the least one of the level counts up to this number of tenths. More must not outweigh a violated constraint.
const MAX_EXCESS: u32 = 60;

/// A loss of value by this number of tenths halves the probability that a board is accepted.
const HALVING_LOSS: u32 = 10;

/// The number of climbs at the beginning, a power of two.
const CLIMBS: usize = 16;

/// A search for a puzzle of the highest level.
pub(super) struct RatingClimb<'a> {
    constraints: &'a Constraints,
    level: Level,
    /// Whether only starts whose shortest solutions consist of the same moves are suitable.
    unique: bool,
    screen: ClusterScreen,
    /// The greatest value so far, and why that start makes no puzzle.
    failure: Option<(u32, AttemptFailure)>,
}

/// The board that a climb has reached.
struct Reached {
    /// Its hardest start.
    puzzle: Puzzle,
    value: u32,
}

/// What a board or a start is worth as a finished puzzle.
struct Valued {
    /// The start that would be finished.
    start: usize,
    /// The value in tenths.
    value: u32,
    /// The constraint that the finished puzzle would violate, if any.
    violation: Option<AttemptFailure>,
}

impl<'a> RatingClimb<'a> {
    pub(super) fn new(constraints: &'a Constraints, level: Level, unique: bool) -> RatingClimb<'a> {
        RatingClimb { constraints, level, unique, screen: ClusterScreen::default(), failure: None }
    }

    /// Searches within the budget of a hill climb; `None` if every cluster was too large to explore or had no suitable start.
    pub(super) fn run(
        &mut self,
        hill_climb: &mut HillClimb<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Puzzle>, AttemptFailure> {
        let (budget, rounds) = (hill_climb.budget, u64::from(CLIMBS.ilog2()) + 1);
        let mut climbs: Vec<Option<Reached>> = (0..CLIMBS).map(|_| None).collect();
        while !climbs.is_empty() {
            let share = budget / rounds / climbs.len() as u64;
            for reached in &mut climbs {
                hill_climb.budget = share;
                while hill_climb.budget > 0 {
                    if let Some(puzzle) = self.step(reached, hill_climb, random, observer)? {
                        return Ok(Some(puzzle));
                    }
                }
            }
            climbs.sort_by_key(|reached| Reverse(reached.as_ref().map(|reached| reached.value)));
            climbs.truncate(climbs.len() / 2);
        }
        self.failure.take().map_or(Ok(None), |(_, failure)| Err(failure))
    }

    /// Replaces the board that a climb has reached, if the next one is accepted. Returns a puzzle that meets all constraints, if it is one.
    fn step(
        &mut self,
        reached: &mut Option<Reached>,
        hill_climb: &mut HillClimb<'_>,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Option<Puzzle>, AttemptFailure> {
        hill_climb.budget = hill_climb.budget.saturating_sub(100);
        let board = match &*reached {
            None => hill_climb.sampler.sample(random),
            Some(reached) => hill_climb.sampler.neighbour(&reached.puzzle, random),
        };
        let Some(board) = board else { return Ok(None) };
        let least = reached.as_ref().map_or(0, |reached| reached.value.saturating_sub(accepted_loss(random)));
        if !self.is_promising(&board, least, &mut hill_climb.budget) {
            return Ok(None);
        }
        let Some(starts) = hill_climb.explore(&board, observer)? else { return Ok(None) };
        let farthest = starts.by_distance(1..=self.longest()).pop();
        let Some(hardest) = farthest.and_then(|starts| random.choose(&starts).copied()) else { return Ok(None) };
        hill_climb.budget = hill_climb.budget.saturating_sub(2 * starts.cluster().size() as u64);
        let Some(valued) = self.value(&starts, hardest, least, observer)? else { return Ok(None) };
        let violation = match valued.violation {
            None => match self.finished(&starts, valued.start, random, observer) {
                Ok(puzzle) => return Ok(Some(puzzle)),
                Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
                Err(reason) => reason,
            },
            Some(violation) => violation,
        };
        if self.failure.as_ref().is_none_or(|(best, _)| *best < valued.value) {
            self.failure = Some((valued.value, violation));
        }
        if let Some(puzzle) = starts.puzzle(hardest) {
            *reached = Some(Reached { puzzle, value: valued.value });
        }
        Ok(None)
    }

    /// Returns the greatest length of a solution. Boards with shorter solutions lead to boards with longer ones.
    fn longest(&self) -> u32 {
        let range = self.constraints.moves.as_ref();
        range.and_then(|range| u32::try_from(*range.end()).ok()).unwrap_or(u32::MAX)
    }

    /// Makes a puzzle of a start and checks every constraint.
    fn finished(
        &self,
        starts: &Starts,
        number: usize,
        random: &mut RandomStream,
        observer: &mut dyn Observer,
    ) -> Result<Puzzle, AttemptFailure> {
        let board = starts.puzzle(number).ok_or(AttemptFailure::NoBoard)?;
        finish(self.constraints, board, random, observer)
    }

    /// Returns whether a board can be worth at least a value, as far as the size and the depth of its cluster tell.
    fn is_promising(&mut self, board: &Puzzle, least: u32, budget: &mut u64) -> bool {
        let (positions, promising) = match self.screen.measure(board, MAX_CLUSTER_SIZE as usize) {
            ClusterMeasure::Unknown => (0, true),
            ClusterMeasure::TooLarge => (MAX_CLUSTER_SIZE, false),
            ClusterMeasure::Unsolvable => (0, false),
            ClusterMeasure::Solvable { positions, depth } => {
                (2 * positions as u64, depth > 0 && self.capped(greatest_rating(depth, depth)) >= least)
            }
        };
        *budget = budget.saturating_sub(positions / MEASURED_PER_EXPLORED);
        promising
    }

    /// Returns what a board is worth; `None` if it is less than `least`, or if the cluster of the finished puzzle is too large.
    fn value(
        &mut self,
        starts: &Starts,
        hardest: usize,
        least: u32,
        observer: &mut dyn Observer,
    ) -> Result<Option<Valued>, AttemptFailure> {
        let cluster = starts.cluster();
        let depth = cluster.greatest_distance().unwrap_or(0);
        let bound = |number: usize| self.capped(greatest_rating(cluster.distance(number).unwrap_or(0), depth));
        if bound(hardest) < least {
            return Ok(None);
        }
        let mut rater = Rater::new(cluster);
        let Some(difficulty) = rater.rate(hardest) else { return Ok(None) };
        let rating = self.capped(difficulty.rating_in_tenths());
        if !self.unique {
            if rating < least {
                return Ok(None);
            }
            let valued = self.finished_value(starts, hardest, difficulty, observer)?;
            return Ok(valued.filter(|valued| valued.value >= least));
        }
        if rating + self.capped(u32::MAX) < 2 * least {
            return Ok(None);
        }
        let valued = match self.hardest_unique(cluster, hardest) {
            None => Some(Valued { start: hardest, value: 0, violation: Some(AttemptFailure::NotUnique) }),
            Some(unique) if rating + bound(unique) < 2 * least => None,
            Some(unique) => match rater.rate(unique) {
                Some(difficulty) => self.finished_value(starts, unique, difficulty, observer)?,
                None => None,
            },
        };
        let mean = valued.map(|valued| Valued { value: (rating + valued.value) / 2, ..valued });
        Ok(mean.filter(|valued| valued.value >= least))
    }

    /// Returns the hardest start whose shortest solutions consist of the same moves.
    fn hardest_unique(&self, cluster: &Cluster, hardest: usize) -> Option<usize> {
        let same_moves = with_same_moves(cluster);
        if same_moves[hardest] {
            return Some(hardest);
        }
        let lengths = 1..=self.longest();
        let suitable = |number: &usize| {
            same_moves[*number] && cluster.distance(*number).is_some_and(|distance| lengths.contains(&distance))
        };
        (0..cluster.size()).filter(suitable).max_by_key(|number| cluster.distance(*number))
    }

    /// Returns what a start of some difficulty is worth; `None` if the cluster of the finished puzzle is too large.
    fn finished_value(
        &mut self,
        starts: &Starts,
        number: usize,
        difficulty: Difficulty,
        observer: &mut dyn Observer,
    ) -> Result<Option<Valued>, AttemptFailure> {
        let Some(board) = starts.puzzle(number).filter(|_| self.constraints.minimal) else {
            return Ok(Some(self.valued(number, difficulty, 0, true, || AttemptFailure::NoBoard)));
        };
        let Some(reduced) = self.reduced(starts, number, &board, observer)? else { return Ok(None) };
        let (vehicles, walls) = (reduced.vehicles().len(), reduced.walls().len());
        let least_vehicles = self.constraints.vehicles.as_ref().map_or(0, |range| *range.start());
        let missing = least_vehicles.saturating_sub(vehicles) + self.constraints.walls.start().saturating_sub(walls);
        let too_few = || AttemptFailure::TooFewVehiclesOrWalls { vehicles, walls };
        if (vehicles, walls) == (board.vehicles().len(), board.walls().len()) {
            return Ok(Some(self.valued(number, difficulty, missing, true, too_few)));
        }
        let limits = Limits { states: MAX_REDUCED_SIZE, ..Limits::default() };
        let cluster = match Cluster::new(&reduced, limits, observer) {
            Ok(cluster) => cluster,
            Err(Stopped::Limit(_)) => return Ok(None),
            Err(Stopped::Interrupted) => return Err(AttemptFailure::Interrupted),
        };
        let Some(difficulty) = Difficulty::of(&cluster, 0) else { return Ok(None) };
        let unique = !self.unique || Solutions::of(&cluster, 0).is_some_and(|solutions| solutions.same_moves);
        Ok(Some(self.valued(number, difficulty, missing, unique, too_few)))
    }

    /// Returns a rating as far as it counts, in tenths.
    fn capped(&self, rating: u32) -> u32 {
        rating.min(10 * self.level.least_rating() + MAX_EXCESS)
    }

    /// Returns the value of a finished puzzle with this difficulty.
    fn valued(
        &self,
        start: usize,
        difficulty: Difficulty,
        missing: usize,
        unique: bool,
        too_few: impl Fn() -> AttemptFailure,
    ) -> Valued {
        let violation = match (missing, unique) {
            (1.., _) => Some(too_few()),
            (0, false) => Some(AttemptFailure::NotUnique),
            (0, true) => (difficulty.level() != self.level).then_some(AttemptFailure::Level { difficulty }),
        };
        let rating = self.capped(difficulty.rating_in_tenths());
        Valued { start, value: rating.saturating_sub(PENALTY * (missing as u32 + u32::from(!unique))), violation }
    }

    /// Returns a start without the vehicles and walls that do not affect the length of its shortest solution; `None` if a cluster is too
    /// large.
    fn reduced(
        &mut self,
        starts: &Starts,
        number: usize,
        board: &Puzzle,
        observer: &mut dyn Observer,
    ) -> Result<Option<Puzzle>, AttemptFailure> {
        let length = starts.cluster().distance(number).unwrap_or(0);
        let undecided = ();
        let keeps_optimum = |smaller: &Puzzle| {
            let fewer = self.screen.is_solvable_in_fewer(smaller, length, MAX_REDUCED_SIZE as usize);
            fewer.map(|fewer| !fewer).ok_or(undecided)
        };
        if let Ok(reduced) = remove_redundant(board, starts.unmoved(number), keeps_optimum) {
            return Ok(Some(reduced));
        }
        let limits = Limits { states: MAX_REDUCED_SIZE, ..Limits::default() };
        match minimised(board, limits, observer) {
            Err(Stopped::Interrupted) => Err(AttemptFailure::Interrupted),
            Err(Stopped::Limit(_)) => Ok(None),
            Ok(reduced) => Ok(reduced),
        }
    }
}

/// Returns an upper bound of the rating of a start, in tenths.
fn greatest_rating(length: u32, depth: u32) -> u32 {
    Difficulty { length, misleading: 1000, stuck: 1000, depth }.rating_in_tenths()
}

/// Returns the loss of value at which the next board is still accepted, in tenths.
fn accepted_loss(random: &mut RandomStream) -> u32 {
    let mut loss = 0;
    while random.ratio(1, 2) {
        loss += HALVING_LOSS;
    }
    loss
}
