//! The order of the methods of `auto` and their state budgets: every number is a field of [`Schedule`]. The methods
//! themselves are behind [`Methods`], so that the order is tested without a search.

use super::growth::{Deepening, LayerGrowth};
use crate::search::Status;
use crate::search::layers::Sizes;

/// Weights of the cost so far and of the estimate.
pub(super) type Weights = (u32, u32);

const ASTAR: Weights = (1, 1);

/// The numbers that decide which method of `auto` runs next, and with which state budget. Parts of a budget are
/// divisors, at least 1.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    /// State budgets after which the initial breadth-first search decides whether to go on.
    pub(super) first_budget: u64,
    pub(super) medium_budget: u64,
    /// State budget of the initial breadth-first search unless the layers grow very slowly.
    pub(super) small_budget: u64,
    /// State budget of the initial breadth-first search if the layers grow very slowly.
    pub(super) slow_budget: u64,
    /// The layer from which on the growth up to `first_budget` states is slow.
    pub(super) slow_layer: u32,
    /// The most states up to the lower bound with which the initial breadth-first search uses `small_budget`.
    pub(super) near_states: u64,
    /// The length of a deep solution, as a multiple of the lower bound: numerator and denominator.
    pub(super) deep_ratio: (u32, u32),

    /// State budget of the first trial of each other method.
    pub(super) trial_budget: u64,
    /// State budgets of the second A*, if the initial search has not reached the layer of the estimate, and if it has.
    pub(super) astar_budgets: [u64; 2],

    /// The factor by which budgets grow from round to round, at least 2.
    pub(super) growth: u64,
    /// The factor between the budgets of breadth-first search and A*: so many states are discovered in the time in
    /// which A* estimates one.
    pub(super) layered_factor: u64,
    /// The parts of the budget of a round for weighted A* with each weight, and for fewer vehicles.
    pub(super) weighted_part: u64,
    pub(super) abstraction_part: u64,

    /// The exponent of the mean factor from layer to layer that is the expected factor of the next layers. The square
    /// root was close on 9×9 boards.
    pub(super) layer_growth_exponent: f64,
    /// Breadth-first search is tried if its state budget times this is at least the predicted number of states.
    pub(super) layer_tolerance: u64,
    /// The expected factor up to which breadth-first search goes on to a multiple of the predicted number of states.
    pub(super) slow_growth: f64,
    pub(super) slow_growth_multiple: u64,

    /// The expected factor from iteration to iteration of iterative deepening if nothing is known. On large boards it
    /// was 8 to 14.
    pub(super) first_iteration_factor: f64,
    /// The greatest factor of the number of states that is expected from one iteration to the next.
    pub(super) max_iteration_factor: f64,
    /// The factor below which iterations have hardly more states than those before.
    pub(super) saturated_factor: f64,
    /// The most by which an iteration raises the bound.
    pub(super) max_step: u32,
    /// By which factor iterations may exceed their budget or the expected number of states.
    pub(super) excess: u64,
    /// Before an iteration, weighted A* may use the first part of its expected states, but no more than a number and
    /// the second part.
    pub(super) probe_parts: [u64; 2],
    pub(super) probe_states: u64,
    /// The least state budget of this weighted A*, and the greatest part of the budget of the iterations.
    pub(super) min_probe: u64,
    pub(super) max_probe_part: u64,

    /// The weights in the order in which weighted A* uses them.
    pub(super) weights: [Weights; 4],
    /// The weights with which weighted A* searches for a solution that costs little more than the bound.
    pub(super) close_weights: [Weights; 2],
    /// The maximum number of states that A* expands together, on all threads.
    pub(super) max_batch: usize,
    /// Number of states that are explored around each state of a solution, to remove detours.
    pub(super) neighbourhood: usize,
    pub(super) layers: Sizes,
}

