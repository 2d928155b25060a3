//! One attempt to generate a puzzle that meets the constraints.

use std::ops::RangeInclusive;

use super::check::{check, optimal_cost, reduce};
use super::failure::check_interrupt;
use super::fuel::{add_fuel, with_binding_fuel, with_random_fuel};
use super::graded::GradedSearch;
use super::hill_climb::{self, HillClimb};
use super::rating_climb::{self, RatingClimb};
use super::sampler::{BoardSampler, PrimaryLine};
use super::starts::Starts;
use super::{AttemptFailure, Constraints};
use crate::analysis::Level;
use crate::format;
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::random::RandomStream;
use crate::search::Observer;

/// Number of positions that an attempt may explore if the constraints give a length.
const LENGTH_BUDGET: u64 = 1_000_000;

/// The same if the constraints give a level.
const LEVEL_BUDGET: u64 = 4_000_000;

/// Number of positions that an attempt may explore if the constraints give neither a length nor a level.
const DEFAULT_BUDGET: u64 = 20_000;

/// The same with a valet.
const VALET_BUDGET: u64 = 200_000;

/// Maximum number of boards sampled where boards are only sampled, not improved.
const MAX_SAMPLES: usize = 40;

/// Maximum number of starts of a cluster that are tried with fuel.
const MAX_STARTS: usize = 12;

/// Greatest target length if the constraints give no length and no level.
const MAX_DEFAULT_LENGTH: usize = 24;

/// A range of lengths that is wider counts as one without an end.
const MAX_RANGE: usize = 1000;

/// The width of the range of target lengths if the constraints give no end.
const OPEN_RANGE: usize = 4;

/// The kind of puzzle that an attempt generates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solvability {
    /// A puzzle with a solution that meets every constraint.
    Solvable,
    /// A board without a solution. Constraints on solutions do not apply.
    Unsolvable,
}

/// Makes one attempt. The result depends on the arguments alone: the same constraints, solvability, random seed and
/// attempt number give the same puzzle.
pub fn attempt(
    constraints: &Constraints,
    solvability: Solvability,
    seed: u64,
    number: u64,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    // The levels of a set have different streams, so that they do not begin with the same boards.
    let seed = constraints.level.map_or(seed, |level| seed ^ ((level as u64 + 1) << 56));
    let seed = constraints.difficulty.as_ref().map_or(seed, |points| seed ^ ((u64::from(*points.start()) + 1) << 40));
    let mut random = RandomStream::new(seed, number);
    let puzzle = match solvability {
        Solvability::Solvable => solvable(constraints, &mut random, observer)?,
        Solvability::Unsolvable => unsolvable(constraints, &mut random, observer)?,
    };
    format::relabel(format::JSON, &puzzle).map_err(|_| AttemptFailure::NoBoard)
}

