//! What can be chosen of the genetic algorithms: one table, read by the command line, the documents and whoever puts sliders on it.

use super::{Setting, Species};

/// Something that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// How many individuals there are.
    Population,
    /// How many generations there are at the most.
    Generations,
    /// The probability of a mutation.
    Mutation,
    /// What a repetition of a board costs.
    Repetition,
    /// How many generations go on after the last better solution.
    Patience,
    /// How many boards around each board of a solution are looked at.
    Near,
    /// The greatest length of the first sequences.
    Length,
    /// Of how many individuals the best two are parents.
    Sample,
    /// Whether moves name cells.
    Cells,
    /// Whether operators draw among the legal results.
    Legal,
    /// Whether moves that cannot be made are mended.
    Repair,
    /// Whether mutations may make a sequence longer or shorter.
    Grow,
    /// Whether parents live on beside their children.
    Survivors,
    /// What a vehicle directly in the way weighs.
    Weight,
    /// How many boards the roulette takes from each list of successors.
    Mates,
    /// After how many generations without a new board it begins anew.
    Restart,
    /// Whether the shortest way to each board is remembered.
    Remember,
    /// How many parents are boards that never were parents.
    Revive,
    /// Whether boards that cannot lead to a better solution die.
    Prune,
}

/// What values it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Whole,
    /// Any numbers.
    Real,
    /// 0 for no, 1 for yes.
    Switch,
}

/// What there is to know about it.
#[derive(Debug)]
pub struct Parameter {
    /// Which one it is.
    pub key: Key,
    /// Its name on the command line.
    pub name: &'static str,
    /// One line on what it is.
    pub help: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// The least and the greatest value.
    pub range: (f64, f64),
    /// What `schlegel` has, faithful and refined; nothing if it does not look at it.
    schlegel: Option<(f64, f64)>,
    /// What `grh` has, faithful and refined.
    grh: Option<(f64, f64)>,
}

impl Parameter {
    /// What a species has when nobody chooses; nothing if it does not look at it.
    pub fn default(&self, species: Species, setting: Setting) -> Option<f64> {
        let (faithful, refined) = match species {
            Species::Schlegel => self.schlegel?,
            Species::Grh => self.grh?,
        };
        Some(match setting {
            Setting::Faithful => faithful,
            Setting::Refined => refined,
        })
    }

    /// What is wrong with a value, in a sentence.
    pub fn fault(&self, value: f64) -> Option<String> {
        let (low, high) = self.range;
        let whole = self.kind != Kind::Real;
        if (low..=high).contains(&value) && (!whole || value.fract() == 0.0) {
            return None;
        }
        let numbers = if whole { "a whole number" } else { "a number" };
        Some(format!("give {numbers} from {low} to {high}"))
    }
}

