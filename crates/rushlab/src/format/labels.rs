//! The labels that each format can write, and new labels for a puzzle whose labels it cannot.

use super::{Format, Holds, Reason, Refusal};
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
    /// Odd numbers for horizontal vehicles and even ones for vertical, except for the primary.
    Parity,
    /// None. The vehicles get letters in order when they are read.
    Order,
}

/// Returns `A`, `B`, … `Z`, `AA`, `AB`, …, without the `X` that marks the primary.
pub(super) fn letters() -> impl Iterator<Item = Label> {
    let letter = |index: u8| (b'A' + index) as char;
    let one = (0..26).map(move |index| letter(index).to_string()).filter(|text| text != "X");
    let two = (0..26).flat_map(move |first| (0..26).map(move |second| format!("{}{}", letter(first), letter(second))));
    one.chain(two).filter_map(|text| Label::new(&text).ok())
}

/// Returns the reason why the format cannot write the labels of a puzzle.
pub(super) fn refuse(holds: Holds, puzzle: &Puzzle) -> Option<Reason> {
    let primary = puzzle.primary().label;
    let mark = holds.primary.and_then(|mark| Label::new(mark).ok());
    let odd_one = puzzle.vehicles().iter().find(|vehicle| {
        if Some(vehicle.label) == mark {
            return vehicle.label != primary;
        }
        match holds.labels {
            Labels::Any | Labels::Order => false,
            Labels::Character(taken) => vehicle.label.as_char().is_none_or(|character| taken.contains(&character)),
            Labels::Numbers => number_of(vehicle.label).is_none(),
            Labels::Parity => {
                let odd = vehicle.orientation == Orientation::Horizontal;
                number_of(vehicle.label).is_none_or(|number| (number % 2 == 1) != odd)
            }
        }
    });
    if let Some(vehicle) = odd_one {
        let label = vehicle.label;
        let what = match holds.labels {
            _ if Some(label) == mark => "that is the name of the primary in it",
            Labels::Character(_) if label.as_char().is_none() => "it writes one character a cell",
            Labels::Numbers => "its labels are whole numbers",
            Labels::Parity => "its labels are odd numbers for horizontal vehicles and even ones for vertical",
            _ => "that label has another meaning in it",
        };
        return Some(Reason::with_remedy(format!("{what}, and a vehicle is called {label}"), Remedy::Relabel));
    }
    if holds.labels == Labels::Order {
        let (ours, theirs) = (in_order(puzzle), letters());
        if primary.as_str() != "X" || ours.iter().copied().ne(theirs.take(ours.len())) {
            let clause = "it writes no labels, and reads them as X for the primary, then A, B, C …";
            return Some(Reason::with_remedy(clause, Remedy::Relabel));
        }
    }
    None
}

/// Returns the labels of all vehicles but the primary: shorter ones first, then in alphabetical order.
pub(super) fn in_order(puzzle: &Puzzle) -> Vec<Label> {
    let others = puzzle.vehicles().iter().map(|vehicle| vehicle.label).filter(|label| *label != puzzle.primary().label);
    let mut labels: Vec<Label> = others.collect();
    labels.sort_unstable_by_key(|label| (label.as_str().len(), *label));
    labels
}

/// Returns the puzzle with labels that the format can write.
pub(super) fn assign(format: &dyn Format, puzzle: &Puzzle) -> Result<Puzzle, Refusal> {
    let about = format.about();
    let refusal = |clause: String, formats| Refusal { format: about.name, reason: Reason::use_other(clause, formats) };
    let mark = about.holds.primary.unwrap_or("X");
    let primary = Label::new(mark).map_err(|error| refusal(error.to_string(), &[]))?;
    let taken = |label: &Label| {
        *label == primary
            || matches!(about.holds.labels, Labels::Character(taken) if label.as_char().is_none_or(|own| taken.contains(&own)))
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
            match about.holds.labels {
                Labels::Any | Labels::Order => letters.next().or_else(|| rest.next()),
                Labels::Character(_) => letters.next().or_else(|| spare.next()),
                Labels::Numbers => count.next(),
                Labels::Parity if vehicle.orientation == Orientation::Horizontal => odd.next(),
                Labels::Parity => even.next(),
            }
        })
        .collect();
    let labels =
        labels.ok_or_else(|| refusal("it has fewer characters than this board has vehicles".into(), &["json"]))?;
    puzzle.with_labels(&labels).map_err(|problems| refusal(problems.to_string(), &[]))
}

/// Returns the number that a label is, if it is written without leading zeros.
fn number_of(label: Label) -> Option<u32> {
    let number = label.as_str().parse().ok().filter(|number| (1..=999_999).contains(number))?;
    (Label::from_number(number) == label).then_some(number)
}
