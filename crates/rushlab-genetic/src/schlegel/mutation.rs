//! Mutations of a sequence of moves.

use super::SchlegelPopulation;
use super::sequence::Gene;
use crate::parameter::{ParameterKey, ParameterValues};
use crate::trace::Change;
use rushlab::random::RandomStream;

/// The value of [`ParameterKey::Legal`] with which a mutation may reverse a move and change its distance at once.
const LEGAL_AND_WIDE: f64 = 2.0;

#[derive(Clone, Copy, Debug)]
pub(super) enum Mutation {
    SetDistance(usize, i8),
    Remove(usize),
    Insert(usize, Gene),
}

impl Mutation {
    pub(super) fn apply(self, genes: &[Gene]) -> Vec<Gene> {
        let mut genes = genes.to_vec();
        match self {
            Mutation::SetDistance(index, distance) => genes[index].distance = distance,
            Mutation::Remove(index) => {
                genes.remove(index);
            }
            Mutation::Insert(index, gene) => genes.insert(index, gene),
        }
        genes
    }
}

impl SchlegelPopulation {
    /// Chooses a kind of mutation and returns its candidates, legal or not.
    pub(super) fn mutations(
        &mut self,
        genes: &[Gene],
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> Vec<Mutation> {
        let kind = if parameters.on(ParameterKey::Grow) { random.below(4) } else { 0 };
        match kind {
            0 if !parameters.on(ParameterKey::Legal) => {
                self.random_distance_mutation(genes, random).into_iter().collect()
            }
            0 => self.changes(genes, parameters),
            1 => (0..genes.len()).map(Mutation::Remove).collect(),
            2 => self.insertions(genes, random.below(genes.len() + 1)),
            _ => self.insertions(genes, genes.len()),
        }
    }

    /// Returns the mutations of every kind, legal or not.
    pub(super) fn all_mutations(&mut self, genes: &[Gene], parameters: &ParameterValues) -> Vec<Mutation> {
        let mut mutations = self.changes(genes, parameters);
        if parameters.on(ParameterKey::Grow) {
            mutations.extend((0..genes.len()).map(Mutation::Remove));
            mutations.extend((0..=genes.len()).flat_map(|index| self.insertions(genes, index)));
        }
        mutations
    }

    /// Returns the mutations that change one move: those that reverse its direction or change its distance; in the
    /// wider form also those that do both.
    fn changes(&self, genes: &[Gene], parameters: &ParameterValues) -> Vec<Mutation> {
        let is_wide = parameters.get(ParameterKey::Legal) == LEGAL_AND_WIDE;
        let of_move = |index: usize| {
            let gene = genes[index];
            let distances = self.distances(gene).filter(move |distance| {
                is_wide || *distance == -gene.distance || distance.signum() == gene.distance.signum()
            });
            distances.map(move |distance| Mutation::SetDistance(index, distance))
        };
        (0..genes.len()).flat_map(of_move).collect()
    }

    /// Chooses a random move and reverses its direction or changes its distance.
    fn random_distance_mutation(&self, genes: &[Gene], random: &mut RandomStream) -> Option<Mutation> {
        let index = random.below(genes.len());
        let gene = *genes.get(index)?;
        let same_direction: Vec<i8> =
            self.distances(gene).filter(|distance| distance.signum() == gene.distance.signum()).collect();
        let flipped = same_direction.is_empty() || random.below(2) == 0;
        Some(Mutation::SetDistance(
            index,
            if flipped { -gene.distance } else { same_direction[random.below(same_direction.len())] },
        ))
    }

    /// Returns the other distances, in both directions, that fit on the line.
    fn distances(&self, gene: Gene) -> impl Iterator<Item = i8> + use<> {
        let vehicle = usize::from(gene.vehicle);
        let max_distance = (self.simulator.line_length(vehicle) - self.simulator.length(vehicle)) as i8;
        (-max_distance..=max_distance).filter(move |distance| *distance != 0 && *distance != gene.distance)
    }

    /// Returns the insertions of every move that is legal at an index.
    fn insertions(&mut self, genes: &[Gene], index: usize) -> Vec<Mutation> {
        self.simulator.reset();
        for gene in &genes[..index] {
            self.simulator.play(gene.vehicle.into(), gene.distance);
        }
        let mut moves = Vec::new();
        self.simulator.legal_moves(u8::MAX >> 1, &mut moves);
        let insert = |(vehicle, distance): (usize, i8)| {
            Mutation::Insert(
                index,
                Gene { vehicle: vehicle as u8, distance, from: self.simulator.offset(vehicle).unwrap_or(u8::MAX) },
            )
        };
        moves.into_iter().map(insert).collect()
    }

    pub(super) fn change(&self, genes: &[Gene], mutation: Mutation) -> Change {
        let named = |gene: &Gene| Some(self.named(gene));
        match mutation {
            Mutation::SetDistance(index, distance) => {
                Change { index, before: named(&genes[index]), after: named(&Gene { distance, ..genes[index] }) }
            }
            Mutation::Remove(index) => Change { index, before: named(&genes[index]), after: None },
            Mutation::Insert(index, gene) => Change { index, before: None, after: named(&gene) },
        }
    }
}
