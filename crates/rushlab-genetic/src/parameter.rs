//! The parameters of the genetic algorithms: one registry that front ends and documentation read.

use super::{Method, Setting};

/// The identity of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKey {
    /// Number of individuals.
    Population,
    /// Maximum number of generations.
    Generations,
    /// Probability of a mutation.
    Mutation,
    /// Fitness penalty for each earlier occurrence of a board.
    Repetition,
    /// Number of generations to continue after the last improvement of the solution.
    Stall,
    /// Number of boards examined around each board of a solution to shorten it.
    Near,
    /// Maximum length of the initial sequences.
    Length,
    /// Tournament size.
    Tournament,
    /// Whether moves name cells instead of vehicles.
    Cells,
    /// Whether operators choose among the legal results only.
    Legal,
    /// Whether illegal moves are repaired.
    Repair,
    /// Whether mutations may insert or remove moves.
    Grow,
    /// Whether parents compete with their children for survival (elitism).
    Survivors,
    /// Fitness weight of a vehicle that blocks the primary directly.
    Blocking,
    /// Number of boards that the roulette selects from each list of successors.
    Mates,
    /// Number of generations without a new board before a restart.
    Restart,
    /// How the path to a board is read off.
    Path,
    /// Fraction of the parents chosen from boards that have never been parents.
    Revive,
    /// Whether boards that cannot lead to a better solution are discarded.
    Prune,
}

/// The type of a parameter's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Integers.
    Integer,
    /// Real numbers.
    Real,
    /// 0 for no, 1 for yes.
    Boolean,
}

/// The description of a parameter.
#[derive(Debug)]
#[non_exhaustive]
pub struct Parameter {
    /// The parameter.
    pub key: ParameterKey,
    /// Its name, as users write it.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The type of its values.
    pub value_type: ValueType,
    /// The least and the greatest value.
    pub range: (f64, f64),
    /// Default values of Schlegel's algorithm, faithful and refined; `None` if it does not use the parameter.
    schlegel: Option<(f64, f64)>,
    /// Default values of GRH, faithful and refined; `None` if it does not use the parameter.
    grh: Option<(f64, f64)>,
}

impl Parameter {
    /// Returns the default value, or `None` if the algorithm does not use the parameter.
    pub fn default(&self, method: Method, setting: Setting) -> Option<f64> {
        let (faithful, refined) = match method {
            Method::Schlegel => self.schlegel?,
            Method::Grh => self.grh?,
        };
        Some(match setting {
            Setting::Faithful => faithful,
            Setting::Refined => refined,
        })
    }

    /// Checks that a value is of the parameter's type and range; the error is a sentence.
    pub fn validate(&self, value: f64) -> Result<(), String> {
        let (low, high) = self.range;
        let integer = self.value_type != ValueType::Real;
        if (low..=high).contains(&value) && (!integer || value.fract() == 0.0) {
            return Ok(());
        }
        let numbers = if integer { "a whole number" } else { "a number" };
        Err(format!("give {numbers} from {low} to {high}"))
    }
}

