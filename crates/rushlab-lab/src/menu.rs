//! The options a front end offers: algorithms, heuristics, formats and more, as listed by the library's registries.

use std::collections::BTreeMap;
use std::sync::Arc;

use rushlab::analysis::Level;
use rushlab::format::FORMATS;
use rushlab::heuristic::{self, HEURISTICS};
use rushlab::notation::NOTATIONS;
use rushlab::puzzle::{Metric, RULE_SETS, SIZES, Side};
use rushlab::search;
use rushlab_genetic::ALL_ALGORITHMS;
use rushlab_genetic::{Method, PARAMETERS, Parameter, Setting, ValueType};
use rushlab_render::palette;
use serde::{Deserialize, Serialize};

use crate::Lab;
use crate::error::LabError;
use crate::fields::VehicleColours;
use crate::job::{Job, REQUESTS, Request, RequestEntry};
use crate::settings::Settings;

/// Requests the menu.
#[derive(Debug, Deserialize)]
pub struct MenuRequest {}

impl Request for MenuRequest {
    fn job(self, lab: &Arc<Lab>) -> Result<Job, LabError> {
        let lab = Arc::clone(lab);
        Ok(Job::instant(move || Ok(menu(&lab.settings))))
    }
}

/// What a front end can offer.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct Menu {
    version: &'static str,
    /// All requests.
    requests: &'static [RequestEntry],
    algorithms: Vec<AlgorithmEntry>,
    heuristics: Vec<HeuristicEntry>,
    formats: Vec<Entry>,
    notations: Vec<Entry>,
    /// The options of the genetic algorithms.
    evolution: EvolutionEntry,
    rule_sets: Vec<RuleSetEntry>,
    metrics: Vec<&'static str>,
    levels: Vec<&'static str>,
    sides: Vec<&'static str>,
    /// The algorithm and the heuristic of requests that name none.
    defaults: Defaults,
    /// The colours of vehicles other than the primary, in the order of their labels.
    colours: Vec<VehicleColours>,
    /// The colours of the primary.
    primary: VehicleColours,
    limits: LimitsEntry,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Entry {
    name: &'static str,
    summary: &'static str,
}

