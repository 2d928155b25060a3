//! GRH (Fontoura, Pacce and Schreiber, *GRH – Genetic Rush Hour*): a genetic algorithm whose individuals are boards,
//! each with the moves that lead to it.
//!
//! The first population contains every board two moves from the start. Parents are chosen by roulette-wheel selection
//! (Holland 1975; Goldberg 1989). For each pair of parents, all boards one move from either parent are evaluated, the
//! roulette selects some from each list, and these are crossed pairwise: for every vehicle that the two boards place
//! differently, a child results from moving the vehicle in one board to its place in the other, if that move is legal.
//! Before the roulette, half of the worst fitness is subtracted from each fitness. Every earlier occurrence of a board
//! costs 5 points, so the population moves away from known boards.
//!
//! The text does not say how the path to a solution is read off. `path` has five readings. The faithful one was
//! inferred from the paper's Table 1: every board that was in a population knows the parent with the shortest known
//! path, and the path is read off at the end (`paths.rs`).
//!
//! The refined setting adds five techniques and changes some values (`PARAMETERS`). The shortest paths of `path` are
//! those of all boards created, and a shorter path makes a board count as new. `stall` continues after the first
//! solution. `prune` discards boards whose lower bound shows that they cannot lead to a better solution. `revive`
//! selects some parents among known boards that have never been parents. `near` removes detours from the solution
//! (`search/shorten.rs`).

mod evaluation;
mod operators;
mod paths;
mod roulette;

pub use evaluation::GrhFitness;
pub use roulette::RouletteSlot;

use std::collections::HashMap;

use self::evaluation::Evaluation;
use self::paths::{BoardRecord, PathLink, StoredBoard};
use self::roulette::Roulette;
use super::blockers::Blocker;
use super::parameter::{ParameterKey, ParameterValues};
use super::trace::{Birth, Parent, Recorder};
use super::{IndividualSummary, Population};
use rushlab::footprint::Footprint;
use rushlab::position::Move;
use rushlab::random::RandomStream;
use rushlab::simulator::{Placement, Simulator};

/// Maximum number of consecutive pairs without a child before a generation is complete.
const MAX_PAIRS_WITHOUT_CHILD: usize = 200;

/// Number of pairs of parents that are selected at once.
const PARENT_BATCH: usize = 64;

#[derive(Clone, Debug)]
struct GrhIndividual {
    placement: Placement,
    /// Index of its last move in `links`.
    path: u32,
    evaluation: Evaluation,
    birth: Birth,
}

#[derive(Debug)]
pub(super) struct GrhPopulation {
    simulator: Simulator,
    individuals: Vec<GrhIndividual>,
    /// The links of the paths of all individuals so far; the first link stands for the start. If paths lead through
    /// the shortest known one to each board, a shorter path to a board shortens every path through it.
    links: Vec<PathLink>,
    records: HashMap<Vec<u8>, BoardRecord>,
    /// The board of each link, if the paths to all boards created are kept.
    stored: Vec<StoredBoard>,
    /// Links whose boards have not been parents since their shortest known path was found; may contain duplicates.
    unexpanded: Vec<u32>,
    /// The cheapest path to a board from which the primary can exit, and the cost of the exit move.
    best_exit: Option<(u32, u32)>,
    /// Only solutions that cost less than this are of interest.
    cost_bound: u32,
    blockers: Vec<Blocker>,
    /// Number of known boards one generation ago, and number of consecutive generations without a new board.
    known_boards: usize,
    stale_generations: usize,
}

impl GrhPopulation {
    pub(super) fn new(simulator: Simulator, parameters: &ParameterValues) -> GrhPopulation {
        let mut population = GrhPopulation::empty(simulator);
        population.initialise(parameters);
        population
    }

    /// Creates the population of the boards that given moves lead to. The moves are legal.
    pub(super) fn of_sequences(
        simulator: Simulator,
        parameters: &ParameterValues,
        sequences: &[Vec<Move>],
    ) -> GrhPopulation {
        let mut population = GrhPopulation::empty(simulator);
        let start = population.start(parameters);
        for moves in sequences {
            let end = moves.iter().try_fold(start.clone(), |individual, mv| {
                population.child(&individual, mv.vehicle, mv.direction.distance(mv.cells) as i8, parameters)
            });
            population.individuals.extend(end);
        }
        population.count_and_evaluate(parameters);
        population
    }

