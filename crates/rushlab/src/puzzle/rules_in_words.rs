//! The special rules of puzzles in words for people, for captions, booklets and reports.

use std::collections::BTreeSet;

use super::{Metric, Puzzle};

/// A rule that only some puzzles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SpecialRule {
    /// A valet removes vehicles: see [`Rules::valet`](super::Rules::valet).
    Valet,
    /// Vehicles have a limited amount of fuel.
    Fuel,
    /// Solutions are counted in steps.
    Steps,
}

impl SpecialRule {
    /// Returns the name, for a caption.
    pub fn name(self) -> &'static str {
        match self {
            SpecialRule::Valet => "valet",
            SpecialRule::Fuel => "fuel",
            SpecialRule::Steps => "steps",
        }
    }
}

/// The special rules of one puzzle, or of several together.
///
/// ```
/// use rushlab::puzzle::RulesInWords;
/// use rushlab::{Metric, Puzzle, Rules};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// assert_eq!(RulesInWords::of(&puzzle).names(), "");
/// let course = puzzle.with_rules(Rules::comp472(Metric::Moves));
/// assert_eq!(RulesInWords::of(&course).names(), "valet, fuel");
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesInWords {
    has_valet: bool,
    has_tanks: bool,
    default_fuel: BTreeSet<u16>,
    has_steps: bool,
}

impl RulesInWords {
    /// Returns the special rules of a puzzle.
    pub fn of(puzzle: &Puzzle) -> RulesInWords {
        let rules = puzzle.rules();
        RulesInWords {
            has_valet: rules.valet,
            has_tanks: puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()),
            default_fuel: rules.default_fuel.into_iter().collect(),
            has_steps: rules.metric == Metric::Steps,
        }
    }

    /// Adds the special rules of another puzzle.
    pub fn add(&mut self, puzzle: &Puzzle) {
        let other = RulesInWords::of(puzzle);
        self.has_valet |= other.has_valet;
        self.has_tanks |= other.has_tanks;
        self.default_fuel.extend(other.default_fuel);
        self.has_steps |= other.has_steps;
    }

    /// Returns the names, separated by commas, for a caption; an empty text if there is no special rule.
    pub fn names(&self) -> String {
        self.sentences().into_iter().map(|(rule, _)| rule.name()).collect::<Vec<_>>().join(", ")
    }

    /// Returns a sentence for each rule. The fuel of a vehicle is drawn as a number.
    pub fn sentences(&self) -> Vec<(SpecialRule, String)> {
        let valet =
            self.has_valet.then(|| "A valet removes every vehicle that reaches the exit, at no cost.".to_owned());
        let steps = self.has_steps.then(|| "Solutions are counted in steps of one cell.".to_owned());
        let all = [(SpecialRule::Valet, valet), (SpecialRule::Fuel, self.fuel()), (SpecialRule::Steps, steps)];
        all.into_iter().filter_map(|(rule, sentence)| Some((rule, sentence?))).collect()
    }

    /// Returns the sentences as one text; an empty one if there is no special rule.
    pub fn text(&self) -> String {
        self.sentences().into_iter().map(|(_, sentence)| sentence).collect::<Vec<_>>().join(" ")
    }

    fn fuel(&self) -> Option<String> {
        let units = self.default_fuel.iter().map(u16::to_string).collect::<Vec<_>>().join(" or ");
        let tanks = match (self.has_tanks, units.as_str()) {
            (false, "") => return None,
            (false, units) => format!("Every vehicle has {units} units of fuel"),
            (true, "") => "A vehicle with a number has that many units of fuel".to_owned(),
            (true, units) => {
                format!("A vehicle with a number has that many units of fuel, every other vehicle {units}")
            }
        };
        Some(format!("{tanks}; driving a cell takes one unit."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    fn puzzle(text: &str, rules: Rules) -> Puzzle {
        text.parse::<Puzzle>().unwrap().with_rules(rules)
    }

    #[test]
    fn each_special_rule_has_a_sentence_and_plain_rules_have_none() {
        const BOARD: &str = "......A..B..AXXB..A..B......CC......";
        let plain = RulesInWords::of(&puzzle(BOARD, Rules::default()));
        assert_eq!((plain.text(), plain.names()), (String::new(), String::new()));
        let tank = RulesInWords::of(&puzzle(&format!("{BOARD} A3"), Rules::default()));
        assert_eq!(tank.text(), "A vehicle with a number has that many units of fuel; driving a cell takes one unit.");
        let course = RulesInWords::of(&puzzle(&format!("{BOARD} A3"), Rules::comp472(Metric::Steps)));
        assert_eq!(
            course.text(),
            "A valet removes every vehicle that reaches the exit, at no cost. A vehicle with a number has that many units of \
             fuel, every other vehicle 100; driving a cell takes one unit. Solutions are counted in steps of one cell."
        );
        assert_eq!(course.names(), "valet, fuel, steps");
        let mut together = plain;
        together.add(&puzzle(BOARD, Rules { default_fuel: Some(7), ..Rules::default() }));
        assert_eq!(together.text(), "Every vehicle has 7 units of fuel; driving a cell takes one unit.");
    }
}