impl Schedule {
    /// The schedule of the registered algorithm, which was measured on boards from 6×6 to 16×16.
    pub(crate) const DEFAULT: Schedule = Schedule {
        first_budget: 1 << 12,
        medium_budget: 1 << 15,
        small_budget: 1 << 17,
        slow_budget: 1 << 19,
        slow_layer: 6,
        near_states: 1 << 18,
        deep_ratio: (3, 2),
        trial_budget: 1 << 14,
        astar_budgets: [1 << 16, 1 << 17],
        growth: 4,
        layered_factor: 16,
        weighted_part: 32,
        abstraction_part: 16,
        layer_growth_exponent: 0.5,
        layer_tolerance: 1 << 10,
        slow_growth: 1.42,
        slow_growth_multiple: 4,
        first_iteration_factor: 10.0,
        max_iteration_factor: 16.0,
        saturated_factor: 1.25,
        max_step: 8,
        excess: 2,
        probe_parts: [4, 16],
        probe_states: 1 << 18,
        min_probe: 1 << 12,
        max_probe_part: 2,
        weights: [(1, 5), (1, 3), (1, 2), (2, 3)],
        close_weights: [(2, 3), (6, 7)],
        max_batch: 1 << 10,
        neighbourhood: 1 << 15,
        layers: Sizes::DEFAULT,
    };

    /// Runs the methods in order until one decides the puzzle, or the memory is full.
    pub(super) fn run(&self, methods: &mut dyn Methods) -> Result<(), Finished> {
        let deepening = Deepening::unknown(self);
        Rounds { schedule: self, methods, growth: LayerGrowth::START, deepening, probed: (0, 0) }.run()
    }

    /// Returns the next state budget of the initial breadth-first search when a budget is spent, given the growth of
    /// the layers and the lower bound; 0 if the search ends.
    pub(super) fn next_small_budget(&self, growth: &LayerGrowth, bound: impl FnOnce() -> u32) -> u64 {
        if growth.states < self.medium_budget {
            return if growth.layer >= self.slow_layer { self.medium_budget } else { 0 };
        }
        if growth.states >= self.small_budget {
            return 0;
        }
        let bound = bound();
        let (multiple, divisor) = self.deep_ratio;
        if growth.predicted_states(bound.saturating_mul(multiple) / divisor) <= self.small_budget {
            self.slow_budget
        } else if growth.predicted_states(bound) <= self.near_states {
            self.small_budget
        } else {
            0
        }
    }

    /// Returns the state budget of weighted A* before an iteration with an expected number of states.
    fn probe_budget(&self, expected: u64, budget: u64) -> u64 {
        let [part, part_beyond] = self.probe_parts.map(|part| expected / part);
        part.min(self.probe_states + part_beyond).max(self.min_probe).min(budget / self.max_probe_part)
    }
}

/// The status at which no further method runs.
pub(super) struct Finished(pub(super) Status);

/// The effort of a method that did not decide the puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report {
    pub(super) states: u64,
    /// The lower bound that the method proved.
    pub(super) bound: u32,
    /// Whether the limit on memory ended it.
    pub(super) is_memory_full: bool,
}

/// The methods of `auto`. Each one updates the bound and the best solution, and an error ends the search.
pub(super) trait Methods {
    /// Returns whether a vehicle has a tank. Then there is no layered search and no breadth-first search without fuel.
    fn has_fuel(&self) -> bool;

    fn has_layers(&self) -> bool;

    /// Returns the lower bound on the cost of every solution.
    fn bound(&self) -> u32;

    /// Returns the cost of the best solution; `u32::MAX` if there is none.
    fn best_cost(&self) -> u32;

    /// Raises the bound to the estimate of the start, which is returned.
    fn estimate_start(&mut self) -> u32;

    /// Searches all states with the fastest method for few states: up to a first state budget, and beyond it as
    /// [`Schedule::next_small_budget`] says. A part of the growth of the layers may be known before.
    fn small_breadth_first(&mut self, first: u64, known: LayerGrowth) -> Result<Report, Finished>;

    fn breadth_first_with_fuel(&mut self, budget: u64) -> Result<Report, Finished>;

    /// Searches layer by layer for a solution that costs less than an upper bound; `u32::MAX` searches all states.
    fn layers(&mut self, upper_bound: u32, budget: u64) -> Result<Report, Finished>;

