//! The generational loop: creates one generation after the other until a termination criterion is met.

use std::collections::HashSet;
use std::ops::Add;

use super::grh::GrhPopulation;
use super::initial::InitialPopulation;
use super::parameter::{ParameterKey, ParameterValues};
use super::schlegel::SchlegelPopulation;
use super::trace::{Recorder, Trace};
use super::{Method, Population};
use rushlab::position::{Move, Position};
use rushlab::puzzle::Puzzle;
use rushlab::random::RandomStream;
use rushlab::search;
use rushlab::simulator::Simulator;
use rushlab::solution::merged;

/// Number of applications of an operator, and how many of them were legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rate {
    /// Number of applications.
    pub tried: u64,
    /// Number of applications that gave a legal individual.
    pub legal: u64,
}

impl Rate {
    pub(super) fn count(&mut self, legal: bool) {
        self.tried += 1;
        self.legal += u64::from(legal);
    }

    /// Returns the legal fraction, or `None` if there were no applications.
    pub fn share(self) -> Option<f64> {
        (self.tried > 0).then(|| self.legal as f64 / self.tried as f64)
    }
}

impl Add for Rate {
    type Output = Rate;

    fn add(self, other: Rate) -> Rate {
        Rate { tried: self.tried + other.tried, legal: self.legal + other.legal }
    }
}

/// Success rates of the genetic operators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OperatorRates {
    /// Rate of the mutations.
    pub mutations: Rate,
    /// Rate of the crossovers.
    pub crossovers: Rate,
}

/// Statistics of a generation.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Number of the generation; the first is 0.
    pub number: u32,
    /// Number of individuals.
    pub population: usize,
    /// Greatest fitness.
    pub best: f64,
    /// Mean fitness.
    pub mean: f64,
    /// Number of distinct boards divided by the number of individuals; 1 if all boards are distinct.
    pub diversity: f64,
    /// Mean cost of the individuals' moves.
    pub cost: f64,
    /// Rates of the operators that created this generation.
    pub operators: OperatorRates,
    /// Number of individuals that are solutions.
    pub solutions: usize,
    /// Number of distinct boards reached since the start.
    pub boards: usize,
    /// The moves of the fittest individual, without the final move of the primary to the exit.
    pub fittest: Vec<Move>,
}

/// The best solution of an evolution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvolvedSolution {
    /// The moves from the start until the primary is at the exit.
    pub moves: Vec<Move>,
    /// Cost in the puzzle's metric.
    pub cost: u32,
    /// Cost of the solution as it evolved, before it was shortened.
    pub evolved_cost: u32,
    /// Number of the generation that contained it.
    pub generation: u32,
}

/// An individual.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Individual {
    /// Its moves, without the final move of the primary to the exit.
    pub moves: Vec<Move>,
    /// The position that the moves lead to.
    pub position: Position,
    /// Its fitness.
    pub fitness: f64,
    /// Whether the primary can move to the exit from the position.
    pub is_solution: bool,
    /// Cost of the moves in the puzzle's metric.
    pub cost: u32,
    /// Number of vehicles that block the primary, directly or by blocking another blocker.
    pub blockers: u32,
}

/// The termination criterion that ended an evolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// There is a solution, and it has not improved for the number of generations set by [`ParameterKey::Stall`].
    Solved,
    /// There is no solution, and the maximum number of generations was reached or no individual is left.
    GenerationLimit,
}

/// A run of a genetic algorithm.
#[derive(Debug)]
pub struct Evolution {
    puzzle: Puzzle,
    method: Method,
    parameters: ParameterValues,
    random: RandomStream,
    population: Box<dyn Population>,
    generation: Generation,
    solution: Option<EvolvedSolution>,
    operator_totals: OperatorRates,
    /// Number of the generation that last improved the solution.
    last_improvement: u32,
    tracing: bool,
    trace: Option<Trace>,
}

impl Evolution {
    /// Creates the first generation.
    pub fn new(puzzle: &Puzzle, method: Method, parameters: ParameterValues, seed: u64) -> Evolution {
        let mut random = RandomStream::from_seed(seed);
        let simulator = Simulator::new(puzzle);
        let population: Box<dyn Population> = match method {
            Method::Schlegel => Box::new(SchlegelPopulation::new(simulator, &parameters, &mut random)),
            Method::Grh => Box::new(GrhPopulation::new(simulator, &parameters)),
        };
        Evolution::with(puzzle, method, parameters, random, population)
    }

    /// Creates an evolution that continues from a given first generation, which must have been checked for the puzzle
    /// and the algorithm.
    pub fn with_initial(
        puzzle: &Puzzle,
        method: Method,
        parameters: ParameterValues,
        seed: u64,
        initial: &InitialPopulation,
    ) -> Evolution {
        let (simulator, sequences) = (Simulator::new(puzzle), initial.sequences());
        let population: Box<dyn Population> = match method {
            Method::Schlegel => Box::new(SchlegelPopulation::of_sequences(simulator, &parameters, sequences)),
            Method::Grh => Box::new(GrhPopulation::of_sequences(simulator, &parameters, sequences)),
        };
        Evolution::with(puzzle, method, parameters, RandomStream::from_seed(seed), population)
    }

