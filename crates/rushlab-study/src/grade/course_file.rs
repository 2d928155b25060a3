//! The files of the handout, section 2.3: `ucs-sol-1.txt`, `a-h2-search-1.txt` and so on.

use std::fmt;

use rushlab::heuristic::{self, Heuristic};

use crate::comparison::comp472_files;

/// A search strategy of the handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Uniform cost search.
    UniformCost,
    /// Greedy best-first search.
    Greedy,
    /// Algorithm A or A*.
    A,
}

/// A heuristic of the handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CourseHeuristic {
    /// Number of blocking vehicles.
    H1,
    /// Number of blocked positions.
    H2,
    /// `h1` times a constant above 1 that each team chooses.
    H3,
    /// The team's own admissible heuristic.
    H4,
}

/// A search of the handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CourseSearch {
    /// The strategy.
    pub strategy: Strategy,
    /// The heuristic, except for uniform cost search.
    pub heuristic: Option<CourseHeuristic>,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// The solution path.
    Solution,
    /// The search path.
    Search,
}

/// A file that a student hands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseFile {
    /// The search.
    pub search: CourseSearch,
    /// What it holds.
    pub kind: FileKind,
    /// Its puzzle, by number.
    pub puzzle: usize,
}

impl CourseHeuristic {
    /// All of them.
    pub const ALL: [CourseHeuristic; 4] =
        [CourseHeuristic::H1, CourseHeuristic::H2, CourseHeuristic::H3, CourseHeuristic::H4];

    /// Returns its name: `h1`.
    pub fn name(self) -> &'static str {
        match self {
            CourseHeuristic::H1 => "h1",
            CourseHeuristic::H2 => "h2",
            CourseHeuristic::H3 => "h3",
            CourseHeuristic::H4 => "h4",
        }
    }

    /// Returns the heuristic that determines its estimates: all of them, or up to a factor (`h3`). `h4` is free.
    pub(super) fn base(self) -> Option<&'static dyn Heuristic> {
        match self {
            CourseHeuristic::H1 | CourseHeuristic::H3 => Some(heuristic::H1),
            CourseHeuristic::H2 => Some(heuristic::H2),
            CourseHeuristic::H4 => None,
        }
    }
}

impl CourseSearch {
    /// Returns the searches of the handout with these heuristics.
    pub fn all(heuristics: &[CourseHeuristic]) -> Vec<CourseSearch> {
        let informed = |strategy| heuristics.iter().map(move |own| CourseSearch { strategy, heuristic: Some(*own) });
        let uninformed = CourseSearch { strategy: Strategy::UniformCost, heuristic: None };
        std::iter::once(uninformed).chain(informed(Strategy::Greedy)).chain(informed(Strategy::A)).collect()
    }

    /// Returns whether its solutions must be shortest ones: it is uninformed, or A with an admissible heuristic.
    pub fn is_optimal(self) -> bool {
        match self.strategy {
            Strategy::UniformCost => true,
            Strategy::Greedy => false,
            Strategy::A => matches!(self.heuristic, Some(CourseHeuristic::H1 | CourseHeuristic::H4)),
        }
    }
}

/// The stem of its files: `a-h1`.
impl fmt::Display for CourseSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strategy = match self.strategy {
            Strategy::UniformCost => "ucs",
            Strategy::Greedy => "gbfs",
            Strategy::A => "a",
        };
        match self.heuristic {
            None => write!(f, "{strategy}"),
            Some(heuristic) => write!(f, "{strategy}-{}", heuristic.name()),
        }
    }
}

/// The name of the file.
impl fmt::Display for CourseFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stem = self.search.to_string();
        f.write_str(&match self.kind {
            FileKind::Solution => comp472_files::solution_name(&stem, self.puzzle),
            FileKind::Search => comp472_files::search_name(&stem, self.puzzle),
        })
    }
}

impl CourseFile {
    /// Returns whether a name means this file: its own, or, for the only puzzle, `ucs-search.txt` as in the handout's
    /// table.
    pub(super) fn is_named(&self, name: &str, is_only_puzzle: bool) -> bool {
        let is_short = || {
            let short = self.search.strategy == Strategy::UniformCost && self.kind == FileKind::Search;
            short && is_only_puzzle && name == "ucs-search.txt"
        };
        name == self.to_string() || is_short()
    }

    /// Returns whether a wrong name was probably meant for this file: it differs in capitals, separators, leading zeros
    /// or the word for `sol`.
    pub(super) fn resembles(&self, name: &str) -> bool {
        let plain = |name: &str| {
            let lower = name.to_lowercase().replace("solution", "sol");
            let parts: Vec<&str> = lower.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
            parts.iter().map(|part| part.trim_start_matches('0')).collect::<String>()
        };
        plain(name) == plain(&self.to_string())
    }
}
