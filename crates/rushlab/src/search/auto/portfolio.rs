//! The methods of `auto`, and their results so far.

use std::ops::ControlFlow;

use super::abstraction::{collisions, with_indices_of, with_vehicles};
use super::growth::LayerGrowth;
use super::schedule::{Finished, Methods, Report, Schedule, Weights};
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::search::astar::WeightedAStar;
use crate::search::bfs::SleepSetBfs;
use crate::search::layers::{self, Problem};
use crate::search::outcome::{Path, SearchResult};
use crate::search::passes::{SpaceSearch, search_in_passes};
use crate::search::shorten::Shorten;
use crate::search::{Limit, Limits, Observer, Outcome, Pass, Progress, Statistics, Status, Task, Visit, small_bfs};
use crate::space::{AnySpace, SpacePlan};

/// The methods, and their results so far.
pub(super) struct Portfolio<'a> {
    schedule: &'a Schedule,
    task: &'a Task<'a>,
    observer: &'a mut dyn Observer,
    best: Option<Path>,
    /// A lower bound on the cost of every solution.
    bound: u32,
    /// For each vehicle, whether it is part of the puzzle with fewer vehicles.
    abstraction: Vec<bool>,
    spent: Statistics,
    /// The plan of the last pass over the original puzzle.
    plan: SpacePlan,
}

fn estimate_of_start(task: &Task<'_>) -> u32 {
    task.heuristic.compile(task.puzzle).estimate(&Position::start(task.puzzle)).unwrap_or(0)
}

type SearchInPasses<'a> = dyn FnMut(&Task<'_>, &mut dyn Observer) -> (SearchResult, Vec<Pass>) + 'a;

impl<'a> Portfolio<'a> {
    pub(super) fn new(schedule: &'a Schedule, task: &'a Task<'a>, observer: &'a mut dyn Observer) -> Portfolio<'a> {
        let mut abstraction = vec![false; task.puzzle.vehicles().len()];
        abstraction[task.puzzle.primary_index()] = true;
        let (spent, plan) = (Statistics::default(), SpacePlan::relaxed(task.puzzle));
        Portfolio { schedule, task, observer, best: None, bound: 0, abstraction, spent, plan }
    }

    pub(super) fn solve(mut self) -> Outcome {
        let schedule = self.schedule;
        let status = match schedule.run(&mut self) {
            Err(Finished(status)) => status,
            Ok(()) => Status::Limit(Limit::Memory),
        };
        let status = if self.is_proved() { Status::Solved } else { status };
        let Portfolio { task, best: path, bound, spent: statistics, plan, .. } = self;
        SearchResult { status, path, bound, statistics }.into_outcome(task.puzzle, vec![Pass { plan, statistics }])
    }

    /// Returns whether the bound meets the best solution.
    fn is_proved(&self) -> bool {
        self.best.as_ref().is_some_and(|best| self.bound >= best.cost)
    }

    /// Searches the puzzle, or one with fewer vehicles.
    fn run(&mut self, search: &impl SpaceSearch, puzzle: &Puzzle, budget: u64) -> Result<SearchResult, Finished> {
        self.run_with(puzzle, budget, &mut |task, observer| search_in_passes(search, task, observer))
    }

    /// Runs a search of the puzzle, which has no fuel, in one pass.
    fn run_without_fuel(
        &mut self,
        budget: u64,
        search: &mut dyn FnMut(&Task<'_>, &mut dyn Observer) -> SearchResult,
    ) -> Result<Report, Finished> {
        let result = self.run_with(self.task.puzzle, budget, &mut |task, observer| {
            let plan = SpacePlan::relaxed(task.puzzle);
            observer.begin_pass(&plan);
            let result = search(task, observer);
            let statistics = result.statistics;
            (result, vec![Pass { plan, statistics }])
        })?;
        Ok(Report::of(&result))
    }

    /// Runs a search with a state budget, and updates the bound and the best solution. An error ends the search.
    fn run_with(
        &mut self,
        puzzle: &Puzzle,
        budget: u64,
        search: &mut SearchInPasses<'_>,
    ) -> Result<SearchResult, Finished> {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        let limits = Limits { states: left.min(budget), ..self.task.limits };
        let task = Task { puzzle, limits, ..*self.task };
        let is_original = std::ptr::eq(puzzle, self.task.puzzle);
        let best = self.best.as_ref().map(|best| best.cost);
        let mut observer =
            ForwardingObserver { observer: self.observer, is_original, before: self.spent, bound: self.bound, best };
        let (result, passes) = search(&task, &mut observer);
        self.spent.add(&result.statistics);
        self.bound = self.bound.max(result.bound);
        if is_original {
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
            _ if self.is_proved() => Err(Finished(Status::Solved)),
            Status::Unsolvable => Err(Finished(Status::Unsolvable)),
            Status::Interrupted => Err(Finished(Status::Interrupted)),
            Status::Limit(Limit::States) if self.spent.states >= self.task.limits.states => {
                Err(Finished(result.status))
            }
            Status::Limit(_) | Status::Solved => Ok(result),
        }
    }

    fn astar(&self, weights: Weights, upper_bound: u32) -> WeightedAStar {
        WeightedAStar { weights, upper_bound, max_batch: self.schedule.max_batch }
    }
}