    fn with(
        puzzle: &Puzzle,
        method: Method,
        parameters: ParameterValues,
        random: RandomStream,
        population: Box<dyn Population>,
    ) -> Evolution {
        let generation = statistics(&*population, 0, OperatorRates::default());
        let (puzzle, operator_totals) = (puzzle.clone(), OperatorRates::default());
        let mut evolution = Evolution {
            puzzle,
            method,
            parameters,
            random,
            population,
            generation,
            solution: None,
            operator_totals,
            last_improvement: 0,
            tracing: false,
            trace: None,
        };
        evolution.update_solution();
        evolution
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the algorithm.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the parameter values.
    pub fn parameters(&self) -> &ParameterValues {
        &self.parameters
    }

    /// Returns the statistics of the current generation.
    pub fn generation(&self) -> &Generation {
        &self.generation
    }

    /// Returns the best solution so far.
    pub fn solution(&self) -> Option<&EvolvedSolution> {
        self.solution.as_ref()
    }

    /// Returns the rates of the operators in all generations.
    pub fn operator_totals(&self) -> OperatorRates {
        self.operator_totals
    }

    /// Returns an estimate of the memory in use, in bytes. It includes the next growth of a table that is nearly full.
    pub fn estimated_bytes(&self) -> u64 {
        self.population.footprint().total()
    }

    /// Returns the individuals of the current generation.
    pub fn individuals(&self) -> impl Iterator<Item = Individual> + '_ {
        (0..self.population.len()).map(|index| {
            let summary = self.population.summary(index);
            let moves = self.population.moves(index);
            let cost = moves.iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum();
            let position = self.population.simulator().position_of(summary.placement);
            let blockers = summary.blockers;
            Individual { moves, position, fitness: summary.fitness, is_solution: summary.can_exit, cost, blockers }
        })
    }

    /// Sets whether further generations are traced. Tracing does not change an evolution.
    pub fn set_tracing(&mut self, tracing: bool) {
        self.tracing = tracing;
    }

    /// Returns how the current generation was made; `None` if it was not traced or is the first one.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }

    /// Returns the termination criterion that is met, if any. The evolution can still be continued.
    pub fn termination(&self) -> Option<Termination> {
        let Generation { number, population, .. } = self.generation;
        let unimproved = number.saturating_sub(self.last_improvement);
        let stall = self.parameters.count(ParameterKey::Stall) as u32;
        let over = number as usize >= self.parameters.count(ParameterKey::Generations) || population == 0;
        match &self.solution {
            Some(_) if unimproved >= stall || over => Some(Termination::Solved),
            None if over => Some(Termination::GenerationLimit),
            _ => None,
        }
    }

    /// Creates the next generation and returns its statistics.
    pub fn next_generation(&mut self) -> &Generation {
        let mut recorder = Recorder::new(self.tracing);
        self.population.next_generation(&self.parameters, &mut self.random, &mut recorder);
        let operators = recorder.operators;
        self.trace = recorder.trace((0..self.population.len()).map(|index| self.population.birth(index)));
        self.operator_totals.mutations = self.operator_totals.mutations + operators.mutations;
        self.operator_totals.crossovers = self.operator_totals.crossovers + operators.crossovers;
        self.generation = statistics(&*self.population, self.generation.number + 1, operators);
        self.update_solution();
        &self.generation
    }

    /// Replaces the solution if the population contains a better one.
    fn update_solution(&mut self) {
        let Some(mut moves) = self.population.best_solution() else { return };
        let distances = moves.iter().map(|mv| (mv.vehicle, mv.direction.distance(mv.cells)));
        let primary = self.puzzle.primary_index();
        let primary_distance: i32 =
            distances.filter(|(vehicle, _)| *vehicle == primary).map(|(_, distance)| distance).sum();
        let to_exit =
            i32::from(self.puzzle.goal_offset()) - i32::from(self.puzzle.primary().offset()) - primary_distance;
        moves.extend((to_exit != 0).then(|| self.population.simulator().to_move(primary, to_exit as i8)));
        let moves = merged(&moves);
        let cost_of = |moves: &[Move]| moves.iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum();
        let evolved_cost: u32 = cost_of(&moves);
        if self.solution.as_ref().is_some_and(|known| evolved_cost >= known.evolved_cost) {
            return;
        }
        let near = self.parameters.count(ParameterKey::Near);
        let moves = if near > 0 { merged(&search::shortened(&self.puzzle, &moves, near)) } else { moves };
        let cost: u32 = cost_of(&moves);
        let better = self.solution.as_ref().is_none_or(|solution| cost < solution.cost);
        let generation = self.generation.number;
        match &mut self.solution {
            Some(solution) if !better => solution.evolved_cost = evolved_cost,
            solution => {
                *solution = Some(EvolvedSolution { moves, cost, evolved_cost, generation });
                self.last_improvement = generation;
            }
        }
        if let Some(solution) = &self.solution {
            self.population.set_cost_bound(solution.cost);
        }
    }
}

fn statistics(population: &dyn Population, number: u32, operators: OperatorRates) -> Generation {
    let size = population.len();
    let all = || (0..size).map(|index| population.summary(index));
    let fittest = (0..size).reduce(|best, index| {
        if population.summary(index).fitness > population.summary(best).fitness { index } else { best }
    });
    let boards: HashSet<&[u8]> = all().map(|summary| summary.placement.board_key()).collect();
    let mean = |sum: f64| if size > 0 { sum / size as f64 } else { 0.0 };
    Generation {
        number,
        population: size,
        best: fittest.map_or(0.0, |index| population.summary(index).fitness),
        mean: mean(all().map(|summary| summary.fitness).sum()),
        diversity: mean(boards.len() as f64),
        cost: mean(all().map(|summary| f64::from(summary.cost)).sum()),
        operators,
        solutions: all().filter(|summary| summary.can_exit).count(),
        boards: population.distinct_boards(),
        fittest: fittest.map_or_else(Vec::new, |index| population.moves(index)),
    }
}
