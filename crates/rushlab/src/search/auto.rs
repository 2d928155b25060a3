//! The fastest optimal choice for any rules and any size.
//!
//! Most puzzles are small: breadth-first search with sleep sets finishes before a heuristic would pay off. A puzzle that is not decided
//! within a first state budget is large. Then several methods take turns, each with a state budget of its own:
//!
//! 1. *Fewer vehicles.* Removing vehicles can only shorten the solution. So the puzzle is solved with the primary alone. The vehicles
//!    that this solution collides with are added, and so on (an abstraction refined by conflicts). Each optimum is a lower bound, and a
//!    solution without a collision is optimal.
//! 2. *Some solution.* Weighted A* with a large weight finds one soon, and better ones with smaller weights. Only states that may improve
//!    on the best solution are stored, and detours are removed from each solution.
//! 3. *All states*, layer by layer, as far as the memory allows. On the largest boards that is not worth the time.
//!
//! Then the first two run again with a larger budget, while there is memory. When the bound meets the cost of the best solution, that
//! solution is optimal. At a limit both are reported.

use std::ops::ControlFlow;

use super::astar::WeightedAStar;
use super::bfs::SleepSetBfs;
use super::outcome::{Path, SearchResult};
use super::passes::{Search, search_in_passes};
use super::shorten::{NEIGHBOURHOOD, Shorten};
use super::{
    About, Algorithm, Duplicates, Limit, Limits, Observer, Optimality, Outcome, Pass, Progress, Statistics, Status,
    Task, Visit,
};
use crate::heuristic;
use crate::position::{Move, Position};
use crate::puzzle::{Draft, Puzzle};
use crate::sealed::Sealed;
use crate::space::{AnySpace, SpacePlan};

/// The state budget of the initial breadth-first search.
const SMALL: u64 = 1 << 17;

/// The first state budget of the methods for large puzzles.
const LARGE: u64 = 1 << 20;

/// The factor by which that budget grows from round to round.
const GROWTH: u64 = 4;

/// The weights of the cost so far and the estimate, in the order in which weighted A* uses them.
const WEIGHTS: [(u32, u32); 5] = [(1, 5), (1, 3), (1, 2), (2, 3), (1, 1)];

/// `auto`.
pub(super) struct Auto;

impl Sealed for Auto {}

impl Algorithm for Auto {
    fn about(&self) -> &'static About {
        &About {
            name: "auto",
            aliases: &[],
            summary: "the fastest optimal choice for the puzzle; on large boards also the best known solution and a bound",
            optimal: Optimality::Always,
            informed: false,
            random: false,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let plan = SpacePlan::relaxed(task.puzzle);
        if heuristic::relaxed_unsolvable(task.puzzle).is_some() {
            let statistics = Statistics::default();
            let result = SearchResult::without_path(Status::Unsolvable, 0, statistics);
            return result.into_outcome(task.puzzle, vec![Pass { plan, statistics }]);
        }
        // The heuristic must be admissible, whatever the task says.
        let task = &Task { duplicates: Duplicates::Exact, ..task.with_heuristic(heuristic::DEFAULT) };
        let mut included = vec![false; task.puzzle.vehicles().len()];
        included[task.puzzle.primary_index()] = true;
        let spent = Statistics::default();
        Portfolio { task, observer, best: None, bound: 0, included, spent, plan }.solve()
    }
}

/// Finds an optimal solution.
pub(crate) fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Outcome {
    Auto.run(&Task::new(puzzle).with_limits(limits), observer)
}

/// The methods, and what they have found so far.
struct Portfolio<'a> {
    task: &'a Task<'a>,
    observer: &'a mut dyn Observer,
    /// The best solution.
    best: Option<Path>,
    /// A lower bound on the cost of every solution.
    bound: u32,
    /// The vehicles of the puzzle with fewer vehicles.
    included: Vec<bool>,
    spent: Statistics,
    /// The plan of the last pass over the whole puzzle.
    plan: SpacePlan,
}

