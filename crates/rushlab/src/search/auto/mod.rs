//! The fastest optimal choice for any rules and any size.
//!
//! Most puzzles are small: breadth-first search with sleep sets finishes before a heuristic would save time. If the first layers grow fast,
//! a short search by A* follows, which decides many puzzles with few moves. A puzzle that is not decided within these first state
//! budgets is large. Then several methods take turns:
//!
//! 1. *A\** decides puzzles for which the estimates are good.
//! 2. *Fewer vehicles.* Removing vehicles can only shorten the solution. So the puzzle is solved with the primary alone. The vehicles
//!    that this solution collides with are added, and so on (counterexample-guided abstraction refinement, Clarke et al. 2000). Each
//!    optimum is a lower bound, and a solution without a collision is optimal.
//! 3. *All states*, layer by layer, on all threads (`layers/`): where the layers grow so slowly that the lower bound may be reached.
//! 4. *Restarting weighted A\** (Richter, Thayer & Ruml 2010). A large weight finds a solution soon, and smaller weights find better ones. Only
//!    states that may improve on the best solution are opened, and detours are removed from the solutions.
//! 5. *Iterative deepening*, breadth-first, on all threads (`layers/`): searches for solutions that cost no more than the bound. If there is
//!    none, the bound rises. Partial-order reduction leaves few states.
//!
//! Each method has a state budget, which grows from round to round, so that all take a similar part of the time. When the bound meets the
//! cost of the best solution, that solution is optimal. At a limit both are reported. With fuel, A* takes the place of iterative deepening.

mod abstraction;
mod growth;

use std::ops::ControlFlow;

use self::abstraction::{collisions, with_indices_of, with_vehicles};
use self::growth::{Deepening, LayerGrowth};
use super::astar::WeightedAStar;
use super::bfs::SleepSetBfs;
use super::layers::{self, Problem};
use super::outcome::{Path, SearchResult};
use super::passes::{SpaceSearch, search_in_passes};
use super::shorten::{NEIGHBOURHOOD, Shorten};
use super::small_bfs;
use super::{
    About, Algorithm, Duplicates, Limit, Limits, Observer, Optimality, Outcome, Pass, Progress, Statistics, Status,
    Task, Visit,
};
use crate::heuristic;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::space::{AnySpace, SpacePlan};

/// The state budgets after which the initial breadth-first search decides whether to go on.
const FIRST: u64 = 1 << 12;
const MEDIUM: u64 = 1 << 15;

/// The state budget of the initial breadth-first search unless the layers grow very slowly, and the greatest of the second search by A*.
const SMALL: u64 = 1 << 17;

/// The layer from which on the growth up to `FIRST` states is slow.
const SLOW_LAYER: u32 = 6;

/// The factor by which budgets grow from round to round.
const GROWTH: u64 = 4;

/// The factor between the budgets of breadth-first search and A*: so many states are discovered in the time in which A* estimates one.
const LAYERED: u64 = 16;

/// The expected factor from layer to layer up to which breadth-first search then goes on to the predicted number of states and beyond.
const SLOW_GROWTH: f64 = 1.42;

/// The greatest number of states that A* expands together, on all threads.
const MAX_BATCH: usize = 1 << 10;

/// The weights of the cost so far and the estimate, in the order in which weighted A* uses them.
const WEIGHTS: [(u32, u32); 4] = [(1, 5), (1, 3), (1, 2), (2, 3)];

/// The weights with which weighted A* searches for a solution that costs little more than the bound.
const CLOSE_WEIGHTS: [(u32, u32); 2] = [(2, 3), (6, 7)];

/// `auto`.
pub(super) struct Auto;