fn solvable(
    constraints: &Constraints,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let target = TargetLength::of(constraints, random);
    let needs_valet = needs_valet(constraints, random);
    let rules = Rules { metric: target.metric, ..constraints.rules };
    // With default fuel, the fuel of a puzzle is chosen in another way.
    let points = constraints.points().filter(|_| rules.default_fuel.is_none());
    // Ratings are defined in moves. A search for a great difficulty without an upper end maximises the rating.
    let is_greatest =
        |points: &RangeInclusive<u32>| *points.end() == u32::MAX && *points.start() >= Level::Expert.least_difficulty();
    let by_rating = points.as_ref().is_some_and(is_greatest) && target.metric == Metric::Moves;
    let vehicles = if by_rating { Some(constraints.dense_vehicle_range()) } else { constraints.vehicles.clone() };
    let sampler = BoardSampler {
        constraints: &Constraints { rules, vehicles, ..constraints.clone() },
        primary_line: if rules.valet { PrimaryLine::Vehicles } else { PrimaryLine::Reserved },
        needs_valet,
    };
    let unique = points.is_some() && constraints.unique && target.metric == constraints.rules.metric;
    let max_cluster_size = if by_rating { rating_climb::MAX_CLUSTER_SIZE } else { hill_climb::MAX_CLUSTER_SIZE };
    let mut hill_climb = HillClimb { sampler, unique, max_cluster_size, budget: target.budget };
    if let Some(points) = points {
        let found = match by_rating {
            true => RatingClimb { constraints, points }.run(&mut hill_climb, random, observer)?,
            false => GradedSearch { constraints, points, target: &target }.run(&mut hill_climb, random, observer)?,
        };
        if let Some(puzzle) = found {
            return Ok(puzzle);
        }
    }
    let board = match hill_climb.run(None, target.length, random, observer)? {
        Some(starts) => choose_board(constraints, &starts, &target, random, observer)?,
        None => {
            let board = sample_board(&hill_climb.sampler, &target, random, observer)?;
            add_fuel(constraints, board.with_rules(constraints.rules), random, observer)?
        }
    };
    let board = if constraints.minimal { reduce(constraints, &board, observer)? } else { board };
    check(constraints, &board, observer)?;
    Ok(board)
}

/// Chooses a random start, and its fuel. Where every vehicle has a tank, fuel should matter: starts are tried until
/// tanks make the solution of one longer, and if there is none, three of four attempts fail.
fn choose_board(
    constraints: &Constraints,
    starts: &Starts,
    target: &TargetLength,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let tries = if constraints.rules.default_fuel.is_some() { MAX_STARTS } else { 0 };
    for _ in 0..tries {
        let board = choose_start(starts, target, random)?.with_rules(constraints.rules);
        if let Some(fuelled) = with_binding_fuel(constraints, &board, random, observer)? {
            return Ok(fuelled);
        }
    }
    if tries > 0 && constraints.fuel.is_some() && random.ratio(3, 4) {
        return Err(AttemptFailure::NoBoard);
    }
    let board = choose_start(starts, target, random)?.with_rules(constraints.rules);
    add_fuel(constraints, board, random, observer)
}

fn choose_start(starts: &Starts, target: &TargetLength, random: &mut RandomStream) -> Result<Puzzle, AttemptFailure> {
    let depth = starts.depth();
    if depth == 0 {
        return Err(AttemptFailure::NoBoard);
    }
    if depth < target.min {
        return Err(AttemptFailure::Length { length: depth, metric: target.metric });
    }
    let candidates = starts.at_distance(target.length.min(depth));
    let number = random.choose(&candidates).ok_or(AttemptFailure::NoBoard)?;
    starts.puzzle(*number).ok_or(AttemptFailure::NoBoard)
}

/// Samples boards until one has a solution of a suitable length. Used on large boards, where clusters are too large to
/// explore but a single solution can be found.
fn sample_board(
    sampler: &BoardSampler<'_>,
    target: &TargetLength,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let mut closest = AttemptFailure::NoBoard;
    for _ in 0..MAX_SAMPLES {
        check_interrupt(observer)?;
        let Some(board) = sampler.sample(random) else { continue };
        match optimal_cost(&board, observer) {
            Ok(Some(length)) if (target.min..=target.max).contains(&length) => return Ok(board),
            Ok(Some(length)) => closest = AttemptFailure::Length { length, metric: target.metric },
            Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
            _ => {}
        }
    }
    Err(closest)
}

/// The length that an attempt aims at, and its metric.
pub(super) struct TargetLength {
    pub(super) metric: Metric,
    pub(super) length: u32,
    pub(super) min: u32,
    pub(super) max: u32,
    budget: u64,
}

impl TargetLength {
    pub(super) fn range(&self) -> RangeInclusive<u32> {
        self.min..=self.max
    }

