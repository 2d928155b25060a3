//! Option values that are names in the library's registries.

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser as _};
use rushlab::analysis::Level;
use rushlab::format::{self, FORMATS, Format};
use rushlab::heuristic::Heuristic;
use rushlab::notation::{self, NOTATIONS, Notation};
use rushlab::puzzle::{Metric, RULE_SETS, RuleSet, Side};
use rushlab::search::Algorithm;
use rushlab_census::{CensusRules, RULES, rules_by_name};
use rushlab_genetic::{ALL_ALGORITHMS, GRH, GRH_FAITHFUL, SCHLEGEL, SCHLEGEL_FAITHFUL, algorithm_by_name};
use rushlab_render::{Paper, Theme};

use crate::output::JsonLayout;

/// A format by its name in the registry, and how a file of puzzles in JSON is laid out.
#[derive(Clone, Copy)]
pub(crate) struct FormatName(pub(crate) &'static dyn Format, pub(crate) JsonLayout);

impl std::fmt::Debug for FormatName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.about().name)
    }
}

/// A notation by its name in the registry.
#[derive(Clone, Copy)]
pub(crate) struct NotationName(pub(crate) &'static dyn Notation);

impl std::fmt::Debug for NotationName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.about().name)
    }
}

/// The algorithms that a name of a list stands for: one, or all.
#[derive(Clone)]
pub(crate) struct AlgorithmName(pub(crate) Vec<&'static dyn Algorithm>);

impl std::fmt::Debug for AlgorithmName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|algorithm| algorithm.about().name)).finish()
    }
}

/// The heuristics that a name of a list stands for: one, or all.
#[derive(Clone)]
pub(crate) struct HeuristicName(pub(crate) Vec<&'static dyn Heuristic>);

impl std::fmt::Debug for HeuristicName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|heuristic| heuristic.about().name)).finish()
    }
}

/// The name for everything in a registry.
pub(super) const ALL: &str = "all";

pub(super) fn algorithm_parser() -> impl clap::builder::TypedValueParser<Value = AlgorithmName> {
    let value = |algorithm: &&'static dyn Algorithm| {
        let about = algorithm.about();
        PossibleValue::new(about.name).aliases(about.aliases.iter().copied()).hide(as_published(about.name).is_some())
    };
    let values = ALL_ALGORITHMS.iter().map(value).chain([PossibleValue::new(ALL)]);
    PossibleValuesParser::new(values).try_map(|name| match as_published(&name) {
        Some(method) => Err(format!("as published, it is `rushlab evolve --algorithm {method} --setting faithful`")),
        None if name == ALL => Ok(AlgorithmName(all_algorithms())),
        None => {
            let algorithm = algorithm_by_name(&name).ok_or_else(|| "no such algorithm".to_owned())?;
            Ok(AlgorithmName(vec![algorithm]))
        }
    })
}

/// Returns the algorithms that the command line offers.
pub(crate) fn all_algorithms() -> Vec<&'static dyn Algorithm> {
    let is_offered = |algorithm: &&dyn Algorithm| as_published(algorithm.about().name).is_none();
    ALL_ALGORITHMS.iter().copied().filter(is_offered).collect()
}

/// Returns the genetic algorithm whose published setting is a search with this name. On the command line, the setting
/// is an option of `evolve`.
fn as_published(algorithm: &str) -> Option<&'static str> {
    let settings = [(SCHLEGEL_FAITHFUL, SCHLEGEL), (GRH_FAITHFUL, GRH)];
    let published = settings.into_iter().find(|(published, _)| published.about().name == algorithm);
    published.map(|(_, refined)| refined.about().name)
}

pub(super) fn heuristic_parser() -> impl clap::builder::TypedValueParser<Value = HeuristicName> {
    super::heuristic_value::HeuristicParser
}

/// The name of the format `json` with one object per line.
const JSON_LINES: &str = "jsonl";

pub(super) fn format_parser() -> impl clap::builder::TypedValueParser<Value = FormatName> {
    let names = FORMATS.iter().map(|format| format.about().name).chain([JSON_LINES]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        JSON_LINES => Ok(FormatName(format::JSON, JsonLayout::LINES)),
        name => format::by_name(name).map(|format| FormatName(format, JsonLayout::ARRAY)).ok_or("no such format"),
    })
}

pub(super) fn notation_parser() -> impl clap::builder::TypedValueParser<Value = NotationName> {
    let names = NOTATIONS.iter().map(|notation| notation.about().name);
    PossibleValuesParser::new(names)
        .try_map(|name| notation::by_name(&name).map(NotationName).ok_or("no such notation"))
}

pub(super) fn census_rules_parser() -> impl clap::builder::TypedValueParser<Value = &'static CensusRules> {
    let values = RULES.iter().map(|rules| PossibleValue::new(rules.name).help(rules.summary));
    PossibleValuesParser::new(values).try_map(|name| rules_by_name(&name).ok_or("no such rules"))
}

pub(super) fn theme_parser() -> impl clap::builder::TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|(name, _)| name)).try_map(|name| {
        Theme::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, theme)| theme).ok_or("no such theme")
    })
}

pub(super) fn paper_parser() -> impl clap::builder::TypedValueParser<Value = Paper> {
    PossibleValuesParser::new(Paper::ALL.map(|(name, _)| name)).try_map(|name| {
        Paper::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, paper)| paper).ok_or("no such paper")
    })
}

pub(super) fn side_parser() -> impl clap::builder::TypedValueParser<Value = Side> {
    PossibleValuesParser::new(Side::ALL.map(Side::word)).try_map(|word| Side::from_word(&word).ok_or("no such side"))
}

pub(super) fn rule_set_parser() -> impl clap::builder::TypedValueParser<Value = &'static RuleSet> {
    let names = RULE_SETS.iter().map(|set| set.name);
    PossibleValuesParser::new(names).try_map(|name| RuleSet::by_name(&name).ok_or("no such rules"))
}

pub(super) fn metric_parser() -> impl clap::builder::TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(Metric::word))
        .try_map(|word| Metric::from_word(&word).ok_or("no such metric"))
}

pub(super) fn level_parser() -> impl clap::builder::TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::word))
        .try_map(|word| Level::from_word(&word).ok_or("no such level"))
}

pub(super) fn count_parser() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..)
}
