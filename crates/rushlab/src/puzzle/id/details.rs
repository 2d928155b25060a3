//! What the number of a puzzle depends on beside walls and vehicles.

use super::number::{DigitKind, DigitSource, Digits};
use crate::puzzle::{Metric, Orientation, Puzzle, Rules, Side};

/// The exit, the rules, and which lengths and fuel the vehicles have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Details {
    /// The maximum length of a vehicle; that of an ordinary puzzle if all are shorter.
    pub(super) longest: u8,
    /// Whether the exit is opposite the default side.
    opposite_exit: bool,
    pub(super) rules: Rules,
    pub(super) has_fuel: bool,
}

impl Details {
    /// The details of most puzzles.
    pub(super) const ORDINARY: Details =
        Details { longest: 3, opposite_exit: false, rules: Rules::plain(Metric::Moves), has_fuel: false };

    pub(super) fn of(puzzle: &Puzzle) -> Details {
        let longest = puzzle.vehicles().iter().map(|vehicle| vehicle.length).max().unwrap_or_default();
        Details {
            longest: longest.max(Details::ORDINARY.longest),
            opposite_exit: puzzle.exit().side != Side::default_for(puzzle.primary().orientation),
            rules: puzzle.rules(),
            has_fuel: puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some()),
        }
    }

    pub(super) fn side(self, primary: Orientation) -> Side {
        match (primary, self.opposite_exit) {
            (orientation, false) => Side::default_for(orientation),
            (Orientation::Horizontal, true) => Side::Left,
            (Orientation::Vertical, true) => Side::Bottom,
        }
    }

    /// Writes the details of a puzzle whose longer side has `side` cells.
    pub(super) fn write(self, side: u8, digits: &mut Digits) {
        digits.push((self.longest - Details::ORDINARY.longest).into(), lengths(side));
        digits.push(self.opposite_exit.into(), 2);
        digits.push((self.rules.metric == Metric::Steps).into(), 2);
        digits.push(self.rules.valet.into(), 2);
        digits.push_units(self.rules.default_fuel);
        digits.push(self.has_fuel.into(), 2);
    }

    pub(super) fn read(side: u8, digits: &mut impl DigitSource) -> Details {
        let longest = Details::ORDINARY.longest + digits.next(lengths(side), DigitKind::Other) as u8;
        let opposite_exit = digits.next(2, DigitKind::Other) == 1;
        let metric = if digits.next(2, DigitKind::Other) == 1 { Metric::Steps } else { Metric::Moves };
        let valet = digits.next(2, DigitKind::Other) == 1;
        let default_fuel = digits.next_units();
        let has_fuel = digits.next(2, DigitKind::Other) == 1;
        Details { longest, opposite_exit, rules: Rules { metric, valet, default_fuel }, has_fuel }
    }
}

/// Returns the number of possible values of `longest`.
fn lengths(side: u8) -> u32 {
    u32::from(side.saturating_sub(Details::ORDINARY.longest)) + 1
}
