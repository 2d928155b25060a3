//! The reasons why a selection is no configuration, and their messages.

use std::fmt;

use crate::error::listed;
use crate::heuristic::{ExpressionError, ParameterError};

/// A part of a [`Selection`](super::Selection). Front ends have a noun for each: an option, a form field, an argument.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConfigurationField<'a> {
    /// Algorithm.
    Algorithm,
    /// Heuristic.
    Heuristic,
    /// Parameter of a heuristic, by name.
    Parameter(&'a str),
}

impl fmt::Display for ConfigurationField<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigurationField::Algorithm => f.write_str("the algorithm"),
            ConfigurationField::Heuristic => f.write_str("the heuristic"),
            ConfigurationField::Parameter(name) => write!(f, "the {name}"),
        }
    }
}

/// The reason why a selection is no configuration.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum ConfigurationError {
    /// A name is in no registry.
    Unknown {
        /// What has the name: an algorithm or a heuristic.
        field: ConfigurationField<'static>,
        name: String,
        known: Vec<&'static str>,
    },
    /// The heuristic is written as an expression, and is none.
    Expression(ExpressionError),
    /// A parameter is unknown, or cannot have the value.
    Parameter(ParameterError),
    /// None of the algorithms uses the heuristic.
    UnusedHeuristic {
        algorithms: Vec<&'static str>,
        /// Names of the algorithms that use one.
        informed: Vec<&'static str>,
    },
    /// None of the algorithms uses a heuristic, so none uses the parameter.
    UnusedParameter {
        parameter: String,
        algorithms: Vec<&'static str>,
        /// Names of the algorithms that use a heuristic.
        informed: Vec<&'static str>,
    },
    /// None of the heuristics has the parameter.
    ForeignParameter { parameter: String, heuristics: Vec<&'static str>, owners: Vec<&'static str> },
}

impl ConfigurationError {
    /// Returns the message, in which `noun` names the parts of a selection: `--heuristic`, `heuristic=`.
    pub fn explain(&self, noun: &dyn Fn(ConfigurationField<'_>) -> String) -> String {
        use ConfigurationField::{Algorithm, Heuristic, Parameter};
        let unused = |field, algorithms: &[&str], informed: &[&str]| {
            let (field, algorithms, informed) = (noun(field), listed(algorithms, "and"), listed(informed, "or"));
            format!("{field} is not used by {algorithms}; use {} {informed}", noun(Algorithm))
        };
        match self {
            ConfigurationError::Unknown { field, name, known } => {
                let kind = if *field == Algorithm { "algorithm" } else { "heuristic" };
                format!("there is no {kind} {name:?}; choose one of {}", known.join(", "))
            }
            ConfigurationError::Parameter(error) => error.to_string(),
            ConfigurationError::Expression(error) => format!("{}: {error}", noun(Heuristic)),
            ConfigurationError::UnusedHeuristic { algorithms, informed } => unused(Heuristic, algorithms, informed),
            ConfigurationError::UnusedParameter { parameter, algorithms, informed } => {
                unused(Parameter(parameter), algorithms, informed)
            }
            ConfigurationError::ForeignParameter { parameter, heuristics, owners } => {
                let (heuristics, owners) = (listed(heuristics, "or"), listed(owners, "or"));
                let (parameter, heuristic) = (noun(Parameter(parameter)), noun(Heuristic));
                format!(
                    "{parameter} is a parameter of {owners}, not of {heuristics}; omit it, or use {heuristic} {owners}"
                )
            }
        }
    }
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain(&|field| field.to_string()))
    }
}

impl std::error::Error for ConfigurationError {}

impl From<ParameterError> for ConfigurationError {
    fn from(error: ParameterError) -> ConfigurationError {
        ConfigurationError::Parameter(error)
    }
}

impl From<ExpressionError> for ConfigurationError {
    fn from(error: ExpressionError) -> ConfigurationError {
        ConfigurationError::Expression(error)
    }
}
