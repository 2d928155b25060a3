//! The fastest optimal choice for any rules and any size.
//!
//! Most puzzles are small: breadth-first search with sleep sets finishes before a heuristic would save time. A puzzle that is not decided
//! within a first state budget is large. Then several methods take turns; the first two have a state budget:
//!
//! 1. *A relaxation* in which most vehicles are removed instead of moved (`relaxation.rs`), refined step by step. Its optimum is a lower
//!    bound, and a solution of it that is also one of the puzzle is optimal.
//! 2. *Restarting weighted A\** (Richter, Thayer & Ruml 2010). A large weight finds a solution soon, and smaller weights find better
//!    ones. Only states that may improve on the best solution are opened, and detours are removed from each solution.
//! 3. *All states*, layer by layer, as far as the memory allows. On the largest boards that is not worth the time.
//!
//! Then the first two run again with a larger budget, while there is memory. When the bound meets the cost of the best solution, that
//! solution is optimal. At a limit both are reported.

use std::ops::ControlFlow;

use super::astar::WeightedAStar;
use super::bfs::SleepSetBfs;
use super::layers::{self, Problem};
use super::outcome::{Path, SearchResult};
use super::passes::{SpaceSearch, search_in_passes};
use super::relaxation;
use super::shorten::{NEIGHBOURHOOD, Shorten};
use super::{
    About, Algorithm, Duplicates, Limit, Limits, Observer, Optimality, Outcome, Pass, Progress, Statistics, Status,
    Task, Visit,
};
use crate::heuristic;
use crate::puzzle::Puzzle;
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
            plain_name: "Automatic",
            idea: "the fastest way to a shortest solution of this puzzle",
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
        // This algorithm needs an admissible heuristic, so it ignores that of the task.
        let task = &Task { duplicates: Duplicates::Exact, ..task.with_heuristic(heuristic::DEFAULT) };
        let mut exact = vec![false; task.puzzle.vehicles().len()];
        exact[task.puzzle.primary_index()] = true;
        let spent = Statistics::default();
        Portfolio { task, observer, best: None, bound: 0, exact, spent, plan }.solve()
    }
}

/// Finds an optimal solution.
pub(crate) fn solve(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Outcome {
    Auto.run(&Task::new(puzzle).with_limits(limits), observer)
}

/// The methods, and their results so far.
struct Portfolio<'a> {
    task: &'a Task<'a>,
    observer: &'a mut dyn Observer,
    /// The best solution.
    best: Option<Path>,
    /// A lower bound on the cost of every solution.
    bound: u32,
    /// For each vehicle, whether it keeps its moves in the relaxation. The others are removable.
    exact: Vec<bool>,
    spent: Statistics,
    /// The plan of the last pass over the original puzzle.
    plan: SpacePlan,
}

/// The status at which no further method is tried.
struct Finished(Status);

