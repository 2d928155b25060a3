//! The names of algorithms, heuristics, formats, notations and genetic parameters, each with a summary.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use rushlab::{format, heuristic, notation, search};
use rushlab_genetic::{Method, PARAMETERS, Setting};

use crate::errors::unknown_name;

/// Returns the names of all search algorithms with a summary, whether they use a heuristic, and whether they use random
/// numbers.
#[pyfunction]
#[pyo3(name = "_algorithms")]
pub(crate) fn algorithms() -> Vec<(&'static str, &'static str, bool, bool)> {
    let row = |about: &'static search::About| (about.name, about.summary, about.informed, about.random);
    rushlab_genetic::ALL_ALGORITHMS.iter().map(|algorithm| row(algorithm.about())).collect()
}

/// Returns the names of all heuristics, each with a summary.
///
/// >>> "h1" in dict(rushlab.heuristics())
/// True
#[pyfunction]
pub(crate) fn heuristics() -> Vec<(&'static str, &'static str)> {
    heuristic::HEURISTICS.iter().map(|heuristic| (heuristic.about().name, heuristic.about().summary)).collect()
}

/// Returns the names of all puzzle formats, each with a summary.
///
/// >>> "princeton" in dict(rushlab.formats())
/// True
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, &'static str)> {
    format::FORMATS.iter().map(|format| (format.about().name, format.about().summary)).collect()
}

/// Returns the names of all move notations, each with a summary.
///
/// >>> "letters" in dict(rushlab.notations())
/// True
#[pyfunction]
pub(crate) fn notations() -> Vec<(&'static str, &'static str)> {
    notation::NOTATIONS.iter().map(|notation| (notation.about().name, notation.about().summary)).collect()
}

/// Returns the parameters of a genetic algorithm: the default and a description of each, by name.
///
/// >>> default, description = rushlab.parameters("schlegel")["population"]
/// >>> default > 0
/// True
#[pyfunction]
#[pyo3(signature = (algorithm, *, setting="refined"))]
pub(crate) fn parameters(algorithm: &str, setting: &str) -> PyResult<BTreeMap<&'static str, (f64, &'static str)>> {
    let method = Method::by_name(algorithm)
        .ok_or_else(|| unknown_name("genetic algorithm", algorithm, Method::ALL.map(Method::name)))?;
    let setting =
        Setting::by_name(setting).ok_or_else(|| unknown_name("setting", setting, Setting::ALL.map(Setting::name)))?;
    let row = |parameter: &'static rushlab_genetic::Parameter| {
        Some((parameter.name, (parameter.default(method, setting)?, parameter.help)))
    };
    Ok(PARAMETERS.iter().filter_map(row).collect())
}
