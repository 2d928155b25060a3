//! The configurations of a study: every combination of the given algorithms, settings and parameter values.

use std::sync::Arc;

use anyhow::{Result, bail};
use rushlab_genetic::{Method, PARAMETERS, Parameter, ParameterKey, ParameterValues, Setting};

use crate::arguments::EvolveOptions;
use crate::output::grouped;

/// The maximum number of configurations.
const MAX_CONFIGURATIONS: usize = 1000;

/// An algorithm with values of all its parameters.
#[derive(Debug, PartialEq)]
pub(super) struct Configuration {
    pub(super) algorithm: Method,
    pub(super) setting: Setting,
    pub(super) values: ParameterValues,
    /// What distinguishes it from the other configurations, for example `refined population=50`; the algorithm and the setting if
    /// there is no other configuration.
    pub(super) label: String,
}

impl Configuration {
    /// Returns all combinations; the last option varies fastest.
    pub(super) fn all(options: &EvolveOptions) -> Result<Vec<Arc<Configuration>>> {
        let given = &options.parameters.0;
        let lists = given.iter().map(|(_, values)| values.len());
        let number = lists.fold(options.algorithm.len() * options.setting.len(), usize::saturating_mul);
        if number > MAX_CONFIGURATIONS {
            bail!("the lists give {} combinations; the maximum is {}", grouped(number), grouped(MAX_CONFIGURATIONS));
        }
        let mut combinations = vec![Vec::new()];
        for (key, values) in given {
            let extended = |combination: &Vec<(ParameterKey, f64)>| -> Vec<Vec<(ParameterKey, f64)>> {
                values.iter().map(|value| [combination.as_slice(), &[(*key, *value)]].concat()).collect()
            };
            combinations = combinations.iter().flat_map(extended).collect();
        }
        let mut all: Vec<Arc<Configuration>> = Vec::new();
        for algorithm in &options.algorithm {
            for setting in &options.setting {
                for parameters in &combinations {
                    let values = parameter_values(*algorithm, *setting, parameters)?;
                    let label = label(options, *algorithm, *setting, parameters);
                    if all.iter().any(|other| other.label == label) {
                        bail!("the configuration `{label}` is listed twice; give each value once");
                    }
                    all.push(Arc::new(Configuration { algorithm: *algorithm, setting: *setting, values, label }));
                }
            }
        }
        Ok(all)
    }

    /// Returns the value of a parameter, or `None` if the algorithm does not use it.
    pub(super) fn value(&self, parameter: &Parameter) -> Option<f64> {
        parameter.default(self.algorithm, self.setting).map(|_| self.values.get(parameter.key))
    }
}

/// Returns the default values of an algorithm, with the given ones.
fn parameter_values(algorithm: Method, setting: Setting, given: &[(ParameterKey, f64)]) -> Result<ParameterValues> {
    let mut values = ParameterValues::new(algorithm, setting);
    for (key, value) in given {
        let known = PARAMETERS.iter().find(|parameter| parameter.key == *key);
        if let Some(other) = known.filter(|parameter| parameter.default(algorithm, setting).is_none()) {
            bail!("--{} is not a parameter of {}; omit it", other.name, algorithm.name());
        }
        values.set(*key, *value).map_err(anyhow::Error::msg)?;
    }
    Ok(values)
}

/// Returns the parts of a configuration that differ from other configurations.
fn label(options: &EvolveOptions, algorithm: Method, setting: Setting, parameters: &[(ParameterKey, f64)]) -> String {
    let mut parts = Vec::new();
    if !options.is_comparison() || options.algorithm.len() > 1 {
        parts.push(algorithm.name().to_owned());
    }
    if !options.is_comparison() || options.setting.len() > 1 {
        parts.push(setting.name().to_owned());
    }
    for ((key, value), (_, values)) in parameters.iter().zip(&options.parameters.0) {
        let parameter = PARAMETERS.iter().find(|parameter| parameter.key == *key);
        let name = parameter.filter(|_| values.len() > 1).map(|parameter| parameter.name);
        parts.extend(name.map(|name| format!("{name}={value}")));
    }
    parts.join(" ")
}
