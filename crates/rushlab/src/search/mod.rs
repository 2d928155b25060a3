//! Search algorithms: one file each, behind [`Algorithm`] and listed in [`ALGORITHMS`]. [`Solver`] is the way to run one.
//!
//! An algorithm searches a state space (`space/`) and contains no rule of the game. To add one, copy `dfs.rs`: a unit struct, its
//! description, and a search of any state space. Then add its line to the registry.

mod astar;
mod auto;
mod best_first;
mod bfs;
mod bidirectional;
mod control;
mod dfs;
mod dijkstra;
mod greedy;
mod idastar;
mod layers;
mod observer;
mod outcome;
mod passes;
mod postponed_moves;
mod shorten;
mod small_bfs;
mod solver;
pub(crate) mod state_registry;
mod task;
mod textbook;

pub use observer::{Observer, Progress, Visit};
pub use outcome::{Limit, Outcome, Pass, Statistics, Status};
pub use solver::Solver;
pub use task::{Duplicates, Limits, MAX_THREADS, Task};

pub(crate) use auto::solve;
pub use shorten::shortened;

use crate::heuristic::Heuristic;
use crate::puzzle::Rules;

/// A search algorithm. Those of this crate are in [`ALGORITHMS`]; another crate can implement its own, and run it with [`Solver`] as well.
pub trait Algorithm: Sync {
    /// Returns the name, a summary and the properties.
    fn about(&self) -> &'static About;

    /// Searches for a solution.
    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome;
}

/// The name of an algorithm, a summary, and its properties.
#[derive(Debug)]
pub struct About {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// A one-line summary.
    pub summary: &'static str,
    /// The name in plain words, for readers who do not know the literature.
    pub plain_name: &'static str,
    /// What it does, in a few plain words that continue the plain name after a colon.
    pub idea: &'static str,
    /// When its solutions are optimal.
    pub optimal: Optimality,
    /// Whether it uses the heuristic of the task.
    pub informed: bool,
    /// Whether it uses random numbers. Such an algorithm proves nothing: neither that a solution is optimal nor that there is none.
    pub random: bool,
}

impl About {
    /// Returns whether this is the name of the algorithm, or another name of it.
    pub fn has_name(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// When the solutions of an algorithm are optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimality {
    /// Always.
    Always,
    /// With an admissible heuristic.
    IfAdmissible,
    /// Not in general.
    Never,
}

impl Optimality {
    /// Whether solutions are optimal with this heuristic under these rules.
    pub fn holds(self, heuristic: &dyn Heuristic, rules: Rules) -> bool {
        match self {
            Optimality::Always => true,
            Optimality::IfAdmissible => heuristic.about().admissible.holds(rules),
            Optimality::Never => false,
        }
    }

    /// Returns the condition in words.
    pub fn words(self) -> &'static str {
        match self {
            Optimality::Always => "yes",
            Optimality::IfAdmissible => "if the heuristic is admissible",
            Optimality::Never => "no",
        }
    }
}

/// `auto`: the fastest optimal choice. This is the default.
pub static AUTO: &dyn Algorithm = &auto::Auto;
/// `bfs`: breadth-first search.
pub static BFS: &dyn Algorithm = &bfs::Bfs;
/// `dijkstra`: Dijkstra's algorithm, or uniform-cost search.
pub static DIJKSTRA: &dyn Algorithm = &dijkstra::Dijkstra;
/// `greedy`: greedy best-first search.
pub static GREEDY: &dyn Algorithm = &greedy::Greedy;
/// `astar`: A*.
pub static ASTAR: &dyn Algorithm = &astar::AStar;
/// `idastar`: iterative-deepening A*.
pub static IDASTAR: &dyn Algorithm = &idastar::IdaStar;
/// `bidirectional`: breadth-first search from both ends.
pub static BIDIRECTIONAL: &dyn Algorithm = &bidirectional::Bidirectional;
/// `dfs`: depth-first search.
pub static DFS: &dyn Algorithm = &dfs::Dfs;
/// `textbook-bfs`: INF421's Algorithm 1, breadth-first search as printed.
pub static TEXTBOOK_BFS: &dyn Algorithm = &textbook::TextbookBfs;
/// `textbook-astar`: INF421's Algorithm 2 as printed. It is not optimal.
pub static TEXTBOOK_ASTAR: &dyn Algorithm = &textbook::TextbookAStar;

/// All algorithms.
pub static ALGORITHMS: &[&dyn Algorithm] = &[
    &auto::Auto,
    &bfs::Bfs,
    &dijkstra::Dijkstra,
    &greedy::Greedy,
    &astar::AStar,
    &idastar::IdaStar,
    &bidirectional::Bidirectional,
    &dfs::Dfs,
    &textbook::TextbookBfs,
    &textbook::TextbookAStar,
];

/// The default algorithm.
pub static DEFAULT: &dyn Algorithm = &auto::Auto;

/// Returns the algorithm with a name or an alias.
pub fn by_name(name: &str) -> Option<&'static dyn Algorithm> {
    ALGORITHMS.iter().copied().find(|algorithm| algorithm.about().has_name(name))
}

/// The greatest estimate that searches use, as a cost. Larger ones are reduced to it, because open lists are arrays of buckets indexed by f.
const MAX_ESTIMATE: u32 = 1 << 16;