/// The reason why no further method is tried.
struct Ended(Status);

impl Portfolio<'_> {
    fn solve(&mut self) -> Outcome {
        let status = match self.run_methods() {
            Err(Ended(status)) => status,
            Ok(()) => Status::Limit(Limit::Memory),
        };
        let status = if self.is_proved() { Status::Solved } else { status };
        let (statistics, plan) = (self.spent, self.plan.clone());
        let result = SearchResult { status, path: self.best.take(), bound: self.bound, statistics };
        result.into_outcome(self.task.puzzle, vec![Pass { plan, statistics }])
    }

    /// Whether the bound meets the best solution.
    fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| self.bound >= best.cost)
    }

    /// Returns the cost of the best solution; `u32::MAX` if there is none.
    fn best_cost(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.cost)
    }

    fn run_methods(&mut self) -> Result<(), Ended> {
        let puzzle = self.task.puzzle;
        self.run(&SleepSetBfs, puzzle, SMALL)?;
        self.fewer_vehicles(SMALL)?;
        self.some_solution(WEIGHTS[0], LARGE)?;
        if !matches!(AnySpace::new(puzzle), AnySpace::Wide(_)) {
            self.run(&SleepSetBfs, puzzle, u64::MAX)?;
        }
        let mut budget = LARGE;
        loop {
            self.fewer_vehicles(budget)?;
            let mut out_of_memory = false;
            for weights in WEIGHTS {
                let result = self.some_solution(weights, budget)?;
                out_of_memory |= result.status == Status::Limit(Limit::Memory);
            }
            if out_of_memory {
                return Ok(());
            }
            budget = budget.saturating_mul(GROWTH);
        }
    }

    /// Searches for a solution better than the best, and removes its detours.
    fn some_solution(&mut self, weights: (u32, u32), budget: u64) -> Result<SearchResult, Ended> {
        let puzzle = self.task.puzzle;
        let result = self.run(&WeightedAStar { weights, below: self.best_cost() }, puzzle, budget)?;
        if result.status == Status::Solved {
            let moves = self.best.as_ref().map(|best| best.moves.clone()).unwrap_or_default();
            self.run(&Shorten { moves: &moves, neighbourhood: NEIGHBOURHOOD }, puzzle, u64::MAX)?;
        }
        Ok(result)
    }

    /// Searches the puzzle, or one with fewer vehicles, and updates the bound and the best solution. An error ends the search.
    fn run(&mut self, search: &impl Search, puzzle: &Puzzle, budget: u64) -> Result<SearchResult, Ended> {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        let limits = Limits { states: left.min(budget), ..self.task.limits };
        let task = Task { puzzle, limits, ..*self.task };
        let whole = std::ptr::eq(puzzle, self.task.puzzle);
        let best = self.best.as_ref().map(|best| best.cost);
        let mut observer = Forward { observer: self.observer, whole, before: self.spent, bound: self.bound, best };
        let (result, passes) = search_in_passes(search, &task, &mut observer);
        self.spent.add(&result.statistics);
        self.bound = self.bound.max(result.bound);
        if whole {
            if let Some(pass) = passes.into_iter().last() {
                self.plan = pass.plan;
            }
            if let Some(path) =
                result.path.as_ref().filter(|path| result.status == Status::Solved && path.cost < self.best_cost())
            {
                self.best = Some(path.clone());
            }
            if let Some(best) = self.best.as_ref().filter(|_| result.status == Status::Unsolvable) {
                // There is no solution that costs less than the best.
                self.bound = best.cost;
            }
        }
        match result.status {
            _ if self.is_proved() => Err(Ended(Status::Solved)),
            Status::Unsolvable => Err(Ended(Status::Unsolvable)),
            Status::Interrupted => Err(Ended(Status::Interrupted)),
            Status::Limit(Limit::States) if self.spent.states >= self.task.limits.states => Err(Ended(result.status)),
            Status::Limit(_) | Status::Solved => Ok(result),
        }
    }

    /// Solves the puzzle with more and more of its vehicles.
    fn fewer_vehicles(&mut self, budget: u64) -> Result<(), Ended> {
        let whole = self.task.puzzle;
        while self.included.contains(&false) {
            let Some(part) = with_vehicles(whole, &self.included) else { return Ok(()) };
            let result = self.run(&WeightedAStar { weights: (1, 1), below: u32::MAX }, &part, budget)?;
            let Some(path) = result.path.filter(|_| result.status == Status::Solved) else { return Ok(()) };
            let moves = with_indices_of(whole, &part, &path.moves);
            let collisions = collisions(whole, &self.included, &moves);
            if collisions.is_empty() {
                self.bound = path.cost;
                self.best = Some(Path { moves, cost: path.cost });
                return Err(Ended(Status::Solved));
            }
            collisions.into_iter().for_each(|vehicle| self.included[vehicle] = true);
        }
        Ok(())
    }
}

