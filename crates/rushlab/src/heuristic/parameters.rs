//! Parameters of heuristics. A heuristic declares its parameters, and front ends read the declarations: adding a
//! heuristic with parameters takes its own file and a line in the registry, like any other heuristic.

use super::HEURISTICS;

/// A parameter that a heuristic declares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The symbol in formulas and titles.
    pub symbol: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The default value.
    pub default: f64,
    /// The least value.
    pub min: f64,
    /// Whether the least value itself is excluded.
    pub min_is_excluded: bool,
    /// The greatest value.
    pub max: f64,
    /// The greatest number of decimals.
    pub decimals: u8,
}

impl Parameter {
    fn check(&self, value: f64) -> Result<(), ParameterError> {
        let Parameter { name, symbol, min, min_is_excluded, max, decimals, .. } = *self;
        let unit = 10_f64.powi(decimals.into());
        if min_is_excluded && !(value > min && value <= max) {
            Err(ParameterError::NotAbove { name, symbol, min, max })
        } else if !(min..=max).contains(&value) {
            Err(ParameterError::Range { name, min, max })
        } else if (value * unit).round() / unit != value {
            Err(ParameterError::Decimals { name, decimals })
        } else {
            Ok(())
        }
    }
}

/// Values for parameters, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters(Vec<(String, f64)>);

/// The reason why a value cannot be set.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ParameterError {
    /// No heuristic has a parameter with that name.
    #[error("no heuristic has a parameter `{0}`")]
    Unknown(String),
    /// The value is out of range.
    #[error("the {name} must be from {min} to {max}")]
    Range {
        /// The name of the parameter.
        name: &'static str,
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// The value is out of a range whose least value is excluded.
    #[error("{symbol}, the {name}, must be greater than {min} and at most {max}")]
    NotAbove {
        /// The name of the parameter.
        name: &'static str,
        /// Its symbol.
        symbol: &'static str,
        /// The value that it must exceed.
        min: f64,
        /// The greatest value.
        max: f64,
    },
    /// The value has too many decimals.
    #[error("the {name} must {}", decimals_words(*decimals))]
    Decimals {
        /// The name of the parameter.
        name: &'static str,
        /// The greatest number of decimals.
        decimals: u8,
    },
}

/// Returns the requirement on the decimals of a value.
fn decimals_words(decimals: u8) -> String {
    if decimals == 0 { "be a whole number".to_owned() } else { format!("have at most {decimals} decimals") }
}

impl Parameters {
    /// Sets a value of a parameter that a heuristic of the registry declares.
    ///
    /// # Errors
    ///
    /// Fails if no heuristic has a parameter with that name, or if the value is out of range or has too many decimals.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), ParameterError> {
        let declared = HEURISTICS.iter().flat_map(|heuristic| heuristic.about().parameters);
        let parameter = declared.into_iter().find(|parameter| parameter.name == name);
        let parameter = parameter.ok_or_else(|| ParameterError::Unknown(name.to_owned()))?;
        parameter.check(value)?;
        self.0.retain(|(other, _)| other != name);
        self.0.push((name.to_owned(), value));
        Ok(())
    }

    /// Returns the value of a parameter, or its default.
    pub fn get(&self, parameter: &Parameter) -> f64 {
        let set = self.0.iter().find(|(name, _)| name == parameter.name);
        set.map_or(parameter.default, |(_, value)| *value)
    }

    /// Returns the values that were set, by name.
    pub fn values(&self) -> impl Iterator<Item = (&str, f64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }
}