    fn empty(simulator: Simulator) -> GrhPopulation {
        let start = PathLink { parent: 0, vehicle: 0, distance: 0, cost: 0 };
        let records = HashMap::from([(simulator.placement().board_key().to_vec(), BoardRecord { visits: 0, path: 0 })]);
        let stored = vec![StoredBoard { placement: simulator.placement().clone(), expanded: true }];
        GrhPopulation {
            simulator,
            individuals: Vec::new(),
            links: vec![start],
            records,
            stored,
            unexpanded: Vec::new(),
            best_exit: None,
            cost_bound: u32::MAX,
            blockers: Vec::new(),
            known_boards: 0,
            stale_generations: 0,
        }
    }

    /// Returns the individual on the start.
    fn start(&mut self, parameters: &ParameterValues) -> GrhIndividual {
        self.simulator.reset();
        let evaluation = self.evaluate(parameters, 0);
        self.record_exit(0, evaluation);
        GrhIndividual { placement: self.simulator.placement().clone(), path: 0, evaluation, birth: Birth::Initial }
    }

    /// Restarts from the first population and discards all recorded boards.
    fn restart(&mut self, parameters: &ParameterValues) {
        (self.stale_generations, self.known_boards, self.best_exit) = (0, 0, None);
        self.records.clear();
        self.links.truncate(1);
        self.stored.truncate(1);
        self.unexpanded.clear();
        self.simulator.reset();
        self.records.insert(self.simulator.placement().board_key().to_vec(), BoardRecord { visits: 0, path: 0 });
        self.initialise(parameters);
    }

    /// Creates every board two moves from the start, or keeps the start if no vehicle can move.
    fn initialise(&mut self, parameters: &ParameterValues) {
        let mut last = vec![self.start(parameters)];
        for _ in 0..2 {
            let mut next = Vec::new();
            for individual in &last {
                for (vehicle, distance) in self.moves_from(&individual.placement) {
                    next.extend(self.child(individual, vehicle, distance, parameters));
                }
            }
            if !next.is_empty() {
                last = next;
            }
        }
        self.individuals = last;
        self.count_and_evaluate(parameters);
    }

    /// Counts and re-evaluates the boards of the population, because duplicates within it count as repetitions.
    fn count_and_evaluate(&mut self, parameters: &ParameterValues) {
        let mut individuals = std::mem::take(&mut self.individuals);
        for individual in &mut individuals {
            self.simulator.set_placement(&individual.placement);
            individual.path = self.register(individual.path, parameters);
            let visits = self.count_visit(individual.path);
            individual.evaluation = self.evaluate(parameters, visits);
        }
        for individual in &individuals {
            self.update_path_costs(individual.path);
            self.record_exit(individual.path, individual.evaluation);
        }
        if parameters.on(ParameterKey::Prune) && self.cost_bound < u32::MAX {
            individuals.retain(|individual| {
                self.links[individual.path as usize].cost + individual.evaluation.remaining < self.cost_bound
            });
        }
        self.individuals = individuals;
    }

    /// Adds the parents to their children and keeps the fittest of both (elitism).
    fn add_survivors(&mut self, mut parents: Vec<GrhIndividual>, parameters: &ParameterValues) {
        for (index, parent) in parents.iter_mut().enumerate() {
            parent.birth = Birth::Survivor(index);
            self.simulator.set_placement(&parent.placement);
            let visits =
                self.records.get(parent.placement.board_key()).map_or(0, |record| record.visits.saturating_sub(1));
            parent.evaluation = self.evaluate(parameters, visits);
        }
        self.individuals.extend(parents);
        self.individuals.sort_by(|one, other| other.evaluation.fitness.total_cmp(&one.evaluation.fitness));
        self.individuals.truncate(parameters.count(ParameterKey::Population));
    }

    /// Returns a random known board that has not been a parent.
    fn unexpanded_parent(&mut self, parameters: &ParameterValues, random: &mut RandomStream) -> Option<GrhIndividual> {
        while !self.unexpanded.is_empty() {
            let path = self.unexpanded.swap_remove(random.below(self.unexpanded.len()));
            let StoredBoard { placement, expanded } = &self.stored[path as usize];
            if *expanded {
                continue;
            }
            let placement = placement.clone();
            self.update_path_costs(path);
            self.simulator.set_placement(&placement);
            let evaluation = self.evaluate(parameters, 0);
            if self.links[path as usize].cost + evaluation.remaining < self.cost_bound {
                return Some(GrhIndividual { placement, path, evaluation, birth: Birth::Initial });
            }
        }
        None
    }

