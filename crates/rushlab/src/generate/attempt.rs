//! One attempt at a puzzle as demanded.

use std::ops::RangeInclusive;

use super::Demand;
use super::board::{Blocking, Boards};
use super::climb::Climb;
use super::draw::Draw;
use crate::analysis::{Cluster, Difficulty, Level, Solutions, Stopped, puzzle_at, reduced};
use crate::format;
use crate::puzzle::{Draft, DraftFuel, Metric, Puzzle, Rules};
use crate::search::{Limits, Observer, Status, solve};

/// How many positions an attempt may explore on its way to a length.
const BUDGET: u64 = 1_000_000;

/// How many of them where no length is asked for.
const STROLL: u64 = 20_000;

/// How many positions a search may meet that checks a puzzle.
const CHECKED: u64 = 500_000;

/// How often tanks are filled anew, or boards are drawn anew that should have no solution.
const TRIES: usize = 40;

/// The longest solution that is looked for where no length is asked for.
const LONG: usize = 24;

/// What an attempt is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A puzzle with a solution, as demanded.
    Solvable,
    /// A board without any. What is demanded of solutions does not concern it.
    Unsolvable,
}

/// How an attempt failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Miss {
    /// Whoever watched it stopped it.
    #[error("interrupted")]
    Interrupted,
    /// The longest or nearest solution met was of another length.
    #[error("the nearest came to {length} {metric}")]
    Length {
        /// So long.
        length: u32,
        /// In this.
        metric: Metric,
    },
    /// Without what it does not need it has too few vehicles or walls.
    #[error("a minimal one had {vehicles} vehicles and {walls} walls")]
    Few {
        /// So many are left.
        vehicles: usize,
        /// So many are left.
        walls: usize,
    },
    /// It is too hard or too easy.
    #[error("it was rated {difficulty}, {}", .difficulty.level())]
    Level {
        /// What it is rated by.
        difficulty: Difficulty,
    },
    /// Its shortest solutions differ.
    #[error("its shortest solutions differ")]
    Differ,
    /// No board came out that has a solution, or none, and is small enough to be sure.
    #[error("no board was found")]
    NoBoard,
}

/// Makes an attempt: the same one for the same demand, kind, seed and number.
pub fn attempt(
    demand: &Demand,
    kind: Kind,
    seed: u64,
    number: u64,
    observer: &mut dyn Observer,
) -> Result<Puzzle, Miss> {
    let mut draw = Draw::new(seed, number);
    let puzzle = match kind {
        Kind::Solvable => solvable(demand, &mut draw, observer)?,
        Kind::Unsolvable => unsolvable(demand, &mut draw, observer)?,
    };
    let json = format::named("json").ok_or(Miss::NoBoard)?;
    format::relabel(json, &puzzle).map_err(|_| Miss::NoBoard)
}

fn solvable(demand: &Demand, draw: &mut Draw, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    let aim = Aim::of(demand, draw);
    let boards = Boards { demand: &Demand { metric: aim.metric, ..demand.clone() }, blocking: Blocking::Never };
    let cluster = Climb { boards, budget: aim.budget }.towards(aim.length, draw, observer)?;
    let cluster = cluster.ok_or(Miss::NoBoard)?;
    let depth = cluster.greatest_distance().filter(|depth| *depth > 0).ok_or(Miss::NoBoard)?;
    if aim.asked && depth < aim.least {
        return Err(Miss::Length { length: depth, metric: aim.metric });
    }
    let length = aim.length.min(depth);
    let there: Vec<usize> = (0..cluster.size()).filter(|number| cluster.distance(*number) == Some(length)).collect();
    let number = draw.one_of(&there).ok_or(Miss::NoBoard)?;
    let board = puzzle_at(cluster.puzzle(), &cluster.position(*number)).map_err(|_| Miss::NoBoard)?;
    let board = board.with_rules(Rules::plain(demand.metric));
    let board = with_tanks(demand, board, draw, observer)?;
    let board = if demand.minimal { minimal(demand, &board, observer)? } else { board };
    fits(demand, &board, observer)?;
    Ok(board)
}

/// What length to climb to, in what metric.
struct Aim {
    metric: Metric,
    length: u32,
    /// The least length that will do.
    least: u32,
    /// Whether the user wants a length.
    asked: bool,
    budget: u64,
}

impl Aim {
    fn of(demand: &Demand, draw: &mut Draw) -> Aim {
        let asked = [(Metric::Moves, &demand.moves), (Metric::Steps, &demand.steps)];
        let asked = asked.into_iter().find_map(|(metric, range)| Some((metric, range.clone()?)));
        let asked = asked.or_else(|| Some((Metric::Moves, usual_lengths(demand.level?))));
        match asked {
            Some((metric, range)) => {
                let least = (*range.start()).max(1);
                let length = draw.within(&(least..=(*range.end()).min(least + 1000))) as u32;
                Aim { metric, length, least: least as u32, asked: true, budget: BUDGET }
            }
            None => {
                let length = draw.low_within(&(1..=LONG)) as u32;
                Aim { metric: demand.metric, length, least: 1, asked: false, budget: STROLL }
            }
        }
    }
}

