//! What there is to choose from: read from the registries, so that the page's menus never lag behind.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use rushlab::format::FORMATS;
use rushlab::genetic::{Method, PARAMETERS, Parameter, Setting, ValueType};
use rushlab::heuristic::{self, HEURISTICS};
use rushlab::notation::NOTATIONS;
use rushlab::puzzle::{SIZES, Side};
use rushlab::search::{self, ALGORITHMS};
use rushlab_render::palette;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Lab;
use crate::levels::Tier;

#[derive(Serialize, ToSchema)]
pub(super) struct Menu {
    version: &'static str,
    algorithms: Vec<AlgorithmEntry>,
    heuristics: Vec<HeuristicEntry>,
    formats: Vec<Entry>,
    notations: Vec<Entry>,
    /// What can be evolved.
    evolution: EvolutionEntry,
    tiers: Vec<&'static str>,
    sides: Vec<&'static str>,
    /// The algorithm and the heuristic that are used when none is named.
    defaults: Defaults,
    /// The colours of vehicles other than the primary, in the order of their labels.
    colours: Vec<Paint>,
    primary: Paint,
    limits: Allowed,
}

#[derive(Serialize, ToSchema)]
struct Entry {
    name: &'static str,
    summary: &'static str,
}

#[derive(Serialize, ToSchema)]
struct AlgorithmEntry {
    name: &'static str,
    summary: &'static str,
    /// When its solutions are as short as can be.
    optimal: &'static str,
    /// Whether it asks a heuristic.
    informed: bool,
}

#[derive(Serialize, ToSchema)]
struct HeuristicEntry {
    name: &'static str,
    summary: &'static str,
    admissible: &'static str,
    consistent: &'static str,
    /// Whether it takes a weight.
    weighted: bool,
}

#[derive(Serialize, ToSchema)]
struct EvolutionEntry {
    species: Vec<&'static str>,
    settings: Vec<&'static str>,
    parameters: Vec<ParameterEntry>,
}

#[derive(Serialize, ToSchema)]
struct ParameterEntry {
    name: &'static str,
    help: &'static str,
    /// `whole`, `real` or `switch`.
    kind: &'static str,
    least: f64,
    most: f64,
    /// By species, then by setting; a species that does not look at it is left out.
    defaults: BTreeMap<&'static str, BTreeMap<&'static str, f64>>,
}

fn evolution() -> EvolutionEntry {
    let defaults = |parameter: &Parameter| {
        let settings = |species: Method| -> BTreeMap<&'static str, f64> {
            let value = |setting: Setting| Some((setting.name(), parameter.default(species, setting)?));
            Setting::ALL.into_iter().filter_map(value).collect()
        };
        let all = Method::ALL.into_iter().map(|species| (species.name(), settings(species)));
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
        least: parameter.range.0,
        most: parameter.range.1,
        defaults: defaults(parameter),
    };
    EvolutionEntry {
        species: Method::ALL.map(Method::name).to_vec(),
        settings: Setting::ALL.map(Setting::name).to_vec(),
        parameters: PARAMETERS.iter().map(entry).collect(),
    }
}

#[derive(Serialize, ToSchema)]
struct Defaults {
    algorithm: &'static str,
    heuristic: &'static str,
}

#[derive(Serialize, ToSchema)]
struct Paint {
    colour: String,
    ink: String,
}

impl From<palette::Colour> for Paint {
    fn from(colour: palette::Colour) -> Paint {
        Paint { colour: colour.to_string(), ink: colour.ink().to_string() }
    }
}

/// What one search may use.
#[derive(Serialize, ToSchema)]
struct Allowed {
    smallest_board: usize,
    largest_board: usize,
    states: u64,
    memory: u64,
    seconds: u64,
    entrants: usize,
    graph: usize,
}

/// Algorithms, heuristics, formats, notations, tiers of levels, colours, limits.
#[utoipa::path(get, path = "/api/menu", responses((status = 200, body = Menu)))]
pub(super) async fn menu(State(lab): State<Lab>) -> Json<Menu> {
    let settings = lab.workshop.settings;
    Json(Menu {
        version: env!("CARGO_PKG_VERSION"),
        algorithms: (ALGORITHMS.iter().map(|algorithm| algorithm.about()))
            .map(|about| AlgorithmEntry {
                name: about.name,
                summary: about.summary,
                optimal: about.optimal.words(),
                informed: about.informed,
            })
            .collect(),
        heuristics: (HEURISTICS.iter().map(|heuristic| heuristic.about()))
            .map(|about| HeuristicEntry {
                name: about.name,
                summary: about.summary,
                admissible: about.admissible.words(),
                consistent: about.consistent.words(),
                weighted: about.weighted,
            })
            .collect(),
        formats: (FORMATS.iter().map(|format| format.about()))
            .map(|about| Entry { name: about.name, summary: about.summary })
            .collect(),
        notations: (NOTATIONS.iter().map(|notation| notation.about()))
            .map(|about| Entry { name: about.name, summary: about.summary })
            .collect(),
        evolution: evolution(),
        tiers: Tier::ALL.map(Tier::word).to_vec(),
        sides: Side::ALL.map(Side::word).to_vec(),
        defaults: Defaults { algorithm: search::DEFAULT.about().name, heuristic: heuristic::DEFAULT.about().name },
        colours: palette::COLOURS.map(Paint::from).into(),
        primary: palette::PRIMARY.into(),
        limits: Allowed {
            smallest_board: *SIZES.start(),
            largest_board: *SIZES.end(),
            states: settings.states,
            memory: settings.memory,
            seconds: settings.time.as_secs(),
            entrants: settings.entrants,
            graph: settings.graph,
        },
    })
}
