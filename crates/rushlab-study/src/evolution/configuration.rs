//! The configurations of an experiment: every combination of the given algorithms, settings and parameter values.

use rushlab_genetic::{Method, PARAMETERS, Parameter, ParameterKey, ParameterValues, Setting};

use crate::words::grouped;

const MAX_CONFIGURATIONS: usize = 1000;

/// An algorithm with values of all its parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GeneticConfiguration {
    /// The algorithm.
    pub algorithm: Method,
    /// The setting, which gives the parameters their defaults.
    pub setting: Setting,
    /// The values of all parameters.
    pub values: ParameterValues,
    /// What distinguishes it from the other configurations, for example `refined population=50`; the algorithm and the
    /// setting if there is no other configuration.
    pub label: String,
}

/// Why algorithms, settings and parameters cannot be combined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GeneticConfigurationError {
    /// There are too many combinations.
    #[error("the lists give {} combinations; the maximum is {}", grouped(*.0), grouped(MAX_CONFIGURATIONS))]
    TooMany(usize),
    /// Two configurations are equal. The label is that of both.
    #[error("the configuration `{0}` is listed twice; give each value once")]
    Repeated(String),
    /// An algorithm does not use a parameter.
    #[error("`{parameter}` is not a parameter of {algorithm}; omit it")]
    Unused {
        /// Name of the parameter.
        parameter: &'static str,
        /// Name of the algorithm.
        algorithm: &'static str,
    },
    /// A value is not one of the parameter's. The text is a sentence.
    #[error("{0}")]
    Value(String),
}

impl GeneticConfiguration {
    /// Returns an algorithm with the default values of a setting.
    pub fn new(algorithm: Method, setting: Setting) -> GeneticConfiguration {
        let label = format!("{} {}", algorithm.name(), setting.name());
        GeneticConfiguration { algorithm, setting, values: ParameterValues::new(algorithm, setting), label }
    }

    /// Returns all combinations; the last parameter varies fastest.
    pub fn all(
        algorithms: &[Method],
        settings: &[Setting],
        parameters: &[(ParameterKey, Vec<f64>)],
    ) -> Result<Vec<GeneticConfiguration>, GeneticConfigurationError> {
        let lists = parameters.iter().map(|(_, values)| values.len());
        let number = lists.fold(algorithms.len() * settings.len(), usize::saturating_mul);
        if number > MAX_CONFIGURATIONS {
            return Err(GeneticConfigurationError::TooMany(number));
        }
        let mut combinations = vec![Vec::new()];
        for (key, values) in parameters {
            let extended = |combination: &Vec<(ParameterKey, f64)>| -> Vec<Vec<(ParameterKey, f64)>> {
                values.iter().map(|value| [combination.as_slice(), &[(*key, *value)]].concat()).collect()
            };
            combinations = combinations.iter().flat_map(extended).collect();
        }
        let mut all: Vec<GeneticConfiguration> = Vec::with_capacity(number);
        for algorithm in algorithms {
            for setting in settings {
                for combination in &combinations {
                    let mut configuration = GeneticConfiguration::new(*algorithm, *setting);
                    combination.iter().try_for_each(|(key, value)| configuration.set(*key, *value))?;
                    if number > 1 {
                        let named = combination.iter().zip(parameters).filter(|(_, (_, values))| values.len() > 1);
                        let named = named.map(|((key, value), _)| format!("{}={value}", parameter(*key).name));
                        let algorithm = (algorithms.len() > 1).then(|| algorithm.name().to_owned());
                        let setting = (settings.len() > 1).then(|| setting.name().to_owned());
                        configuration.label =
                            algorithm.into_iter().chain(setting).chain(named).collect::<Vec<String>>().join(" ");
                    }
                    if all.iter().any(|other| other.label == configuration.label) {
                        return Err(GeneticConfigurationError::Repeated(configuration.label));
                    }
                    all.push(configuration);
                }
            }
        }
        Ok(all)
    }

    /// Returns the value of a parameter, or `None` if the algorithm does not use it.
    pub fn value(&self, parameter: &Parameter) -> Option<f64> {
        parameter.default(self.algorithm, self.setting).map(|_| self.values.get(parameter.key))
    }

    /// Sets a parameter that the algorithm uses.
    fn set(&mut self, key: ParameterKey, value: f64) -> Result<(), GeneticConfigurationError> {
        let Parameter { name, .. } = parameter(key);
        if self.value(parameter(key)).is_none() {
            return Err(GeneticConfigurationError::Unused { parameter: name, algorithm: self.algorithm.name() });
        }
        self.values.set(key, value).map_err(GeneticConfigurationError::Value)
    }
}

fn parameter(key: ParameterKey) -> &'static Parameter {
    // The parameters are in the order of their keys.
    &PARAMETERS[key as usize]
}
