//! A search configuration: an algorithm, with a heuristic if it is informed.

use std::sync::Arc;

use anyhow::Result;
use rushlab::heuristic::{HEURISTICS, Heuristic};
use rushlab::search::Algorithm;
use rushlab_genetic::ALGORITHMS;

use crate::arguments::CompareOptions;

/// An algorithm with its heuristic.
#[derive(Clone)]
pub(super) struct Configuration {
    pub(super) algorithm: &'static dyn Algorithm,
    /// The heuristic, if the algorithm is informed.
    pub(super) heuristic: Option<Arc<dyn Heuristic>>,
}

/// Names of algorithms: in the registry, in the COMP 472 file names, and in the COMP 472 spreadsheet.
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

/// Returns the algorithms and heuristics that the options name.
fn chosen(options: &CompareOptions) -> (Vec<&'static dyn Algorithm>, Vec<&'static dyn Heuristic>) {
    if options.all {
        return (ALGORITHMS.to_vec(), HEURISTICS.to_vec());
    }
    (options.algorithms.iter().map(|name| name.0).collect(), options.heuristics.iter().map(|name| name.0).collect())
}

/// Fails if the options name a heuristic or a parameter that no configuration uses.
pub(super) fn check(options: &CompareOptions) -> Result<()> {
    let (algorithms, heuristics) = chosen(options);
    let heuristics_option = options.heuristics_given.0.then_some("heuristics");
    options.parameters.check_algorithms(&algorithms, heuristics_option, "algorithms")?;
    options.parameters.check_heuristics(&heuristics, "heuristics")
}

impl Configuration {
    /// Returns the configurations that the options name, in that order, without duplicates.
    pub(super) fn all(options: &CompareOptions) -> Vec<Configuration> {
        let mut configurations: Vec<Configuration> = Vec::new();
        let (algorithms, heuristics) = chosen(options);
        for algorithm in algorithms {
            let informed = heuristics
                .iter()
                .filter(|_| algorithm.about().informed)
                .map(|heuristic| Some(options.parameters.apply(*heuristic)));
            let uninformed = std::iter::once(None).filter(|_| !algorithm.about().informed);
            for heuristic in informed.chain(uninformed) {
                let configuration = Configuration { algorithm, heuristic };
                if configurations.iter().all(|other| other.stem() != configuration.stem()) {
                    configurations.push(configuration);
                }
            }
        }
        configurations
    }

    /// Returns the beginning of its file names: `ucs`, `gbfs-h1`.
    pub(super) fn stem(&self) -> String {
        let (_, algorithm, _) = self.names();
        self.heuristic
            .as_ref()
            .map_or_else(|| algorithm.to_owned(), |heuristic| format!("{algorithm}-{}", heuristic.about().name))
    }

    /// Returns its title: `UCS`, `GBFS h1`.
    pub(super) fn title(&self) -> String {
        let algorithm = self.algorithm_title();
        self.heuristic
            .as_ref()
            .map_or_else(|| algorithm.to_owned(), |heuristic| format!("{algorithm} {}", heuristic.about().name))
    }

    /// Returns the algorithm as in the COMP 472 spreadsheet.
    pub(super) fn algorithm_title(&self) -> &'static str {
        self.names().2
    }

    /// Returns the heuristic as in the COMP 472 spreadsheet.
    pub(super) fn heuristic_title(&self) -> &'static str {
        self.heuristic.as_ref().map_or("NA", |heuristic| heuristic.about().name)
    }

    /// Returns whether it is greedy best-first search, which ignores the cost so far.
    pub(super) fn is_greedy(&self) -> bool {
        self.algorithm.about().name == "greedy"
    }

    fn names(&self) -> (&'static str, &'static str, &'static str) {
        let name = self.algorithm.about().name;
        NAMES.iter().copied().find(|(registered, ..)| *registered == name).unwrap_or((name, name, name))
    }
}
