//! The genetic algorithms among the searches. They prove nothing: neither that a solution is short nor that there is none.

use std::ops::ControlFlow;

use super::{About, Algorithm, Limit, Observer, Optimal, Outcome, Progress, Statistics, Status, Task, Visit};
use crate::genetic::{Evolution, Method, ParameterValues, Setting, Termination};

/// A genetic algorithm in one of its settings.
pub(super) struct Genetic {
    method: Method,
    setting: Setting,
    about: About,
}

/// What there is to know about one.
const fn about(name: &'static str, summary: &'static str) -> About {
    About { name, aliases: &[], summary, optimal: Optimal::Never, informed: false, random: true }
}

pub(super) static SCHLEGEL: Genetic = Genetic {
    method: Method::Schlegel,
    setting: Setting::Refined,
    about: about("schlegel", "a genetic algorithm over sequences of moves (seed 000), refined"),
};

pub(super) static SCHLEGEL_FAITHFUL: Genetic = Genetic {
    method: Method::Schlegel,
    setting: Setting::Faithful,
    about: about("schlegel-faithful", "the same as its paper has it: for very easy puzzles"),
};

pub(super) static GRH: Genetic = Genetic {
    method: Method::Grh,
    setting: Setting::Refined,
    about: about("grh", "a genetic algorithm over boards (seed 001), refined"),
};

pub(super) static GRH_FAITHFUL: Genetic = Genetic {
    method: Method::Grh,
    setting: Setting::Faithful,
    about: about("grh-faithful", "the same as its paper has it"),
};

impl Algorithm for Genetic {
    fn about(&self) -> &'static About {
        // The four there are live as long as the program.
        match (self.method, self.setting) {
            (Method::Schlegel, Setting::Refined) => &SCHLEGEL.about,
            (Method::Schlegel, Setting::Faithful) => &SCHLEGEL_FAITHFUL.about,
            (Method::Grh, Setting::Refined) => &GRH.about,
            (Method::Grh, Setting::Faithful) => &GRH_FAITHFUL.about,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let parameters = ParameterValues::new(self.method, self.setting);
        let mut evolution = Evolution::new(task.puzzle, self.method, parameters, task.seed);
        let mut statistics = Statistics::default();
        let status = loop {
            note(&evolution, &mut statistics, observer);
            let best = evolution.solution().map(|solution| solution.cost);
            if observer.watch(&Progress { statistics, bound: 0, best }) == ControlFlow::Break(()) {
                break Status::Interrupted;
            }
            match evolution.termination() {
                Some(Termination::Solved) => break Status::Solved,
                Some(Termination::GenerationLimit) => break Status::Limit(Limit::Generations),
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
    let operators = generation.operators;
    statistics.expanded += generation.population as u64;
    statistics.generated += generation.population as u64 + operators.mutations.tried + operators.crossovers.tried;
    statistics.states = generation.boards as u64;
    statistics.peak_open = statistics.peak_open.max(generation.population as u64);
    statistics.peak_memory = statistics.peak_memory.max(evolution.estimated_bytes());
    if observer.traces() {
        for individual in evolution.individuals() {
            let (g, h) = (individual.cost, individual.blockers);
            let open = generation.population as u64;
            observer.visit(&Visit { f: g + h, g, h, open, position: &individual.position });
        }
    }
}