impl Report {
    fn of(result: &SearchResult) -> Report {
        let is_memory_full = result.status == Status::Limit(Limit::Memory);
        Report { states: result.statistics.states, bound: result.bound, is_memory_full }
    }
}

impl Methods for Portfolio<'_> {
    fn has_fuel(&self) -> bool {
        SpacePlan::full(self.task.puzzle) != SpacePlan::relaxed(self.task.puzzle)
    }

    /// Excludes searches with an observer of visits: the states of the layered search have no numbers that an observer
    /// could tell apart.
    fn has_layers(&self) -> bool {
        !self.has_fuel() && !self.observer.wants_visits()
    }

    fn bound(&self) -> u32 {
        self.bound
    }

    fn best_cost(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |best| best.cost)
    }

    fn estimate_start(&mut self) -> u32 {
        let estimate = estimate_of_start(self.task);
        self.bound = self.bound.max(estimate);
        estimate
    }

    fn small_breadth_first(&mut self, first: u64, mut known: LayerGrowth) -> Result<Report, Finished> {
        let (schedule, bound) = (self.schedule, self.bound);
        self.run_without_fuel(schedule.slow_budget, &mut |task, observer| {
            let mut budget = |states, layer| {
                if states == 0 {
                    return first;
                }
                known = known.continued(schedule, states, layer);
                schedule.next_small_budget(&known, || bound.max(estimate_of_start(task)))
            };
            small_bfs::search(task, &mut budget, observer)
        })
    }

    fn breadth_first_with_fuel(&mut self, budget: u64) -> Result<Report, Finished> {
        Ok(Report::of(&self.run(&SleepSetBfs, self.task.puzzle, budget)?))
    }

    fn layers(&mut self, upper_bound: u32, budget: u64) -> Result<Report, Finished> {
        let sizes = self.schedule.layers;
        self.run_without_fuel(budget, &mut |task, observer| {
            let estimator = || task.heuristic.compile(task.puzzle);
            let problem = Problem {
                space: AnySpace::new(task.puzzle),
                upper_bound,
                estimator: (upper_bound < u32::MAX).then_some(&estimator),
                sizes,
            };
            layers::search(&problem, task, observer).below(upper_bound)
        })
    }

    fn weighted_astar(&mut self, weights: Weights, upper_bound: u32, budget: u64) -> Result<Report, Finished> {
        let search = self.astar(weights, upper_bound);
        let result = self.run_with(self.task.puzzle, budget, &mut |task, observer| {
            let (result, passes) = search_in_passes(&search, task, observer);
            (result.below(upper_bound), passes)
        })?;
        Ok(Report::of(&result))
    }

    fn refine_abstraction(&mut self, budget: u64) -> Result<(), Finished> {
        let original = self.task.puzzle;
        while self.abstraction.contains(&false) {
            let Some(reduced) = with_vehicles(original, &self.abstraction) else { return Ok(()) };
            let search = self.astar((1, 1), u32::MAX);
            let result = self.run(&search, &reduced, budget)?;
            let Some(path) = result.path.filter(|_| result.status == Status::Solved) else { return Ok(()) };
            let moves = with_indices_of(original, &reduced, &path.moves);
            let collisions = collisions(original, &self.abstraction, &moves);
            if collisions.is_empty() {
                self.bound = path.cost;
                self.best = Some(Path { moves, cost: path.cost });
                return Err(Finished(Status::Solved));
            }
            collisions.into_iter().for_each(|vehicle| self.abstraction[vehicle] = true);
        }
        Ok(())
    }

    fn shorten(&mut self) -> Result<(), Finished> {
        let moves = self.best.as_ref().map(|best| best.moves.clone()).unwrap_or_default();
        let search = Shorten { moves: &moves, neighbourhood: self.schedule.neighbourhood };
        self.run(&search, self.task.puzzle, u64::MAX)?;
        Ok(())
    }
}

/// Forwards the events of one method, together with the results of earlier methods.
struct ForwardingObserver<'a> {
    observer: &'a mut dyn Observer,
    /// Whether the method searches the original puzzle.
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

    /// Positions of a puzzle with fewer vehicles are not positions of the puzzle.
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
