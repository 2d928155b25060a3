//! Who takes part: an algorithm, with a heuristic if it asks one.

use rushlab::heuristic::{HEURISTICS, Heuristic};
use rushlab::search::{ALGORITHMS, Algorithm};

use crate::arguments::CompareOptions;

/// A way to search.
#[derive(Clone, Copy)]
pub(super) struct Configuration {
    pub(super) algorithm: &'static dyn Algorithm,
    /// Whom it asks, if it asks anybody.
    pub(super) heuristic: Option<&'static dyn Heuristic>,
}

/// Names that differ from the registry's: there, in the course's file names, and in its spreadsheet.
const NAMES: &[(&str, &str, &str)] = &[
    ("dijkstra", "ucs", "UCS"),
    ("greedy", "gbfs", "GBFS"),
    ("astar", "a", "A/A*"),
    ("bfs", "bfs", "BFS"),
    ("idastar", "idastar", "IDA*"),
    ("dfs", "dfs", "DFS"),
    ("grh", "grh", "GRH"),
    ("schlegel", "schlegel", "Schlegel"),
];

impl Configuration {
    /// Those whom the options name, in that order, none twice.
    pub(super) fn all(options: &CompareOptions) -> Vec<Configuration> {
        let mut configurations: Vec<Configuration> = Vec::new();
        let (algorithms, heuristics) = if options.all {
            (ALGORITHMS.to_vec(), HEURISTICS.to_vec())
        } else {
            (
                options.algorithms.iter().map(|name| name.0).collect(),
                options.heuristics.iter().map(|name| name.0).collect(),
            )
        };
        for algorithm in algorithms {
            let asked = heuristics.iter().filter(|_| algorithm.about().informed).map(|heuristic| Some(*heuristic));
            let alone = std::iter::once(None).filter(|_| !algorithm.about().informed);
            for heuristic in asked.chain(alone) {
                let configuration = Configuration { algorithm, heuristic };
                if configurations.iter().all(|other| other.stem() != configuration.stem()) {
                    configurations.push(configuration);
                }
            }
        }
        configurations
    }

    /// What its files are called: `ucs`, `gbfs-h1`.
    pub(super) fn stem(&self) -> String {
        let (_, algorithm, _) = self.names();
        self.heuristic
            .map_or_else(|| algorithm.to_owned(), |heuristic| format!("{algorithm}-{}", heuristic.about().name))
    }

    /// What a person calls it: `UCS`, `GBFS h1`.
    pub(super) fn title(&self) -> String {
        let algorithm = self.algorithm_title();
        self.heuristic
            .map_or_else(|| algorithm.to_owned(), |heuristic| format!("{algorithm} {}", heuristic.about().name))
    }

    /// The algorithm as the course's spreadsheet has it.
    pub(super) fn algorithm_title(&self) -> &'static str {
        self.names().2
    }

    /// The heuristic as the course's spreadsheet has it.
    pub(super) fn heuristic_title(&self) -> &'static str {
        self.heuristic.map_or("NA", |heuristic| heuristic.about().name)
    }

    /// Whether what the way so far costs means nothing to it.
    pub(super) fn is_greedy(&self) -> bool {
        self.algorithm.about().name == "greedy"
    }

    fn names(&self) -> (&'static str, &'static str, &'static str) {
        let name = self.algorithm.about().name;
        NAMES.iter().copied().find(|(registered, ..)| *registered == name).unwrap_or((name, name, name))
    }
}
