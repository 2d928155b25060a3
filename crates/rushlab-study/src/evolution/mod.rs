//! Experiments with the genetic algorithms: several runs of several configurations on a puzzle, their statistics, rank
//! tests between them, plots of their fitness, and the table of the GRH paper.
//!
//! ```
//! use rushlab::Limits;
//! use rushlab_genetic::{Method, Setting};
//! use rushlab_study::evolution::{GeneticConfiguration, EvolutionSummary, compare, optimum};
//!
//! let puzzle: rushlab::Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
//! let configurations = GeneticConfiguration::all(&[Method::Grh], &Setting::ALL, &[])?;
//! let optimum = optimum(&puzzle, Limits::default(), &mut ());
//! let summaries: Vec<EvolutionSummary> = configurations
//!     .iter()
//!     .map(|configuration| EvolutionSummary::of(&configuration.runs(&puzzle, 1, 5), optimum))
//!     .collect();
//! assert_eq!((configurations[1].label.as_str(), summaries[1].best()), ("refined", optimum));
//! // The first is what the others are compared with.
//! let [cost, _, _] = compare(&summaries)[1];
//! assert!(cost.ok_or("no runs")?.a12 >= 0.5, "the refined algorithm is as good or better");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comparison;
mod configuration;
mod curves;
pub mod paper;
mod plot;
mod printed;
mod run;
mod summary;
mod totals;

pub use comparison::{Measure, Tests, compare};
pub use configuration::{GeneticConfiguration, GeneticConfigurationError};
pub use curves::Curve;
pub use plot::FitnessPlot;
pub use printed::{PrintedError, PrintedPopulations, ReachedAverage};
pub use run::{Run, RunOptions, StopReason};
pub use summary::{EvolutionSummary, optimum};
pub use totals::Totals;
