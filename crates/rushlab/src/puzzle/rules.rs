//! The rules that vary: what a move costs, fuel, and the valet.

use std::fmt;

/// What a solution is made short in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A move of any distance costs 1.
    #[default]
    Moves,
    /// Every cell driven costs 1.
    Steps,
}

impl Metric {
    /// What a move of so many cells costs.
    pub fn cost(self, cells: u8) -> u32 {
        match self {
            Metric::Moves => 1,
            Metric::Steps => u32::from(cells),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Steps => "steps",
        }
    }

    /// The metric of that word.
    pub fn from_word(word: &str) -> Option<Metric> {
        [Metric::Moves, Metric::Steps].into_iter().find(|metric| metric.word() == word)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The rules a puzzle is played by. Fuel that the input gives a vehicle is the vehicle's own and always counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What is minimised.
    pub metric: Metric,
    /// A vehicle of the exit line that arrives at the exit cell is taken away, free of charge.
    pub valet: bool,
    /// The tank of a vehicle for which the input gives no figure; `None`: it never runs dry.
    pub default_fuel: Option<u16>,
}

impl Rules {
    /// No valet, no fuel but what the input gives.
    pub const fn plain(metric: Metric) -> Rules {
        Rules { metric, valet: false, default_fuel: None }
    }

    /// The course project's rules: the valet, and 100 units in every tank without a figure.
    pub const fn comp472(metric: Metric) -> Rules {
        Rules { metric, valet: true, default_fuel: Some(100) }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.metric)?;
        if self.valet {
            write!(f, ", valet")?;
        }
        if let Some(units) = self.default_fuel {
            write!(f, ", {units} units of fuel where none is given")?;
        }
        Ok(())
    }
}
