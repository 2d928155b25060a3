//! The genetic algorithms among the searches. They prove nothing: neither that a solution is short nor that there is none.

use std::ops::ControlFlow;

use super::{About, Algorithm, Limit, Observer, Optimal, Outcome, Progress, Statistics, Status, Task, Visit};
use crate::genetic::{Choices, Ending, Evolution, Setting, Species};

/// A genetic algorithm in one of its settings.
pub(super) struct Genetic {
    species: Species,
    setting: Setting,
    about: About,
}

/// What there is to know about one.
const fn about(name: &'static str, summary: &'static str) -> About {
    About { name, aliases: &[], summary, optimal: Optimal::Never, informed: false, random: true }
}

pub(super) static SCHLEGEL: Genetic = Genetic {
    species: Species::Schlegel,
    setting: Setting::Refined,
    about: about("schlegel", "a genetic algorithm over sequences of moves (seed 000), refined"),
};

pub(super) static SCHLEGEL_FAITHFUL: Genetic = Genetic {
    species: Species::Schlegel,
    setting: Setting::Faithful,
    about: about("schlegel-faithful", "the same as its paper has it: for very easy puzzles"),
};

pub(super) static GRH: Genetic = Genetic {
    species: Species::Grh,
    setting: Setting::Refined,
    about: about("grh", "a genetic algorithm over boards (seed 001), refined"),
};

pub(super) static GRH_FAITHFUL: Genetic = Genetic {
    species: Species::Grh,
    setting: Setting::Faithful,
    about: about("grh-faithful", "the same as its paper has it"),
};

impl Algorithm for Genetic {
    fn about(&self) -> &'static About {
        // The four there are live as long as the program.
        match (self.species, self.setting) {
            (Species::Schlegel, Setting::Refined) => &SCHLEGEL.about,
            (Species::Schlegel, Setting::Faithful) => &SCHLEGEL_FAITHFUL.about,
            (Species::Grh, Setting::Refined) => &GRH.about,
            (Species::Grh, Setting::Faithful) => &GRH_FAITHFUL.about,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let choices = Choices::new(self.species, self.setting);
        let mut evolution = Evolution::new(task.puzzle, self.species, choices, task.seed);
        let mut statistics = Statistics::default();
        let status = loop {
            note(&evolution, &mut statistics, observer);
            let best = evolution.solution().map(|solution| solution.cost);
            if observer.watch(&Progress { statistics, bound: 0, best }) == ControlFlow::Break(()) {
                break Status::Interrupted;
            }
            match evolution.ending() {
                Some(Ending::Solved) => break Status::Solved,
                Some(Ending::Limit) => break Status::Limit(Limit::Generations),
                None if statistics.states >= task.limits.states => break Status::Limit(Limit::States),
                None if statistics.peak_memory >= task.limits.memory => break Status::Limit(Limit::Memory),
                None => evolution.step(),
            };
        };
        match evolution.solution() {
            None => Outcome::without(status, 0, statistics),
            // It would have gone on to look for a shorter one, but a solution is a solution.
            Some(solution) => Outcome {
                status: if matches!(status, Status::Limit(_)) { Status::Solved } else { status },
                moves: solution.moves.clone(),
                cost: solution.cost,
                bound: 0,
                statistics,
            },
        }
    }
}

/// Counts a generation, and tells of its individuals.
fn note(evolution: &Evolution, statistics: &mut Statistics, observer: &mut dyn Observer) {
    let generation = evolution.generation();
    let tally = generation.tally;
    statistics.expanded += generation.population as u64;
    statistics.generated += generation.population as u64 + tally.mutations.tried + tally.crossovers.tried;
    statistics.states = generation.boards as u64;
    statistics.peak_open = statistics.peak_open.max(generation.population as u64);
    statistics.peak_memory = statistics.peak_memory.max(evolution.bytes());
    if observer.traces() {
        for individual in evolution.individuals() {
            let (g, h) = (individual.cost, individual.in_the_way);
            let open = generation.population as u64;
            observer.visit(&Visit { f: g + h, g, h, open, position: &individual.position });
        }
    }
}
