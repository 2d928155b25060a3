//! The searches that the options name.

use anyhow::Result;
use rushlab::heuristic::{self, HEURISTICS, Heuristic};
use rushlab::search::{self, Algorithm, Configuration, HeuristicChoice, Selections};
use rushlab_genetic::ALL_ALGORITHMS;

use crate::arguments::{CompareOptions, as_published};
use crate::output;

/// Returns the configurations that the options name. Fails if none uses a named heuristic or parameter.
pub(super) fn configurations(options: &CompareOptions) -> Result<Vec<Configuration>> {
    let algorithm = |algorithm: &dyn Algorithm| algorithm.about().name.to_owned();
    let heuristic = |heuristic: &dyn Heuristic| HeuristicChoice::from(heuristic.about().name);
    let (all, searches) = (options.all, &options.search);
    let selections = Selections {
        algorithms: match all {
            true => {
                let all = ALL_ALGORITHMS.iter().map(|each| algorithm(*each));
                all.filter(|name| as_published(name).is_none()).collect()
            }
            // Those of the COMP 472 handout.
            false if searches.algorithm.is_empty() => {
                [search::DIJKSTRA, search::GREEDY, search::ASTAR].map(algorithm).to_vec()
            }
            false => searches.algorithm.iter().map(|name| algorithm(name.0)).collect(),
        },
        heuristics: match all {
            true => HEURISTICS.iter().map(|each| heuristic(*each)).collect(),
            false => searches.heuristics.heuristic.iter().map(|name| heuristic(name.0)).collect(),
        },
        default_heuristics: vec![heuristic::H1, heuristic::H2, heuristic::H3, heuristic::H4],
        parameters: searches.heuristics.parameters.values(),
        seed: Some(options.seed.value()),
        duplicates: options.duplicates(),
    };
    selections.resolve(&ALL_ALGORITHMS).map_err(|error| output::configuration_error(&error))
}
