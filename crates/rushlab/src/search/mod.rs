//! Searches over a compiled space: one file each, all listed in [`ALGORITHMS`]. No rule of the game appears here.
//!
//! To add one, copy `dfs.rs`: a unit struct, what there is to know about it, and a search over any space. Then add its line here.

pub(crate) mod arena;
mod astar;
mod auto;
mod best_first;
mod bfs;
mod bidirectional;
mod dfs;
mod dijkstra;
mod genetic;
mod greedy;
mod idastar;
mod meter;
mod over;
mod shorten;

pub use auto::solve;
pub(crate) use shorten::shortened;

use std::ops::ControlFlow;

use crate::heuristic::{self, Heuristic, Parameters};
use crate::puzzle::{Puzzle, Rules};
use crate::reference::{Move, Position};

/// An algorithm.
pub trait Algorithm: Sync {
    /// What there is to know about it.
    fn about(&self) -> &'static About;

    /// Searches for a solution.
    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome;
}

/// What there is to know about an algorithm.
#[derive(Debug)]
pub struct About {
    /// Its name on the command line.
    pub name: &'static str,
    /// What else it is called.
    pub aliases: &'static [&'static str],
    /// One line on what it is.
    pub summary: &'static str,
    /// Whether its solutions are as short as can be.
    pub optimal: Optimal,
    /// Whether it asks a heuristic.
    pub informed: bool,
    /// Whether it draws lots: another seed, another solution; and it proves nothing, not even that there is none.
    pub random: bool,
}

/// When an algorithm's solutions are as short as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimal {
    /// Always.
    Always,
    /// With an admissible heuristic.
    IfAdmissible,
    /// By luck alone.
    Never,
}

impl Optimal {
    /// Whether they are with some heuristic under some rules.
    pub fn holds(self, heuristic: &dyn Heuristic, rules: Rules) -> bool {
        match self {
            Optimal::Always => true,
            Optimal::IfAdmissible => heuristic.about().admissible.holds(rules),
            Optimal::Never => false,
        }
    }

    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Optimal::Always => "yes",
            Optimal::IfAdmissible => "if the heuristic is admissible",
            Optimal::Never => "no",
        }
    }
}

/// Every algorithm.
pub static ALGORITHMS: &[&dyn Algorithm] = &[
    &auto::Auto,
    &bfs::Bfs,
    &dijkstra::Dijkstra,
    &greedy::Greedy,
    &astar::AStar,
    &idastar::IdaStar,
    &bidirectional::Bidirectional,
    &dfs::Dfs,
    &genetic::SCHLEGEL,
    &genetic::SCHLEGEL_FAITHFUL,
    &genetic::GRH,
    &genetic::GRH_FAITHFUL,
];

/// The fastest optimal choice.
pub static DEFAULT: &dyn Algorithm = &auto::Auto;

/// The algorithm of that name.
pub fn named(name: &str) -> Option<&'static dyn Algorithm> {
    let of_that_name = |about: &About| about.name == name || about.aliases.contains(&name);
    ALGORITHMS.iter().copied().find(|algorithm| of_that_name(algorithm.about()))
}

/// What is to be searched, with what help, and how far.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Whom an informed search asks.
    pub heuristic: &'a dyn Heuristic,
    /// What the heuristic is told.
    pub parameters: Parameters,
    /// What the search may use.
    pub limits: Limits,
    /// When two positions are the same.
    pub duplicates: Duplicates,
    /// What a search that draws lots begins from.
    pub seed: u64,
}

/// When two positions are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// When all vehicles stand alike and all tanks hold the same.
    #[default]
    Exact,
    /// When all vehicles stand alike; and a shorter way to a position that was expanded already does not count. So did the course's
    /// program; with it no algorithm is optimal when a tank binds. `auto` and `bidirectional` do not do this.
    Board,
}

impl<'a> Task<'a> {
    /// A puzzle, the default heuristic, and no limits.
    pub fn new(puzzle: &'a Puzzle) -> Task<'a> {
        Task {
            puzzle,
            heuristic: heuristic::DEFAULT,
            parameters: Parameters::default(),
            limits: Limits::default(),
            duplicates: Duplicates::default(),
            seed: 1,
        }
    }

    /// The same with other limits.
    pub fn limited(self, limits: Limits) -> Task<'a> {
        Task { limits, ..self }
    }

