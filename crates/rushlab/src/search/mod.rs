//! Search algorithms: one file each, behind [`Algorithm`] and listed in [`ALGORITHMS`]. [`Selection`] is the way to
//! name a search, and [`Solver`] the way to run one.
//!
//! An algorithm searches a state space (`space/`) and contains no rule of the game. [`graph`] has the searches of the
//! textbooks over any graph.

mod astar;
mod auto;
mod best_first;
mod bfs;
mod bidirectional;
mod configuration;
mod configuration_error;
mod control;
mod dfs;
mod dijkstra;
pub mod graph;
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
mod task;
mod textbook;

pub use configuration::{Configuration, HeuristicChoice, Selection, Selections, configure_heuristics};
pub use configuration_error::{ConfigurationError, ConfigurationField};
pub use observer::{Observer, Progress, Visit};
pub use outcome::{Limit, Outcome, Pass, Statistics, Status, Verdict};
pub use solver::Solver;
pub use task::{Duplicates, Limits, MAX_THREADS, Task};

pub(crate) use auto::solve;
pub use shorten::shortened;

use crate::heuristic::Heuristic;
use crate::puzzle::Rules;

/// A search algorithm. Those of this crate are in [`ALGORITHMS`]; another crate can implement its own, and run it with
/// [`Solver`] as well.
pub trait Algorithm: Sync {
    /// Returns the name, a summary and the properties.
    fn about(&self) -> &'static About;

    /// Searches for a solution. An algorithm of another crate keeps to the limits of the task, calls
    /// [`Observer::progress`] every few hundred states and stops when it breaks, calls [`Observer::visit`] for each
    /// expanded position if the observer wants visits, and makes its result with [`Outcome::new`].
    fn run(&self, task: &Task<'_>, observer: &mut dyn Observer) -> Outcome;
}

/// The names of an algorithm, a summary, and its properties: everything that front ends need to know about it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
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
    /// The name in tables, as in the spreadsheet of COMP 472 where it has one: `UCS`.
    pub title: &'static str,
    /// The beginning of file names, as in COMP 472 where it has one: `ucs`.
    pub stem: &'static str,
    /// Why its optimal solutions are known to be optimal, in a few plain words; `None` if the reason is long.
    pub proof: Option<&'static str>,
    /// The colour in plots, as `#rrggbb`. Colours are distinguishable with colour blindness (Okabe & Ito 2008).
    pub colour: Option<&'static str>,
    /// When its solutions are optimal.
    pub optimal: Optimality,
    /// Whether it uses the heuristic of the task.
    pub informed: bool,
    /// Whether it uses random numbers. Then it never proves that a solution is optimal, or that there is none.
    pub random: bool,
}

impl About {
    /// Describes an algorithm by its name, a summary, and when its solutions are optimal.
    pub const fn new(name: &'static str, summary: &'static str, optimal: Optimality) -> About {
        About {
            name,
            aliases: &[],
            summary,
            plain_name: name,
            idea: summary,
            title: name,
            stem: name,
            proof: None,
            colour: None,
            optimal,
            informed: false,
            random: false,
        }
    }

    /// Returns the same description with other names.
    #[must_use]
    pub const fn aliases(self, aliases: &'static [&'static str]) -> About {
        About { aliases, ..self }
    }

    /// Returns the same description with a plain name and idea.
    #[must_use]
    pub const fn plain(self, plain_name: &'static str, idea: &'static str) -> About {
        About { plain_name, idea, ..self }
    }

    /// Returns the same description with the beginning of file names and the name in tables.
    #[must_use]
    pub const fn course_names(self, stem: &'static str, title: &'static str) -> About {
        About { stem, title, ..self }
    }

    /// Returns the same description with the reason why optimal solutions are known to be optimal.
    #[must_use]
    pub const fn proof(self, proof: &'static str) -> About {
        About { proof: Some(proof), ..self }
    }

    /// Returns the same description with a colour, as `#rrggbb`.
    #[must_use]
    pub const fn colour(self, colour: &'static str) -> About {
        About { colour: Some(colour), ..self }
    }

    /// Returns the description of an algorithm that uses the heuristic of the task.
    #[must_use]
    pub const fn informed(self) -> About {
        About { informed: true, ..self }
    }

    /// Returns the description of an algorithm that uses random numbers.
    #[must_use]
    pub const fn random(self) -> About {
        About { random: true, ..self }
    }

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
    /// Returns whether solutions are optimal with this heuristic under these rules.
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
pub static AUTO: &dyn Algorithm = &auto::AUTO;
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
pub static ALGORITHMS: &[&dyn Algorithm] =
    &[AUTO, BFS, DIJKSTRA, GREEDY, ASTAR, IDASTAR, BIDIRECTIONAL, DFS, TEXTBOOK_BFS, TEXTBOOK_ASTAR];

/// The default algorithm.
pub static DEFAULT: &dyn Algorithm = AUTO;

/// Returns the algorithm with a name or an alias.
pub fn by_name(name: &str) -> Option<&'static dyn Algorithm> {
    ALGORITHMS.iter().copied().find(|algorithm| algorithm.about().has_name(name))
}

/// The greatest estimate that searches use, as a cost. Larger ones are reduced to it, because open lists are arrays of
/// buckets indexed by f.
const MAX_ESTIMATE: u32 = 1 << 16;
