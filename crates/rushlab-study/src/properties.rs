//! Heuristics checked against their claims: whether each is admissible and consistent on all positions of a puzzle, and
//! a position where it is not.
//!
//! ```
//! use rushlab::analysis::Cluster;
//! use rushlab::{Limits, heuristic};
//! use rushlab_study::properties::{HeuristicCheck, Property};
//!
//! let puzzle: rushlab::Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
//! let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
//! assert!(HeuristicCheck::new(&cluster, heuristic::H1).failures().is_empty());
//! let check = HeuristicCheck::new(&cluster, heuristic::H3);
//! let failures = check.failures();
//! assert_eq!(failures[0].property, Property::Admissible);
//! assert!(!failures[0].is_claimed, "h3 does not claim to be admissible");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rushlab::analysis::{Cluster, Inconsistency, Overestimate, Properties};
use rushlab::heuristic::{About, Heuristic};
use rushlab::position::Position;

use crate::words;

/// The result of checking a heuristic on all positions of a puzzle.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HeuristicCheck {
    /// The description of the heuristic, with its claims.
    pub about: About,
    /// The properties that it has on this puzzle.
    pub properties: Properties,
}

/// A property that a heuristic may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// No estimate is higher than the distance.
    Admissible,
    /// No move lowers the estimate by more than it costs.
    Consistent,
}

/// A property that a heuristic lacks.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure<'a> {
    /// The property.
    pub property: Property,
    /// Whether the heuristic claims it under the rules of the puzzle.
    pub is_claimed: bool,
    /// The reason, for example `5 here, but 2 moves are enough`.
    pub reason: String,
    /// A position that shows it.
    pub position: &'a Position,
}

impl Property {
    /// Returns the English word.
    pub fn word(self) -> &'static str {
        match self {
            Property::Admissible => "admissible",
            Property::Consistent => "consistent",
        }
    }
}

impl HeuristicCheck {
    /// Checks a heuristic on a cluster.
    pub fn new(cluster: &Cluster, heuristic: &dyn Heuristic) -> HeuristicCheck {
        HeuristicCheck { about: heuristic.about(), properties: Properties::of(cluster, heuristic) }
    }

    /// Returns each property that the heuristic lacks. One that it claims is a bug.
    pub fn failures(&self) -> Vec<Failure<'_>> {
        let too_high =
            self.properties.overestimate_example.iter().map(|Overestimate { position, estimate, distance }| {
                let rules = position.puzzle().rules();
                let estimate =
                    estimate.map_or_else(|| "no solution from here".to_owned(), |estimate| format!("{estimate} here"));
                let enough = if *distance == 1 { "is enough" } else { "are enough" };
                Failure {
                    property: Property::Admissible,
                    is_claimed: self.about.admissible.holds(rules),
                    reason: format!("{estimate}, but {} {enough}", words::cost(*distance, rules.metric)),
                    position,
                }
            });
        let inconsistent =
            self.properties.inconsistency_example.iter().map(|Inconsistency { position, mv, before, after }| {
                let label = position.puzzle().vehicles()[mv.vehicle].label;
                let before = before.map_or_else(|| "no solution".to_owned(), |before| before.to_string());
                Failure {
                    property: Property::Consistent,
                    is_claimed: self.about.consistent.holds(position.puzzle().rules()),
                    reason: format!("{label} {} {} lowers it from {before} to {after}", mv.direction, mv.cells),
                    position,
                }
            });
        too_high.chain(inconsistent).collect()
    }
}