/// Forwards the events of one method, with what was known before it.
struct Forward<'a> {
    observer: &'a mut dyn Observer,
    whole: bool,
    before: Statistics,
    bound: u32,
    best: Option<u32>,
}

impl Observer for Forward<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let mut statistics = self.before;
        statistics.add(&progress.statistics);
        let bound = self.bound.max(progress.bound);
        self.observer.progress(&Progress { statistics, bound, best: self.best })
    }

    /// Positions of a puzzle with fewer vehicles are not positions of the puzzle.
    fn wants_visits(&self) -> bool {
        self.whole && self.observer.wants_visits()
    }

    fn begin_pass(&mut self, plan: &SpacePlan) {
        if self.whole {
            self.observer.begin_pass(plan);
        }
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.observer.visit(visit);
    }
}

/// Returns the puzzle with only some of its vehicles.
fn with_vehicles(puzzle: &Puzzle, included: &[bool]) -> Option<Puzzle> {
    let mut draft = Draft::from(puzzle);
    let removed: Vec<_> = puzzle
        .vehicles()
        .iter()
        .zip(included)
        .filter(|(_, included)| !**included)
        .map(|(vehicle, _)| vehicle.label)
        .collect();
    draft.vehicles.retain(|vehicle| !removed.contains(&vehicle.label));
    draft.fuel.retain(|fuel| !removed.contains(&fuel.label));
    Puzzle::try_from(draft).ok()
}

/// Returns the moves of a part of a puzzle with the vehicle indices of the whole puzzle.
fn with_indices_of(whole: &Puzzle, part: &Puzzle, moves: &[Move]) -> Vec<Move> {
    let with_index = |mv: &Move| {
        let vehicle = whole.vehicle_named(part.vehicles()[mv.vehicle].label)?;
        Some(Move { vehicle, ..*mv })
    };
    moves.iter().filter_map(with_index).collect()
}

/// Returns the vehicles that are not included and that some moves collide with, where these vehicles stand at the start.
fn collisions(puzzle: &Puzzle, included: &[bool], moves: &[Move]) -> Vec<usize> {
    let start = Position::start(puzzle);
    let mut offsets = start.offsets().to_vec();
    let mut found = Vec::new();
    for mv in moves {
        let vehicle = &puzzle.vehicles()[mv.vehicle];
        let Some(from) = offsets[mv.vehicle] else { continue };
        let to = from.wrapping_add_signed(mv.direction.sign() as i8 * mv.cells as i8);
        let trail = from.min(to)..from.max(to) + vehicle.length;
        for (other, details) in puzzle.vehicles().iter().enumerate().filter(|(other, _)| !included[*other]) {
            let covered = start.offsets()[other].into_iter().flat_map(|offset| details.cells_at(offset));
            let collides = covered
                .into_iter()
                .any(|cell| trail.clone().any(|along| vehicle.orientation.cell(vehicle.line(), along) == cell));
            if collides && !found.contains(&other) {
                found.push(other);
            }
        }
        offsets[mv.vehicle] = Some(to);
    }
    found
}
