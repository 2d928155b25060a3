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
//! The refined setting adds five techniques and changes some values (`PARAMETERS`). `remember` keeps the shortest known
//! path to each board; every individual on that board uses it, and a shorter path makes a board count as new. `patience`
//! continues after the first solution. `prune` discards boards whose lower bound shows that they cannot lead to a better
//! solution. `revive` selects some parents among known boards that have never been parents. `near` removes detours from
//! the solution (`search/shorten.rs`).

use std::collections::HashMap;

use super::blockers::{Blocker, blockers};
use super::parameter::{ParameterKey, ParameterValues};
use super::playfield::{Placement, Playfield};
use super::random::RandomStream;
use super::{IndividualSummary, OperatorRates, Population};
use crate::position::Move;

/// The paper's weights of the two terms of the fitness: the blocking vehicles, and the free cells around all vehicles.
const BLOCKER_WEIGHT: f64 = 0.8;
const MOBILITY_WEIGHT: f64 = 0.2;

/// Maximum number of consecutive pairs without a child before a generation is complete.
const MAX_PAIRS_WITHOUT_CHILD: usize = 200;

/// Number of pairs of parents that are selected at once.
const PARENT_BATCH: usize = 64;

/// An individual.
#[derive(Clone, Debug)]
struct GrhIndividual {
    placement: Placement,
    /// Index of its last move in `links`.
    path: u32,
    evaluation: Evaluation,
}

/// The evaluation of a board.
#[derive(Clone, Copy, Debug)]
struct Evaluation {
    fitness: f64,
    can_exit: bool,
    /// Lower bound on the cost of a solution from this board.
    remaining: u32,
    blockers: u32,
}

/// The last move of a path, the link before it, and the cost of the whole path.
#[derive(Clone, Copy, Debug)]
struct PathLink {
    parent: u32,
    vehicle: u8,
    distance: i8,
    cost: u32,
}

/// The number of occurrences of a board and a path to it.
#[derive(Clone, Copy, Debug)]
struct BoardRecord {
    visits: u32,
    /// Index of the last link of a path to the board; of the shortest known one if paths are kept.
    path: u32,
}

/// A board kept with its shortest known path.
#[derive(Clone, Debug)]
struct StoredBoard {
    placement: Placement,
    /// Whether it has been a parent since its shortest known path was found.
    expanded: bool,
}

/// The population.
#[derive(Debug)]
pub(super) struct GrhPopulation {
    playfield: Playfield,
    individuals: Vec<GrhIndividual>,
    /// The links of the paths of all individuals so far; the first link stands for the start. If paths are kept, there
    /// is one link per board, so a shorter path to a board shortens every path through it.
    links: Vec<PathLink>,
    records: HashMap<Vec<u8>, BoardRecord>,
    /// The board of each link, if paths are kept.
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
    pub(super) fn new(playfield: Playfield, parameters: &ParameterValues) -> GrhPopulation {
        let start = PathLink { parent: 0, vehicle: 0, distance: 0, cost: 0 };
        let records = HashMap::from([(playfield.placement().offsets.clone(), BoardRecord { visits: 0, path: 0 })]);
        let stored = vec![StoredBoard { placement: playfield.placement().clone(), expanded: true }];
        let mut population = GrhPopulation {
            playfield,
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
        };
        population.initialise(parameters);
        population
    }

    /// Restarts from the first population and discards all recorded boards.
    fn restart(&mut self, parameters: &ParameterValues) {
        (self.stale_generations, self.known_boards, self.best_exit) = (0, 0, None);
        self.records.clear();
        self.links.truncate(1);
        self.stored.truncate(1);
        self.unexpanded.clear();
        self.playfield.reset();
        self.records.insert(self.playfield.placement().offsets.clone(), BoardRecord { visits: 0, path: 0 });
        self.initialise(parameters);
    }