    fn of(constraints: &Constraints, random: &mut RandomStream) -> TargetLength {
        let wanted = [(Metric::Moves, &constraints.moves), (Metric::Steps, &constraints.steps)];
        let wanted = wanted.into_iter().find_map(|(metric, range)| Some((metric, range.clone()?)));
        let wanted = wanted.or_else(|| Some((Metric::Moves, typical_lengths(&constraints.points()?))));
        match wanted {
            Some((metric, range)) => {
                let budget = if constraints.points().is_some() { LEVEL_BUDGET } else { LENGTH_BUDGET };
                let min = (*range.start()).max(1);
                let length = random.in_range(&target_range(min, *range.end())) as u32;
                TargetLength {
                    metric,
                    length,
                    min: min as u32,
                    max: (*range.end()).try_into().unwrap_or(u32::MAX),
                    budget,
                }
            }
            None => {
                let lengths = 1..=MAX_DEFAULT_LENGTH;
                // With a valet, short solutions rarely depend on the rules.
                let (length, budget) = match constraints.rules.valet {
                    true => (random.in_range(&lengths), VALET_BUDGET),
                    false => (random.low_in_range(&lengths), DEFAULT_BUDGET),
                };
                let (metric, length) = (constraints.rules.metric, length as u32);
                TargetLength { metric, length, min: 1, max: u32::MAX, budget }
            }
        }
    }
}

/// Returns the range of target lengths. As long solutions are rare, one without an end is narrow, above its start.
fn target_range(min: usize, max: usize) -> RangeInclusive<usize> {
    min..=if max.saturating_sub(min) > MAX_RANGE { min + OPEN_RANGE } else { max }
}

/// Returns the approximate range of solution lengths of puzzles of a difficulty, in moves, as a target for the search.
fn typical_lengths(points: &RangeInclusive<u32>) -> RangeInclusive<usize> {
    let of_level = |points: u32| match Level::of_difficulty(points) {
        Level::Beginner => 4..=13,
        Level::Intermediate => 13..=24,
        Level::Advanced => 18..=32,
        Level::Expert => 26..=40,
    };
    *of_level(*points.start()).start()..=*of_level(*points.end()).end()
}

/// Chooses whether a vehicle must be ahead of the primary, which only a valet can remove. Without a valet, no random
/// number is drawn.
fn needs_valet(constraints: &Constraints, random: &mut RandomStream) -> bool {
    constraints.rules.valet && constraints.has_room_ahead() && random.ratio(7, 8)
}

/// Samples boards until one is proved to have no solution.
fn unsolvable(
    constraints: &Constraints,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let needs_valet = needs_valet(constraints, random);
    // Where every vehicle has a tank, half of the boards have a solution without the tanks of the constraints.
    let by_fuel = constraints.rules.default_fuel.is_some() && constraints.fuel.is_some() && random.ratio(1, 2);
    let primary_line = match constraints.rules.valet {
        true => PrimaryLine::Vehicles,
        false if random.ratio(1, 4) => PrimaryLine::Shared,
        false => PrimaryLine::Reserved,
    };
    let sampler = BoardSampler { constraints, primary_line, needs_valet };
    for _ in 0..MAX_SAMPLES {
        check_interrupt(observer)?;
        let Some(board) = sampler.sample(random) else { continue };
        let board = board.with_rules(constraints.rules);
        let tanks = with_random_fuel(constraints, &board, random).ok_or(AttemptFailure::NoBoard)?;
        let suits = optimal_cost(&tanks, observer)
            .and_then(|cost| Ok(cost.is_none() && (!by_fuel || optimal_cost(&board, observer)?.is_some())));
        match suits {
            Ok(true) => return Ok(tanks),
            Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
            _ => {}
        }
    }
    Err(AttemptFailure::NoBoard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_without_an_end_is_a_narrow_one_above_its_start() {
        assert_eq!(target_range(25, u32::MAX as usize), 25..=29);
        assert_eq!(target_range(25, usize::MAX), 25..=29);
        assert_eq!(target_range(25, 40), 25..=40);
    }
}
