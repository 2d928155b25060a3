//! What each format can represent, and the error for a puzzle that it cannot represent.
//!
//! A format never drops a part of a puzzle, except its name. It returns an error that says what to do instead.

use super::{Format, Labels, labels};
use crate::error::{Phrasing, Remedy};
use crate::puzzle::{Draft, Label, Puzzle, Rules, Side, Vehicle, find_primary};

/// What a format can represent.
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// The sizes of boards that it can represent.
    pub sizes: Sizes,
    /// Whether it can represent walls.
    pub walls: bool,
    /// Whether it can represent the fuel of vehicles.
    pub fuel: bool,
    /// The exits that it can represent.
    pub exits: Exits,
    /// The rules that it can represent.
    pub rules: RuleSupport,
    /// The labels that it can represent.
    pub labels: Labels,
    /// The fixed label of the primary; `None` if the primary may have any label.
    pub primary: Option<&'static str>,
    /// Whether the format marks the primary. If not, it must be the vehicle that a reader takes for the primary.
    pub marks_primary: bool,
}

impl Capabilities {
    /// The plain rules on boards of any size, without walls and fuel, with the usual exit and a marked primary.
    pub(super) const PLAIN: Capabilities = Capabilities {
        sizes: Sizes::Any,
        walls: false,
        fuel: false,
        exits: Exits::Default,
        rules: RuleSupport::Plain,
        labels: Labels::Any,
        primary: None,
        marks_primary: true,
    };

    /// Returns whether the label of the primary can be chosen.
    pub fn has_free_primary(&self) -> bool {
        self.primary.is_none() && ![Labels::Order, Labels::Canonical].contains(&self.labels)
    }
}

/// The sizes of boards that a format can represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// Any size.
    Any,
    /// Square boards.
    Square,
    /// Only 6×6.
    Six,
    /// The smallest square that contains all vehicles, because the text has no size.
    Tight,
}

/// The exits that a format can represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exits {
    /// On the right for a horizontal primary, at the top for a vertical one.
    Default,
    /// On any side.
    Any,
}

/// The rules that a format can represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuleSupport {
    /// Only the plain rules, with moves as the metric.
    Plain,
    /// The plain rules, with either metric.
    Metric,
    /// All rules, by a comment before the puzzle.
    Header,
    /// All rules.
    All,
}

impl RuleSupport {
    /// Returns the part of the rules that the format can represent.
    pub fn supported(self, rules: Rules) -> Rules {
        match self {
            RuleSupport::Plain => Rules::default(),
            RuleSupport::Metric => Rules::plain(rules.metric),
            RuleSupport::Header | RuleSupport::All => rules,
        }
    }
}

/// The error for a puzzle that a format cannot represent.
///
/// ```
/// use rushlab::{Puzzle, format};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC...... B4".parse()?;
/// let error = format::write(format::GRID, &puzzle).unwrap_err();
/// assert!(error.to_string().contains("the puzzle has fuel; use `line` or `json`"));
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.explain(&Remedy::words))]
#[non_exhaustive]
pub struct UnsupportedPuzzle {
    /// The name of the format.
    pub format: &'static str,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a format cannot represent a puzzle, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reason {
    /// The reason, as a clause.
    pub clause: String,
    /// The action after which the format can represent the puzzle.
    pub remedy: Option<Remedy>,
    /// The names of formats that can represent it.
    pub formats: &'static [&'static str],
}

impl Reason {
    /// Creates a reason with formats that can represent the puzzle.
    pub(super) fn use_other(clause: impl Into<String>, formats: &'static [&'static str]) -> Reason {
        Reason { clause: clause.into(), remedy: None, formats }
    }

    /// Creates a reason with a remedy. The format `json` can represent every puzzle.
    pub(super) fn with_remedy(clause: impl Into<String>, remedy: Remedy) -> Reason {
        Reason { clause: clause.into(), remedy: Some(remedy), formats: &["json"] }
    }
}