    fn parent(&self, roulette: &Roulette, index: Option<usize>, individual: &GrhIndividual) -> Parent {
        let slot = index.map(|index| roulette.slot(index));
        Parent { index, moves: self.moves_of(individual.path), fitness: individual.evaluation.fitness, slot }
    }
}

impl Population for GrhPopulation {
    fn next_generation(&mut self, parameters: &ParameterValues, random: &mut RandomStream, recorder: &mut Recorder) {
        let size = parameters.count(ParameterKey::Population);
        if self.records.len() > self.known_boards {
            (self.known_boards, self.stale_generations) = (self.records.len(), 0);
        } else {
            self.stale_generations += 1;
        }
        if (1..=self.stale_generations).contains(&parameters.count(ParameterKey::Restart)) {
            self.restart(parameters);
            return;
        }
        let individuals = std::mem::take(&mut self.individuals);
        let mut children: Vec<GrhIndividual> = Vec::with_capacity(size);
        let roulette = Roulette::new(individuals.iter().map(|individual| individual.evaluation.fitness));
        let mut pairs_without_child = 0;
        let mut parents = Vec::new();
        while children.len() < size && pairs_without_child < MAX_PAIRS_WITHOUT_CHILD && !individuals.is_empty() {
            let before = children.len();
            if parents.is_empty() {
                parents = roulette.draw(2 * PARENT_BATCH, random);
            }
            let mut parent = || {
                let stored = if random.bernoulli(parameters.get(ParameterKey::Revive)) {
                    self.unexpanded_parent(parameters, random)
                } else {
                    None
                };
                let selected = || parents.pop().map(|index| (Some(index), individuals[index].clone()));
                stored.map(|stored| (None, stored)).or_else(selected)
            };
            let (Some((one_index, one)), Some((other_index, other))) = (parent(), parent()) else { break };
            recorder.couple(|| [self.parent(&roulette, one_index, &one), self.parent(&roulette, other_index, &other)]);
            let one_successors = self.successors(&one, parameters, random);
            let other_successors = self.successors(&other, parameters, random);
            for (one, other) in one_successors.iter().zip(&other_successors) {
                self.crossover([one, other], 0, parameters, recorder, &mut children);
                self.crossover([one, other], 1, parameters, recorder, &mut children);
            }
            pairs_without_child = if children.len() > before { 0 } else { pairs_without_child + 1 };
        }
        if children.is_empty() {
            children.clone_from(&individuals);
            children.iter_mut().enumerate().for_each(|(number, copy)| copy.birth = Birth::New(number));
            recorder.copies(individuals.len());
        }
        for (number, child) in children.iter_mut().enumerate() {
            if random.bernoulli(parameters.get(ParameterKey::Mutation)) {
                self.mutate(child, number, parameters, random, recorder);
            }
        }
        self.individuals = children;
        self.count_and_evaluate(parameters);
        if parameters.on(ParameterKey::Survivors) {
            self.add_survivors(individuals, parameters);
        }
    }

    fn len(&self) -> usize {
        self.individuals.len()
    }

    fn summary(&self, index: usize) -> IndividualSummary<'_> {
        let GrhIndividual { placement, path, evaluation, .. } = &self.individuals[index];
        let Evaluation { fitness, can_exit, blockers, .. } = *evaluation;
        IndividualSummary { placement, fitness, can_exit, cost: self.links[*path as usize].cost, blockers }
    }

    fn birth(&self, index: usize) -> Birth {
        self.individuals[index].birth
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        self.moves_of(self.individuals[index].path)
    }

    fn best_solution(&mut self) -> Option<Vec<Move>> {
        let (path, _) = self.best_exit?;
        Some(self.moves_of(path))
    }

    fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    fn distinct_boards(&self) -> usize {
        self.records.len()
    }

    fn footprint(&self) -> Footprint {
        let GrhPopulation { individuals, links, records, stored, unexpanded, .. } = self;
        let boards = records.len() + stored.len() + individuals.len();
        // The next generation is made while this one exists.
        let individual = size_of::<GrhIndividual>() + self.simulator.placement().heap_bytes();
        Footprint::of_vec(links)
            + Footprint::of_map(records)
            + Footprint::of_vec(stored)
            + Footprint::of_vec(unexpanded)
            + Footprint::of_vec(individuals)
            + Footprint::of_allocations(boards, self.simulator.placement().heap_bytes())
            + Footprint { allocated: 0, growth: (individuals.len() * individual) as u64 }
    }

    fn set_cost_bound(&mut self, cost: u32) {
        self.cost_bound = cost;
    }
}