impl Portfolio<'_> {
    fn solve(&mut self) -> Outcome {
        let status = match self.run_methods() {
            Err(Finished(status)) => status,
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

    fn run_methods(&mut self) -> Result<(), Finished> {
        let puzzle = self.task.puzzle;
        self.run(&SleepSetBfs, SMALL)?;
        self.refine_relaxation(SMALL)?;
        self.weighted_astar(WEIGHTS[0], LARGE)?;
        if !matches!(AnySpace::new(puzzle), AnySpace::Wide(_)) {
            if SpacePlan::full(puzzle) == SpacePlan::relaxed(puzzle) && !self.observer.wants_visits() {
                self.run_layers(u32::MAX)?;
            } else {
                self.run(&SleepSetBfs, u64::MAX)?;
            }
        }
        let mut budget = LARGE;
        loop {
            self.refine_relaxation(budget)?;
            let mut out_of_memory = false;
            for weights in WEIGHTS {
                let result = self.weighted_astar(weights, budget)?;
                out_of_memory |= result.status == Status::Limit(Limit::Memory);
            }
            if out_of_memory {
                return Ok(());
            }
            budget = budget.saturating_mul(GROWTH);
        }
    }

    /// Searches for a solution better than the best one, and removes its detours.
    fn weighted_astar(&mut self, weights: (u32, u32), budget: u64) -> Result<SearchResult, Finished> {
        let result = self.run(&WeightedAStar { weights, upper_bound: self.best_cost() }, budget)?;
        if result.status == Status::Solved {
            let moves = self.best.as_ref().map(|best| best.moves.clone()).unwrap_or_default();
            self.run(&Shorten { moves: &moves, neighbourhood: NEIGHBOURHOOD }, u64::MAX)?;
        }
        Ok(result)
    }

    /// Searches the puzzle.
    fn run(&mut self, search: &impl SpaceSearch, budget: u64) -> Result<SearchResult, Finished> {
        self.run_with(budget, |task, observer| search_in_passes(search, task, observer))
    }

    /// Searches the puzzle layer by layer for a solution that costs less than an upper bound.
    fn run_layers(&mut self, upper_bound: u32) -> Result<SearchResult, Finished> {
        self.run_with(u64::MAX, |task, observer| {
            let plan = SpacePlan::relaxed(task.puzzle);
            observer.begin_pass(&plan);
            let estimator = || task.heuristic.compile(task.puzzle);
            let problem = Problem {
                space: AnySpace::new(task.puzzle),
                upper_bound,
                estimator: (upper_bound < u32::MAX).then_some(&estimator),
            };
            let result = layers::search(&problem, task, observer);
            let statistics = result.statistics;
            (result, vec![Pass { plan, statistics }])
        })
    }

    /// Runs a search of the puzzle with a state budget, and updates the bound and the best solution. An error ends the search.
    fn run_with(
        &mut self,
        budget: u64,
        search: impl FnOnce(&Task<'_>, &mut dyn Observer) -> (SearchResult, Vec<Pass>),
    ) -> Result<SearchResult, Finished> {
        let (result, passes) = self.observe(budget, true, search);
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
        match result.status {
            _ if self.is_proved() => Err(Finished(Status::Solved)),
            Status::Unsolvable => Err(Finished(Status::Unsolvable)),
            Status::Solved => Ok(result),
            Status::Limit(_) | Status::Interrupted => self.continue_after(result.status).map(|()| result),
        }
    }

    /// Returns an error if a search that ended with a status is the last: if it was stopped, or all states of the limit are used.
    fn continue_after(&self, status: Status) -> Result<(), Finished> {
        match status {
            Status::Interrupted => Err(Finished(status)),
            Status::Limit(Limit::States) if self.spent.states >= self.task.limits.states => Err(Finished(status)),
            _ => Ok(()),
        }
    }

    /// Runs a search of the puzzle, or of a relaxation, with a state budget, and updates the bound and the effort.
    fn observe(
        &mut self,
        budget: u64,
        is_original: bool,
        search: impl FnOnce(&Task<'_>, &mut dyn Observer) -> (SearchResult, Vec<Pass>),
    ) -> (SearchResult, Vec<Pass>) {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        let task = self.task.with_limits(Limits { states: left.min(budget), ..self.task.limits });
        let best = self.best.as_ref().map(|best| best.cost);
        let mut observer =
            ForwardingObserver { observer: self.observer, is_original, before: self.spent, bound: self.bound, best };
        let (result, passes) = search(&task, &mut observer);
        self.spent.add(&result.statistics);
        self.bound = self.bound.max(result.bound);
        (result, passes)
    }

    /// Solves relaxations in which more and more vehicles keep their moves (see `relaxation.rs`), each with a state budget.
    fn refine_relaxation(&mut self, budget: u64) -> Result<(), Finished> {
        let puzzle = self.task.puzzle;
        loop {
            let exact = self.exact.clone();
            let removable = |vehicle: usize| !exact[vehicle];
            let upper_bound = self.bound + 1;
            let (result, _) = self.observe(budget, false, |task, observer| {
                let estimator = || heuristic::landmark_cut::estimator(puzzle, removable);
                let space = AnySpace::with_removable(puzzle, removable);
                let problem = Problem { space, upper_bound, estimator: Some(&estimator) };
                (layers::search(&problem, task, observer), Vec::new())
            });
            match result.status {
                Status::Unsolvable if result.bound < upper_bound => return Err(Finished(Status::Unsolvable)),
                Status::Unsolvable if self.is_proved() => return Err(Finished(Status::Solved)),
                Status::Unsolvable => {}
                Status::Solved => match relaxation::replace_removals(puzzle, result.moves()) {
                    Ok(moves) => {
                        let cost = result.bound;
                        self.best = Some(Path { moves, cost });
                        return Err(Finished(Status::Solved));
                    }
                    // The relaxation does not know of fuel.
                    Err(vehicles) if vehicles.is_empty() => return Ok(()),
                    Err(vehicles) => vehicles.into_iter().for_each(|vehicle| self.exact[vehicle] = true),
                },
                Status::Limit(_) | Status::Interrupted => return self.continue_after(result.status),
            }
        }
    }
}

/// Forwards the events of one method, together with the results of earlier methods.
struct ForwardingObserver<'a> {
    observer: &'a mut dyn Observer,
    /// Whether the method searches the puzzle itself, and not a relaxation.
    is_original: bool,
    before: Statistics,
    bound: u32,
    best: Option<u32>,
}

impl Observer for ForwardingObserver<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let mut statistics = self.before;
        statistics.add(&progress.statistics);
        let bound = self.bound.max(progress.bound);
        self.observer.progress(&Progress { statistics, bound, best: self.best })
    }

    /// Positions of a relaxation are not positions of the puzzle.
    fn wants_visits(&self) -> bool {
        self.is_original && self.observer.wants_visits()
    }

    fn begin_pass(&mut self, plan: &SpacePlan) {
        if self.is_original {
            self.observer.begin_pass(plan);
        }
    }

    fn visit(&mut self, visit: &Visit<'_>) {
        self.observer.visit(visit);
    }
}
