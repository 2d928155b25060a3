//! The mutations and crossovers that are possible, legal or not: the list that the paper proposes to choose from.

use super::{SchlegelIndividual, SchlegelPopulation, cuts};
use crate::parameter::ParameterValues;
use crate::schlegel::sequence::Gene;
use crate::trace::{Change, Crossover, Failure, FailureReason};
use rushlab::position::Move;
use rushlab::puzzle::Puzzle;
use rushlab::simulator::Simulator;

/// A mutation or crossover with its result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Candidate<T> {
    /// The mutation or crossover.
    pub operation: T,
    /// The fitness of the result, without the penalty for repetitions, or why it is illegal.
    pub result: Result<f64, Failure>,
}

/// Returns the mutations of a legal sequence that Schlegel's algorithm can make. Returns `None` if the sequence is
/// illegal.
pub fn mutations(puzzle: &Puzzle, parameters: &ParameterValues, moves: &[Move]) -> Option<Vec<Candidate<Change>>> {
    let mut population = SchlegelPopulation::empty(Simulator::new(puzzle));
    let genes = population.legal_genes(moves)?;
    let mutations = population.all_mutations(&genes, parameters).into_iter();
    let candidates = mutations.map(|mutation| {
        let result = population.result(&mutation.apply(&genes), Some(&genes), parameters);
        Candidate { operation: population.change(&genes, mutation), result }
    });
    Some(candidates.collect())
}

/// Returns the crossovers of two legal sequences that Schlegel's algorithm can make. Returns `None` if one of the
/// sequences is illegal.
pub fn crossovers(
    puzzle: &Puzzle,
    parameters: &ParameterValues,
    parents: [&[Move]; 2],
) -> Option<Vec<Candidate<Crossover>>> {
    let mut population = SchlegelPopulation::empty(Simulator::new(puzzle));
    let [one, other] = [population.legal_genes(parents[0])?, population.legal_genes(parents[1])?];
    let candidates = cuts(one.len(), other.len()).map(|(head, tail)| {
        let genes = [&one[..head], &other[tail..]].concat();
        let moves = population.named_sequence(&genes, parameters);
        let result = population.result(&genes, None, parameters);
        Candidate { operation: Crossover::Cut { head, tail, moves }, result }
    });
    Some(candidates.collect())
}

impl SchlegelPopulation {
    /// Returns a legal sequence of moves with the offsets from which they are played. Unlike an individual, it may
    /// move a vehicle twice in a row.
    fn legal_genes(&mut self, moves: &[Move]) -> Option<Vec<Gene>> {
        self.simulator.reset();
        let mut genes = Vec::with_capacity(moves.len());
        for mv in moves {
            let from = self.simulator.offset(mv.vehicle)?;
            self.simulator.play_move(*mv)?;
            let distance = mv.direction.distance(mv.cells) as i8;
            genes.push(Gene { vehicle: mv.vehicle as u8, distance, from });
        }
        Some(genes)
    }

    /// Returns the fitness of a sequence, or why it is illegal or no mutation of `origin`.
    fn result(
        &mut self,
        genes: &[Gene],
        origin: Option<&[Gene]>,
        parameters: &ParameterValues,
    ) -> Result<f64, Failure> {
        if genes.is_empty() {
            return Err(FailureReason::Empty.into());
        }
        match self.evaluate(genes, parameters) {
            Some(SchlegelIndividual { genes, .. }) if origin == Some(&genes) => Err(FailureReason::Unchanged.into()),
            Some(individual) => Ok(individual.fitness),
            None => Err(self.failure(genes, parameters)),
        }
    }
}
