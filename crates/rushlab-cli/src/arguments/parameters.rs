//! The option `--set`, for the parameters of heuristics and of genetic algorithms.

use std::ffi::OsStr;

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, Error};
use rushlab::heuristic::{self, HEURISTICS, Parameters};
use rushlab_genetic::{PARAMETERS, ParameterKey};

use super::help::SEARCH;

/// The option for the parameters of heuristics and genetic algorithms.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ParameterArgs {
    /// Set a parameter: see `rushlab list parameters`
    ///
    /// The option can be repeated. `evolve` compares several values: `population=100,200`.
    #[arg(
        long = "set",
        value_name = "NAME=VALUE",
        value_parser = AssignmentParser,
        hide_possible_values = true,
        help_heading = SEARCH
    )]
    assignments: Vec<Assignment>,
}

/// The values of one parameter.
#[derive(Clone, Debug)]
struct Assignment {
    parameter: Parameter,
    values: Vec<f64>,
}

/// A parameter of one of the two registries, which have no name in common.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Parameter {
    Heuristic(&'static heuristic::Parameter),
    Genetic(&'static rushlab_genetic::Parameter),
}

impl Parameter {
    pub(crate) fn all() -> impl Iterator<Item = Parameter> {
        let mut seen: Vec<&str> = Vec::new();
        let heuristics = HEURISTICS.iter().flat_map(|heuristic| heuristic.about().parameters);
        // Heuristics can share a parameter.
        let heuristics = heuristics.filter(move |parameter| {
            let is_new = !seen.contains(&parameter.name);
            seen.push(parameter.name);
            is_new
        });
        heuristics.map(Parameter::Heuristic).chain(PARAMETERS.iter().map(Parameter::Genetic))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Parameter::Heuristic(parameter) => parameter.name,
            Parameter::Genetic(parameter) => parameter.name,
        }
    }

    fn check(self, value: f64) -> Result<(), String> {
        match self {
            Parameter::Heuristic(own) => Parameters::default().set(own.name, value).map_err(|error| error.to_string()),
            Parameter::Genetic(own) => own.validate(value).map_err(|error| format!("{}: {error}", own.name)),
        }
    }
}

impl ParameterArgs {
    /// Returns the values of parameters of heuristics, by name.
    ///
    /// # Errors
    ///
    /// Fails if another parameter is set, or one has several values.
    pub(crate) fn of_heuristics(&self) -> Result<Vec<(String, f64)>> {
        let mut values = Vec::new();
        for Assignment { parameter, values: given } in self.distinct()? {
            match (parameter, given.as_slice()) {
                (Parameter::Heuristic(own), [value]) => values.push((own.name.to_owned(), *value)),
                (Parameter::Heuristic(own), _) => {
                    bail!("the parameter {} of a heuristic takes one value; run the others separately", own.name)
                }
                (Parameter::Genetic(own), _) => {
                    bail!("{} is a parameter of genetic algorithms; set it in `rushlab evolve`", own.name)
                }
            }
        }
        Ok(values)
    }

    /// Returns the values of parameters of genetic algorithms.
    ///
    /// # Errors
    ///
    /// Fails if another parameter is set.
    pub(crate) fn of_genetic_algorithms(&self) -> Result<Vec<(ParameterKey, Vec<f64>)>> {
        let each = self.distinct()?.iter().map(|Assignment { parameter, values }| match parameter {
            Parameter::Genetic(own) => Ok((own.key, values.clone())),
            Parameter::Heuristic(own) => {
                bail!("{} is a parameter of a heuristic, which genetic algorithms do not use; omit it", own.name)
            }
        });
        each.collect()
    }

    /// Returns whether a parameter has several values.
    pub(crate) fn has_lists(&self) -> bool {
        self.assignments.iter().any(|assignment| assignment.values.len() > 1)
    }

    /// Returns each parameter of heuristics with its value, as in `weight=5`.
    pub(crate) fn describe(&self) -> Vec<String> {
        let described = Parameter::all().filter_map(|parameter| match parameter {
            Parameter::Heuristic(own) => {
                let given = self.assignments.iter().find(|assignment| assignment.parameter.name() == own.name);
                let value = given.and_then(|assignment| assignment.values.first()).unwrap_or(&own.default);
                Some(format!("{}={value}", own.name))
            }
            Parameter::Genetic(_) => None,
        });
        described.collect()
    }

    fn distinct(&self) -> Result<&[Assignment]> {
        for (index, Assignment { parameter, .. }) in self.assignments.iter().enumerate() {
            let name = parameter.name();
            if self.assignments[..index].iter().any(|earlier| earlier.parameter.name() == name) {
                bail!("the parameter {name} is set twice; set it once");
            }
        }
        Ok(&self.assignments)
    }
}

/// The parser of `NAME=VALUE` and `NAME=VALUE,VALUE`.
#[derive(Clone, Copy, Debug)]
struct AssignmentParser;

impl TypedValueParser for AssignmentParser {
    type Value = Assignment;

    fn parse_ref(&self, command: &Command, option: Option<&Arg>, text: &OsStr) -> Result<Assignment, Error> {
        let assigned = |text: String| -> Result<Assignment, String> {
            let (name, values) = text.split_once('=').unwrap_or((&text, ""));
            let parameter = Parameter::all().find(|parameter| parameter.name() == name);
            let parameter = parameter.ok_or_else(|| format!("there is no parameter {name}"))?;
            let value = |text: &str| -> Result<f64, String> {
                let value = text.trim().parse().map_err(|_| format!("write the parameter and a number: {name}=1"))?;
                parameter.check(value).map(|()| value)
            };
            Ok(Assignment { parameter, values: values.split(',').map(value).collect::<Result<_, _>>()? })
        };
        // An unknown name gets the error of unknown values, which suggests a similar one.
        let name = text.to_string_lossy();
        let name = name.split('=').next().unwrap_or_default();
        let names = Parameter::all().map(Parameter::name).collect::<Vec<_>>();
        PossibleValuesParser::new(names).parse_ref(command, option, OsStr::new(name))?;
        StringValueParser::new().try_map(assigned).parse_ref(command, option, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Parameter::all().map(|parameter| PossibleValue::new(format!("{}=", parameter.name())))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_parameter_has_two_meanings() {
        let mut names: Vec<&str> = Parameter::all().map(Parameter::name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{names:?}");
    }
}
