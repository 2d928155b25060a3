//! Schlegel (*Solving the Rush Hour Game: A Genetic Approach Using Variable Length Individuals*): a genetic algorithm
//! whose individuals are sequences of moves of any length.
//!
//! The fitness of a sequence is 100, minus one for every vehicle that blocks the primary on the final board, directly
//! or by blocking another blocker. The final move of the primary to the exit is not part of a sequence. Parents are the
//! two fittest individuals of a random sample, as in tournament selection (Goldberg and Deb 1991). Crossover joins the
//! head of one parent to the tail of the other.
//!
//! The refined setting makes three changes to the algorithm. The paper proposes the first: mutations and crossovers are
//! chosen among the legal ones (`legal`), and moves that name vehicles are repaired (`repair`). The second is needed for
//! real puzzles, which need longer sequences: a mutation may insert or remove a move (`grow`). The third follows GRH: a
//! board that has occurred before loses fitness (`repetition`), and the fittest parents survive beside their children
//! (`survivors`). Without it the population stays at boards with few blockers. The setting also changes some values and
//! removes detours from the solution (`PARAMETERS`).

use std::collections::HashMap;

use super::blockers::{Blocker, blockers};
use super::parameter::{ParameterKey, ParameterValues};
use super::playfield::{Placement, Playfield};
use super::random::RandomStream;
use super::{IndividualSummary, OperatorRates, Population};
use crate::position::Move;
use crate::puzzle::Puzzle;

/// The fitness of a board without blockers.
const MAX_FITNESS: f64 = 100.0;

/// Maximum number of mutations tried on an individual. With a mutation probability of 1 and no legal mutation, the loop
/// would not end otherwise.
const MAX_MUTATION_TRIES: usize = 1000;

/// Returns the fitness that Schlegel's algorithm gives to a sequence of moves: 100, minus one for every vehicle that
/// blocks the primary on the final board, directly or by blocking another blocker. Returns `None` if a move is illegal.
pub fn fitness(puzzle: &Puzzle, moves: &[Move]) -> Option<f64> {
    let mut playfield = Playfield::new(puzzle);
    for mv in moves {
        let distance = mv.direction.sign() * i32::from(mv.cells);
        let perpendicular = mv.direction.orientation() != puzzle.vehicles()[mv.vehicle].orientation;
        playfield.play(mv.vehicle, i8::try_from(distance).ok().filter(|distance| *distance != 0 && !perpendicular)?)?;
    }
    let mut blocking = Vec::new();
    blockers(&playfield, &mut blocking);
    Some(MAX_FITNESS - blocking.len() as f64)
}

/// A move of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gene {
    vehicle: u8,
    distance: i8,
    /// Offset of its vehicle when the move was first played.
    from: u8,
}

/// An individual.
#[derive(Clone, Debug)]
struct SchlegelIndividual {
    genes: Vec<Gene>,
    placement: Placement,
    blockers: u32,
    can_exit: bool,
    cost: u32,
    fitness: f64,
}

/// The population.
#[derive(Debug)]
pub(super) struct SchlegelPopulation {
    playfield: Playfield,
    individuals: Vec<SchlegelIndividual>,
    /// Number of sequences that ended at each board.
    visits: HashMap<Vec<u8>, u32>,
    blockers: Vec<Blocker>,
}

/// A change of a sequence.
#[derive(Clone, Copy, Debug)]
enum Mutation {
    SetDistance(usize, i8),
    Remove(usize),
    Insert(usize, Gene),
}

