//! Runs a search in passes: each pass searches the state space of one [`SpacePlan`].
//!
//! A puzzle without fuel takes one pass. With fuel, the first pass tracks no tank. If its solution overdraws a tank,
//! the plan is widened and the search is repeated; if it overdraws none, the solution holds, because tracking a tank
//! only removes solutions. But small tanks can also make the full state space much smaller than the relaxed one. So
//! these passes alternate with a pass that tracks the tanks whose fuel the puzzle gives and with a pass that tracks
//! every tank. All have a growing state budget, and the first pass that completes with a result that holds decides.

use super::outcome::{Pass, SearchResult};
use super::{About, Algorithm, Duplicates, Limit, Limits, Observer, Outcome, Statistics, Status, Task};
use crate::space::{Space, SpaceCallback, SpacePlan, with_space};

/// The first state budget of each of the alternating passes.
const FIRST_BUDGET: u64 = 1 << 14;

/// The factor by which the budget grows.
const GROWTH: u64 = 4;

/// A search of one state space, of any type.
pub(super) trait SpaceSearch: Sync {
    /// Whether a solution that overdraws a tank leads to a pass that tracks every tank, instead of one that tracks the
    /// overdrawn ones. That is right for a search whose effort hardly depends on the number of states.
    const WIDENS_AT_ONCE: bool = false;

    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult;
}

/// A search of one state space that is listed in the registry as an algorithm.
pub(super) trait RegisteredSearch: SpaceSearch {
    /// The name, a summary and the properties.
    const ABOUT: About;
}

impl<T: RegisteredSearch> Algorithm for T {
    fn about(&self) -> &'static About {
        const { &T::ABOUT }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let (result, passes) = search_in_passes(self, task, observer);
        result.into_outcome(task.puzzle, passes)
    }
}

/// Searches in passes. The statistics of the result are those of all passes together.
pub(super) fn search_in_passes(
    search: &impl SpaceSearch,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> (SearchResult, Vec<Pass>) {
    search_in_passes_from(SpacePlan::relaxed(task.puzzle), search, task, observer)
}

/// Searches in passes, the first of which uses a given plan.
pub(super) fn search_in_passes_from(
    first: SpacePlan,
    search: &impl SpaceSearch,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> (SearchResult, Vec<Pass>) {
    let full = SpacePlan::full(task.puzzle);
    let mut passes = Passes { search, task, observer, spent: Statistics::default(), bound: 0, passes: Vec::new() };
    // With `Duplicates::Board` fuel does not multiply the states, so one pass with all tanks is enough.
    let result = if first == full || task.duplicates == Duplicates::Board {
        passes.run(&full, u64::MAX)
    } else {
        passes.alternate(first, &full)
    };
    let Passes { spent, passes, .. } = passes;
    // With fuel, states with equal boards are not interchangeable, so nothing is proved about the cost.
    let merges_states = task.duplicates == Duplicates::Board && full.tracked().next().is_some();
    let bound = if merges_states { 0 } else { result.bound };
    (SearchResult { statistics: spent, bound, ..result }, passes)
}

struct Passes<'a, 'b, T> {
    search: &'a T,
    task: &'a Task<'a>,
    observer: &'b mut dyn Observer,
    /// The effort of all passes so far.
    spent: Statistics,
    /// The greatest bound so far: a bound of a relaxation is a bound of the puzzle.
    bound: u32,
    passes: Vec<Pass>,
}

impl<T: SpaceSearch> Passes<'_, '_, T> {
    fn run(&mut self, plan: &SpacePlan, budget: u64) -> SearchResult {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        if left == 0 && self.spent.states > 0 {
            return SearchResult::without_path(Status::Limit(Limit::States), self.bound, Statistics::default());
        }
        let task = self.task.with_limits(Limits { states: left.min(budget), ..self.task.limits });
        self.observer.begin_pass(plan);
        let pass = OnePass { search: self.search, task: &task, observer: self.observer };
        let mut result = with_space(task.puzzle, plan, task.duplicates, pass);
        self.spent.add(&result.statistics);
        self.passes.push(Pass { plan: plan.clone(), statistics: result.statistics });
        self.bound = self.bound.max(result.bound);
        result.bound = self.bound;
        result
    }

    /// Alternates between a plan that is widened as needed, the plan of the tanks whose fuel the puzzle gives, and the
    /// full plan.
    fn alternate(&mut self, first: SpacePlan, full: &SpacePlan) -> SearchResult {
        let mut plan = first.clone();
        let own = SpacePlan::with_own_fuel(self.task.puzzle);
        let mut budget = FIRST_BUDGET;
        loop {
            let result = loop {
                let result = self.run(&plan, budget);
                if !plan.widen(self.task.puzzle, result.moves()) {
                    break result;
                }
                if T::WIDENS_AT_ONCE {
                    plan = full.clone();
                }
            };
            if self.has_decided(&result) {
                return result;
            }
            // Long solutions, as of depth-first search, overdraw many tanks, but rarely those that the rules fill.
            if ![&first, &plan, full].contains(&&own) {
                let result = self.run(&own, budget);
                if self.has_decided(&result) && !own.clone().widen(self.task.puzzle, result.moves()) {
                    return result;
                }
            }
            if plan != *full {
                let result = self.run(full, budget);
                if self.has_decided(&result) {
                    return result;
                }
            }
            budget = budget.saturating_mul(GROWTH);
        }
    }

    /// Returns whether no further pass is needed: the pass did not end at its state budget, or the limit on states of
    /// the whole search is reached.
    fn has_decided(&self, result: &SearchResult) -> bool {
        result.status != Status::Limit(Limit::States) || self.spent.states >= self.task.limits.states
    }
}

/// One pass, in the state space that fits its plan.
struct OnePass<'a, 'b, T> {
    search: &'a T,
    task: &'a Task<'a>,
    observer: &'b mut dyn Observer,
}

impl<T: SpaceSearch> SpaceCallback for OnePass<'_, '_, T> {
    type Output = SearchResult;

    fn call<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) -> SearchResult {
        self.search.search(&space, self.task, self.observer)
    }
}