/// A set of rules.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct RuleSetEntry {
    name: &'static str,
    /// The name in plain words.
    title: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct AlgorithmEntry {
    name: &'static str,
    summary: &'static str,
    /// The name in plain words.
    plain_name: &'static str,
    /// What it does, in a few plain words.
    idea: &'static str,
    /// The condition under which its solutions are optimal.
    optimal: &'static str,
    /// Why its optimal solutions are known to be optimal, in a few plain words; `null` if the reason is long.
    proof: Option<&'static str>,
    /// Whether it uses a heuristic.
    informed: bool,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct HeuristicEntry {
    name: &'static str,
    summary: &'static str,
    /// The name in plain words.
    plain_name: &'static str,
    /// What it estimates, in a few plain words.
    idea: &'static str,
    admissible: &'static str,
    consistent: &'static str,
    /// The parameters that a search may set.
    parameters: Vec<HeuristicParameter>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct HeuristicParameter {
    name: &'static str,
    symbol: &'static str,
    summary: &'static str,
    default: f64,
    min: f64,
    /// Whether the value must be greater than `min`.
    min_is_excluded: bool,
    max: f64,
    /// The greatest number of decimals.
    decimals: u8,
}

impl From<&heuristic::Parameter> for HeuristicParameter {
    fn from(parameter: &heuristic::Parameter) -> HeuristicParameter {
        let heuristic::Parameter { name, symbol, summary, default, min, min_is_excluded, max, decimals } = *parameter;
        HeuristicParameter { name, symbol, summary, default, min, min_is_excluded, max, decimals }
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct EvolutionEntry {
    methods: Vec<&'static str>,
    settings: Vec<&'static str>,
    /// A summary of each algorithm and each setting, by name.
    summaries: BTreeMap<&'static str, &'static str>,
    parameters: Vec<ParameterEntry>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ParameterEntry {
    name: &'static str,
    help: &'static str,
    /// `whole` (an integer), `real`, or `switch` (0 or 1).
    kind: &'static str,
    min: f64,
    max: f64,
    /// The default by algorithm, then by setting. Algorithms without the parameter are left out.
    defaults: BTreeMap<&'static str, BTreeMap<&'static str, f64>>,
}

fn evolution() -> EvolutionEntry {
    let defaults = |parameter: &Parameter| {
        let settings = |method: Method| -> BTreeMap<&'static str, f64> {
            let value = |setting: Setting| Some((setting.name(), parameter.default(method, setting)?));
            Setting::ALL.into_iter().filter_map(value).collect()
        };
        let all = Method::ALL.into_iter().map(|method| (method.name(), settings(method)));
        all.filter(|(_, settings)| !settings.is_empty()).collect()
    };
    let entry = |parameter: &'static Parameter| ParameterEntry {
        name: parameter.name,
        help: parameter.help,
        kind: match parameter.value_type {
            ValueType::Integer => "whole",
            ValueType::Real => "real",
            ValueType::Boolean => "switch",
        },
        min: parameter.range.0,
        max: parameter.range.1,
        defaults: defaults(parameter),
    };
    EvolutionEntry {
        methods: Method::ALL.map(Method::name).to_vec(),
        settings: Setting::ALL.map(Setting::name).to_vec(),
        summaries: (Method::ALL.iter().map(|method| (method.name(), method.summary())))
            .chain(Setting::ALL.iter().map(|setting| (setting.name(), setting.summary())))
            .collect(),
        parameters: PARAMETERS.iter().map(entry).collect(),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Defaults {
    algorithm: &'static str,
    heuristic: &'static str,
}

/// The limits of requests.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct LimitsEntry {
    /// The smallest side of a board, in cells.
    smallest_board: usize,
    /// The largest side of a board, in cells.
    largest_board: usize,
    /// Positions one search may store.
    states: u64,
    /// Memory one search may use, in bytes.
    memory: u64,
    /// Time one search may take.
    seconds: u64,
    /// Algorithms in one race.
    entrants: usize,
    /// Maximum number of positions of a cluster whose graph is returned.
    graph: usize,
}

/// Lists requests, algorithms, heuristics, formats, notations, levels, colours and limits.
fn menu(settings: &Settings) -> Menu {
    Menu {
        version: env!("CARGO_PKG_VERSION"),
        requests: REQUESTS,
        algorithms: (ALL_ALGORITHMS.iter().map(|algorithm| algorithm.about()))
            .map(|about| AlgorithmEntry {
                name: about.name,
                summary: about.summary,
                plain_name: about.plain_name,
                idea: about.idea,
                optimal: about.optimal.words(),
                proof: about.proof,
                informed: about.informed,
            })
            .collect(),
        heuristics: (HEURISTICS.iter().map(|heuristic| heuristic.about()))
            .map(|about| HeuristicEntry {
                name: about.name,
                summary: about.summary,
                plain_name: about.plain_name,
                idea: about.idea,
                admissible: about.admissible.words(),
                consistent: about.consistent.words(),
                parameters: about.parameters.iter().map(HeuristicParameter::from).collect(),
            })
            .collect(),
        formats: (FORMATS.iter().map(|format| format.about()))
            .map(|about| Entry { name: about.name, summary: about.summary })
            .collect(),
        notations: (NOTATIONS.iter().map(|notation| notation.about()))
            .map(|about| Entry { name: about.name, summary: about.summary })
            .collect(),
        evolution: evolution(),
        rule_sets: (RULE_SETS.iter())
            .map(|set| RuleSetEntry { name: set.name, title: set.title, summary: set.summary })
            .collect(),
        metrics: Metric::ALL.map(Metric::word).to_vec(),
        levels: Level::ALL.map(Level::word).to_vec(),
        sides: Side::ALL.map(Side::word).to_vec(),
        defaults: Defaults { algorithm: search::DEFAULT.about().name, heuristic: heuristic::DEFAULT.about().name },
        colours: palette::COLOURS.map(VehicleColours::from).into(),
        primary: palette::PRIMARY.into(),
        limits: LimitsEntry {
            smallest_board: *SIZES.start(),
            largest_board: *SIZES.end(),
            states: settings.max_states,
            memory: settings.max_memory,
            seconds: settings.search_timeout.as_secs(),
            entrants: settings.max_entrants,
            graph: settings.max_graph,
        },
    }
}
