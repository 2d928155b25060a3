//! The engine: generation after generation until there is a solution, or the limit is reached.

use std::collections::HashSet;

use super::boards::Boards;
use super::chance::Chance;
use super::parameter::{Choices, Key};
use super::sequences::Sequences;
use super::table::Table;
use super::{Breeding, Species};
use crate::puzzle::Puzzle;
use crate::position::{Move, Position};
use crate::search;

/// How many attempts were legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rate {
    /// How many there were.
    pub tried: u64,
    /// How many of them gave something legal.
    pub legal: u64,
}

impl Rate {
    pub(super) fn count(&mut self, legal: bool) {
        self.tried += 1;
        self.legal += u64::from(legal);
    }

    /// The legal part of all, if there were any.
    pub fn share(self) -> Option<f64> {
        (self.tried > 0).then(|| self.legal as f64 / self.tried as f64)
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Rate) -> Rate {
        Rate { tried: self.tried + other.tried, legal: self.legal + other.legal }
    }
}

/// What the operators did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutations.
    pub mutations: Rate,
    /// Crossovers.
    pub crossovers: Rate,
}

/// What there is to say about a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// Its number; the first is 0.
    pub number: u32,
    /// How many individuals it has.
    pub population: usize,
    /// The greatest fitness.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The part of the individuals that have a board of their own: 1 when no two have the same.
    pub diversity: f64,
    /// What their moves cost on average.
    pub cost: f64,
    /// What the operators did to make it.
    pub tally: Tally,
    /// How many individuals are solutions.
    pub solutions: usize,
    /// How many different boards there were so far.
    pub boards: usize,
    /// The moves of the fittest individual, without the primary's drive out.
    pub fittest: Vec<Move>,
}

/// A solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// From the start until the primary is at the exit.
    pub moves: Vec<Move>,
    /// What they cost in the puzzle's metric.
    pub cost: u32,
    /// What the solution cost as it evolved, before it was shortened.
    pub evolved: u32,
    /// The generation that brought it.
    pub generation: u32,
}

/// An individual, for whoever wants to see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Individual {
    /// Its moves, without the primary's drive out.
    pub moves: Vec<Move>,
    /// The board they lead to.
    pub position: Position,
    /// Its fitness.
    pub fitness: f64,
    /// Whether the primary can drive out.
    pub solves: bool,
    /// What its moves cost in the puzzle's metric.
    pub cost: u32,
    /// How many vehicles are in the primary's way, directly or in the way of another.
    pub in_the_way: u32,
}

/// Why an evolution is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It has a solution, and its patience is at an end.
    Solved,
    /// There were as many generations as allowed.
    Limit,
}

/// An evolution.
#[derive(Debug)]
pub struct Evolution {
    puzzle: Puzzle,
    species: Species,
    choices: Choices,
    chance: Chance,
    population: Box<dyn Breeding>,
    generation: Generation,
    solution: Option<Solution>,
    /// The whole count of what the operators did.
    total: Tally,
    /// The generation that brought the last better solution.
    improved: u32,
}

impl Evolution {
    /// The first generation.
    pub fn new(puzzle: &Puzzle, species: Species, choices: Choices, seed: u64) -> Evolution {
        let mut chance = Chance::new(seed);
        let table = Table::new(puzzle);
        let population: Box<dyn Breeding> = match species {
            Species::Schlegel => Box::new(Sequences::new(table, &choices, &mut chance)),
            Species::Grh => Box::new(Boards::new(table, &choices)),
        };
        Evolution::with(puzzle, species, choices, chance, population)
    }

    fn with(
        puzzle: &Puzzle,
        species: Species,
        choices: Choices,
        chance: Chance,
        population: Box<dyn Breeding>,
    ) -> Evolution {
        let generation = report(&*population, 0, Tally::default());
        let (puzzle, total) = (puzzle.clone(), Tally::default());
        let mut evolution =
            Evolution { puzzle, species, choices, chance, population, generation, solution: None, total, improved: 0 };
        evolution.look();
        evolution
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What evolves.
    pub fn species(&self) -> Species {
        self.species
    }

    /// What was chosen.
    pub fn choices(&self) -> &Choices {
        &self.choices
    }

    /// Chooses something else from the next generation on; a sentence if the value will not do.
    pub fn choose(&mut self, key: Key, value: f64) -> Result<(), String> {
        self.choices.set(key, value)
    }

    /// The present generation.
    pub fn generation(&self) -> &Generation {
        &self.generation
    }

    /// The best solution so far.
    pub fn solution(&self) -> Option<&Solution> {
        self.solution.as_ref()
    }

    /// What the operators did in all generations.
    pub fn total(&self) -> Tally {
        self.total
    }

    /// About how much memory it holds.
    pub fn bytes(&self) -> u64 {
        let vehicles = self.puzzle.vehicles().len() as u64;
        // A board in the table of those met, with what is known of it; an individual, with its moves.
        let individual = 150 + 3 * vehicles + 16 * self.generation.cost as u64;
        self.generation.boards as u64 * (100 + 3 * vehicles) + self.population.len() as u64 * individual
    }

    /// Every individual of the present generation.
    pub fn individuals(&self) -> impl Iterator<Item = Individual> + '_ {
        (0..self.population.len()).map(|index| {
            let seen = self.population.see(index);
            let moves = self.population.moves(index);
            let cost = moves.iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum();
            let position = self.population.table().position(seen.board);
            let in_the_way = seen.in_the_way;
            Individual { moves, position, fitness: seen.fitness, solves: seen.clear, cost, in_the_way }
        })
    }