    /// The same with another heuristic.
    pub fn guided(self, heuristic: &'a dyn Heuristic) -> Task<'a> {
        Task { heuristic, ..self }
    }
}

/// No estimate counts more than this, however heavy a heuristic makes it: searches keep positions in rows by f.
const MOST_ESTIMATE: u32 = 1 << 16;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub status: Status,
    /// The solution, or the best one known at a limit; empty if there is none: see [`solution`](Outcome::solution).
    pub moves: Vec<Move>,
    /// What that solution costs in the puzzle's metric.
    pub cost: u32,
    /// What every solution costs at least, as far as it was proved.
    pub bound: u32,
    /// What it took.
    pub statistics: Statistics,
}

impl Outcome {
    /// A search that ended without a solution.
    fn without(status: Status, bound: u32, statistics: Statistics) -> Outcome {
        Outcome { status, moves: Vec::new(), cost: 0, bound, statistics }
    }

    /// The solution, or the best one known at a limit, if there is one: a puzzle that is solved already has one without moves.
    pub fn solution(&self) -> Option<&[Move]> {
        (self.status == Status::Solved || !self.moves.is_empty()).then_some(&self.moves)
    }

    /// Whether the solution is proved to be as short as can be.
    pub fn is_optimal(&self) -> bool {
        self.status == Status::Solved && self.bound == self.cost
    }
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With a solution.
    Solved,
    /// With the proof that there is none.
    Unsolvable,
    /// At a limit, undecided.
    Limit(Limit),
    /// Whoever watched it stopped it.
    Interrupted,
}

/// Which limit ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many positions.
    States,
    /// So much memory.
    Memory,
    /// So many generations.
    Generations,
}

impl Limit {
    /// What there was too much of.
    pub fn word(self) -> &'static str {
        match self {
            Limit::States => "positions",
            Limit::Memory => "memory",
            Limit::Generations => "generations",
        }
    }
}

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Distinct positions.
    pub states: u64,
    /// Bytes, for what grows with the search.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: u64::MAX, memory: u64::MAX }
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions whose moves were looked at.
    pub expanded: u64,
    /// Legal moves found.
    pub generated: u64,
    /// Positions that were expanded already when a shorter way to them was found.
    pub reopened: u64,
    /// Distinct positions remembered.
    pub states: u64,
    /// The most positions that waited at once.
    pub peak_open: u64,
    /// The most bytes it held at once.
    pub peak_memory: u64,
}

impl Statistics {
    /// Adds what a second search took that ran after the first.
    fn and_then(&mut self, later: &Statistics) {
        self.expanded += later.expanded;
        self.generated += later.generated;
        self.reopened += later.reopened;
        self.states += later.states;
        self.peak_open = self.peak_open.max(later.peak_open);
        self.peak_memory = self.peak_memory.max(later.peak_memory);
    }
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// What it took so far.
    pub statistics: Statistics,
    /// What every solution costs at least.
    pub bound: u32,
    /// What the best solution known costs.
    pub best: Option<u32>,
}

/// A position that is being expanded.
#[derive(Clone, Copy, Debug)]
pub struct Visit<'a> {
    /// What the search orders positions by.
    pub f: u32,
    /// What the way there costs.
    pub g: u32,
    /// What is estimated to be left.
    pub h: u32,
    /// How many positions wait to be expanded, give or take a batch.
    pub open: u64,
    /// The position.
    pub position: &'a Position,
}

/// Somebody who watches a search, and may stop it.
pub trait Observer {
    /// Called now and then, a few thousand times a second or less.
    fn watch(&mut self, progress: &Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }

    /// Whether to be told of every position.
    fn traces(&self) -> bool {
        false
    }

    /// Called for each position that is expanded, if asked for.
    fn visit(&mut self, visit: &Visit<'_>) {
        let _ = visit;
    }
}

/// Nobody watches.
impl Observer for () {}
