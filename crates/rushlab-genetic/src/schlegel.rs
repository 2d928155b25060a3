//! Schlegel (*Solving the Rush Hour Game: A Genetic Approach Using Variable Length Individuals*): a genetic algorithm
//! whose individuals are sequences of moves of any length.
//!
//! The fitness of a sequence is 100, minus one for every vehicle that blocks the primary on the final board, directly
//! or by blocking another blocker. The final move of the primary to the exit is not part of a sequence. Parents are the
//! two fittest individuals of a random sample, as in tournament selection (Goldberg and Deb 1991). Crossover joins the
//! head of one parent to the tail of the other.
//!
//! The refined setting makes three changes to the algorithm. The paper proposes the first: mutations and crossovers are
//! chosen among the legal ones (`legal`), and moves that name vehicles are repaired (`repair`). The second is needed
//! for real puzzles, which need longer sequences: a mutation may insert or remove a move (`grow`). The third follows
//! GRH: a board that has occurred before loses fitness (`repetition`), and the fittest parents survive beside their
//! children (`survivors`). Without it the population stays at boards with few blockers. The setting also changes some
//! values and removes detours from the solution (`PARAMETERS`).

mod mutation;
mod sequence;

use std::collections::HashMap;

use self::sequence::Gene;
use super::blockers::{Blocker, blockers};
use super::fitness::MAX_FITNESS;
use super::parameter::{ParameterKey, ParameterValues};
use super::trace::{Birth, Crossover, FailureReason, Parent, Recorder};
use super::{IndividualSummary, Population};
use rushlab::footprint::Footprint;
use rushlab::position::Move;
use rushlab::random::RandomStream;
use rushlab::simulator::{Placement, Simulator};

/// Maximum number of mutations tried on an individual. With a mutation probability of 1 and no legal mutation, the loop
/// would not end otherwise.
const MAX_MUTATION_TRIES: usize = 1000;

#[derive(Clone, Debug)]
struct SchlegelIndividual {
    genes: Vec<Gene>,
    placement: Placement,
    blockers: u32,
    can_exit: bool,
    cost: u32,
    fitness: f64,
    birth: Birth,
}

#[derive(Debug)]
pub(super) struct SchlegelPopulation {
    simulator: Simulator,
    individuals: Vec<SchlegelIndividual>,
    /// Number of sequences that ended at each board.
    visits: HashMap<Vec<u8>, u32>,
    blockers: Vec<Blocker>,
}

impl SchlegelPopulation {
    fn empty(simulator: Simulator) -> SchlegelPopulation {
        SchlegelPopulation { simulator, individuals: Vec::new(), visits: HashMap::new(), blockers: Vec::new() }
    }

    /// Creates the population of given sequences, which are legal.
    pub(super) fn of_sequences(
        simulator: Simulator,
        parameters: &ParameterValues,
        sequences: &[Vec<Move>],
    ) -> SchlegelPopulation {
        let mut population = SchlegelPopulation::empty(simulator);
        for moves in sequences {
            let genes = population.genes(moves);
            let individual = population.evaluate(&genes, parameters);
            population.individuals.extend(individual);
        }
        population.count_boards(parameters, 0);
        population
    }