    /// Whether it is over; it can be stepped on all the same.
    pub fn ending(&self) -> Option<Ending> {
        let Generation { number, population, .. } = self.generation;
        let waited = number.saturating_sub(self.improved);
        let patience = self.choices.count(Key::Patience) as u32;
        let over = number as usize >= self.choices.count(Key::Generations) || population == 0;
        match &self.solution {
            Some(_) if waited >= patience || over => Some(Ending::Solved),
            None if over => Some(Ending::Limit),
            _ => None,
        }
    }

    /// The next generation.
    pub fn step(&mut self) -> &Generation {
        let mut tally = Tally::default();
        self.population.breed(&self.choices, &mut self.chance, &mut tally);
        self.total.mutations = self.total.mutations.and(tally.mutations);
        self.total.crossovers = self.total.crossovers.and(tally.crossovers);
        self.generation = report(&*self.population, self.generation.number + 1, tally);
        self.look();
        &self.generation
    }

    /// Looks for a better solution in the population.
    fn look(&mut self) {
        let Some(mut moves) = self.population.out() else { return };
        let end = moves.iter().map(|mv| (mv.vehicle, mv.direction.sign() * i32::from(mv.cells)));
        let primary = self.puzzle.primary_index();
        let driven: i32 = end.filter(|(vehicle, _)| *vehicle == primary).map(|(_, distance)| distance).sum();
        let to_exit = i32::from(self.puzzle.goal_offset()) - i32::from(self.puzzle.primary().offset()) - driven;
        moves.extend((to_exit != 0).then(|| self.population.table().mv(primary, to_exit as i8)));
        let moves = joined(moves);
        let cost_of = |moves: &[Move]| moves.iter().map(|mv| self.puzzle.rules().metric.cost(mv.cells)).sum();
        let evolved: u32 = cost_of(&moves);
        if self.solution.as_ref().is_some_and(|known| evolved >= known.evolved) {
            return;
        }
        let near = self.choices.count(Key::Near);
        let moves = if near > 0 { joined(search::shortened(&self.puzzle, &moves, near)) } else { moves };
        let cost: u32 = cost_of(&moves);
        let better = self.solution.as_ref().is_none_or(|solution| cost < solution.cost);
        let generation = self.generation.number;
        match &mut self.solution {
            Some(solution) if !better => solution.evolved = evolved,
            solution => {
                *solution = Some(Solution { moves, cost, evolved, generation });
                self.improved = generation;
            }
        }
        if let Some(solution) = &self.solution {
            self.population.only_below(solution.cost);
        }
    }
}

/// Moves of one vehicle running, made one where they go the same way.
fn joined(moves: Vec<Move>) -> Vec<Move> {
    let mut joined: Vec<Move> = Vec::with_capacity(moves.len());
    for mv in moves {
        match joined.last_mut() {
            Some(last) if (last.vehicle, last.direction) == (mv.vehicle, mv.direction) => {
                last.cells += mv.cells;
            }
            _ => joined.push(mv),
        }
    }
    joined
}

fn report(population: &dyn Breeding, number: u32, tally: Tally) -> Generation {
    let size = population.len();
    let all = || (0..size).map(|index| population.see(index));
    let fittest = (0..size)
        .reduce(|best, index| if population.see(index).fitness > population.see(best).fitness { index } else { best });
    let boards: HashSet<&[u8]> = all().map(|seen| seen.board.offsets.as_slice()).collect();
    let mean = |sum: f64| if size > 0 { sum / size as f64 } else { 0.0 };
    Generation {
        number,
        population: size,
        best: fittest.map_or(0.0, |index| population.see(index).fitness),
        mean: mean(all().map(|seen| seen.fitness).sum()),
        diversity: mean(boards.len() as f64),
        cost: mean(all().map(|seen| f64::from(seen.cost)).sum()),
        tally,
        solutions: all().filter(|seen| seen.clear).count(),
        boards: population.met(),
        fittest: fittest.map_or_else(Vec::new, |index| population.moves(index)),
    }
}
