//! The searches that the options name.

use std::sync::Arc;

use anyhow::Result;
use rushlab::heuristic;
use rushlab::search::{self, Configuration, Duplicates, HeuristicChoice, Selections};
use rushlab_genetic::ALL_ALGORITHMS;

use crate::arguments::CompareOptions;
use crate::output;

/// Returns the configurations that the options name. Fails if none uses a named heuristic or parameter.
pub(super) fn configurations(options: &CompareOptions, duplicates: Duplicates) -> Result<Vec<Configuration>> {
    let named = options.algorithm.named();
    // Those of the COMP 472 handout.
    let usual = vec![search::DIJKSTRA, search::GREEDY, search::ASTAR];
    let algorithms = if named.is_empty() { usual } else { named };
    let heuristics = options.heuristics.named();
    let selections = Selections {
        algorithms: algorithms.iter().map(|algorithm| algorithm.about().name.to_owned()).collect(),
        heuristics: heuristics.into_iter().map(|heuristic| HeuristicChoice::Custom(Arc::new(heuristic))).collect(),
        default_heuristics: vec![heuristic::H1, heuristic::H2, heuristic::H3, heuristic::H4],
        parameters: options.parameters.of_heuristics()?,
        seed: Some(options.seed.value()),
        duplicates,
    };
    selections.resolve(&ALL_ALGORITHMS).map_err(|error| output::configuration_error(&error))
}
