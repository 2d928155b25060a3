//! One attempt at a puzzle as demanded.

use std::ops::RangeInclusive;

use super::board::{Blocking, Boards};
use super::check::{fits, length, minimal};
use super::climb::Climb;
use super::draw::Draw;
use super::tanks::{tanked, with_tanks};
use super::{Demand, Miss};
use crate::analysis::{Cluster, Level, puzzle_at};
use crate::format;
use crate::puzzle::{Metric, Puzzle, Rules};
use crate::search::Observer;

/// How many positions an attempt may explore on its way to a length.
const BUDGET: u64 = 1_000_000;

/// How many of them where no length is asked for.
const STROLL: u64 = 20_000;

/// How often a board is drawn anew, where boards are only drawn.
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
    let mut climb = Climb { boards, budget: aim.budget };
    let board = match climb.towards(aim.length, draw, observer)? {
        Some(cluster) => chosen(&cluster, &aim, draw)?,
        None => drawn(&climb.boards, &aim, draw, observer)?,
    };
    let board = board.with_rules(Rules::plain(demand.metric));
    let board = with_tanks(demand, board, draw, observer)?;
    let board = if demand.minimal { minimal(demand, &board, observer)? } else { board };
    fits(demand, &board, observer)?;
    Ok(board)
}

/// A position of a cluster, as far from the exit as wanted.
fn chosen(cluster: &Cluster, aim: &Aim, draw: &mut Draw) -> Result<Puzzle, Miss> {
    let depth = cluster.greatest_distance().filter(|depth| *depth > 0).ok_or(Miss::NoBoard)?;
    if depth < aim.least {
        return Err(Miss::Length { length: depth, metric: aim.metric });
    }
    let length = aim.length.min(depth);
    let there: Vec<usize> = (0..cluster.size()).filter(|number| cluster.distance(*number) == Some(length)).collect();
    let number = draw.one_of(&there).ok_or(Miss::NoBoard)?;
    puzzle_at(cluster.puzzle(), &cluster.position(*number)).map_err(|_| Miss::NoBoard)
}

/// A board by chance: on large boards clusters are too large to be explored, but solutions are found.
fn drawn(boards: &Boards<'_>, aim: &Aim, draw: &mut Draw, observer: &mut dyn Observer) -> Result<Puzzle, Miss> {
    let mut nearest = Miss::NoBoard;
    for _ in 0..TRIES {
        let Some(board) = boards.random(draw) else { continue };
        match length(&board, observer) {
            Ok(Some(length)) if (aim.least..=aim.most).contains(&length) => return Ok(board),
            Ok(Some(length)) => nearest = Miss::Length { length, metric: aim.metric },
            Err(Miss::Interrupted) => return Err(Miss::Interrupted),
            _ => {}
        }
    }
    Err(nearest)
}

/// What length to climb to, in what metric.
struct Aim {
    metric: Metric,
    length: u32,
    /// The least length that will do.
    least: u32,
    /// The greatest length that will do.
    most: u32,
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
                Aim { metric, length, least: least as u32, most: *range.end() as u32, budget: BUDGET }
            }
            None => {
                let length = draw.low_within(&(1..=LONG)) as u32;
                Aim { metric: demand.metric, length, least: 1, most: u32::MAX, budget: STROLL }
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

/// A board that no moves solve.
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
