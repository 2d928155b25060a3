//! The fastest optimal way to solve a puzzle, whatever its rules and its size.
//!
//! Most puzzles are small: plain breadth-first search with vehicles at rest is through before a heuristic has warmed up. What is not
//! decided within its allowance is large, and then several ways are tried in turn, each with an allowance of its own:
//!
//! 1. *Fewer vehicles.* Taking vehicles away can only shorten the solution. So the puzzle is solved with the primary alone; the
//!    vehicles that stand in the way of that solution come into play, and so on. Each optimum is a lower bound, and a solution that
//!    nobody stands in the way of is the answer.
//! 2. *Some solution.* A* with a heavy estimate finds one soon; with lighter ones, better ones. Only what may beat the best is
//!    followed, and detours are cut out of it.
//! 3. *All positions*, layer by layer, as far as memory goes; on the largest boards that is not far enough to be worth the time.
//!
//! Then the first two again with more room, as long as there is memory. Whenever bound and best meet, that is the answer; at a limit
//! both are told.
//!
//! **Tanks** make positions many, so they come into play one by one, too: first a solution is sought as if no tank could run dry. If
//! every tank allows it, it counts, for tanks only take solutions away. If not, the tanks that it overdraws join the positions, and
//! the search is repeated. But small tanks can also make positions few: so this takes turns with the search that has all tanks in
//! play, each with a growing allowance of positions, and whichever ends first has the answer.

use std::ops::ControlFlow;

use super::astar::Hasty;
use super::bfs::RestingBfs;
use super::over::{Search, over_tanks, overdrawn, tanks};
use super::shorten::{NEAR, Shorten};
use super::{
    About, Algorithm, Duplicates, Limit, Limits, Observer, Optimal, Outcome, Progress, Statistics, Status, Task, Visit,
};
use crate::heuristic;
use crate::puzzle::{Draft, Puzzle};
use crate::reference::{Move, Position};
use crate::space::{AnySpace, LaneSpace};

/// So many positions are searched before a puzzle counts as large.
const SMALL: u64 = 1 << 17;

/// So many positions each way for large puzzles may remember at first.
const LARGE: u64 = 1 << 20;

/// By so much that grows from one round to the next.
const GROWTH: u64 = 4;

/// How much cost and estimate weigh, from hasty to careful.
const HASTE: [(u32, u32); 5] = [(1, 5), (1, 3), (1, 2), (2, 3), (1, 1)];

/// `auto`.
pub(super) struct Auto;

impl Algorithm for Auto {
    fn about(&self) -> &'static About {
        &About {
            name: "auto",
            aliases: &[],
            summary: "the fastest optimal choice for the puzzle at hand; on large boards also the best known solution and a bound",
            optimal: Optimal::Always,
            informed: false,
            random: false,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        if heuristic::hopeless(task.puzzle).is_some() {
            return Outcome::without(Status::Unsolvable, 0, Statistics::default());
        }
        // The estimate must be admissible, whatever the user chose for other searches.
        let task = &Task { duplicates: Duplicates::Exact, ..task.guided(heuristic::DEFAULT) };
        let mut in_play = vec![false; task.puzzle.vehicles().len()];
        in_play[task.puzzle.primary_index()] = true;
        let spent = Statistics::default();
        Known { task, observer, best: Vec::new(), cost: u32::MAX, bound: 0, in_play, spent }.decide()
    }
}

/// Finds a shortest solution.
pub fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Outcome {
    Auto.run(&Task::new(puzzle).limited(limits), observer)
}

/// What is known of a puzzle so far.
struct Known<'a> {
    task: &'a Task<'a>,
    observer: &'a mut dyn Observer,
    /// The best solution, and its cost; `u32::MAX` when there is none yet.
    best: Vec<Move>,
    cost: u32,
    bound: u32,
    /// With which vehicles the puzzle may still be solved where all of them are too many.
    in_play: Vec<bool>,
    spent: Statistics,
}

/// Why no more is tried.
struct Over(Status);