/// How many moves the puzzles of a level take, more or less: where to look for them.
fn usual_lengths(level: Level) -> RangeInclusive<usize> {
    match level {
        Level::Beginner => 4..=13,
        Level::Intermediate => 13..=24,
        Level::Advanced => 23..=33,
        Level::Expert => 32..=42,
    }
}

/// A board that no slides solve.
fn unsolvable(demand: &Demand, draw: &mut Draw, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    let blocking = if draw.chance(1, 4) { Blocking::Allowed } else { Blocking::Never };
    let boards = Boards { demand, blocking };
    for _ in 0..TRIES {
        let Some(board) = boards.random(draw) else { continue };
        let board = tanked(demand, &board, draw).ok_or(Miss::NoBoard)?;
        match length(&board, observer) {
            Ok(None) => return Ok(board),
            Err(Miss::Interrupted) => return Err(Miss::Interrupted),
            _ => {}
        }
    }
    Err(Miss::NoBoard)
}

/// What the shortest solution costs, if there is one.
fn length(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Option<u32>, Miss> {
    let outcome = solve(puzzle, Limits { states: CHECKED, ..Limits::default() }, observer);
    match outcome.status {
        Status::Solved => Ok(Some(outcome.cost)),
        Status::Unsolvable => Ok(None),
        Status::Interrupted => Err(Miss::Interrupted),
        Status::Limit(_) => Err(Miss::NoBoard),
    }
}

/// The board with fuel in some tanks, and still a solution of a length that was asked for.
fn with_tanks(demand: &Demand, board: Puzzle, draw: &mut Draw, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    if demand.fuel.is_none() {
        return Ok(board);
    }
    let mut miss = Miss::NoBoard;
    for _ in 0..TRIES {
        let board = tanked(demand, &board, draw).ok_or(Miss::NoBoard)?;
        match lengths(demand, &board, observer) {
            Ok(()) => return Ok(board),
            Err(Miss::Interrupted) => return Err(Miss::Interrupted),
            Err(other) => miss = other,
        }
    }
    Err(miss)
}

/// The board with fuel in some tanks.
fn tanked(demand: &Demand, board: &Puzzle, draw: &mut Draw) -> Option<Puzzle> {
    let Some(fuel) = &demand.fuel else { return Some(board.clone()) };
    let mut draft = Draft::from(board);
    // One board in five has no figures: that is a case, too.
    let tanks = draw.below(5).min(draft.vehicles.len());
    let mut labels: Vec<_> = draft.vehicles.iter().map(|vehicle| vehicle.label).collect();
    for _ in 0..tanks {
        let label = labels.swap_remove(draw.below(labels.len()));
        draft.fuel.push(DraftFuel { label, units: draw.within(fuel) as i64, line: 0 });
    }
    Puzzle::try_from(draft).ok()
}

/// The puzzle without what it does not need, if enough is left.
fn minimal(demand: &Demand, board: &Puzzle, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    let limits = Limits { states: CHECKED, ..Limits::default() };
    let smaller = match reduced(board, limits, observer) {
        Ok(smaller) => smaller.ok_or(Miss::NoBoard)?,
        Err(Stopped::Interrupted) => return Err(Miss::Interrupted),
        Err(Stopped::Limit(_)) => return Err(Miss::NoBoard),
    };
    let (vehicles, walls) = (smaller.vehicles().len(), smaller.walls().len());
    let few = demand.vehicles.as_ref().is_some_and(|range| vehicles < *range.start()) || walls < *demand.walls.start();
    if few { Err(Miss::Few { vehicles, walls }) } else { Ok(smaller) }
}

/// Whether all that is demanded of solutions is true.
fn fits(demand: &Demand, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<(), Miss> {
    lengths(demand, puzzle, observer)?;
    if let Some(level) = demand.level {
        let cluster = explored(&puzzle.clone().with_rules(Rules::plain(Metric::Moves)), observer)?;
        let difficulty = Difficulty::of(&cluster, 0).ok_or(Miss::NoBoard)?;
        if difficulty.level() != level {
            return Err(Miss::Level { difficulty });
        }
    }
    if demand.unique && !Solutions::of(&explored(puzzle, observer)?, 0).is_some_and(|solutions| solutions.alike) {
        return Err(Miss::Differ);
    }
    Ok(())
}

fn explored(puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<Cluster, Miss> {
    let limits = Limits { states: CHECKED, ..Limits::default() };
    Cluster::new(puzzle, limits, observer).map_err(|stopped| match stopped {
        Stopped::Interrupted => Miss::Interrupted,
        Stopped::Limit(_) => Miss::NoBoard,
    })
}

/// Whether the solutions are as long as demanded, in moves and in steps.
fn lengths(demand: &Demand, puzzle: &Puzzle, observer: &mut dyn Observer) -> Result<(), Miss> {
    for (metric, range) in [(Metric::Moves, &demand.moves), (Metric::Steps, &demand.steps)] {
        if range.is_none() && metric != demand.metric {
            continue;
        }
        let found = length(&puzzle.clone().with_rules(Rules::plain(metric)), observer)?.ok_or(Miss::NoBoard)?;
        if !range.as_ref().map_or(found > 0, |range| range.contains(&(found as usize))) {
            return Err(Miss::Length { length: found, metric });
        }
    }
    Ok(())
}