impl Algorithm for Auto {
    fn about(&self) -> &'static About {
        const {
            &About::new(
                "auto",
                "the fastest optimal choice for the puzzle; on large boards also the best known solution and a bound",
                Optimality::Always,
            )
            .plain("Automatic", "the fastest way to a shortest solution of this puzzle")
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
        let mut abstraction = vec![false; task.puzzle.vehicles().len()];
        abstraction[task.puzzle.primary_index()] = true;
        let spent = Statistics::default();
        Portfolio {
            task,
            observer,
            best: None,
            bound: 0,
            deepening: Deepening::START,
            searched_below: (0, 0),
            abstraction,
            spent,
            plan,
        }
        .solve()
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
    deepening: Deepening,
    /// The upper bound and the state budget of the last call of `search_below`.
    searched_below: (u32, u64),
    /// For each vehicle, whether it is part of the puzzle with fewer vehicles.
    abstraction: Vec<bool>,
    spent: Statistics,
    /// The plan of the last pass over the original puzzle.
    plan: SpacePlan,
}

/// Returns the estimate of the start.
fn estimate_of_start(task: &Task<'_>) -> u32 {
    task.heuristic.compile(task.puzzle).estimate(&Position::start(task.puzzle)).unwrap_or(0)
}

/// A search, which also returns its passes.
type SearchInPasses<'a> = dyn FnMut(&Task<'_>, &mut dyn Observer) -> (SearchResult, Vec<Pass>) + 'a;

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
        let has_fuel = SpacePlan::full(puzzle) != SpacePlan::relaxed(puzzle);
        let mut growth = if has_fuel {
            self.run(&SleepSetBfs, puzzle, SMALL)?;
            LayerGrowth::START.continued(SMALL, self.bound)
        } else {
            self.decide_small()?
        };
        // The states of the layered search have no numbers that an observer could tell apart.
        let has_layers = !has_fuel && !self.observer.wants_visits();
        let estimate = estimate_of_start(self.task);
        self.bound = self.bound.max(estimate);
        // Beyond the estimate of the start, estimates prune little.
        if has_layers && 2 * growth.layer >= 3 * estimate {
            self.breadth_first(SMALL * LAYERED, &mut growth)?;
        }
        let is_deep = growth.layer >= estimate;
        let mut is_full = self.weighted_astar((1, 1), if is_deep { SMALL } else { SMALL / 2 })?;
        if !is_deep {
            self.refine_abstraction(SMALL / 8)?;
        }
        if has_layers && growth.is_worth(SMALL * GROWTH, self.bound) {
            self.breadth_first(SMALL * GROWTH, &mut growth)?;
        }
        is_full |= self.weighted_astar(WEIGHTS[0], SMALL / 8)?;
        let takes_turns = has_layers && growth.is_worth(SMALL * LAYERED, self.bound);
        let mut budget = if takes_turns { SMALL } else { SMALL * GROWTH };
        is_full |= self.raise_bound(has_layers, budget)?;
        while !is_full {
            let states = budget.saturating_mul(LAYERED);
            if has_layers && growth.is_worth(states, self.bound) {
                self.breadth_first(states, &mut growth)?;
                let predicted = growth.predicted_states(self.bound);
                let max_states = states.saturating_mul(LAYERED).min(self.states_in_time_of_iteration());
                if growth.factor <= SLOW_GROWTH && predicted <= max_states {
                    self.breadth_first(4 * predicted, &mut growth)?;
                }
            }
            for weights in WEIGHTS {
                let before = self.best_cost();
                is_full |= self.weighted_astar(weights, budget / 32)?;
                if self.best_cost() < before {
                    self.shorten()?;
                }
            }
            budget = budget.saturating_mul(GROWTH);
            is_full |= self.raise_bound(has_layers, budget)?;
            self.refine_abstraction(budget / 16)?;
        }
        Ok(())
    }

    /// Decides most puzzles without fuel. Returns the growth of the layers of the others.
    ///
    /// If the first layers grow fast, A* is tried first: it decides many puzzles with few moves at once.
    fn decide_small(&mut self) -> Result<LayerGrowth, Finished> {
        let growth = self.small_breadth_first(FIRST, LayerGrowth::START)?;
        if growth.states >= MEDIUM {
            return Ok(growth);
        }
        self.weighted_astar((1, 1), SMALL / 8)?;
        self.small_breadth_first(MEDIUM, growth)
    }

    /// Searches all states with the fastest method for few states: with a first state budget, and beyond it if the layers grow so slowly that
    /// a solution may be near. Returns the growth of the layers, of which a part may be known before.
    fn small_breadth_first(&mut self, first: u64, mut known: LayerGrowth) -> Result<LayerGrowth, Finished> {
        let bound = self.bound;
        let result = self.run_without_fuel(SMALL * GROWTH, &mut |task, observer| {
            let mut budget = |states, layer| {
                if states == 0 {
                    return first;
                }
                known = known.continued(states, layer);
                match states {
                    ..MEDIUM if layer >= SLOW_LAYER => MEDIUM,
                    MEDIUM..SMALL => {
                        let bound = bound.max(estimate_of_start(task));
                        if known.predicted_states(bound + bound / 2) <= SMALL {
                            SMALL * GROWTH
                        } else if known.predicted_states(bound) <= 2 * SMALL {
                            SMALL
                        } else {
                            0
                        }
                    }
                    _ => 0,
                }
            };
            small_bfs::search(task, &mut budget, observer)
        })?;
        Ok(LayerGrowth::START.continued(result.statistics.states, result.bound))
    }

    /// Searches all states, layer by layer, within a state budget.
    fn breadth_first(&mut self, budget: u64, growth: &mut LayerGrowth) -> Result<(), Finished> {
        let result = self.run_layers(u32::MAX, budget)?;
        *growth = growth.continued(result.statistics.states, result.bound);
        if result.status == Status::Limit(Limit::Memory) {
            growth.factor = f64::INFINITY;
        }
        Ok(())
    }

    /// Raises the lower bound, within a state budget. Returns whether the memory is full.
    fn raise_bound(&mut self, has_layers: bool, budget: u64) -> Result<bool, Finished> {
        if has_layers { self.deepen(budget) } else { self.weighted_astar((1, 1), budget) }
    }

    /// Raises the lower bound by searching for solutions that cost little more than it (breadth-first iterative-deepening A*, Zhou & Hansen
    /// 2006), until one is found or the next iteration is expected to exceed the budget, or to have hardly more states than the last one.
    /// Where iterations grow fast, weighted A* before each one tries to find a solution in a part of its states. Returns whether the memory
    /// is full.
    fn deepen(&mut self, budget: u64) -> Result<bool, Finished> {
        let mut spent = 0;
        loop {
            let before = self.bound;
            let step = self.deepening.step(2 * budget);
            let upper_bound = self.best_cost().min(before + step);
            let expected = self.deepening.expected_states(step);
            if self.deepening.factor >= GROWTH as f64 {
                let part = (expected / 4).min(2 * SMALL + expected / 16);
                self.search_below(upper_bound, part.clamp(SMALL / 32, budget / 2))?;
                if self.bound >= upper_bound {
                    continue;
                }
            }
            if spent + expected > 2 * budget {
                return Ok(false);
            }
            let result = self.run_layers(upper_bound, budget.max(2 * expected))?;
            if result.bound < upper_bound {
                self.deepening.factor = self.deepening.factor.max(GROWTH as f64);
                return Ok(result.status == Status::Limit(Limit::Memory));
            }
            spent += result.statistics.states;
            self.deepening = self.deepening.continued(result.statistics.states, upper_bound - before);
            if self.deepening.is_saturated() {
                // The puzzle may be unsolvable, which a search of all states proves.
                return Ok(false);
            }
        }
    }

    /// Returns how many states breadth-first search is expected to discover in the time of the next iteration of `deepen`.
    fn states_in_time_of_iteration(&self) -> u64 {
        match self.deepening.expected_states(1) {
            0 => u64::MAX,
            expected => expected.saturating_mul(LAYERED),
        }
    }

    /// Searches for solutions that cost less than an upper bound, with weighted A* and a state budget for each weight. If there is none, the
    /// bound rises to the upper bound. The same search is not repeated.
    fn search_below(&mut self, upper_bound: u32, budget: u64) -> Result<(), Finished> {
        if self.searched_below == (upper_bound, budget) {
            return Ok(());
        }
        self.searched_below = (upper_bound, budget);
        for weights in CLOSE_WEIGHTS {
            let search = WeightedAStar { weights, upper_bound, max_batch: MAX_BATCH };
            let result = self.run_with(self.task.puzzle, budget, &mut |task, observer| {
                let (result, passes) = search_in_passes(&search, task, observer);
                (result.below(upper_bound), passes)
            })?;
            if result.bound >= upper_bound {
                break;
            }
        }
        Ok(())
    }

    /// Searches for a solution better than the best one. Returns whether the memory is full.
    fn weighted_astar(&mut self, weights: (u32, u32), budget: u64) -> Result<bool, Finished> {
        let puzzle = self.task.puzzle;
        let search = WeightedAStar { weights, upper_bound: self.best_cost(), max_batch: MAX_BATCH };
        let result = self.run(&search, puzzle, budget)?;
        if weights == (1, 1) {
            self.deepening.observe_astar(result.statistics.states, result.bound);
        }
        Ok(result.status == Status::Limit(Limit::Memory))
    }

    /// Removes detours from the best solution.
    fn shorten(&mut self) -> Result<(), Finished> {
        let moves = self.best.as_ref().map(|best| best.moves.clone()).unwrap_or_default();
        self.run(&Shorten { moves: &moves, neighbourhood: NEIGHBOURHOOD }, self.task.puzzle, u64::MAX)?;
        Ok(())
    }

    /// Searches the puzzle, or one with fewer vehicles.
    fn run(&mut self, search: &impl SpaceSearch, puzzle: &Puzzle, budget: u64) -> Result<SearchResult, Finished> {
        self.run_with(puzzle, budget, &mut |task, observer| search_in_passes(search, task, observer))
    }

    /// Searches the puzzle layer by layer for a solution that costs less than an upper bound.
    fn run_layers(&mut self, upper_bound: u32, budget: u64) -> Result<SearchResult, Finished> {
        self.run_without_fuel(budget, &mut |task, observer| {
            let estimator = || task.heuristic.compile(task.puzzle);
            let problem = Problem {
                space: AnySpace::new(task.puzzle),
                upper_bound,
                estimator: (upper_bound < u32::MAX).then_some(&estimator),
            };
            layers::search(&problem, task, observer).below(upper_bound)
        })
    }

    /// Runs a search of the puzzle, which has no fuel, in one pass.
    fn run_without_fuel(
        &mut self,
        budget: u64,
        search: &mut dyn FnMut(&Task<'_>, &mut dyn Observer) -> SearchResult,
    ) -> Result<SearchResult, Finished> {
        self.run_with(self.task.puzzle, budget, &mut |task, observer| {
            let plan = SpacePlan::relaxed(task.puzzle);
            observer.begin_pass(&plan);
            let result = search(task, observer);
            let statistics = result.statistics;
            (result, vec![Pass { plan, statistics }])
        })
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

    /// Solves the puzzle with more and more of its vehicles.
    fn refine_abstraction(&mut self, budget: u64) -> Result<(), Finished> {
        let original = self.task.puzzle;
        while self.abstraction.contains(&false) {
            let Some(reduced) = with_vehicles(original, &self.abstraction) else { return Ok(()) };
            let search = WeightedAStar { weights: (1, 1), upper_bound: u32::MAX, max_batch: MAX_BATCH };
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
