//! The schedule without a search.

use super::growth::LayerGrowth;
use super::schedule::{Finished, Methods, Report, Weights};
use super::*;

/// A method and its state budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    SmallBreadthFirst(u64),
    BreadthFirstWithFuel(u64),
    /// All states, layer by layer.
    Layers(u64),
    /// An iteration with an upper bound.
    Iteration(u32, u64),
    WeightedAStar(Weights, u64),
    RefineAbstraction(u64),
    Shorten,
}

use Step::{BreadthFirstWithFuel, Iteration, Layers, RefineAbstraction, Shorten, SmallBreadthFirst, WeightedAStar};

/// Measured growths in place of searches. The methods only raise the bound or find solutions as stated here.
#[derive(Default)]
struct Measured {
    has_fuel: bool,
    estimate: u32,
    /// The layer that a search of all states reaches, as the logarithm of its number of states to this base.
    layer_factor: f64,
    /// The factor of the number of states from iteration to iteration; 0 if A* and iterations prove nothing.
    iteration_factor: f64,
    /// Costs of the solutions that weighted A* finds, with the number of its searches before.
    solutions: Vec<(usize, u32)>,
    /// Number of steps after which the memory is full.
    memory: usize,
    bound: u32,
    best: Option<u32>,
    steps: Vec<Step>,
}

impl Measured {
    /// Records a step. Returns its report, given the states and the bound.
    fn record(&mut self, step: Step, states: u64, bound: u32) -> Result<Report, Finished> {
        self.steps.push(step);
        self.bound = self.bound.max(bound);
        if self.best.is_some_and(|best| self.bound >= best) {
            return Err(Finished(Status::Solved));
        }
        Ok(Report { states, bound, is_memory_full: self.steps.len() >= self.memory })
    }

    /// Returns the layer that a search of all states reaches.
    fn layer(&self, states: u64) -> u32 {
        (states as f64).log(self.layer_factor) as u32
    }

    /// Returns the steps of the default schedule.
    fn run(mut self) -> Vec<Step> {
        let _ = Schedule::DEFAULT.run(&mut self);
        self.steps
    }
}

impl Methods for Measured {
    fn has_fuel(&self) -> bool {
        self.has_fuel
    }

    fn has_layers(&self) -> bool {
        !self.has_fuel
    }

    fn bound(&self) -> u32 {
        self.bound
    }

    fn best_cost(&self) -> u32 {
        self.best.unwrap_or(u32::MAX)
    }

    fn estimate_start(&mut self) -> u32 {
        self.bound = self.bound.max(self.estimate);
        self.estimate
    }

    fn small_breadth_first(&mut self, first: u64, mut known: LayerGrowth) -> Result<Report, Finished> {
        let mut states = first;
        loop {
            known = known.continued(&Schedule::DEFAULT, states, self.layer(states));
            match Schedule::DEFAULT.next_small_budget(&known, || self.estimate) {
                0 => break,
                next => states = next,
            }
        }
        self.record(SmallBreadthFirst(first), states, self.layer(states))
    }

    fn breadth_first_with_fuel(&mut self, budget: u64) -> Result<Report, Finished> {
        self.record(BreadthFirstWithFuel(budget), budget, 0)
    }

    fn layers(&mut self, upper_bound: u32, budget: u64) -> Result<Report, Finished> {
        if upper_bound == u32::MAX {
            return self.record(Layers(budget), budget, self.layer(budget));
        }
        let states = (1000.0 * self.iteration_factor.powi((upper_bound - self.estimate) as i32)) as u64;
        let bound = if states <= budget && self.iteration_factor > 0.0 { upper_bound } else { self.bound };
        self.record(Iteration(upper_bound, budget), states.min(budget), bound)
    }

    fn weighted_astar(&mut self, weights: Weights, _: u32, budget: u64) -> Result<Report, Finished> {
        let searches = self.steps.iter().filter(|step| matches!(step, WeightedAStar(..))).count();
        if let Some((_, cost)) = self.solutions.iter().find(|(number, _)| *number == searches) {
            self.best = Some(*cost);
        }
        self.record(WeightedAStar(weights, budget), budget, 0)
    }