impl Known<'_> {
    fn decide(&mut self) -> Outcome {
        let status = match self.try_all() {
            Err(Over(status)) => status,
            Ok(()) => Status::Limit(Limit::Memory),
        };
        let solved = self.cost < u32::MAX;
        let status = if solved && self.bound >= self.cost { Status::Solved } else { status };
        Outcome {
            status,
            moves: std::mem::take(&mut self.best),
            cost: if solved { self.cost } else { 0 },
            bound: self.bound,
            statistics: self.spent,
        }
    }

    fn try_all(&mut self) -> Result<(), Over> {
        let puzzle = self.task.puzzle;
        self.run(&RestingBfs, puzzle, SMALL)?;
        self.fewer_vehicles(SMALL)?;
        self.some_solution(HASTE[0], LARGE)?;
        if !matches!(AnySpace::new(puzzle), AnySpace::Wide(_)) {
            self.run(&RestingBfs, puzzle, u64::MAX)?;
        }
        let mut allowance = LARGE;
        loop {
            self.fewer_vehicles(allowance)?;
            let mut out_of_memory = false;
            for weights in HASTE {
                let outcome = self.some_solution(weights, allowance)?;
                out_of_memory |= outcome.status == Status::Limit(Limit::Memory);
            }
            if out_of_memory {
                return Ok(());
            }
            allowance = allowance.saturating_mul(GROWTH);
        }
    }

    /// Looks for a solution better than the best, and cuts its detours out.
    fn some_solution(&mut self, weights: (u32, u32), allowance: u64) -> Result<Outcome, Over> {
        let puzzle = self.task.puzzle;
        let outcome = self.run(&Hasty { weights, below: self.cost }, puzzle, allowance)?;
        if outcome.status == Status::Solved {
            let moves = self.best.clone();
            self.run(&Shorten { moves: &moves, near: NEAR }, puzzle, u64::MAX)?;
        }
        Ok(outcome)
    }

    /// Searches the puzzle, or one that has fewer vehicles, and learns from it; an error ends all.
    fn run(&mut self, search: &impl Search, puzzle: &Puzzle, allowance: u64) -> Result<Outcome, Over> {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        let limits = Limits { states: left.min(allowance), ..self.task.limits };
        let task = Task { puzzle, limits, ..*self.task };
        let whole = std::ptr::eq(puzzle, self.task.puzzle);
        let mut telling =
            Telling { observer: self.observer, whole, before: self.spent, bound: self.bound, best: self.cost };
        let outcome = with_tanks(search, &task, &mut telling);
        self.spent.and_then(&outcome.statistics);
        self.bound = self.bound.max(outcome.bound);
        if whole && outcome.status == Status::Solved && outcome.cost < self.cost {
            (self.best, self.cost) = (outcome.moves.clone(), outcome.cost);
        }
        if whole && self.cost < u32::MAX && outcome.status == Status::Unsolvable {
            // There is none below the best.
            self.bound = self.cost;
        }
        match outcome.status {
            _ if self.bound >= self.cost => Err(Over(Status::Solved)),
            Status::Unsolvable => Err(Over(Status::Unsolvable)),
            Status::Interrupted => Err(Over(Status::Interrupted)),
            Status::Limit(Limit::States) if self.spent.states >= self.task.limits.states => Err(Over(outcome.status)),
            Status::Limit(_) | Status::Solved => Ok(outcome),
        }
    }

    /// Solves the puzzle with ever more of its vehicles.
    fn fewer_vehicles(&mut self, allowance: u64) -> Result<(), Over> {
        let whole = self.task.puzzle;
        while self.in_play.contains(&false) {
            let Some(part) = with_only(whole, &self.in_play) else { return Ok(()) };
            let outcome = self.run(&Hasty { weights: (1, 1), below: u32::MAX }, &part, allowance)?;
            if outcome.status != Status::Solved {
                return Ok(());
            }
            let moves = renamed(&part, whole, &outcome.moves);
            let in_the_way = in_the_way(whole, &self.in_play, &moves);
            if in_the_way.is_empty() {
                (self.best, self.cost, self.bound) = (moves, outcome.cost, outcome.cost);
                return Err(Over(Status::Solved));
            }
            in_the_way.into_iter().for_each(|vehicle| self.in_play[vehicle] = true);
        }
        Ok(())
    }
}

/// Passes on what a search tells, with what was known before it.
struct Telling<'a> {
    observer: &'a mut dyn Observer,
    whole: bool,
    before: Statistics,
    bound: u32,
    best: u32,
}

