//! What each format can hold, and the reason when it cannot hold a puzzle.
//!
//! A format never drops a part of a puzzle: it refuses the puzzle, and the reason says what to do instead.

use super::{Format, Labels, labels};
use crate::error::{Phrasing, Remedy};
use crate::puzzle::{Draft, Label, Puzzle, Rules, Side, Vehicle, find_primary};

/// The parts of a puzzle that a format can hold.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// The sizes of boards.
    pub sizes: Sizes,
    /// Whether it holds walls.
    pub walls: bool,
    /// Whether it holds fuel figures.
    pub fuel: bool,
    /// The exits.
    pub exits: Exits,
    /// Whether it holds rules other than the plain ones.
    pub rules: bool,
    /// The labels.
    pub labels: Labels,
    /// The fixed label of the primary; `None` if the primary may have any label.
    pub primary: Option<&'static str>,
    /// Whether the format marks the primary. If not, the primary must be the one that a reader finds.
    pub marks_primary: bool,
}

/// The sizes of boards that a format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Any size.
    Any,
    /// Square boards.
    Square,
    /// Only 6×6.
    Six,
    /// The smallest square that holds all vehicles, because the text has no size.
    Tight,
}

/// The exits that a format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// On the right for a horizontal primary, at the top for a vertical one.
    Usual,
    /// On any side.
    Any,
}

/// The error of a format that cannot hold a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.explain(&Remedy::words))]
pub struct Refusal {
    /// The name of the format.
    pub format: &'static str,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a format cannot hold a puzzle, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The reason, as a clause.
    pub clause: String,
    /// What would make the puzzle fit the format.
    pub remedy: Option<Remedy>,
    /// The names of formats that can hold it.
    pub formats: &'static [&'static str],
}

impl Reason {
    /// Creates a reason with formats that can hold the puzzle.
    pub(super) fn use_other(clause: impl Into<String>, formats: &'static [&'static str]) -> Reason {
        Reason { clause: clause.into(), remedy: None, formats }
    }

    /// Creates a reason with a remedy; the format `json` holds every puzzle.
    pub(super) fn with_remedy(clause: impl Into<String>, remedy: Remedy) -> Reason {
        Reason { clause: clause.into(), remedy: Some(remedy), formats: &["json"] }
    }
}

impl Refusal {
    /// Returns the sentence with a front end's words for remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        let Reason { clause, remedy, formats } = &self.reason;
        let mut sentence = format!("the format `{}` cannot hold this puzzle: {clause}", self.format);
        let remedy = remedy.map(|remedy| phrasing(remedy).to_owned());
        let other = match formats {
            [] => None,
            [only] => Some(format!("use `{only}`")),
            [first @ .., last] => Some(format!("use `{}` or `{last}`", first.join("`, `"))),
        };
        let advice: Vec<String> = remedy.into_iter().chain(other).collect();
        if !advice.is_empty() {
            sentence += &format!("; {}", advice.join(", or "));
        }
        sentence
    }
}

/// Returns the side of the smallest square that holds all vehicles, at least 3.
pub(super) fn tight_size(puzzle: &Puzzle) -> u8 {
    let reach = puzzle.vehicles().iter().flat_map(Vehicle::cells).map(|cell| cell.row.max(cell.column) + 1);
    reach.max().unwrap_or(0).max(3)
}

/// Checks that the format can hold the puzzle.
pub(super) fn check(format: &dyn Format, puzzle: &Puzzle) -> Result<(), Refusal> {
    match (reasons(format, puzzle)).next() {
        Some(reason) => Err(Refusal { format: format.about().name, reason }),
        None => Ok(()),
    }
}

fn reasons<'a>(format: &'a dyn Format, puzzle: &'a Puzzle) -> impl Iterator<Item = Reason> + 'a {
    let holds = format.about().holds;
    let checks: [Box<dyn Fn() -> Option<Reason> + 'a>; 8] = [
        Box::new(move || size(holds.sizes, puzzle)),
        Box::new(move || {
            (!holds.walls && !puzzle.walls().is_empty())
                .then(|| Reason::use_other("it has no walls", &["json", "line", "grid"]))
        }),
        Box::new(move || fuel(holds, puzzle)),
        Box::new(move || exit(holds.exits, puzzle)),
        Box::new(move || rules(holds, puzzle)),
        Box::new(move || labels::refuse(holds, puzzle)),
        Box::new(move || primary(holds, puzzle)),
        Box::new(move || format.refuse(puzzle)),
    ];
    checks.into_iter().filter_map(|check| check())
}

fn size(sizes: Sizes, puzzle: &Puzzle) -> Option<Reason> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let square = width == height;
    match sizes {
        Sizes::Any => None,
        Sizes::Square => (!square).then(|| {
            let clause = format!("its boards are square, and this one is {width}×{height}");
            Reason::use_other(clause, &["line", "grid", "json"])
        }),
        Sizes::Six => ((width, height) != (6, 6))
            .then(|| Reason::use_other(format!("its boards are 6×6, and this one is {width}×{height}"), &["json"])),
        Sizes::Tight => {
            let tight = tight_size(puzzle);
            ((width, height) != (tight, tight)).then(|| {
                let clause =
                    format!("it writes no size, and this board of {width}×{height} would be read as {tight}×{tight}");
                Reason::use_other(clause, &["json"])
            })
        }
    }
}

fn fuel(holds: Holds, puzzle: &Puzzle) -> Option<Reason> {
    let fuelled = puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
    (fuelled && !holds.fuel).then(|| Reason::use_other("it has no fuel, and here tanks are given", &["line", "json"]))
}

fn exit(exits: Exits, puzzle: &Puzzle) -> Option<Reason> {
    let usual = Side::usual_for(puzzle.primary().orientation);
    let side = puzzle.exit().side;
    (exits == Exits::Usual && side != usual).then(|| {
        let orientation = puzzle.primary().orientation;
        let clause = format!("a {orientation} primary leaves {} in it, and here {}", usual.phrase(), side.phrase());
        Reason::use_other(clause, &["exit-letter", "json"])
    })
}

fn rules(holds: Holds, puzzle: &Puzzle) -> Option<Reason> {
    (!holds.rules && puzzle.rules() != Rules::default()).then(|| {
        let clause = format!("it cannot state the rules ({})", puzzle.rules());
        Reason::with_remedy(clause, Remedy::PlainRules)
    })
}

/// Checks that the primary is marked, or is the one that a reader finds.
fn primary(holds: Holds, puzzle: &Puzzle) -> Option<Reason> {
    let primary = puzzle.primary().label;
    if let Some(mark) = holds.primary {
        return (primary.as_str() != mark).then(|| {
            Reason::with_remedy(format!("the primary is called {mark} in it, and here {primary}"), Remedy::Relabel)
        });
    }
    if holds.marks_primary {
        return None;
    }
    let draft = Draft::from(puzzle);
    let found: Option<Label> =
        find_primary(&draft.vehicles, draft.height).ok().map(|index| draft.vehicles[index].label);
    (found != Some(primary)).then(|| {
        let clause = match found {
            Some(found) => format!("it does not mark the primary {primary}, and a reader would take {found} for it"),
            None => format!("it does not mark the primary {primary}, and a reader would not find it"),
        };
        Reason::with_remedy(clause, Remedy::Relabel)
    })
}