impl UnsupportedPuzzle {
    /// Returns the message, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        let Reason { clause, remedy, formats } = &self.reason;
        let mut sentence = format!("the format `{}` cannot represent this puzzle: {clause}", self.format);
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

/// Returns the side of the smallest square that contains all vehicles, at least 3.
pub(super) fn tight_size(puzzle: &Puzzle) -> u8 {
    let reach = puzzle.vehicles().iter().flat_map(Vehicle::cells).map(|cell| cell.row.max(cell.column) + 1);
    reach.max().unwrap_or(0).max(3)
}

pub(super) fn check(format: &dyn Format, puzzle: &Puzzle) -> Result<(), UnsupportedPuzzle> {
    let capabilities = format.about().capabilities;
    let reason = size(capabilities.sizes, puzzle)
        .or_else(|| walls(capabilities, puzzle))
        .or_else(|| fuel(capabilities, puzzle))
        .or_else(|| exit(capabilities.exits, puzzle))
        .or_else(|| rules(capabilities, puzzle))
        .or_else(|| labels::unsupported(capabilities, puzzle))
        .or_else(|| primary(capabilities, puzzle))
        .or_else(|| format.unsupported(puzzle));
    reason.map_or(Ok(()), |reason| Err(UnsupportedPuzzle { format: format.about().name, reason }))
}

fn walls(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Reason> {
    let has_walls = !puzzle.walls().is_empty();
    (has_walls && !capabilities.walls).then(|| Reason::use_other("the puzzle has walls", &["json", "line", "grid"]))
}

fn size(sizes: Sizes, puzzle: &Puzzle) -> Option<Reason> {
    let (width, height) = (puzzle.width(), puzzle.height());
    let (is_supported, formats): (bool, &[&str]) = match sizes {
        Sizes::Any => (true, &[]),
        Sizes::Square => (width == height, &["line", "grid", "json"]),
        Sizes::Six => ((width, height) == (6, 6), &["json"]),
        Sizes::Tight => ((width, height) == (tight_size(puzzle), tight_size(puzzle)), &["json"]),
    };
    let clause = || match sizes {
        Sizes::Any | Sizes::Square => format!("its boards are square, but this one is {width}×{height}"),
        Sizes::Six => format!("its boards are 6×6, but this one is {width}×{height}"),
        Sizes::Tight => {
            let tight = tight_size(puzzle);
            format!("it has no field for the size, and this {width}×{height} board would be read as {tight}×{tight}")
        }
    };
    (!is_supported).then(|| Reason::use_other(clause(), formats))
}

fn fuel(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Reason> {
    let fuelled = puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
    (fuelled && !capabilities.fuel).then(|| Reason::use_other("the puzzle has fuel", &["line", "json"]))
}

fn exit(exits: Exits, puzzle: &Puzzle) -> Option<Reason> {
    let default = Side::default_for(puzzle.primary().orientation);
    let side = puzzle.exit().side;
    (exits == Exits::Default && side != default).then(|| {
        let orientation = puzzle.primary().orientation;
        let clause = format!(
            "the exit is {}, but in this format a {orientation} primary leaves {}",
            side.phrase(),
            default.phrase()
        );
        Reason::use_other(clause, &["exit-letter", "json"])
    })
}

fn rules(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Reason> {
    (capabilities.rules.supported(puzzle.rules()) != puzzle.rules()).then(|| {
        let clause = format!("the puzzle has rules other than the plain ones ({})", puzzle.rules());
        Reason::with_remedy(clause, Remedy::PlainRules)
    })
}

/// Checks that the primary is marked, or that it is the vehicle that a reader takes for the primary.
fn primary(capabilities: Capabilities, puzzle: &Puzzle) -> Option<Reason> {
    let primary = puzzle.primary().label;
    if let Some(mark) = labels::mark(capabilities, puzzle) {
        return (primary != mark).then(|| {
            Reason::with_remedy(
                format!("in this format the primary must be labelled {mark}, here it is {primary}"),
                Remedy::Relabel,
            )
        });
    }
    if capabilities.marks_primary {
        return None;
    }
    let draft = Draft::from(puzzle);
    let found: Option<Label> =
        find_primary(&draft.vehicles, draft.height).ok().map(|index| draft.vehicles[index].label);
    (found != Some(primary)).then(|| {
        let clause = match found {
            Some(found) => format!("it does not mark the primary {primary}, and {found} would be read as the primary"),
            None => format!("it does not mark the primary {primary}, and a reader would not find the primary"),
        };
        Reason::with_remedy(clause, Remedy::Relabel)
    })
}
