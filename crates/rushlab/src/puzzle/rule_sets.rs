//! Sets of rules with a name: one constant each, listed in [`RULE_SETS`]. Front ends read the list.

use std::ops::RangeInclusive;

use super::{Metric, Rules};
use crate::search::Duplicates;

/// A named set of rules, and what else is usual where it comes from.
#[non_exhaustive]
#[derive(Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// Name.
    pub name: &'static str,
    /// Name in plain words, for menus.
    pub title: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// Whether a valet removes vehicles: see [`Rules::valet`].
    pub valet: bool,
    /// Fuel of a vehicle that has none of its own: see [`Rules::default_fuel`].
    pub default_fuel: Option<u16>,
    /// Rule for duplicate detection in its published results.
    pub duplicates: Duplicates,
    /// Whether a line that begins with `#` is a comment in its files, and never a row of a board.
    pub hash_begins_comment: bool,
    /// Label of the primary in its puzzles, if it is not that of the format.
    pub primary: Option<char>,
    /// Amounts of fuel in generated puzzles; `None` if they have none.
    pub fuel: Option<RangeInclusive<usize>>,
}

/// `plain`: no valet, and no default fuel.
pub static PLAIN: RuleSet = RuleSet {
    name: "plain",
    title: "plain (no valet, no default fuel)",
    summary: "no valet, and no fuel but what the puzzle gives",
    valet: false,
    default_fuel: None,
    duplicates: Duplicates::Exact,
    hash_begins_comment: false,
    primary: None,
    fuel: None,
};

/// `comp472`: the rules of the COMP 472 project.
pub static COMP472: RuleSet = RuleSet {
    name: "comp472",
    title: "COMP 472 (fuel and valet)",
    summary: "adds the valet, and 100 units of fuel for each vehicle without a given amount",
    valet: true,
    default_fuel: Some(100),
    duplicates: Duplicates::Board,
    hash_begins_comment: true,
    primary: Some('A'),
    // The examples of the handout have tanks of 0 to 6 units.
    fuel: Some(0..=9),
};

/// All named sets of rules.
pub static RULE_SETS: &[&RuleSet] = &[&PLAIN, &COMP472];

impl RuleSet {
    /// Returns the set with a name.
    pub fn by_name(name: &str) -> Option<&'static RuleSet> {
        RULE_SETS.iter().copied().find(|set| set.name == name)
    }

    /// Returns the set that these rules are, with any metric.
    pub fn of(rules: Rules) -> Option<&'static RuleSet> {
        RULE_SETS.iter().copied().find(|set| set.with_metric(rules.metric) == rules)
    }

    /// Returns the rules with a metric.
    pub const fn with_metric(&self, metric: Metric) -> Rules {
        Rules { metric, valet: self.valet, default_fuel: self.default_fuel }
    }
}
