//! The library's errors as Python exceptions. The classes are in `rushlab/errors.py`; messages are the library's, with
//! remedies phrased as keyword arguments.

use pyo3::prelude::*;
use rushlab::search::{ConfigurationError, ConfigurationField};
use rushlab::{Error, Remedy};

pyo3::import_exception!(rushlab.errors, InvalidPuzzle);
pyo3::import_exception!(rushlab.errors, InvalidArgument);
pyo3::import_exception!(rushlab.errors, IllegalMove);
pyo3::import_exception!(rushlab.errors, LimitReached);
pyo3::import_exception!(rushlab.errors, SearchTimeout);
pyo3::import_exception!(rushlab.errors, Unsolvable);

/// Returns the imperative clause for a remedy.
pub(crate) fn remedy(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::NamePrimary => "name it with primary=\"A\"",
        Remedy::NameFormat => "name one with format=",
        Remedy::Relabel => "pass relabel=True",
        Remedy::PlainRules => "drop them with puzzle.with_rules(\"plain\", metric=\"moves\")",
        Remedy::EsauNotation => "for Esau's lists pass notation=\"esau\"",
        other => other.words(),
    }
}

/// Returns the exception for an error of reading or writing.
pub(crate) fn exception(error: &Error) -> PyErr {
    InvalidPuzzle::new_err(error.explain(&remedy))
}

/// Returns the exception for a search that cannot be configured, with keyword arguments as nouns.
pub(crate) fn invalid_search(error: &ConfigurationError) -> PyErr {
    InvalidArgument::new_err(error.explain(&|field| match field {
        ConfigurationField::Algorithm => "algorithm=".to_owned(),
        ConfigurationField::Heuristic => "heuristic=".to_owned(),
        other => other.to_string(),
    }))
}

/// Returns the exception for an unknown name: what it is, and which names there are.
pub(crate) fn unknown_name(kind: &str, name: &str, known: impl IntoIterator<Item = &'static str>) -> PyErr {
    let known: Vec<&str> = known.into_iter().collect();
    InvalidArgument::new_err(format!("there is no {kind} {name:?}; choose one of {}", known.join(", ")))
}