    fn refine_abstraction(&mut self, budget: u64) -> Result<(), Finished> {
        self.record(RefineAbstraction(budget), budget, 0).map(|_| ())
    }

    fn shorten(&mut self) -> Result<(), Finished> {
        self.record(Shorten, 0, 0).map(|_| ())
    }
}

#[test]
fn a_puzzle_whose_layers_grow_slowly_is_left_to_breadth_first_search() {
    let measured = Measured { estimate: 10, layer_factor: 1.2, memory: 3, ..Measured::default() };
    assert_eq!(measured.run()[..2], [SmallBreadthFirst(1 << 12), Layers(1 << 21)]);
}

#[test]
fn a_puzzle_whose_layers_grow_fast_is_tried_with_all_methods_in_turn() {
    let measured = Measured { estimate: 9, layer_factor: 8.0, memory: 10, ..Measured::default() };
    let expected = [
        SmallBreadthFirst(1 << 12),
        WeightedAStar((1, 1), 1 << 14),
        SmallBreadthFirst(1 << 15),
        WeightedAStar((1, 1), 1 << 16),
        RefineAbstraction(1 << 14),
        Layers(1 << 19),
        WeightedAStar((1, 5), 1 << 14),
    ];
    assert_eq!(measured.run()[..7], expected);
}

#[test]
fn with_fuel_astar_takes_the_place_of_iterations() {
    let measured = Measured { has_fuel: true, estimate: 30, memory: 11, ..Measured::default() };
    let expected = [
        BreadthFirstWithFuel(1 << 17),
        WeightedAStar((1, 1), 1 << 16),
        RefineAbstraction(1 << 14),
        WeightedAStar((1, 5), 1 << 14),
        WeightedAStar((1, 1), 1 << 19),
        WeightedAStar((1, 5), 1 << 14),
        WeightedAStar((1, 3), 1 << 14),
        WeightedAStar((1, 2), 1 << 14),
        WeightedAStar((2, 3), 1 << 14),
        WeightedAStar((1, 1), 1 << 21),
        RefineAbstraction(1 << 17),
    ];
    assert_eq!(measured.run()[..11], expected);
}

#[test]
fn iterations_raise_the_bound_until_one_is_expected_to_exceed_the_budget() {
    let measured =
        Measured { estimate: 40, layer_factor: 20.0, iteration_factor: 3.0, memory: 100, ..Measured::default() };
    // An iteration has three times as many states as the one before. Where nothing is known, a short search by weighted
    // A* comes first.
    let expected = [
        WeightedAStar((2, 3), 1 << 12),
        WeightedAStar((6, 7), 1 << 12),
        Iteration(41, 1 << 19),
        WeightedAStar((2, 3), 7500),
        WeightedAStar((6, 7), 7500),
        Iteration(42, 1 << 19),
        Iteration(43, 1 << 19),
        Iteration(44, 1 << 19),
        Iteration(45, 1 << 19),
        WeightedAStar((1, 5), 1 << 14),
        WeightedAStar((1, 3), 1 << 14),
        WeightedAStar((1, 2), 1 << 14),
        WeightedAStar((2, 3), 1 << 14),
        Iteration(46, 1 << 21),
        // Twice the expected 2,187,000 states.
        Iteration(47, 4_374_000),
        RefineAbstraction(1 << 17),
    ];
    assert_eq!(measured.run()[6..22], expected);
}

#[test]
fn a_better_solution_is_shortened_and_a_bound_that_meets_it_ends_the_search() {
    let solutions = vec![(4, 50), (5, 43)];
    let measured = Measured {
        estimate: 40,
        layer_factor: 20.0,
        iteration_factor: 2.0,
        solutions,
        memory: 1000,
        ..Measured::default()
    };
    let steps = measured.run();
    assert_eq!(steps.last(), Some(&Iteration(43, 1 << 19)), "{steps:?}");
}