impl Observer for Telling<'_> {
    fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        let mut statistics = self.before;
        statistics.and_then(&progress.statistics);
        let best = (self.best < u32::MAX).then_some(self.best);
        self.observer.watch(&Progress { statistics, bound: self.bound.max(progress.bound), best })
    }

    /// Positions of a puzzle with fewer vehicles would mean nothing to who watches the whole.
    fn traces(&self) -> bool {
        self.whole && self.observer.traces()
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.observer.visit(visit);
    }
}

/// The puzzle without some of its vehicles.
fn with_only(puzzle: &Puzzle, in_play: &[bool]) -> Option<Puzzle> {
    let mut draft = Draft::from(puzzle);
    let away: Vec<_> =
        puzzle.vehicles().iter().zip(in_play).filter(|(_, stays)| !**stays).map(|(v, _)| v.label).collect();
    draft.vehicles.retain(|vehicle| !away.contains(&vehicle.label));
    draft.fuel.retain(|fuel| !away.contains(&fuel.label));
    Puzzle::try_from(draft).ok()
}

/// Moves of one puzzle's vehicles as moves of the other's, which has them all.
fn renamed(part: &Puzzle, whole: &Puzzle, moves: &[Move]) -> Vec<Move> {
    let renamed = |mv: &Move| Some(Move { vehicle: whole.vehicle_named(part.vehicles()[mv.vehicle].label)?, ..*mv });
    moves.iter().filter_map(renamed).collect()
}

/// The vehicles out of play, where they stand at the start, that some moves of the others run into.
fn in_the_way(puzzle: &Puzzle, in_play: &[bool], moves: &[Move]) -> Vec<usize> {
    let mut position = Position::start(puzzle);
    let start = position.clone();
    let mut found = Vec::new();
    for mv in moves {
        let vehicle = &puzzle.vehicles()[mv.vehicle];
        let Some(from) = position.offsets[mv.vehicle] else { continue };
        let to = from.wrapping_add_signed(mv.direction.sign() as i8 * mv.cells as i8);
        let trail = from.min(to)..from.max(to) + vehicle.length;
        for (other, details) in puzzle.vehicles().iter().enumerate().filter(|(other, _)| !in_play[*other]) {
            let stands = start.offsets[other].into_iter().flat_map(|offset| offset..offset + details.length);
            let mut cells = stands.map(|along| details.orientation.cell(details.line(), along));
            let meets =
                cells.any(|cell| trail.clone().any(|along| vehicle.orientation.cell(vehicle.line(), along) == cell));
            if meets && !found.contains(&other) {
                found.push(other);
            }
        }
        position.offsets[mv.vehicle] = Some(to);
    }
    found
}

/// Searches with as few tanks in play as it takes.
fn with_tanks(search: &impl Search, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
    match AnySpace::new(task.puzzle) {
        AnySpace::Narrow(space) => with_tanks_in(search, &space, task, observer),
        AnySpace::Middle(space) => with_tanks_in(search, &space, task, observer),
        AnySpace::Wide(space) => with_tanks_in(search, &space, task, observer),
    }
}

fn with_tanks_in<const N: usize, const M: usize>(
    search: &impl Search,
    lanes: &LaneSpace<N, M>,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> Outcome {
    let all = tanks(task.puzzle);
    let mut some = vec![false; all.len()];
    if !all.contains(&true) {
        return over_tanks(search, lanes, &some, task, observer);
    }
    let mut spent = Statistics::default();
    let mut allowance = FIRST_ALLOWANCE;
    loop {
        for every_tank in [false, true] {
            let mut outcome = loop {
                let tracked = if every_tank { &all } else { &some };
                let left = task.limits.states.saturating_sub(spent.states);
                let allowed = task.limited(Limits { states: left.min(allowance), ..task.limits });
                let outcome = over_tanks(search, lanes, tracked, &allowed, observer);
                spent.and_then(&outcome.statistics);
                let overdrawn = overdrawn(task.puzzle, &outcome.moves);
                if overdrawn.is_empty() {
                    break outcome;
                }
                overdrawn.into_iter().for_each(|vehicle| some[vehicle] = true);
            };
            let used_up = spent.states >= task.limits.states;
            if outcome.status != Status::Limit(Limit::States) || used_up {
                outcome.statistics = spent;
                return outcome;
            }
        }
        allowance = allowance.saturating_mul(4);
    }
}

/// So many positions each of the two searches may meet at first.
const FIRST_ALLOWANCE: u64 = 1 << 14;