    /// Creates every board two moves from the start, or keeps the start if no vehicle can move.
    fn initialise(&mut self, parameters: &ParameterValues) {
        let evaluation = self.evaluate(parameters, 0);
        self.record_exit(0, evaluation);
        let mut last = vec![GrhIndividual { placement: self.playfield.placement().clone(), path: 0, evaluation }];
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

    fn moves_from(&mut self, placement: &Placement) -> Vec<(usize, i8)> {
        self.playfield.set_placement(placement);
        let mut moves = Vec::new();
        self.playfield.legal_moves(self.playfield.max_move_cells(), &mut moves);
        moves
    }

    /// Evaluates the board on the playfield, which has occurred `visits` times before.
    fn evaluate(&mut self, parameters: &ParameterValues, visits: u32) -> Evaluation {
        blockers(&self.playfield, &mut self.blockers);
        let weight = parameters.get(ParameterKey::Weight);
        let maximum = weight * self.playfield.vehicles.len().saturating_sub(1) as f64;
        let sum: f64 = self.blockers.iter().map(|blocker| weight / f64::from(blocker.depth)).sum();
        let free: u32 =
            (0..self.playfield.vehicles.len()).flat_map(|vehicle| self.playfield.reach(vehicle)).map(u32::from).sum();
        let fitness = BLOCKER_WEIGHT * (maximum - sum) + MOBILITY_WEIGHT * f64::from(free)
            - parameters.get(ParameterKey::Repetition) * f64::from(visits);
        let direct = self.blockers.iter().filter(|blocker| blocker.depth == 1).count() as u32;
        let can_exit = self.blockers.is_empty() && self.playfield.primary_can_exit();
        let remaining = direct + self.playfield.cost(self.playfield.distance_to_exit());
        Evaluation { fitness, can_exit, remaining, blockers: self.blockers.len() as u32 }
    }

    /// Updates the cheapest path to a board from which the primary can exit.
    fn record_exit(&mut self, path: u32, evaluation: Evaluation) {
        let cost = |(path, exit_cost): (u32, u32)| self.links[path as usize].cost + exit_cost;
        if evaluation.can_exit && self.best_exit.is_none_or(|best| cost((path, evaluation.remaining)) < cost(best)) {
            self.best_exit = Some((path, evaluation.remaining));
        }
    }

    /// Counts an occurrence of the board on the playfield, and returns the number of earlier occurrences.
    fn count_visit(&mut self, path: u32) -> u32 {
        let offsets = &self.playfield.placement().offsets;
        let visits = match self.records.get_mut(offsets) {
            Some(record) => &mut record.visits,
            None => &mut self.records.entry(offsets.clone()).or_insert(BoardRecord { visits: 0, path }).visits,
        };
        *visits += 1;
        *visits - 1
    }

    /// Returns whether paths are kept. With fuel tanks they are not, because the board alone does not determine the
    /// state.
    fn keeps_paths(&self, parameters: &ParameterValues) -> bool {
        parameters.on(ParameterKey::Remember) && !self.playfield.has_tanks()
    }

    /// Adds a link for a move from a parent to the board on the playfield. Returns the index of the link and the number
    /// of earlier occurrences of the board.
    fn add_link(&mut self, parent: u32, vehicle: usize, distance: i8, parameters: &ParameterValues) -> (u32, u32) {
        let cost = self.links[parent as usize].cost + self.playfield.cost(distance);
        let link = PathLink { parent, vehicle: vehicle as u8, distance, cost };
        let next = self.links.len() as u32;
        let offsets = &self.playfield.placement().offsets;
        let keeps_paths = self.keeps_paths(parameters);
        match self.records.get_mut(offsets) {
            Some(record) if keeps_paths => {
                if cost < self.links[record.path as usize].cost {
                    self.links[record.path as usize] = link;
                    record.visits = 0;
                    self.stored[record.path as usize].expanded = false;
                    self.unexpanded.push(record.path);
                }
                return (record.path, record.visits);
            }
            Some(record) => {
                self.links.push(link);
                return (next, record.visits);
            }
            None if keeps_paths => {
                self.records.insert(offsets.clone(), BoardRecord { visits: 0, path: next });
                self.stored.push(StoredBoard { placement: self.playfield.placement().clone(), expanded: false });
                self.unexpanded.push(next);
            }
            None => {}
        }
        self.links.push(link);
        (next, 0)
    }

    /// Returns the individual that a move of the parent leads to, if the move is legal.
    fn child(
        &mut self,
        parent: &GrhIndividual,
        vehicle: usize,
        distance: i8,
        parameters: &ParameterValues,
    ) -> Option<GrhIndividual> {
        self.playfield.set_placement(&parent.placement);
        self.playfield.play(vehicle, distance)?;
        let (path, visits) = self.add_link(parent.path, vehicle, distance, parameters);
        let evaluation = self.evaluate(parameters, visits);
        Some(GrhIndividual { placement: self.playfield.placement().clone(), path, evaluation })
    }

    /// Counts and re-evaluates the boards of the population, because duplicates within it count as repetitions.
    fn count_and_evaluate(&mut self, parameters: &ParameterValues) {
        let mut individuals = std::mem::take(&mut self.individuals);
        for individual in &mut individuals {
            self.update_path_costs(individual.path);
            self.playfield.set_placement(&individual.placement);
            let visits = self.count_visit(individual.path);
            individual.evaluation = self.evaluate(parameters, visits);
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
        for parent in &mut parents {
            self.playfield.set_placement(&parent.placement);
            let visits =
                self.records.get(&parent.placement.offsets).map_or(0, |record| record.visits.saturating_sub(1));
            parent.evaluation = self.evaluate(parameters, visits);
        }
        self.individuals.extend(parents);
        self.individuals.sort_by(|one, other| other.evaluation.fitness.total_cmp(&one.evaluation.fitness));
        self.individuals.truncate(parameters.count(ParameterKey::Population));
    }

    /// Recomputes the costs along a path, because links before its end may have been replaced by cheaper ones.
    fn update_path_costs(&mut self, path: u32) {
        let mut path_links = vec![path];
        while let Some(last) = path_links.last().filter(|last| **last != 0) {
            path_links.push(self.links[*last as usize].parent);
        }
        for pair in path_links.windows(2).rev() {
            let PathLink { distance, .. } = self.links[pair[0] as usize];
            self.links[pair[0] as usize].cost = self.links[pair[1] as usize].cost + self.playfield.cost(distance);
        }
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
            self.playfield.set_placement(&placement);
            let evaluation = self.evaluate(parameters, 0);
            if self.links[path as usize].cost + evaluation.remaining < self.cost_bound {
                return Some(GrhIndividual { placement, path, evaluation });
            }
        }
        None
    }

    /// Evaluates all boards one move from a parent, and returns those that the roulette selects.
    fn successors(
        &mut self,
        parent: &GrhIndividual,
        parameters: &ParameterValues,
        random: &mut RandomStream,
    ) -> Vec<GrhIndividual> {
        let keeps_paths = self.keeps_paths(parameters);
        if let Some(stored) = self.stored.get_mut(parent.path as usize) {
            stored.expanded = true;
        }
        let mut evaluated = Vec::new();
        for (vehicle, distance) in self.moves_from(&parent.placement) {
            let Some(undo) = self.playfield.play(vehicle, distance) else { continue };
            // A kept path is recorded even if the roulette does not select the board.
            let path =
                if keeps_paths { self.add_link(parent.path, vehicle, distance, parameters).0 } else { parent.path };
            let visits = self.count_visit(path);
            let evaluation = self.evaluate(parameters, visits);
            if keeps_paths {
                self.record_exit(path, evaluation);
            }
            evaluated.push((vehicle, distance, evaluation.fitness));
            self.playfield.undo(undo);
        }
        let selected = select_by_roulette(
            evaluated.iter().map(|(.., fitness)| *fitness),
            parameters.count(ParameterKey::Mates),
            random,
        );
        let child = |index: usize| {
            let (vehicle, distance, _) = evaluated[index];
            self.child(parent, vehicle, distance, parameters)
        };
        selected.into_iter().filter_map(child).collect()
    }

    /// Crosses two boards: each vehicle that the other board places differently moves there, if it can, and gives a
    /// child.
    fn crossover(
        &mut self,
        one: &GrhIndividual,
        other: &GrhIndividual,
        parameters: &ParameterValues,
        operators: &mut OperatorRates,
        children: &mut Vec<GrhIndividual>,
    ) {
        for vehicle in 0..self.playfield.vehicles.len() {
            let (from, to) = (one.placement.offsets[vehicle], other.placement.offsets[vehicle]);
            if from == to || from == super::playfield::REMOVED || to == super::playfield::REMOVED {
                continue;
            }
            let child = self.child(one, vehicle, to as i8 - from as i8, parameters);
            operators.crossovers.count(child.is_some());
            children.extend(child);
        }
    }

    fn moves_of(&self, mut path: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while path != 0 {
            let PathLink { parent, vehicle, distance, .. } = self.links[path as usize];
            moves.push(self.playfield.to_move(vehicle.into(), distance));
            path = parent;
        }
        moves.reverse();
        moves
    }

    fn mutate(
        &mut self,
        individual: &mut GrhIndividual,
        parameters: &ParameterValues,
        random: &mut RandomStream,
        operators: &mut OperatorRates,
    ) {
        let vehicle = random.below(self.playfield.vehicles.len());
        self.playfield.set_placement(&individual.placement);
        let [back, forward] = self.playfield.reach(vehicle).map(|cells| cells.min(self.playfield.max_move_cells()));
        operators.mutations.count(back + forward > 0);
        if back + forward > 0 {
            let choice = random.below(usize::from(back + forward)) as i8;
            let distance = if choice < back as i8 { choice - back as i8 } else { choice - back as i8 + 1 };
            if let Some(mutant) = self.child(&individual.clone(), vehicle, distance, parameters) {
                *individual = mutant;
            }
        }
    }
}

/// Selects indices by roulette wheel after subtracting half of the worst fitness. Negative weights are never selected.
fn select_by_roulette(
    fitness: impl Iterator<Item = f64> + Clone,
    draws: usize,
    random: &mut RandomStream,
) -> Vec<usize> {
    let worst = fitness.clone().fold(f64::INFINITY, f64::min);
    random.roulette(fitness.map(|fitness| fitness - worst / 2.0), draws)
}

impl Population for GrhPopulation {
    fn next_generation(
        &mut self,
        parameters: &ParameterValues,
        random: &mut RandomStream,
        operators: &mut OperatorRates,
    ) {
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
        let mut pairs_without_child = 0;
        let mut parents = Vec::new();
        while children.len() < size && pairs_without_child < MAX_PAIRS_WITHOUT_CHILD && !individuals.is_empty() {
            let before = children.len();
            if parents.is_empty() {
                parents = select_by_roulette(
                    individuals.iter().map(|individual| individual.evaluation.fitness),
                    2 * PARENT_BATCH,
                    random,
                );
            }
            let mut parent = || {
                let stored = if random.bernoulli(parameters.get(ParameterKey::Revive)) {
                    self.unexpanded_parent(parameters, random)
                } else {
                    None
                };
                stored.or_else(|| parents.pop().map(|index| individuals[index].clone()))
            };
            let (Some(one), Some(other)) = (parent(), parent()) else { break };
            let one_successors = self.successors(&one, parameters, random);
            let other_successors = self.successors(&other, parameters, random);
            for (one, other) in one_successors.iter().zip(&other_successors) {
                self.crossover(one, other, parameters, operators, &mut children);
                self.crossover(other, one, parameters, operators, &mut children);
            }
            pairs_without_child = if children.len() > before { 0 } else { pairs_without_child + 1 };
        }
        if children.is_empty() {
            children.clone_from(&individuals);
        }
        for child in &mut children {
            if random.bernoulli(parameters.get(ParameterKey::Mutation)) {
                self.mutate(child, parameters, random, operators);
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
        let GrhIndividual { placement, path, evaluation } = &self.individuals[index];
        let Evaluation { fitness, can_exit, blockers, .. } = *evaluation;
        IndividualSummary { placement, fitness, can_exit, cost: self.links[*path as usize].cost, blockers }
    }

    fn moves(&self, index: usize) -> Vec<Move> {
        self.moves_of(self.individuals[index].path)
    }

    fn best_solution(&mut self) -> Option<Vec<Move>> {
        let (path, _) = self.best_exit?;
        Some(self.moves_of(path))
    }

    fn playfield(&self) -> &Playfield {
        &self.playfield
    }

    fn distinct_boards(&self) -> usize {
        self.records.len()
    }

    fn set_cost_bound(&mut self, cost: u32) {
        self.cost_bound = cost;
    }
}
