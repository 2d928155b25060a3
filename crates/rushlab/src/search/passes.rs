//! Runs a search in passes: each pass searches the state space of one [`SpacePlan`].
//!
//! A puzzle without fuel takes one pass. With fuel, the first pass tracks no tank. If its solution overdraws a tank, the plan is widened
//! and the search is repeated; if it overdraws none, the solution holds, because tracking a tank only removes solutions. But small tanks
//! can also make the full state space much smaller than the relaxed one. So these passes alternate with a pass that tracks every tank.
//! Each of the two may store a growing number of states, and the one that finishes first has the answer.

use super::outcome::{Pass, SearchResult};
use super::{About, Algorithm, Duplicates, Limit, Limits, Observer, Outcome, Statistics, Status, Task};
use crate::sealed::Sealed;
use crate::space::{Space, SpacePlan, SpaceVisitor, in_space};

/// The number of states that each of the two alternating passes may store at first.
const FIRST_ALLOWANCE: u64 = 1 << 14;

/// The factor by which that number grows.
const GROWTH: u64 = 4;

/// A search that works in any state space.
pub(super) trait Search: Sync {
    /// The name, a summary and the properties.
    const ABOUT: About;

    /// Searches for a path to a goal.
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult;
}

impl<T: Search> Sealed for T {}

impl<T: Search> Algorithm for T {
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
    search: &impl Search,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> (SearchResult, Vec<Pass>) {
    search_in_passes_from(SpacePlan::relaxed(task.puzzle), search, task, observer)
}

/// The same, starting with a plan.
pub(super) fn search_in_passes_from(
    first: SpacePlan,
    search: &impl Search,
    task: &Task<'_>,
    observer: &mut dyn Observer,
) -> (SearchResult, Vec<Pass>) {
    let full = SpacePlan::full(task.puzzle);
    let mut passes = Passes { search, task, observer, spent: Statistics::default(), bound: 0, passes: Vec::new() };
    // Where states are equal if their boards are, tanks do not multiply them.
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

impl<T: Search> Passes<'_, '_, T> {
    /// Runs one pass that may store a number of states.
    fn run(&mut self, plan: &SpacePlan, allowance: u64) -> SearchResult {
        let left = self.task.limits.states.saturating_sub(self.spent.states);
        let task = self.task.with_limits(Limits { states: left.min(allowance), ..self.task.limits });
        self.observer.begin_pass(plan);
        let pass = OnePass { search: self.search, task: &task, observer: self.observer };
        let mut result = in_space(task.puzzle, plan, task.duplicates, pass);
        self.spent.add(&result.statistics);
        self.passes.push(Pass { plan: plan.clone(), statistics: result.statistics });
        self.bound = self.bound.max(result.bound);
        result.bound = self.bound;
        result
    }

    /// Alternates between a plan that is widened as needed and the full plan.
    fn alternate(&mut self, mut plan: SpacePlan, full: &SpacePlan) -> SearchResult {
        let mut allowance = FIRST_ALLOWANCE;
        loop {
            let result = loop {
                let result = self.run(&plan, allowance);
                if !plan.widen(self.task.puzzle, result.moves()) {
                    break result;
                }
            };
            if self.has_decided(&result) {
                return result;
            }
            if plan != *full {
                let result = self.run(full, allowance);
                if self.has_decided(&result) {
                    return result;
                }
            }
            allowance = allowance.saturating_mul(GROWTH);
        }
    }

    /// Whether a result is final: it did not end at the allowance of its pass.
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

impl<T: Search> SpaceVisitor for OnePass<'_, '_, T> {
    type Output = SearchResult;

    fn visit<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) -> SearchResult {
        self.search.search(&space, self.task, self.observer)
    }
}
