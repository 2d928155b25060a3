//! The rules that vary from puzzle to puzzle: the metric, fuel, and the valet.

use std::fmt;

use crate::words::words;

/// The cost that a solution minimises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Metric {
    /// A move costs 1, regardless of its distance.
    #[default]
    Moves,
    /// Every cell driven costs 1.
    Steps,
}

words!(Metric { Moves => "moves", Steps => "steps" });

impl Metric {
    /// Returns the cost of a move of `cells` cells.
    pub fn cost(self, cells: u8) -> u32 {
        match self {
            Metric::Moves => 1,
            Metric::Steps => u32::from(cells),
        }
    }

    /// Returns the English word for one unit.
    pub fn unit(self) -> &'static str {
        match self {
            Metric::Moves => "move",
            Metric::Steps => "step",
        }
    }
}

/// The rules of a puzzle. Fuel that the input gives to a vehicle is part of the puzzle, not of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// The cost that is minimised.
    pub metric: Metric,
    /// Whether a valet removes vehicles: a vehicle other than the primary, in the row or column of the exit, is removed
    /// when it reaches the exit. Removal costs nothing.
    pub valet: bool,
    /// The units of fuel of a vehicle that has none of its own; `None` means unlimited.
    pub default_fuel: Option<u16>,
}

impl Rules {
    /// Returns the plain rules: no valet, and no default fuel.
    pub const fn plain(metric: Metric) -> Rules {
        super::PLAIN.with_metric(metric)
    }

    /// Returns the rules of the COMP 472 project: the valet, and 100 units of default fuel.
    pub const fn comp472(metric: Metric) -> Rules {
        super::COMP472.with_metric(metric)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.metric)?;
        if self.valet {
            write!(f, ", valet")?;
        }
        if let Some(units) = self.default_fuel {
            write!(f, ", default fuel {units}")?;
        }
        Ok(())
    }
}
