//! Keyword arguments that several functions share: names, rules, limits.

use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rushlab::format::Format;
use rushlab::heuristic::Heuristic;
use rushlab::notation::Notation;
use rushlab::puzzle::{Given, Label, RULE_SETS, RuleSet};
use rushlab::search::{Duplicates, MAX_THREADS};
use rushlab::{Limits, Metric, Puzzle, Side, format, heuristic, notation};

use crate::errors::{InvalidArgument, unknown_name};

pub(crate) fn metric(word: &str) -> PyResult<Metric> {
    Metric::from_word(word).ok_or_else(|| unknown_name("metric", word, Metric::ALL.map(Metric::word)))
}

pub(crate) fn duplicates(word: &str) -> PyResult<Duplicates> {
    let unknown = || unknown_name("duplicate detection", word, Duplicates::ALL.map(Duplicates::word));
    Duplicates::from_word(word).ok_or_else(unknown)
}

pub(crate) fn side(word: &str) -> PyResult<Side> {
    Side::from_word(word).ok_or_else(|| unknown_name("side", word, Side::ALL.map(Side::word)))
}

pub(crate) fn label(text: &str) -> PyResult<Label> {
    Label::new(text).map_err(|error| InvalidArgument::new_err(error.to_string()))
}

pub(crate) fn heuristic(name: &str) -> PyResult<&'static dyn Heuristic> {
    let names = heuristic::HEURISTICS.iter().map(|heuristic| heuristic.about().name);
    heuristic::by_name(name).ok_or_else(|| unknown_name("heuristic", name, names))
}

pub(crate) fn format(name: Option<&str>) -> PyResult<Option<&'static dyn Format>> {
    let names = || format::FORMATS.iter().map(|format| format.about().name);
    name.map(|name| format::by_name(name).ok_or_else(|| unknown_name("format", name, names()))).transpose()
}

pub(crate) fn notation(name: Option<&str>) -> PyResult<Option<&'static dyn Notation>> {
    let names = || notation::NOTATIONS.iter().map(|notation| notation.about().name);
    name.map(|name| notation::by_name(name).ok_or_else(|| unknown_name("notation", name, names()))).transpose()
}

pub(crate) fn rule_set(name: &str) -> PyResult<&'static RuleSet> {
    let known = RULE_SETS.iter().map(|set| set.name);
    RuleSet::by_name(name).ok_or_else(|| unknown_name("set of rules", name, known))
}

/// Returns what keyword arguments say about rules.
pub(crate) fn given(rules: Option<&str>, metric_word: Option<&str>) -> PyResult<Given> {
    let (rules, metric) = (rules.map(rule_set).transpose()?, metric_word.map(metric).transpose()?);
    Ok(Given { rules, metric, ..Given::default() })
}

/// Returns a puzzle with other rules, where they are given.
pub(crate) fn with_rules(puzzle: &Puzzle, set: Option<&str>, metric: Option<&str>) -> PyResult<Puzzle> {
    let rules = given(set, metric)?.rules(puzzle.rules());
    Ok(if rules == puzzle.rules() { puzzle.clone() } else { puzzle.clone().with_rules(rules) })
}

/// Returns the limits of each of `concurrency` searches.
pub(crate) fn limits(max_states: Option<u64>, max_memory: Option<u64>, concurrency: usize) -> Limits {
    let memory = max_memory.unwrap_or(Limits::DEFAULT_MEMORY) / (concurrency.max(1) as u64);
    Limits { states: max_states.unwrap_or(u64::MAX), memory }
}

/// Returns the duration of a timeout in seconds.
pub(crate) fn timeout(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds: f64| {
        let error = || InvalidArgument::new_err(format!("a timeout is a number of seconds from 0, not {seconds}"));
        Duration::try_from_secs_f64(seconds).map_err(|_| error())
    };
    // A timeout too long for a clock is none.
    seconds.filter(|seconds| seconds.is_nan() || *seconds <= 1e9).map(duration).transpose()
}

/// Returns the time at which a search that starts now must end.
pub(crate) fn deadline(seconds: Option<f64>) -> PyResult<Option<Instant>> {
    Ok(timeout(seconds)?.map(|timeout| Instant::now() + timeout))
}

/// Defines functions that read whole numbers from 0, each for the argument of its name.
macro_rules! whole_numbers {
    ($($name:ident: $type:ty),*) => {
        $(
            pub(crate) fn $name(value: &Bound<'_, PyAny>) -> PyResult<Option<$type>> {
                if value.is_none() {
                    return Ok(None);
                }
                let number = value.call_method0("__index__").and_then(|number| number.extract());
                number.map(Some).map_err(|_| {
                    let name = stringify!($name);
                    InvalidArgument::new_err(format!("{name}= is a whole number from 0 to {}, not {value}", <$type>::MAX))
                })
            }
        )*
    };
}

whole_numbers!(max_states: u64, max_memory: u64, threads: usize, patience: u64, count: usize, cells: u32);

/// Reads the seed of random numbers.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = value.call_method0("__index__").and_then(|number| number.extract());
    number.map_err(|_| InvalidArgument::new_err(format!("seed= is a whole number from 0 to {}, not {value}", u64::MAX)))
}

/// Returns the number of threads, which is the number of cores by default.
pub(crate) fn threads_or_all(number: Option<usize>) -> PyResult<usize> {
    match number {
        Some(0) => Err(InvalidArgument::new_err("threads= is at least 1")),
        Some(number) => Ok(number.min(MAX_THREADS.into())),
        None => Ok(std::thread::available_parallelism().map_or(1, std::num::NonZero::get)),
    }
}
