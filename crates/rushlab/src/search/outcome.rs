//! The result of a search.

use crate::position::Move;
use crate::puzzle::Puzzle;
use crate::solution::Solution;
use crate::space::SpacePlan;
use crate::words::words;

/// The result of a search.
///
/// ```
/// use rushlab::{Limits, Puzzle, Solver, Status};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let outcome = Solver::new(&puzzle).limits(Limits::states(1_000_000)).run();
/// match outcome.status {
///     Status::Solved => println!("solved in {:?}, optimal: {}", outcome.cost(), outcome.is_optimal()),
///     Status::Unsolvable => println!("there is no solution"),
///     // The best known solution may not be optimal.
///     Status::Limit(_) | Status::Interrupted => println!("from {} to {:?}", outcome.bound, outcome.cost()),
/// }
/// # Ok::<(), rushlab::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the search ended.
    pub status: Status,
    /// The solution, or the best one known if the search ended at a limit.
    pub solution: Option<Solution>,
    /// A proved lower bound on the cost of every solution.
    pub bound: u32,
    /// The effort of all passes together.
    pub statistics: Statistics,
    /// The passes of the search, in order; the result is that of the last one. A puzzle without fuel is searched in one
    /// pass. With fuel there may be several, with different tracked tanks and growing state budgets. `auto` and the
    /// genetic algorithms report one pass with the statistics of the whole search.
    pub passes: Vec<Pass>,
}

impl Outcome {
    /// Makes the outcome of an algorithm outside this crate, with the moves of the best solution it found. The moves
    /// must be legal and solve the puzzle.
    pub fn new(
        puzzle: &Puzzle,
        status: Status,
        moves: Option<Vec<Move>>,
        bound: u32,
        statistics: Statistics,
    ) -> Outcome {
        debug_assert!(
            moves.iter().all(|moves| Solution::from_moves(puzzle, moves).is_ok()),
            "the moves solve the puzzle"
        );
        let solution = moves.map(|moves| Solution::new(puzzle, moves));
        let pass = Pass { plan: SpacePlan::full(puzzle), statistics };
        Outcome { status, solution, bound, statistics, passes: vec![pass] }
    }

    /// Returns the cost of the solution in the metric of the puzzle.
    pub fn cost(&self) -> Option<u32> {
        self.solution.as_ref().map(Solution::cost)
    }

    /// Returns by how much the solution may cost more than an optimal one.
    pub fn gap(&self) -> Option<u32> {
        self.cost().map(|cost| cost.saturating_sub(self.bound))
    }

    /// Returns the moves of the solution; an empty list if there is no solution.
    pub fn moves(&self) -> &[Move] {
        self.solution.as_ref().map_or(&[], Solution::moves)
    }

    /// Returns whether the solution is proved to be optimal.
    pub fn is_optimal(&self) -> bool {
        self.status == Status::Solved && self.cost() == Some(self.bound)
    }
}

/// A pass of a search: one search of the state space that tracks some of the tanks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pass {
    /// The tanks that the states track.
    pub plan: SpacePlan,
    /// The effort.
    pub statistics: Statistics,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Status {
    /// A solution was found. It may not be optimal.
    Solved,
    /// It is proved that there is no solution.
    Unsolvable,
    /// A limit was reached before the search was complete.
    Limit(Limit),
    /// The observer stopped the search.
    Interrupted,
}

impl Status {
    /// Returns what the search decided.
    pub fn verdict(self) -> Verdict {
        match self {
            Status::Solved => Verdict::Solved,
            Status::Unsolvable => Verdict::Unsolvable,
            Status::Limit(_) | Status::Interrupted => Verdict::Limit,
        }
    }

    /// Returns the word for results: that of the verdict.
    pub fn word(self) -> &'static str {
        self.verdict().word()
    }
}

/// What a search decided, whatever stopped it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A solution was found.
    Solved,
    /// There is no solution.
    Unsolvable,
    /// Nothing: a limit or the observer stopped the search.
    Limit,
}

words!(Verdict { Solved => "solved", Unsolvable => "unsolvable", Limit => "limit" });

/// The limit that ended a search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Limit {
    /// Number of states.
    States,
    /// The memory.
    Memory,
    /// Number of generations.
    Generations,
}

impl Limit {
    /// Returns the noun for the limited quantity.
    pub fn word(self) -> &'static str {
        match self {
            Limit::States => "positions",
            Limit::Memory => "memory",
            Limit::Generations => "generations",
        }
    }
}

/// The effort of a search.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// Number of expanded states.
    pub expanded: u64,
    /// Number of generated successors.
    pub generated: u64,
    /// Number of expanded states that were opened again because a cheaper path was found.
    pub reopened: u64,
    /// Number of distinct states stored.
    pub states: u64,
    /// The greatest length of the open list; for IDA* the greatest depth, for genetic algorithms the population.
    pub peak_open: u64,
    /// The greatest memory in bytes.
    pub peak_memory: u64,
}

impl Statistics {
    pub(super) fn add(&mut self, later: &Statistics) {
        self.expanded += later.expanded;
        self.generated += later.generated;
        self.reopened += later.reopened;
        self.states += later.states;
        self.peak_open = self.peak_open.max(later.peak_open);
        self.peak_memory = self.peak_memory.max(later.peak_memory);
    }
}

#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    pub(super) status: Status,
    /// The path to a goal, or the best one known. Under the metric `steps` every move is one cell long.
    pub(super) path: Option<Path>,
    pub(super) bound: u32,
    pub(super) statistics: Statistics,
}

/// A path from the start of a puzzle.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) moves: Vec<Move>,
    pub(super) cost: u32,
}

impl SearchResult {
    pub(super) fn without_path(status: Status, bound: u32, statistics: Statistics) -> SearchResult {
        SearchResult { status, path: None, bound, statistics }
    }

    pub(super) fn solved(moves: Vec<Move>, cost: u32, bound: u32, statistics: Statistics) -> SearchResult {
        SearchResult { status: Status::Solved, path: Some(Path { moves, cost }), bound, statistics }
    }

    /// Returns the result of a search for solutions that cost less than an upper bound, as a result for the puzzle: if
    /// the search pruned states because of the upper bound and found none, there may be other solutions.
    pub(super) fn below(self, upper_bound: u32) -> SearchResult {
        match self.status {
            Status::Unsolvable if self.bound >= upper_bound => {
                SearchResult { status: Status::Limit(Limit::States), ..self }
            }
            _ => self,
        }
    }

    pub(super) fn moves(&self) -> &[Move] {
        self.path.as_ref().map_or(&[], |path| &path.moves)
    }

    /// Makes the outcome of the last result and all passes.
    pub(super) fn into_outcome(self, puzzle: &Puzzle, passes: Vec<Pass>) -> Outcome {
        let SearchResult { status, path, bound, statistics } = self;
        let solution = path.map(|path| Solution::new(puzzle, path.moves));
        Outcome { status, solution, bound, statistics, passes }
    }
}
