//! The labels that each format can write, and new labels for a puzzle whose labels it cannot.

use super::{Capabilities, Format, Reason, UnsupportedPuzzle};
use crate::error::Remedy;
use crate::puzzle::{Label, Orientation, Puzzle};

/// The labels that a format can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Labels {
    /// Any.
    Any,
    /// Labels of one character, except these. No other vehicle may have the label of the primary.
    Character(&'static [char]),
    /// Whole numbers from 1.
    Numbers,
    /// Odd numbers for horizontal vehicles and even ones for vertical, except for the primary. If the primary is
    /// labelled 1, any whole numbers from 1 except the fixed label of the primary.
    Parity,
    /// None. The vehicles get letters in order when they are read.
    Order,
    /// None. Any labels are dropped, and the vehicles get [canonical labels](Puzzle::canonical) when they are read.
    Canonical,
}

/// Returns `A`, `B`, … `Z`, `AA`, `AB`, …, without `X`, the label of the primary.
pub(super) fn letters() -> impl Iterator<Item = Label> {
    let letter = |index: u8| (b'A' + index) as char;
    let one = (0..26).map(move |index| letter(index).to_string()).filter(|text| text != "X");
    let two = (0..26).flat_map(move |first| (0..26).map(move |second| format!("{}{}", letter(first), letter(second))));
    one.chain(two).filter_map(|text| Label::new(&text).ok())
}

fn is_one(mark: Option<Label>) -> bool {
    mark.is_some_and(|mark| mark.as_str() == "1")
}

/// Returns the label that the primary must have in a format: 1 or the format's own label if it reads both.
pub(super) fn mark(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Label> {
    if capabilities.labels == Labels::Parity && is_one(Some(puzzle.primary().label)) {
        return Some(puzzle.primary().label);
    }
    capabilities.primary.and_then(|mark| Label::new(mark).ok())
}

/// Returns the reason why the format cannot write the labels of a puzzle.
pub(super) fn unsupported(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Reason> {
    let primary = puzzle.primary().label;
    let mark = mark(capabilities, puzzle);
    let unsuitable = puzzle.vehicles().iter().find(|vehicle| {
        if Some(vehicle.label) == mark {
            return vehicle.label != primary;
        }
        match capabilities.labels {
            Labels::Any | Labels::Order | Labels::Canonical => false,
            Labels::Character(taken) => vehicle.label.as_char().is_none_or(|character| taken.contains(&character)),
            Labels::Numbers => number_of(vehicle.label).is_none(),
            Labels::Parity if is_one(mark) => {
                number_of(vehicle.label).is_none() || Some(vehicle.label.as_str()) == capabilities.primary
            }
            Labels::Parity => {
                let odd = vehicle.orientation == Orientation::Horizontal;
                number_of(vehicle.label).is_none_or(|number| (number % 2 == 1) != odd)
            }
        }
    });
    if let Some(vehicle) = unsuitable {
        let label = vehicle.label;
        let clause = match capabilities.labels {
            _ if Some(label) == mark => {
                format!("a vehicle is labelled {label}, which in this format is the label of the primary")
            }
            Labels::Character(_) if label.as_char().is_none() => {
                format!("it has one character per cell, and a vehicle is labelled {label}")
            }
            Labels::Numbers => format!("its labels are whole numbers, and a vehicle is labelled {label}"),
            Labels::Parity if is_one(mark) => {
                format!(
                    "beside a primary labelled 1, its labels are whole numbers except 51, and a vehicle is labelled {label}"
                )
            }
            Labels::Parity => format!(
                "its labels are odd numbers for horizontal vehicles and even ones for vertical, and a vehicle is labelled {label}"
            ),
            _ => format!("a vehicle is labelled {label}, which has another meaning in this format"),
        };
        return Some(Reason::with_remedy(clause, Remedy::Relabel));
    }
    if capabilities.labels == Labels::Order {
        let (ours, theirs) = (in_order(puzzle), letters());
        if primary.as_str() != "X" || ours.iter().copied().ne(theirs.take(ours.len())) {
            let clause = "it writes no labels, and reads them as X for the primary, then A, B, C …";
            return Some(Reason::with_remedy(clause, Remedy::Relabel));
        }
    }
    None
}

/// Returns the labels of all vehicles except the primary: shorter ones first, then in alphabetical order.
pub(super) fn in_order(puzzle: &Puzzle) -> Vec<Label> {
    let others = puzzle.vehicles().iter().map(|vehicle| vehicle.label).filter(|label| *label != puzzle.primary().label);
    let mut labels: Vec<Label> = others.collect();
    labels.sort_unstable_by_key(|label| (label.as_str().len(), *label));
    labels
}

/// Returns the puzzle with labels of the format. The primary gets the given one, else the format's mark, or `X`.
pub(super) fn assign(
    format: &dyn Format,
    puzzle: &Puzzle,
    primary: Option<Label>,
) -> Result<Puzzle, UnsupportedPuzzle> {
    let about = format.about();
    if about.capabilities.labels == Labels::Canonical && primary.is_none() {
        return Ok(puzzle.canonical().with_name(puzzle.name().map(str::to_owned)));
    }
    let error =
        |clause: String, formats| UnsupportedPuzzle { format: about.name, reason: Reason::use_other(clause, formats) };
    let mark = about.capabilities.primary.unwrap_or("X");
    let mark = Label::new(mark).map_err(|invalid| error(invalid.to_string(), &[]))?;
    let primary = primary.unwrap_or(mark);
    if primary != mark && !about.capabilities.has_free_primary() {
        return Err(error(format!("in this format the primary is labelled {mark}, not {primary}"), &["json"]));
    }
    let taken = |label: &Label| {
        *label == primary
            || matches!(about.capabilities.labels, Labels::Character(taken) if label.as_char().is_none_or(|own| taken.contains(&own)))
    };
    let mut letters = letters().filter(|label| label.as_char().is_some()).filter(|label| !taken(label));
    let mut rest = self::letters().filter(|label| label.as_char().is_none());
    // Formats of one character continue with digits, then lower-case letters.
    let mut spare = ('0'..='9').chain('a'..='z').filter_map(Label::from_char).filter(|label| !taken(label));
    let mut odd = (1..).step_by(2).map(Label::from_number).filter(|label| *label != primary);
    let mut even = (2..).step_by(2).map(Label::from_number);
    let mut count = (2..).map(Label::from_number);
    let labels: Option<Vec<Label>> = (puzzle.vehicles().iter().enumerate())
        .map(|(index, vehicle)| {
            if index == puzzle.primary_index() {
                return Some(primary);
            }
            match about.capabilities.labels {
                Labels::Any | Labels::Order | Labels::Canonical => letters.next().or_else(|| rest.next()),
                Labels::Character(_) => letters.next().or_else(|| spare.next()),
                Labels::Numbers => count.next(),
                Labels::Parity if vehicle.orientation == Orientation::Horizontal => odd.next(),
                Labels::Parity => even.next(),
            }
        })
        .collect();
    let labels = labels.ok_or_else(|| error("it has too few labels for this many vehicles".into(), &["json"]))?;
    puzzle.with_labels(&labels).map_err(|problems| error(problems.to_string(), &[]))
}

/// Returns the value of a label that is a number without leading zeros.
fn number_of(label: Label) -> Option<u32> {
    let number = label.as_str().parse().ok().filter(|number| (1..=999_999).contains(number))?;
    (Label::from_number(number) == label).then_some(number)
}