/// All parameters, in the order of [`ParameterKey`].
pub static PARAMETERS: &[Parameter] = &[
    Parameter {
        key: ParameterKey::Population,
        name: "population",
        help: "Number of individuals in a generation",
        value_type: ValueType::Integer,
        range: (2.0, 100_000.0),
        schlegel: Some((100.0, 200.0)),
        grh: Some((1000.0, 500.0)),
    },
    Parameter {
        key: ParameterKey::Generations,
        name: "generations",
        help: "Maximum number of generations",
        value_type: ValueType::Integer,
        range: (0.0, 1_000_000.0),
        schlegel: Some((100.0, 1000.0)),
        grh: Some((3000.0, 1000.0)),
    },
    Parameter {
        key: ParameterKey::Mutation,
        name: "mutation",
        help: "Probability that an individual is mutated",
        value_type: ValueType::Real,
        range: (0.0, 1.0),
        schlegel: Some((0.2, 1.0)),
        grh: Some((0.01, 0.01)),
    },
    Parameter {
        key: ParameterKey::Repetition,
        name: "repetition",
        help: "Fitness penalty for each earlier occurrence of a board",
        value_type: ValueType::Real,
        range: (0.0, 1000.0),
        schlegel: Some((0.0, 0.3)),
        grh: Some((5.0, 5.0)),
    },
    Parameter {
        key: ParameterKey::Stall,
        name: "stall",
        help: "Generations to continue after the last improvement of the solution; 0 stops at the first solution",
        value_type: ValueType::Integer,
        range: (0.0, 100_000.0),
        schlegel: Some((0.0, 0.0)),
        grh: Some((0.0, 30.0)),
    },
    Parameter {
        key: ParameterKey::Near,
        name: "near",
        help: "Boards examined around each board of a solution to shorten it; 0 keeps the solution as it evolved",
        value_type: ValueType::Integer,
        range: (0.0, 100_000.0),
        schlegel: Some((0.0, 300.0)),
        grh: Some((0.0, 300.0)),
    },
    Parameter {
        key: ParameterKey::Length,
        name: "length",
        help: "Maximum number of moves in the initial sequences",
        value_type: ValueType::Integer,
        range: (1.0, 100.0),
        schlegel: Some((3.0, 3.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Tournament,
        name: "tournament",
        help: "Tournament size: the fittest two of this many random individuals become parents",
        value_type: ValueType::Integer,
        range: (2.0, 100_000.0),
        schlegel: Some((10.0, 8.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Cells,
        name: "cells",
        help: "1: a move names the cell where its vehicle starts, and fails if no vehicle starts there; 0: it names the vehicle",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 0.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Legal,
        name: "legal",
        help: "1: mutations and crossovers are chosen among the legal ones; 0: chosen at random, and illegal ones fail",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Repair,
        name: "repair",
        help: "1: an illegal move is shortened or removed; 0: it makes its sequence illegal",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Grow,
        name: "grow",
        help: "1: a mutation may also insert or remove a move; 0: it keeps the length",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: ParameterKey::Survivors,
        name: "survivors",
        help: "1: parents compete with their children for survival; 0: children replace their parents",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: Some((0.0, 0.0)),
    },
    Parameter {
        key: ParameterKey::Blocking,
        name: "blocking",
        help: "Fitness weight of a vehicle that blocks the primary directly; at depth n it is divided by n",
        value_type: ValueType::Real,
        range: (0.0, 1000.0),
        schlegel: None,
        grh: Some((10.0, 10.0)),
    },
    Parameter {
        key: ParameterKey::Mates,
        name: "mates",
        help: "Number of boards that the roulette selects from the successors of each parent",
        value_type: ValueType::Integer,
        range: (1.0, 100.0),
        schlegel: None,
        grh: Some((2.0, 2.0)),
    },
    Parameter {
        key: ParameterKey::Restart,
        name: "restart",
        help: "Restart after this many generations without a new board; 0 never restarts",
        value_type: ValueType::Integer,
        range: (0.0, 100_000.0),
        schlegel: None,
        grh: Some((50.0, 0.0)),
    },
    Parameter {
        key: ParameterKey::Path,
        name: "path",
        help: "Path to a board: 0 its individual's own; 1 the same without loops; 2 through the first parent that created it; 3 through the parent with the shortest known path, among the boards of populations; 4 the same among all boards created, and a board with a shorter path counts as new",
        value_type: ValueType::Integer,
        range: (0.0, 4.0),
        schlegel: None,
        grh: Some((3.0, 4.0)),
    },
    Parameter {
        key: ParameterKey::Revive,
        name: "revive",
        help: "Fraction of the parents chosen from known boards that have never been parents",
        value_type: ValueType::Real,
        range: (0.0, 1.0),
        schlegel: None,
        grh: Some((0.0, 0.2)),
    },
    Parameter {
        key: ParameterKey::Prune,
        name: "prune",
        help: "1: boards that cannot lead to a better solution than the best are discarded; 0: they are kept",
        value_type: ValueType::Boolean,
        range: (0.0, 1.0),
        schlegel: None,
        grh: Some((0.0, 1.0)),
    },
];

/// A value for every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterValues(Vec<f64>);

impl ParameterValues {
    /// Returns the default values of an algorithm in a setting.
    pub fn new(method: Method, setting: Setting) -> ParameterValues {
        ParameterValues(PARAMETERS.iter().map(|parameter| parameter.default(method, setting).unwrap_or(0.0)).collect())
    }

    /// Returns the value of a parameter.
    pub fn get(&self, key: ParameterKey) -> f64 {
        self.0[key as usize]
    }

    /// Sets a parameter. The error is a sentence.
    pub fn set(&mut self, key: ParameterKey, value: f64) -> Result<(), String> {
        let parameter = &PARAMETERS[key as usize];
        parameter.validate(value).map_err(|error| format!("{}: {error}", parameter.name))?;
        self.0[key as usize] = value;
        Ok(())
    }

    pub(super) fn count(&self, key: ParameterKey) -> usize {
        self.get(key) as usize
    }

    pub(super) fn on(&self, key: ParameterKey) -> bool {
        self.get(key) != 0.0
    }
}
