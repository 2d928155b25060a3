//! Two genetic algorithms, as their papers describe them and made to work: `schlegel` (seed 000) evolves sequences of moves, `grh` (seed
//! 001) evolves boards.
//!
//! An [`Evolution`] is stepped generation by generation, so that a terminal, a web page and a solver share it. What can be chosen is
//! listed in [`PARAMETERS`]; each refinement is a parameter of its own, and the setting `faithful` is the one with all of them off.
//!
//! Nothing here is run in parallel. A generation takes about a millisecond, less than it would take to hand it to threads, and its draws
//! must come in one order; several *runs*, each with a seed of its own ([`run_seed`]), are what is worth a thread each.

mod blockers;
mod boards;
mod chance;
mod evolution;
mod parameter;
mod sequences;
mod table;

pub use chance::run_seed;
pub use evolution::{Ending, Evolution, Generation, Individual, Rate, Solution, Tally};
pub use parameter::{Choices, Key, Kind, PARAMETERS, Parameter};
pub use sequences::fitness;

use self::chance::Chance;
use self::table::{Board, Table};
use crate::position::Move;

/// What evolves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Species {
    /// Sequences of moves.
    Schlegel,
    /// Boards.
    Grh,
}

impl Species {
    /// Both.
    pub const ALL: [Species; 2] = [Species::Schlegel, Species::Grh];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Species::Schlegel => "schlegel",
            Species::Grh => "grh",
        }
    }

    /// The species of that name.
    pub fn named(name: &str) -> Option<Species> {
        Species::ALL.into_iter().find(|species| species.name() == name)
    }
}

/// How close to the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The paper's choices.
    Faithful,
    /// With all refinements.
    Refined,
}

impl Setting {
    /// Both.
    pub const ALL: [Setting; 2] = [Setting::Faithful, Setting::Refined];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Setting::Faithful => "faithful",
            Setting::Refined => "refined",
        }
    }

    /// The setting of that name.
    pub fn named(name: &str) -> Option<Setting> {
        Setting::ALL.into_iter().find(|setting| setting.name() == name)
    }
}

/// A population that makes the next one.
trait Breeding: Send + std::fmt::Debug {
    /// Replaces the population by the next one.
    fn breed(&mut self, choices: &Choices, chance: &mut Chance, tally: &mut Tally);

    /// How many individuals there are.
    fn len(&self) -> usize;

    /// What there is to see of an individual.
    fn see(&self, index: usize) -> Seen<'_>;

    /// Its moves, without the primary's drive out.
    fn moves(&self, index: usize) -> Vec<Move>;

    /// The moves of the cheapest solution so far or in this population, without the primary's drive out.
    fn out(&mut self) -> Option<Vec<Move>>;

    /// What it is played on.
    fn table(&self) -> &Table;

    /// How many different boards there were so far.
    fn met(&self) -> usize;

    /// From now on only solutions that cost less are of interest.
    fn only_below(&mut self, cost: u32);
}

/// What there is to see of an individual.
struct Seen<'a> {
    board: &'a Board,
    fitness: f64,
    /// Whether the primary can drive out.
    clear: bool,
    /// What its moves cost.
    cost: u32,
    /// How many vehicles are in the primary's way, directly or in the way of another.
    in_the_way: u32,
}