impl Mutation {
    fn apply(self, genes: &[Gene]) -> Vec<Gene> {
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
    pub(super) fn new(
        playfield: Playfield,
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> SchlegelPopulation {
        let mut population =
            SchlegelPopulation { playfield, individuals: Vec::new(), visits: HashMap::new(), blockers: Vec::new() };
        for _ in 0..parameters.count(ParameterKey::Population) {
            let genes = population.random_sequence(1 + random.below(parameters.count(ParameterKey::Length)), random);
            let individual = population.evaluate(&genes, parameters);
            population.individuals.extend(individual);
        }
        population.count_boards(parameters, 0);
        population
    }

    /// Returns a sequence of random legal moves in which no vehicle moves twice in a row. It is shorter than `length`
    /// if no move is left.
    fn random_sequence(&mut self, length: usize, random: &mut RandomStream) -> Vec<Gene> {
        self.playfield.reset();
        let mut genes: Vec<Gene> = Vec::with_capacity(length);
        let mut moves = Vec::new();
        for _ in 0..length {
            self.playfield.legal_moves(u8::MAX >> 1, &mut moves);
            moves.retain(|(vehicle, _)| genes.last().is_none_or(|last| usize::from(last.vehicle) != *vehicle));
            if moves.is_empty() {
                break;
            }
            let (vehicle, distance) = moves[random.below(moves.len())];
            genes.push(Gene { vehicle: vehicle as u8, distance, from: self.playfield.placement().offsets[vehicle] });
            self.playfield.play(vehicle, distance);
        }
        genes
    }

    /// Plays and evaluates a sequence. Returns `None` if it is illegal.
    fn evaluate(&mut self, genes: &[Gene], parameters: &ParameterValues) -> Option<SchlegelIndividual> {
        let genes =
            if parameters.on(ParameterKey::Repair) { self.repair(genes) } else { self.check(genes, parameters)? };
        blockers(&self.playfield, &mut self.blockers);
        let blockers = self.blockers.len() as u32;
        let cost = genes.iter().map(|gene| self.playfield.cost(gene.distance)).sum();
        Some(SchlegelIndividual {
            genes,
            placement: self.playfield.placement().clone(),
            blockers,
            can_exit: blockers == 0 && self.playfield.primary_can_exit(),
            cost,
            fitness: MAX_FITNESS - f64::from(blockers),
        })
    }

    /// Plays a sequence and returns it, if every move is legal and no vehicle moves twice in a row.
    fn check(&mut self, genes: &[Gene], parameters: &ParameterValues) -> Option<Vec<Gene>> {
        self.playfield.reset();
        let mut played: Vec<Gene> = Vec::with_capacity(genes.len());
        for gene in genes {
            let from = self.playfield.placement().offsets[usize::from(gene.vehicle)];
            let named = !parameters.on(ParameterKey::Cells) || from == gene.from;
            if !named || played.last().is_some_and(|last| last.vehicle == gene.vehicle) {
                return None;
            }
            self.playfield.play(gene.vehicle.into(), gene.distance)?;
            played.push(Gene { from, ..*gene });
        }
        Some(played)
    }

    /// Plays a sequence and returns it repaired. An illegal move is shortened as needed or removed, consecutive moves
    /// of one vehicle are merged, and moves that return to an earlier board are removed.
    fn repair(&mut self, genes: &[Gene]) -> Vec<Gene> {
        self.playfield.reset();
        let mut played: Vec<Gene> = Vec::with_capacity(genes.len());
        let mut boards = vec![self.playfield.placement().clone()];
        for gene in genes {
            let vehicle = usize::from(gene.vehicle);
            let from = self.playfield.placement().offsets[vehicle];
            let [back, forward] = self.playfield.reach(vehicle).map(|cells| cells as i8);
            let distance = gene.distance.clamp(-back, forward);
            if distance == 0 || self.playfield.play(vehicle, distance).is_none() {
                continue;
            }
            played.push(Gene { vehicle: gene.vehicle, distance, from });
            if let [.., before, last] = played.as_mut_slice()
                && before.vehicle == last.vehicle
            {
                before.distance += last.distance;
                let joined = before.distance;
                played.pop();
                boards.pop();
                // The merged move may use less fuel than the two moves.
                boards.last().into_iter().for_each(|placement| self.playfield.set_placement(placement));
                if joined != 0 {
                    self.playfield.play(vehicle, joined);
                }
            }
            let same = boards.iter().position(|placement| placement.offsets == self.playfield.placement().offsets);
            boards.push(self.playfield.placement().clone());
            if let Some(earlier) = same {
                played.truncate(earlier);
                boards.truncate(earlier + 1);
                // Fuel that the removed moves used is available again.
                self.playfield.set_placement(&boards[earlier]);
            }
        }
        played
    }

    /// Counts the boards of the individuals from index `from` on, and updates the fitness of all by how often their
    /// boards have occurred.
    fn count_boards(&mut self, parameters: &ParameterValues, from: usize) {
        for individual in &self.individuals[from..] {
            *self.visits.entry(individual.placement.offsets.clone()).or_insert(0) += 1;
        }
        let penalty = parameters.get(ParameterKey::Repetition);
        for individual in &mut self.individuals {
            let times = self.visits.get(&individual.placement.offsets).copied().unwrap_or(1);
            let repeated = if penalty > 0.0 { penalty * f64::from(times - 1) } else { 0.0 };
            individual.fitness = MAX_FITNESS - f64::from(individual.blockers) - repeated;
        }
    }

    /// Selects the two fittest individuals of a random sample (tournament selection).
    fn select_parents(&self, parameters: &ParameterValues, random: &mut RandomStream) -> (usize, usize) {
        let mut best: [Option<usize>; 2] = [None; 2];
        let better = |one: usize, other: Option<usize>| {
            other.is_none_or(|other| self.individuals[one].fitness > self.individuals[other].fitness)
        };
        for _ in 0..parameters.count(ParameterKey::Sample) {
            let choice = random.below(self.individuals.len());
            if better(choice, best[0]) {
                best = [Some(choice), best[0]];
            } else if better(choice, best[1]) {
                best[1] = Some(choice);
            }
        }
        let first = best[0].unwrap_or(0);
        (first, best[1].unwrap_or(first))
    }

    /// Joins the head of one parent to the tail of the other. Both are cut in the middle or one move off it.
    fn crossover(
        &mut self,
        one: &[Gene],
        other: &[Gene],
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> Option<SchlegelIndividual> {
        let mut cuts: Vec<(usize, usize)> =
            near_middle(one.len()).flat_map(|cut| near_middle(other.len()).map(move |tail| (cut, tail))).collect();
        random.shuffle(&mut cuts);
        let tries = if parameters.on(ParameterKey::Legal) { cuts.len() } else { 1 };
        let join = |(cut, tail): &(usize, usize)| [&one[..*cut], &other[*tail..]].concat();
        cuts.iter()
            .take(tries)
            .map(join)
            .filter(|genes| !genes.is_empty())
            .find_map(|genes| self.evaluate(&genes, parameters))
    }

    /// Returns a mutated individual, or `None` if the mutation is illegal.
    fn mutate(
        &mut self,
        genes: &[Gene],
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> Option<SchlegelIndividual> {
        let mut mutations = self.mutations(genes, parameters, random);
        random.shuffle(&mut mutations);
        let tries = if parameters.on(ParameterKey::Legal) { mutations.len() } else { 1 };
        mutations.into_iter().take(tries).find_map(|mutation| {
            let changed = mutation.apply(genes);
            let mutant = if changed.is_empty() { None } else { self.evaluate(&changed, parameters) };
            // A mutation that repair reverts is not a mutation.
            mutant.filter(|mutant| mutant.genes != genes)
        })
    }

    /// Chooses a kind of mutation and returns its candidates, legal or not.
    fn mutations(&mut self, genes: &[Gene], parameters: &ParameterValues, random: &mut RandomStream) -> Vec<Mutation> {
        let kind = if parameters.on(ParameterKey::Grow) { random.below(4) } else { 0 };
        match kind {
            0 if !parameters.on(ParameterKey::Legal) => {
                self.random_distance_mutation(genes, random).into_iter().collect()
            }
            0 => (0..genes.len())
                .flat_map(|index| self.distances(genes[index]).map(move |d| Mutation::SetDistance(index, d)))
                .collect(),
            1 => (0..genes.len()).map(Mutation::Remove).collect(),
            2 => self.insertions(genes, random.below(genes.len() + 1)),
            _ => self.insertions(genes, genes.len()),
        }
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
        let info = self.playfield.vehicles[usize::from(gene.vehicle)];
        let max_distance = (info.line_length - info.length) as i8;
        (-max_distance..=max_distance).filter(move |distance| *distance != 0 && *distance != gene.distance)
    }

    /// Returns the insertions of every move that is legal at an index.
    fn insertions(&mut self, genes: &[Gene], index: usize) -> Vec<Mutation> {
        self.playfield.reset();
        for gene in &genes[..index] {
            self.playfield.play(gene.vehicle.into(), gene.distance);
        }
        let mut moves = Vec::new();
        self.playfield.legal_moves(u8::MAX >> 1, &mut moves);
        let offsets = &self.playfield.placement().offsets;
        let insert = |(vehicle, distance): (usize, i8)| {
            Mutation::Insert(index, Gene { vehicle: vehicle as u8, distance, from: offsets[vehicle] })
        };
        moves.into_iter().map(insert).collect()
    }

    /// Keeps the fittest individuals (truncation selection), and of several that end at the same board only the
    /// cheapest.
    fn keep_fittest(&mut self, size: usize) {
        let mut order: Vec<usize> = (0..self.individuals.len()).collect();
        let individuals = &self.individuals;
        order.sort_by(|one, other| {
            let (one, other) = (&individuals[*one], &individuals[*other]);
            other.fitness.total_cmp(&one.fitness).then(one.cost.cmp(&other.cost))
        });
        let mut seen: std::collections::HashSet<&[u8]> = std::collections::HashSet::new();
        order.retain(|index| seen.insert(&individuals[*index].placement.offsets));
        order.truncate(size);
        let mut kept: Vec<Option<SchlegelIndividual>> =
            std::mem::take(&mut self.individuals).into_iter().map(Some).collect();
        self.individuals = order.into_iter().filter_map(|index| kept[index].take()).collect();
    }
}

/// Returns the middle of a sequence and the indices next to it.
fn near_middle(length: usize) -> impl Iterator<Item = usize> + Clone {
    let middle = length / 2;
    middle.saturating_sub(1)..=(middle + 1).min(length)
}

impl Population for SchlegelPopulation {
    fn next_generation(
        &mut self,
        parameters: &ParameterValues,
        random: &mut RandomStream,
        operators: &mut OperatorRates,
    ) {
        let size = parameters.count(ParameterKey::Population);
        let mut children = Vec::with_capacity(size);
        while children.len() < size && !self.individuals.is_empty() {
            let (one, other) = self.select_parents(parameters, random);
            let (one, other) = (self.individuals[one].clone(), self.individuals[other].genes.clone());
            let crossed = self.crossover(&one.genes, &other, parameters, random);
            operators.crossovers.count(crossed.is_some());
            // If the crossover fails, the first parent enters the next generation.
            let mut child = crossed.unwrap_or(one);
            for _ in 0..MAX_MUTATION_TRIES {
                if child.genes.is_empty() || !random.bernoulli(parameters.get(ParameterKey::Mutation)) {
                    break;
                }
                let mutant = self.mutate(&child.genes, parameters, random);
                operators.mutations.count(mutant.is_some());
                if let Some(mutant) = mutant {
                    child = mutant;
                    break;
                }
            }
            children.push(child);
        }
        let parents =
            if parameters.on(ParameterKey::Survivors) { std::mem::take(&mut self.individuals) } else { Vec::new() };
        let from = parents.len();
        self.individuals = parents;
        self.individuals.extend(children);
        self.count_boards(parameters, from);
        if parameters.on(ParameterKey::Survivors) {
            self.keep_fittest(size);
        }
    }

    fn len(&self) -> usize {
        self.individuals.len()
    }

    fn summary(&self, index: usize) -> IndividualSummary<'_> {
        let SchlegelIndividual { placement, fitness, can_exit, cost, blockers, .. } = &self.individuals[index];
        IndividualSummary { placement, fitness: *fitness, can_exit: *can_exit, cost: *cost, blockers: *blockers }
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        let mv = |gene: &Gene| self.playfield.to_move(gene.vehicle.into(), gene.distance);
        self.individuals[index].genes.iter().map(mv).collect()
    }

    fn best_solution(&mut self) -> Option<Vec<Move>> {
        let cost =
            |individual: &SchlegelIndividual| individual.cost + self.playfield.exit_move_cost(&individual.placement);
        let solutions = (0..self.individuals.len()).filter(|index| self.individuals[*index].can_exit);
        solutions.min_by_key(|index| cost(&self.individuals[*index])).map(|index| self.moves(index))
    }

    fn playfield(&self) -> &Playfield {
        &self.playfield
    }

    fn distinct_boards(&self) -> usize {
        self.visits.len()
    }

    fn set_cost_bound(&mut self, _: u32) {}
}
