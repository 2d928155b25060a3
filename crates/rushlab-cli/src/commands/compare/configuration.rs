//! The searches that the options name.

use anyhow::Result;
use rushlab::heuristic::{self, HEURISTICS, Heuristic};
use rushlab::search::{Algorithm, Configuration, HeuristicChoice, Selections};
use rushlab_genetic::ALL_ALGORITHMS;

use crate::arguments::CompareOptions;
use crate::output;

/// Returns the configurations that the options name. Fails if none uses a named heuristic or parameter.
pub(super) fn configurations(options: &CompareOptions) -> Result<Vec<Configuration>> {
    let algorithm = |algorithm: &dyn Algorithm| algorithm.about().name.to_owned();
    let heuristic = |heuristic: &dyn Heuristic| HeuristicChoice::from(heuristic.about().name);
    let all = options.all;
    let selections = Selections {
        algorithms: match all {
            true => ALL_ALGORITHMS.iter().map(|each| algorithm(*each)).collect(),
            false => options.algorithms.iter().map(|name| algorithm(name.0)).collect(),
        },
        heuristics: match all {
            true => HEURISTICS.iter().map(|each| heuristic(*each)).collect(),
            false => options.heuristics.iter().map(|name| heuristic(name.0)).collect(),
        },
        default_heuristics: vec![heuristic::H1, heuristic::H2, heuristic::H3, heuristic::H4],
        parameters: options.parameters.values(),
        seed: Some(options.seed),
        duplicates: options.duplicates(),
    };
    selections.resolve(&ALL_ALGORITHMS).map_err(|error| output::configuration_error(&error, "s"))
}
