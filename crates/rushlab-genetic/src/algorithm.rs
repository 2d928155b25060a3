//! The genetic algorithms as searches. They prove nothing: neither that a solution is optimal nor that there is none.

use std::sync::LazyLock;

use rushlab::search::{
    self, About, Algorithm, Limit, Observer, Optimality, Outcome, Progress, Statistics, Status, Task, Visit,
};

use crate::{Evolution, Method, ParameterValues, Setting, Termination};

struct Genetic {
    method: Method,
    setting: Setting,
    about: About,
}

const fn about(name: &'static str, summary: &'static str, [plain_name, idea]: [&'static str; 2]) -> About {
    About::new(name, summary, Optimality::Never).plain(plain_name, idea).random()
}

static SCHLEGEL_REFINED: Genetic = Genetic {
    method: Method::Schlegel,
    setting: Setting::Refined,
    about: about(
        "schlegel",
        "Schlegel's genetic algorithm over sequences of moves, refined",
        ["Genetic algorithm of Schlegel", "sequences of moves are crossed and mutated"],
    )
    .course_names("schlegel", "Schlegel")
    .colour("#a65628"),
};

static SCHLEGEL_AS_PUBLISHED: Genetic = Genetic {
    method: Method::Schlegel,
    setting: Setting::Faithful,
    about: about(
        "schlegel-faithful",
        "Schlegel's genetic algorithm as published: for very easy puzzles",
        ["Genetic algorithm of Schlegel, as published", "without our refinements; for very easy puzzles"],
    ),
};

static GRH_REFINED: Genetic = Genetic {
    method: Method::Grh,
    setting: Setting::Refined,
    about: about(
        "grh",
        "the genetic algorithm GRH over boards, refined",
        ["Genetic algorithm GRH", "boards are crossed and mutated"],
    )
    .course_names("grh", "GRH")
    .colour("#b59a00"),
};

static GRH_AS_PUBLISHED: Genetic = Genetic {
    method: Method::Grh,
    setting: Setting::Faithful,
    about: about(
        "grh-faithful",
        "the genetic algorithm GRH as published",
        ["Genetic algorithm GRH, as published", "without our refinements"],
    ),
};

/// `schlegel`: Schlegel's genetic algorithm over sequences of moves, refined.
pub static SCHLEGEL: &dyn Algorithm = &SCHLEGEL_REFINED;
/// `schlegel-faithful`: Schlegel's genetic algorithm as published.
pub static SCHLEGEL_FAITHFUL: &dyn Algorithm = &SCHLEGEL_AS_PUBLISHED;
/// `grh`: the genetic algorithm GRH over boards, refined.
pub static GRH: &dyn Algorithm = &GRH_REFINED;
/// `grh-faithful`: the genetic algorithm GRH as published.
pub static GRH_FAITHFUL: &dyn Algorithm = &GRH_AS_PUBLISHED;

const GENETIC: [&dyn Algorithm; 4] = [&SCHLEGEL_REFINED, &SCHLEGEL_AS_PUBLISHED, &GRH_REFINED, &GRH_AS_PUBLISHED];

/// All algorithms of the laboratory: the searches of [`rushlab::search::ALGORITHMS`], then the genetic algorithms.
pub static ALL_ALGORITHMS: LazyLock<Vec<&'static dyn Algorithm>> =
    LazyLock::new(|| search::ALGORITHMS.iter().copied().chain(GENETIC).collect());

/// Returns the algorithm of [`ALL_ALGORITHMS`] with a name or an alias.
pub fn algorithm_by_name(name: &str) -> Option<&'static dyn Algorithm> {
    ALL_ALGORITHMS.iter().copied().find(|algorithm| algorithm.about().has_name(name))
}

impl Algorithm for Genetic {
    fn about(&self) -> &'static About {
        // `about` must live as long as the program, so it is taken from the statics.
        match (self.method, self.setting) {
            (Method::Schlegel, Setting::Refined) => &SCHLEGEL_REFINED.about,
            (Method::Schlegel, Setting::Faithful) => &SCHLEGEL_AS_PUBLISHED.about,
            (Method::Grh, Setting::Refined) => &GRH_REFINED.about,
            (Method::Grh, Setting::Faithful) => &GRH_AS_PUBLISHED.about,
        }
    }

    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome {
        let parameters = ParameterValues::new(self.method, self.setting);
        let mut evolution = Evolution::new(task.puzzle, self.method, parameters, task.seed);
        let mut statistics = Statistics::default();
        let status = loop {
            record(&evolution, &mut statistics, observer);
            let mut progress = Progress::from(statistics);
            progress.best = evolution.solution().map(|solution| solution.cost);
            if observer.progress(&progress).is_break() {
                break Status::Interrupted;
            }
            match evolution.termination() {
                Some(Termination::Solved) => break Status::Solved,
                Some(Termination::GenerationLimit) => break Status::Limit(Limit::Generations),
                None if statistics.states >= task.limits.states => break Status::Limit(Limit::States),
                None if statistics.peak_memory >= task.limits.memory => break Status::Limit(Limit::Memory),
                None => evolution.next_generation(),
            };
        };
        let moves = evolution.solution().map(|solution| solution.moves.clone());
        let status = match status {
            // The algorithm stopped while it looked for a shorter solution, but it has one.
            Status::Limit(_) if moves.is_some() => Status::Solved,
            _ => status,
        };
        Outcome::new(task.puzzle, status, moves, 0, statistics)
    }
}

/// Counts a generation, and reports its individuals.
fn record(evolution: &Evolution, statistics: &mut Statistics, observer: &mut dyn Observer) {
    let generation = evolution.generation();
    let operators = generation.operators;
    statistics.expanded += generation.population as u64;
    statistics.generated += generation.population as u64 + operators.mutations.tried + operators.crossovers.tried;
    statistics.states = generation.boards as u64;
    statistics.peak_open = statistics.peak_open.max(generation.population as u64);
    statistics.peak_memory = statistics.peak_memory.max(evolution.estimated_bytes());
    if observer.wants_visits() {
        for (index, individual) in evolution.individuals().enumerate() {
            let (g, h) = (individual.cost, individual.blockers);
            let node = generation.number as usize * generation.population + index;
            let mut visit = Visit::new(node, &individual.position);
            (visit.f, visit.g, visit.h) = (f64::from(g + h), g, h.into());
            visit.open = generation.population as u64;
            observer.visit(&visit);
        }
    }
}
