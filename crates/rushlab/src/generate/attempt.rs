//! One attempt to generate a puzzle that meets the constraints.

use std::ops::RangeInclusive;

use super::check::{check, optimal_cost, reduce};
use super::fuel::{add_fuel, with_random_fuel};
use super::hill_climb::HillClimb;
use super::random::RandomStream;
use super::sampler::{BoardSampler, PrimaryLine};
use super::{AttemptFailure, Constraints};
use crate::analysis::{Cluster, Level};
use crate::format;
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::search::Observer;

/// Number of positions that an attempt may explore if the constraints give a length or a level.
const LENGTH_BUDGET: u64 = 1_000_000;

/// Number of positions that an attempt may explore if the constraints give neither a length nor a level.
const DEFAULT_BUDGET: u64 = 20_000;

/// Maximum number of boards sampled where boards are only sampled, not improved.
const MAX_SAMPLES: usize = 40;

/// Greatest target length if the constraints give no length and no level.
const MAX_DEFAULT_LENGTH: usize = 24;

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
    let sampler = BoardSampler {
        constraints: &Constraints { metric: target.metric, ..constraints.clone() },
        primary_line: PrimaryLine::Reserved,
    };
    let mut hill_climb = HillClimb { sampler, budget: target.budget };
    let board = match hill_climb.run(target.length, random, observer)? {
        Some(cluster) => choose_position(&cluster, &target, random)?,
        None => sample_board(&hill_climb.sampler, &target, random, observer)?,
    };
    let board = board.with_rules(Rules::plain(constraints.metric));
    let board = add_fuel(constraints, board, random, observer)?;
    let board = if constraints.minimal { reduce(constraints, &board, observer)? } else { board };
    check(constraints, &board, observer)?;
    Ok(board)
}

/// Chooses a random position of a cluster at the target distance from the goals.
fn choose_position(
    cluster: &Cluster,
    target: &TargetLength,
    random: &mut RandomStream,
) -> Result<Puzzle, AttemptFailure> {
    let depth = cluster.greatest_distance().filter(|depth| *depth > 0).ok_or(AttemptFailure::NoBoard)?;
    if depth < target.min {
        return Err(AttemptFailure::Length { length: depth, metric: target.metric });
    }
    let length = target.length.min(depth);
    let candidates: Vec<usize> =
        (0..cluster.size()).filter(|number| cluster.distance(*number) == Some(length)).collect();
    let number = random.choose(&candidates).ok_or(AttemptFailure::NoBoard)?;
    cluster.position(*number).to_puzzle().map_err(|_| AttemptFailure::NoBoard)
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
struct TargetLength {
    metric: Metric,
    length: u32,
    /// The least acceptable length.
    min: u32,
    /// The greatest acceptable length.
    max: u32,
    budget: u64,
}

impl TargetLength {
    fn of(constraints: &Constraints, random: &mut RandomStream) -> TargetLength {
        let wanted = [(Metric::Moves, &constraints.moves), (Metric::Steps, &constraints.steps)];
        let wanted = wanted.into_iter().find_map(|(metric, range)| Some((metric, range.clone()?)));
        let wanted = wanted.or_else(|| Some((Metric::Moves, typical_lengths(constraints.level?))));
        match wanted {
            Some((metric, range)) => {
                let min = (*range.start()).max(1);
                let length = random.in_range(&(min..=(*range.end()).min(min + 1000))) as u32;
                TargetLength { metric, length, min: min as u32, max: *range.end() as u32, budget: LENGTH_BUDGET }
            }
            None => {
                let length = random.low_in_range(&(1..=MAX_DEFAULT_LENGTH)) as u32;
                TargetLength { metric: constraints.metric, length, min: 1, max: u32::MAX, budget: DEFAULT_BUDGET }
            }
        }
    }
}

/// Returns the approximate range of solution lengths of a level, in moves, as a target for the search.
fn typical_lengths(level: Level) -> RangeInclusive<usize> {
    match level {
        Level::Beginner => 4..=13,
        Level::Intermediate => 13..=24,
        Level::Advanced => 23..=33,
        Level::Expert => 32..=42,
    }
}

/// Samples boards until one is proved to have no solution.
fn unsolvable(
    constraints: &Constraints,
    random: &mut RandomStream,
    observer: &mut dyn Observer,
) -> Result<Puzzle, AttemptFailure> {
    let primary_line = if random.ratio(1, 4) { PrimaryLine::Shared } else { PrimaryLine::Reserved };
    let sampler = BoardSampler { constraints, primary_line };
    for _ in 0..MAX_SAMPLES {
        let Some(board) = sampler.sample(random) else { continue };
        let board = with_random_fuel(constraints, &board, random).ok_or(AttemptFailure::NoBoard)?;
        match optimal_cost(&board, observer) {
            Ok(None) => return Ok(board),
            Err(AttemptFailure::Interrupted) => return Err(AttemptFailure::Interrupted),
            _ => {}
        }
    }
    Err(AttemptFailure::NoBoard)
}
