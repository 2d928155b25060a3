//! Genetic programming (Koza 1992) of heuristics for IDA*, after Hauptman, Elyasaf, Sipper and Karmon (*GP-Rush: Using
//! Genetic Programming to Evolve Solvers for the Rush Hour Puzzle*, 2009).
//!
//! An individual is an [`Expression`]. Its fitness is the effort that IDA* with it saves on training puzzles
//! (`training.rs`). Parents are the fittest of a random sample. A child is a parent with a part of another parent in
//! place of one of its own (crossover), or with a random part (mutation); a child that would be too large is a copy.
//! The fittest individuals survive.

mod training;
mod variation;

pub use training::{TrainingPuzzle, Trial};

use std::collections::HashMap;

use rushlab::heuristic::Expression;
use rushlab::random::RandomStream;

/// The parameters of an evolution of heuristics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeuristicParameters {
    /// Number of individuals, at least 2.
    pub population: usize,
    /// The most parts of an expression.
    pub max_size: usize,
    /// Number of individuals of which the fittest becomes a parent.
    pub tournament: usize,
    /// Probability of a crossover; otherwise a child is a mutation.
    pub crossover: f64,
    /// Number of the fittest individuals that survive.
    pub survivors: usize,
}

impl Default for HeuristicParameters {
    fn default() -> HeuristicParameters {
        HeuristicParameters { population: 60, max_size: 25, tournament: 4, crossover: 0.7, survivors: 2 }
    }
}

/// A heuristic of a generation.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EvolvedHeuristic {
    /// The expression.
    pub expression: Expression,
    /// Its fitness: the mean of [`Trial::score`].
    pub fitness: f64,
    /// Where it comes from.
    pub origin: HeuristicOrigin,
}

/// The origin of a heuristic. Individuals are given by their indices in the generation before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicOrigin {
    /// A random expression of the first generation.
    Initial,
    /// It survived.
    Survivor(usize),
    /// A part of the second parent replaced a part of the first.
    Crossover([usize; 2]),
    /// A random part replaced a part of the parent.
    Mutation(usize),
}

/// Evaluates expressions: returns their fitness in the same order, or `None` if the evolution is to stop.
pub type Evaluate<'a> = dyn FnMut(&[Expression]) -> Option<Vec<f64>> + 'a;

/// An evolution of heuristics, generation by generation. The caller evaluates the expressions, on as many threads as it
/// likes.
#[derive(Debug)]
pub struct HeuristicEvolution {
    parameters: HeuristicParameters,
    random: RandomStream,
    /// The fitness of every expression so far, by its text.
    known: HashMap<String, f64>,
    individuals: Vec<EvolvedHeuristic>,
    generation: u32,
}

impl HeuristicEvolution {
    /// Makes and evaluates the first generation. Returns `None` if the evaluation stopped.
    pub fn new(parameters: HeuristicParameters, seed: u64, evaluate: &mut Evaluate<'_>) -> Option<HeuristicEvolution> {
        let mut evolution = HeuristicEvolution {
            parameters,
            random: RandomStream::from_seed(seed),
            known: HashMap::new(),
            individuals: Vec::new(),
            generation: 0,
        };
        let first = evolution.first_generation();
        evolution.individuals = evolution.evaluate(first, evaluate)?;
        Some(evolution)
    }

    /// Makes and evaluates the next generation. Returns `None`, and keeps the current one, if the evaluation stopped.
    pub fn next_generation(&mut self, evaluate: &mut Evaluate<'_>) -> Option<()> {
        let survivors = self.parameters.survivors.min(self.individuals.len());
        let survivor = |index: usize| (self.individuals[index].expression.clone(), HeuristicOrigin::Survivor(index));
        let mut next: Vec<_> = (0..survivors).map(survivor).collect();
        while next.len() < self.parameters.population {
            next.push(self.child());
        }
        self.individuals = self.evaluate(next, evaluate)?;
        self.generation += 1;
        Some(())
    }

    /// Returns the number of the generation, from 0.
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// Returns the individuals, the fittest first; of equally fit ones the smallest.
    pub fn individuals(&self) -> &[EvolvedHeuristic] {
        &self.individuals
    }

    /// Returns the number of different expressions that were evaluated.
    pub fn evaluated(&self) -> usize {
        self.known.len()
    }

    fn evaluate(
        &mut self,
        expressions: Vec<(Expression, HeuristicOrigin)>,
        evaluate: &mut Evaluate<'_>,
    ) -> Option<Vec<EvolvedHeuristic>> {
        let texts: Vec<String> = expressions.iter().map(|(expression, _)| expression.to_string()).collect();
        let mut new: Vec<usize> = Vec::new();
        for (index, text) in texts.iter().enumerate() {
            if !self.known.contains_key(text) && !new.iter().any(|other| texts[*other] == *text) {
                new.push(index);
            }
        }
        let unknown: Vec<Expression> = new.iter().map(|index| expressions[*index].0.clone()).collect();
        let values = evaluate(&unknown)?;
        self.known.extend(new.iter().map(|index| texts[*index].clone()).zip(values));
        let fitness = |text: &String| self.known.get(text).copied().unwrap_or(f64::NEG_INFINITY);
        let mut individuals: Vec<EvolvedHeuristic> = expressions
            .into_iter()
            .zip(&texts)
            .map(|((expression, origin), text)| EvolvedHeuristic { expression, fitness: fitness(text), origin })
            .collect();
        individuals.sort_by(|one, other| {
            let by_size = || one.expression.size().cmp(&other.expression.size());
            other.fitness.total_cmp(&one.fitness).then_with(by_size)
        });
        Some(individuals)
    }
}