    /// Searches with weighted A* for a solution that costs less than an upper bound.
    fn weighted_astar(&mut self, weights: Weights, upper_bound: u32, budget: u64) -> Result<Report, Finished>;

    /// Solves the puzzle with more and more of its vehicles, each time with a state budget.
    fn refine_abstraction(&mut self, budget: u64) -> Result<(), Finished>;

    /// Removes detours from the best solution.
    fn shorten(&mut self) -> Result<(), Finished>;
}

/// A run of the methods, and what is known about the growth of their searches.
struct Rounds<'a> {
    schedule: &'a Schedule,
    methods: &'a mut dyn Methods,
    growth: LayerGrowth,
    deepening: Deepening,
    /// The upper bound and the state budget of the last call of `probe`.
    probed: (u32, u64),
}

impl Rounds<'_> {
    fn run(&mut self) -> Result<(), Finished> {
        let Schedule { small_budget, trial_budget, growth, layered_factor, weights, .. } = *self.schedule;
        self.decide_small()?;
        let estimate = self.methods.estimate_start();
        // Beyond the estimate of the start, estimates prune little.
        let (multiple, divisor) = self.schedule.deep_ratio;
        if self.methods.has_layers() && divisor * self.growth.layer >= multiple * estimate {
            self.breadth_first(small_budget * layered_factor)?;
        }
        let is_deep = self.growth.layer >= estimate;
        let mut is_full = self.astar(self.schedule.astar_budgets[usize::from(is_deep)])?;
        if !is_deep {
            self.methods.refine_abstraction(trial_budget)?;
        }
        if self.is_breadth_first_worth(small_budget * growth) {
            self.breadth_first(small_budget * growth)?;
        }
        is_full |= self.improve(weights[0], trial_budget)?;
        let takes_turns = self.is_breadth_first_worth(small_budget * layered_factor);
        let mut budget = if takes_turns { small_budget } else { small_budget * growth };
        is_full |= self.raise_bound(budget)?;
        while !is_full {
            is_full |= self.search_for_better(budget)?;
            budget = budget.saturating_mul(growth);
            is_full |= self.raise_bound(budget)?;
            self.methods.refine_abstraction(budget / self.schedule.abstraction_part)?;
        }
        Ok(())
    }

    /// Decides most puzzles. Of the others, it learns the growth of the layers.
    ///
    /// If the first layers grow fast, A* is tried first: it decides many puzzles with few moves at once.
    fn decide_small(&mut self) -> Result<(), Finished> {
        let Schedule { first_budget, medium_budget, small_budget, trial_budget, .. } = *self.schedule;
        if self.methods.has_fuel() {
            self.methods.breadth_first_with_fuel(small_budget)?;
            self.growth = LayerGrowth::START.continued(self.schedule, small_budget, self.methods.bound());
            return Ok(());
        }
        self.small_breadth_first(first_budget)?;
        if self.growth.states < medium_budget {
            self.astar(trial_budget)?;
            self.small_breadth_first(medium_budget)?;
        }
        Ok(())
    }

    fn small_breadth_first(&mut self, first: u64) -> Result<(), Finished> {
        let report = self.methods.small_breadth_first(first, self.growth)?;
        self.growth = LayerGrowth::START.continued(self.schedule, report.states, report.bound);
        Ok(())
    }

    /// Searches for all states that the budget of a round allows, and for better solutions. Returns whether the memory
    /// is full.
    fn search_for_better(&mut self, budget: u64) -> Result<bool, Finished> {
        let states = budget.saturating_mul(self.schedule.layered_factor);
        if self.is_breadth_first_worth(states) {
            self.breadth_first(states)?;
            let predicted = self.growth.predicted_states(self.methods.bound());
            let max_states =
                states.saturating_mul(self.schedule.layered_factor).min(self.states_in_time_of_iteration());
            if self.growth.factor <= self.schedule.slow_growth && predicted <= max_states {
                self.breadth_first(self.schedule.slow_growth_multiple * predicted)?;
            }
        }
        let mut is_full = false;
        for weights in self.schedule.weights {
            let before = self.methods.best_cost();
            is_full |= self.improve(weights, budget / self.schedule.weighted_part)?;
            if self.methods.best_cost() < before {
                self.methods.shorten()?;
            }
        }
        Ok(is_full)
    }

    /// Returns whether a search of all states with a state budget may reach the lower bound.
    fn is_breadth_first_worth(&self, budget: u64) -> bool {
        self.methods.has_layers() && self.growth.is_worth(self.schedule, budget, self.methods.bound())
    }

    /// Searches all states, layer by layer, within a state budget.
    fn breadth_first(&mut self, budget: u64) -> Result<(), Finished> {
        let report = self.methods.layers(u32::MAX, budget)?;
        self.growth = self.growth.continued(self.schedule, report.states, report.bound);
        if report.is_memory_full {
            self.growth.factor = f64::INFINITY;
        }
        Ok(())
    }

    /// Searches for a better solution with A*. Returns whether the memory is full.
    fn astar(&mut self, budget: u64) -> Result<bool, Finished> {
        let report = self.methods.weighted_astar(ASTAR, self.methods.best_cost(), budget)?;
        self.deepening.observe_astar(self.schedule, report.states, report.bound);
        Ok(report.is_memory_full)
    }

    /// Searches for a better solution with weighted A*. Returns whether the memory is full.
    fn improve(&mut self, weights: Weights, budget: u64) -> Result<bool, Finished> {
        Ok(self.methods.weighted_astar(weights, self.methods.best_cost(), budget)?.is_memory_full)
    }

    /// Raises the lower bound, within a state budget. Returns whether the memory is full.
    fn raise_bound(&mut self, budget: u64) -> Result<bool, Finished> {
        if self.methods.has_layers() { self.deepen(budget) } else { self.astar(budget) }
    }

    /// Raises the lower bound by searching for solutions that cost little more than it (breadth-first
    /// iterative-deepening A*, Zhou & Hansen 2006), until one is found or the next iteration is expected to exceed the
    /// budget, or to have hardly more states than the last one. Where iterations grow fast, weighted A* before each one
    /// tries to find a solution in a part of its states. Returns whether the memory is full.
    fn deepen(&mut self, budget: u64) -> Result<bool, Finished> {
        let Schedule { growth, excess, .. } = *self.schedule;
        let mut spent = 0;
        loop {
            let before = self.methods.bound();
            let step = self.deepening.step(self.schedule, excess * budget);
            let upper_bound = self.methods.best_cost().min(before + step);
            let expected = self.deepening.expected_states(self.schedule, step);
            if self.deepening.factor >= growth as f64 {
                self.probe(upper_bound, self.schedule.probe_budget(expected, budget))?;
                if self.methods.bound() >= upper_bound {
                    continue;
                }
            }
            if spent + expected > excess * budget {
                return Ok(false);
            }
            let report = self.methods.layers(upper_bound, budget.max(excess * expected))?;
            if report.bound < upper_bound {
                self.deepening.factor = self.deepening.factor.max(growth as f64);
                return Ok(report.is_memory_full);
            }
            spent += report.states;
            self.deepening = self.deepening.continued(report.states, upper_bound - before);
            if self.deepening.is_saturated(self.schedule) {
                // The puzzle may be unsolvable, which a search of all states proves.
                return Ok(false);
            }
        }
    }

    /// Returns how many states breadth-first search may discover in the time of the next iteration of `deepen`.
    fn states_in_time_of_iteration(&self) -> u64 {
        match self.deepening.expected_states(self.schedule, 1) {
            0 => u64::MAX,
            expected => expected.saturating_mul(self.schedule.layered_factor),
        }
    }

    /// Searches for solutions that cost less than an upper bound, with weighted A* and a state budget for each weight.
    /// If there is none, the bound rises to the upper bound. The same search is not repeated.
    fn probe(&mut self, upper_bound: u32, budget: u64) -> Result<(), Finished> {
        if self.probed == (upper_bound, budget) {
            return Ok(());
        }
        self.probed = (upper_bound, budget);
        for weights in self.schedule.close_weights {
            if self.methods.weighted_astar(weights, upper_bound, budget)?.bound >= upper_bound {
                break;
            }
        }
        Ok(())
    }
}