    pub(super) fn new(
        simulator: Simulator,
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> SchlegelPopulation {
        let mut population = SchlegelPopulation::empty(simulator);
        for _ in 0..parameters.count(ParameterKey::Population) {
            let genes = population.random_sequence(1 + random.below(parameters.count(ParameterKey::Length)), random);
            let individual = population.evaluate(&genes, parameters);
            population.individuals.extend(individual);
        }
        population.count_boards(parameters, 0);
        population
    }

    /// Plays and evaluates a sequence. Returns `None` if it is illegal.
    fn evaluate(&mut self, genes: &[Gene], parameters: &ParameterValues) -> Option<SchlegelIndividual> {
        let genes =
            if parameters.on(ParameterKey::Repair) { self.repair(genes) } else { self.check(genes, parameters)? };
        blockers(&self.simulator, &mut self.blockers);
        let blockers = self.blockers.len() as u32;
        let cost = genes.iter().map(|gene| self.simulator.cost(gene.distance)).sum();
        Some(SchlegelIndividual {
            genes,
            placement: self.simulator.placement().clone(),
            blockers,
            can_exit: blockers == 0 && self.simulator.primary_can_exit(),
            cost,
            fitness: MAX_FITNESS - f64::from(blockers),
            birth: Birth::Initial,
        })
    }

    /// Counts the boards of the individuals from index `from` on, and updates the fitness of all by how often their
    /// boards have occurred.
    fn count_boards(&mut self, parameters: &ParameterValues, from: usize) {
        for individual in &self.individuals[from..] {
            *self.visits.entry(individual.placement.board_key().to_vec()).or_insert(0) += 1;
        }
        let penalty = parameters.get(ParameterKey::Repetition);
        for individual in &mut self.individuals {
            let times = self.visits.get(individual.placement.board_key()).copied().unwrap_or(1);
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
        for _ in 0..parameters.count(ParameterKey::Tournament) {
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

    /// Returns an individual as a parent of a couple.
    fn parent(&self, index: usize) -> Parent {
        let SchlegelIndividual { genes, fitness, .. } = &self.individuals[index];
        Parent { index: Some(index), moves: self.moves_of(genes), fitness: *fitness, slot: None }
    }

    /// Joins the head of one parent to the tail of the other. Both are cut in the middle or one move off it.
    fn crossover(
        &mut self,
        one: &[Gene],
        other: &[Gene],
        parameters: &ParameterValues,
        random: &mut RandomStream,
        recorder: &mut Recorder,
    ) -> Option<SchlegelIndividual> {
        let mut cuts: Vec<(usize, usize)> =
            near_middle(one.len()).flat_map(|cut| near_middle(other.len()).map(move |tail| (cut, tail))).collect();
        random.shuffle(&mut cuts);
        let tries = if parameters.on(ParameterKey::Legal) { cuts.len() } else { 1 };
        cuts.into_iter().take(tries).find_map(|(head, tail)| {
            let genes = [&one[..head], &other[tail..]].concat();
            let child = if genes.is_empty() { None } else { self.evaluate(&genes, parameters) };
            recorder.attempt(|| {
                let failure = child.is_none().then(|| self.failure(&genes, parameters));
                (Crossover::Cut { head, tail, moves: self.named_sequence(&genes, parameters) }, failure)
            });
            child
        })
    }

    /// Returns a mutated individual, or `None` if the mutation is illegal. `number` is the number of the child.
    fn mutate(
        &mut self,
        genes: &[Gene],
        number: usize,
        parameters: &ParameterValues,
        random: &mut RandomStream,
        recorder: &mut Recorder,
    ) -> Option<SchlegelIndividual> {
        let mut mutations = self.mutations(genes, parameters, random);
        random.shuffle(&mut mutations);
        let tries = if parameters.on(ParameterKey::Legal) { mutations.len() } else { 1 };
        if mutations.is_empty() {
            recorder.mutation(number, || (None, Some(FailureReason::NoCandidate.into())));
        }
        mutations.into_iter().take(tries).find_map(|mutation| {
            let changed = mutation.apply(genes);
            let mutant = if changed.is_empty() { None } else { self.evaluate(&changed, parameters) };
            // A mutation that repair reverts is not a mutation.
            let legal = mutant.as_ref().is_none_or(|mutant| mutant.genes != genes);
            let mutant = mutant.filter(|_| legal);
            recorder.mutation(number, || {
                let failure = match legal {
                    true => mutant.is_none().then(|| self.failure(&changed, parameters)),
                    false => Some(FailureReason::Unchanged.into()),
                };
                (Some(self.change(genes, mutation)), failure)
            });
            mutant
        })
    }

    /// Keeps the fittest individuals (truncation selection), and of those that end at one board only the cheapest.
    fn keep_fittest(&mut self, size: usize) {
        let mut order: Vec<usize> = (0..self.individuals.len()).collect();
        let individuals = &self.individuals;
        order.sort_by(|one, other| {
            let (one, other) = (&individuals[*one], &individuals[*other]);
            other.fitness.total_cmp(&one.fitness).then(one.cost.cmp(&other.cost))
        });
        let mut seen: std::collections::HashSet<&[u8]> = std::collections::HashSet::new();
        order.retain(|index| seen.insert(individuals[*index].placement.board_key()));
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
    fn next_generation(&mut self, parameters: &ParameterValues, random: &mut RandomStream, recorder: &mut Recorder) {
        let size = parameters.count(ParameterKey::Population);
        let mut children: Vec<SchlegelIndividual> = Vec::with_capacity(size);
        while children.len() < size && !self.individuals.is_empty() {
            let number = children.len();
            let (first, second) = self.select_parents(parameters, random);
            recorder.couple(|| [first, second].map(|index| self.parent(index)));
            let (one, other) = (self.individuals[first].clone(), self.individuals[second].genes.clone());
            let crossed = self.crossover(&one.genes, &other, parameters, random, recorder);
            recorder.operators.crossovers.count(crossed.is_some());
            match crossed {
                Some(_) => recorder.child(),
                None => recorder.copy_of_parent(first),
            }
            // If the crossover fails, the first parent enters the next generation.
            let mut child = crossed.unwrap_or(one);
            for _ in 0..MAX_MUTATION_TRIES {
                if child.genes.is_empty() || !random.bernoulli(parameters.get(ParameterKey::Mutation)) {
                    break;
                }
                let mutant = self.mutate(&child.genes, number, parameters, random, recorder);
                recorder.operators.mutations.count(mutant.is_some());
                if let Some(mutant) = mutant {
                    child = mutant;
                    break;
                }
            }
            children.push(SchlegelIndividual { birth: Birth::New(number), ..child });
        }
        let mut parents =
            if parameters.on(ParameterKey::Survivors) { std::mem::take(&mut self.individuals) } else { Vec::new() };
        parents.iter_mut().enumerate().for_each(|(index, parent)| parent.birth = Birth::Survivor(index));
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

    fn birth(&self, index: usize) -> Birth {
        self.individuals[index].birth
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        self.moves_of(&self.individuals[index].genes)
    }

    fn best_solution(&mut self) -> Option<Vec<Move>> {
        let cost =
            |individual: &SchlegelIndividual| individual.cost + self.simulator.exit_move_cost(&individual.placement);
        let solutions = (0..self.individuals.len()).filter(|index| self.individuals[*index].can_exit);
        solutions.min_by_key(|index| cost(&self.individuals[*index])).map(|index| self.moves(index))
    }

    fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    fn distinct_boards(&self) -> usize {
        self.visits.len()
    }

    fn footprint(&self) -> Footprint {
        let SchlegelPopulation { individuals, visits, .. } = self;
        let boards = visits.len() + individuals.len();
        let genes: usize = individuals.iter().map(|individual| individual.genes.capacity() * size_of::<Gene>()).sum();
        // The next generation is made while this one exists.
        let individuals = Footprint::of_vec(individuals) + genes as u64;
        Footprint::of_map(visits)
            + Footprint::of_allocations(boards, self.simulator.placement().heap_bytes())
            + Footprint { allocated: individuals.allocated, growth: individuals.allocated }
    }

    fn set_cost_bound(&mut self, _: u32) {}
}