/// Every parameter. The order is that of [`Key`].
pub static PARAMETERS: &[Parameter] = &[
    Parameter {
        key: Key::Population,
        name: "population",
        help: "How many individuals a generation has",
        kind: Kind::Whole,
        range: (2.0, 100_000.0),
        schlegel: Some((100.0, 200.0)),
        grh: Some((1000.0, 500.0)),
    },
    Parameter {
        key: Key::Generations,
        name: "generations",
        help: "Give up after so many generations",
        kind: Kind::Whole,
        range: (0.0, 1_000_000.0),
        schlegel: Some((100.0, 1000.0)),
        grh: Some((3000.0, 1000.0)),
    },
    Parameter {
        key: Key::Mutation,
        name: "mutation",
        help: "The probability that an individual is mutated",
        kind: Kind::Real,
        range: (0.0, 1.0),
        schlegel: Some((0.2, 1.0)),
        grh: Some((0.01, 0.01)),
    },
    Parameter {
        key: Key::Repetition,
        name: "repetition",
        help: "What it costs a board that it has come up before, each time",
        kind: Kind::Real,
        range: (0.0, 1000.0),
        schlegel: Some((0.0, 0.3)),
        grh: Some((5.0, 5.0)),
    },
    Parameter {
        key: Key::Patience,
        name: "patience",
        help: "Go on for so many generations after the last better solution; 0 stops at the first",
        kind: Kind::Whole,
        range: (0.0, 100_000.0),
        schlegel: Some((0.0, 0.0)),
        grh: Some((0.0, 30.0)),
    },
    Parameter {
        key: Key::Near,
        name: "near",
        help: "Shorten a solution by looking at so many boards around each of its boards; 0 leaves it as it evolved",
        kind: Kind::Whole,
        range: (0.0, 100_000.0),
        schlegel: Some((0.0, 300.0)),
        grh: Some((0.0, 300.0)),
    },
    Parameter {
        key: Key::Length,
        name: "length",
        help: "The first sequences have 1 to so many moves",
        kind: Kind::Whole,
        range: (1.0, 100.0),
        schlegel: Some((3.0, 3.0)),
        grh: None,
    },
    Parameter {
        key: Key::Sample,
        name: "sample",
        help: "Parents are the best two of so many drawn from the population",
        kind: Kind::Whole,
        range: (2.0, 100_000.0),
        schlegel: Some((10.0, 8.0)),
        grh: None,
    },
    Parameter {
        key: Key::Cells,
        name: "cells",
        help: "1: a move names the cell its vehicle starts from, and fails when none starts there; 0: it names the vehicle",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 0.0)),
        grh: None,
    },
    Parameter {
        key: Key::Legal,
        name: "legal",
        help: "1: mutations and crossovers are drawn among the legal ones; 0: at random, and illegal ones fail",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: Key::Repair,
        name: "repair",
        help: "1: a move that cannot be made is made as far as possible, or left out; 0: it makes its sequence illegal",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: Key::Grow,
        name: "grow",
        help: "1: a mutation may also add or drop a move; 0: it keeps the length",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: None,
    },
    Parameter {
        key: Key::Survivors,
        name: "survivors",
        help: "1: parents live on while they are fitter than the children; 0: children take their place",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: Some((0.0, 1.0)),
        grh: Some((0.0, 0.0)),
    },
    Parameter {
        key: Key::Weight,
        name: "weight",
        help: "What a vehicle directly in the way weighs; at depth n it weighs an n-th of that",
        kind: Kind::Real,
        range: (0.0, 1000.0),
        schlegel: None,
        grh: Some((10.0, 10.0)),
    },
    Parameter {
        key: Key::Mates,
        name: "mates",
        help: "How many boards the roulette takes from the successors of each parent",
        kind: Kind::Whole,
        range: (1.0, 100.0),
        schlegel: None,
        grh: Some((2.0, 2.0)),
    },
    Parameter {
        key: Key::Restart,
        name: "restart",
        help: "Begin anew after so many generations without a new board; 0 never does",
        kind: Kind::Whole,
        range: (0.0, 100_000.0),
        schlegel: None,
        grh: Some((50.0, 0.0)),
    },
    Parameter {
        key: Key::Remember,
        name: "remember",
        help: "1: the shortest way to each board is remembered, and a shorter one makes the board new; 0: individuals know their own way only",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: None,
        grh: Some((0.0, 1.0)),
    },
    Parameter {
        key: Key::Revive,
        name: "revive",
        help: "The part of the parents that is drawn from boards that are remembered and never were parents",
        kind: Kind::Real,
        range: (0.0, 1.0),
        schlegel: None,
        grh: Some((0.0, 0.2)),
    },
    Parameter {
        key: Key::Prune,
        name: "prune",
        help: "1: boards that cannot lead to a better solution than the best die; 0: they live",
        kind: Kind::Switch,
        range: (0.0, 1.0),
        schlegel: None,
        grh: Some((0.0, 1.0)),
    },
];

/// A value for every parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices(Vec<f64>);

impl Choices {
    /// What a species has when nobody chooses.
    pub fn new(species: Species, setting: Setting) -> Choices {
        Choices(PARAMETERS.iter().map(|parameter| parameter.default(species, setting).unwrap_or(0.0)).collect())
    }

    /// What was chosen.
    pub fn get(&self, key: Key) -> f64 {
        self.0[key as usize]
    }

    /// Chooses; a sentence if the value will not do.
    pub fn set(&mut self, key: Key, value: f64) -> Result<(), String> {
        match PARAMETERS[key as usize].fault(value) {
            Some(fault) => Err(format!("{}: {fault}", PARAMETERS[key as usize].name)),
            None => {
                self.0[key as usize] = value;
                Ok(())
            }
        }
    }

    /// A whole number.
    pub(super) fn count(&self, key: Key) -> usize {
        self.get(key) as usize
    }

    /// A switch.
    pub(super) fn on(&self, key: Key) -> bool {
        self.get(key) != 0.0
    }
}
