//! Two published genetic algorithms for Rush Hour, as described in their papers and in a refined form.
//!
//! Schlegel (*Solving the Rush Hour Game: A Genetic Approach Using Variable Length Individuals*) evolves sequences of
//! moves (`schlegel.rs`). GRH (Fontoura, Pacce and Schreiber, *GRH – Genetic Rush Hour*) evolves boards (`grh.rs`).
//! Both follow the standard scheme of Holland (1975) and Goldberg (1989): a population of individuals, a fitness
//! function, selection, crossover and mutation, generation by generation.
//!
//! An [`Evolution`] is advanced one generation at a time, so that front ends can show it. Its parameters are listed in
//! [`PARAMETERS`]. Each refinement is a parameter of its own; the setting [`Setting::Faithful`] switches all of them
//! off.
//!
//! A run uses one thread. A generation takes about a millisecond, less than distributing it would cost, and its random
//! choices must be made in a fixed order. Several runs with different seeds ([`rushlab::random::run_seed`]) can use a
//! thread each.

mod algorithm;
mod blockers;
mod evolution;
mod fitness;
mod grh;
mod initial;
mod parameter;
mod schlegel;
mod trace;

pub use evolution::{Evolution, EvolvedSolution, Generation, Individual, OperatorRates, Rate, Termination};
pub use fitness::{Fitness, fitness, fitness_history};
pub use grh::{GrhFitness, RouletteSlot};
pub use initial::{InitialError, InitialPopulation};
pub use parameter::{PARAMETERS, Parameter, ParameterKey, ParameterValues, ValueType};
pub use trace::{
    Attempt, Change, Couple, Crossover, Failure, FailureReason, MutationAttempt, Origin, Parent, Source, Trace,
};

pub use algorithm::{ALL_ALGORITHMS, GRH, GRH_FAITHFUL, SCHLEGEL, SCHLEGEL_FAITHFUL, algorithm_by_name};

use rushlab::footprint::Footprint;
use rushlab::position::Move;
use rushlab::random::RandomStream;
use rushlab::simulator::{Placement, Simulator};

use self::trace::{Birth, Recorder};

/// A genetic algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Schlegel's algorithm, which evolves sequences of moves.
    Schlegel,
    /// GRH, which evolves boards.
    Grh,
}

impl Method {
    /// Both algorithms.
    pub const ALL: [Method; 2] = [Method::Schlegel, Method::Grh];

    /// Returns the name of the algorithm.
    pub fn name(self) -> &'static str {
        match self {
            Method::Schlegel => "schlegel",
            Method::Grh => "grh",
        }
    }

    /// Returns a summary in plain words.
    pub fn summary(self) -> &'static str {
        match self {
            Method::Schlegel => {
                "individuals are sequences of moves, which are crossed and mutated; the fewer vehicles block the \
                 primary, directly or indirectly, the higher the fitness"
            }
            Method::Grh => {
                "individuals are boards, whose children are boards one move away; boards with a higher fitness are \
                 more likely to become parents"
            }
        }
    }

    /// Returns the algorithm with a name.
    pub fn by_name(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// A set of default parameter values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The values of the paper.
    Faithful,
    /// The values with all refinements.
    Refined,
}

impl Setting {
    /// Both settings.
    pub const ALL: [Setting; 2] = [Setting::Faithful, Setting::Refined];

    /// Returns the name of the setting.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Faithful => "faithful",
            Setting::Refined => "refined",
        }
    }

    /// Returns a summary in plain words.
    pub fn summary(self) -> &'static str {
        match self {
            Setting::Faithful => "as published",
            Setting::Refined => "with our refinements",
        }
    }

    /// Returns the setting with a name.
    pub fn by_name(name: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|setting| setting.name() == name)
    }
}

trait Population: Send + std::fmt::Debug {
    fn next_generation(&mut self, parameters: &ParameterValues, random: &mut RandomStream, recorder: &mut Recorder);

    fn len(&self) -> usize;

    fn summary(&self, index: usize) -> IndividualSummary<'_>;

    /// Returns how an individual entered the current generation.
    fn birth(&self, index: usize) -> Birth;

    /// Returns the moves of an individual, without the final move of the primary to the exit.
    fn moves(&self, index: usize) -> Vec<Move>;

    /// Returns the moves of the cheapest solution known, without the final move of the primary to the exit.
    fn best_solution(&mut self) -> Option<Vec<Move>>;

    fn simulator(&self) -> &Simulator;

    /// Returns the number of distinct boards reached since the start.
    fn distinct_boards(&self) -> usize;

    fn footprint(&self) -> Footprint;

    /// Sets the cost that further solutions must undercut.
    fn set_cost_bound(&mut self, cost: u32);
}

struct IndividualSummary<'a> {
    placement: &'a Placement,
    fitness: f64,
    can_exit: bool,
    cost: u32,
    /// Number of vehicles that block the primary, directly or by blocking another blocker.
    blockers: u32,
}
