//! What a format can hold, declared; and the sentence for what it cannot.
//!
//! A format never drops a part of a puzzle in silence: it refuses, and says which format or option would do.

use super::{Format, Labels, labels};
use crate::puzzle::{Draft, Label, Puzzle, Rules, Side, Vehicle, find_primary};

/// What a puzzle may have to be written in a format.
#[derive(Clone, Copy, Debug)]
pub struct Holds {
    /// Which boards.
    pub sizes: Sizes,
    /// Walls.
    pub walls: bool,
    /// Fuel.
    pub fuel: bool,
    /// Which exits.
    pub exits: Exits,
    /// Rules other than the plain ones.
    pub rules: bool,
    /// Which labels.
    pub labels: Labels,
    /// The label that marks the primary; `None` where the format can mark any or leaves it to be found.
    pub primary: Option<&'static str>,
    /// Whether the format marks the primary. If not, it must be one that would be found.
    pub marks_primary: bool,
}

/// Which boards a format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// All.
    Any,
    /// Square ones.
    Square,
    /// 6×6 alone.
    Six,
    /// The smallest square that holds all vehicles: the text has no size.
    Tight,
}

/// Which exits a format can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// On the right for a horizontal primary, at the top for a vertical one.
    Usual,
    /// On any side.
    Any,
}

/// Why a format cannot hold a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the format `{format}` cannot hold this puzzle: {reason}")]
pub struct Refusal {
    /// Its name.
    pub format: &'static str,
    /// A clause that says why, and what to do.
    pub reason: String,
}

/// The smallest square that holds all vehicles, and at least 3×3.
pub(super) fn tight_size(puzzle: &Puzzle) -> u8 {
    let reach = puzzle.vehicles().iter().flat_map(Vehicle::cells).map(|cell| cell.row.max(cell.column) + 1);
    reach.max().unwrap_or(0).max(3)
}

/// Says why the format cannot hold the puzzle, if it cannot.
pub(super) fn check(format: &dyn Format, puzzle: &Puzzle) -> Result<(), Refusal> {
    match (reasons(format, puzzle)).next() {
        Some(reason) => Err(Refusal { format: format.about().name, reason }),
        None => Ok(()),
    }
}

fn reasons<'a>(format: &'a dyn Format, puzzle: &'a Puzzle) -> impl Iterator<Item = String> + 'a {
    let holds = format.about().holds;
    let checks: [Box<dyn Fn() -> Option<String> + 'a>; 8] = [
        Box::new(move || size(holds.sizes, puzzle)),
        Box::new(move || {
            (!holds.walls && !puzzle.walls().is_empty()).then(|| "it has no walls; use `json`, `line` or `grid`".into())
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

fn size(sizes: Sizes, puzzle: &Puzzle) -> Option<String> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let square = width == height;
    match sizes {
        Sizes::Any => None,
        Sizes::Square => (!square)
            .then(|| format!("its boards are square, and this one is {width}×{height}; use `line`, `grid` or `json`")),
        Sizes::Six => ((width, height) != (6, 6))
            .then(|| format!("its boards are 6×6, and this one is {width}×{height}; use `json`")),
        Sizes::Tight => {
            let tight = tight_size(puzzle);
            ((width, height) != (tight, tight)).then(|| {
                format!(
                    "it writes no size, and this board of {width}×{height} would be read as {tight}×{tight}; use `json`"
                )
            })
        }
    }
}

fn fuel(holds: Holds, puzzle: &Puzzle) -> Option<String> {
    let fuelled = puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
    (fuelled && !holds.fuel).then(|| "it has no fuel, and here tanks are given; use `line` or `json`".into())
}

fn exit(exits: Exits, puzzle: &Puzzle) -> Option<String> {
    let usual = Side::usual_for(puzzle.primary().orientation);
    let side = puzzle.exit().side;
    (exits == Exits::Usual && side != usual).then(|| {
        format!(
            "a {} primary leaves {} in it, and here {}; use `exit-letter` or `json`",
            puzzle.primary().orientation,
            usual.phrase(),
            side.phrase()
        )
    })
}

fn rules(holds: Holds, puzzle: &Puzzle) -> Option<String> {
    (!holds.rules && puzzle.rules() != Rules::default()).then(|| {
        format!(
            "it has no place for the rules ({}); use `json`, or drop them with --rules plain --metric moves",
            puzzle.rules()
        )
    })
}

/// The primary must be marked, or be the one that a reader would find.
fn primary(holds: Holds, puzzle: &Puzzle) -> Option<String> {
    let primary = puzzle.primary().label;
    if let Some(mark) = holds.primary {
        return (primary.as_str() != mark)
            .then(|| format!("the primary is called {mark} in it, and here {primary}; add --relabel, or use `json`"));
    }
    if holds.marks_primary {
        return None;
    }
    let draft = Draft::from(puzzle);
    let found: Option<Label> =
        find_primary(&draft.vehicles, draft.height).ok().map(|index| draft.vehicles[index].label);
    (found != Some(primary)).then(|| {
        let found = found.map_or("nobody".to_owned(), |label| label.to_string());
        format!("it does not mark the primary {primary}, and a reader would take {found} for it; add --relabel, or use `json`")
    })
}
