//! rushlab's own format. It represents every puzzle completely. `docs/formats.md` describes every field.
//!
//! One object per puzzle, marked `"rushlab": 1`. A file contains one object per line, consecutive objects, or an array.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{
    About, Capabilities, Exits, FileHints, Head, Lines, RuleSupport, Table, json_objects, truncated, unexpected,
};
use crate::puzzle::{
    Draft, DraftExit, DraftFuel, DraftVehicle, DraftWall, Label, Location, MAX_FUEL, Metric, Orientation, Problem,
    ProblemKind, Puzzle, Rules, Side,
};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// The version field of an object; all other fields are ignored.
#[derive(Deserialize)]
struct Version {
    rushlab: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    rushlab: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    width: i32,
    height: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    primary: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    exit: Option<ExitField>,
    vehicles: Vec<VehicleField>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    walls: Vec<WallField>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RulesField>,
    // What a database knows about the puzzle is written beside it. A reader finds it out again.
    #[serde(default, skip_serializing, rename = "id")]
    _id: IgnoredAny,
    #[serde(default, skip_serializing, rename = "moves")]
    _moves: IgnoredAny,
    #[serde(default, skip_serializing, rename = "level")]
    _level: IgnoredAny,
    #[serde(default, skip_serializing, rename = "difficulty")]
    _difficulty: IgnoredAny,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitField {
    side: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<i32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct VehicleField {
    label: String,
    orientation: String,
    length: i32,
    row: i32,
    column: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fuel: Option<i32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WallField {
    row: i32,
    column: i32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesField {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    metric: Option<String>,
    #[serde(default)]
    valet: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    default_fuel: Option<i32>,
}

pub(super) static JSON: Table = Table {
    about: &About {
        name: "json",
        summary: "rushlab's own format, complete; an array, or lines with `jsonl`",
        capabilities: Capabilities {
            walls: true,
            fuel: true,
            exits: Exits::Any,
            rules: RuleSupport::All,
            ..Capabilities::PLAIN
        },
        separator: "",
    },
    sniff: |head| is_json(head) && !mentions(head, "\"cars\""),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    read_object(lines, |text, draft| {
        let version: Version = serde_json::from_str(text)?;
        if version.rushlab == VERSION {
            serde_json::from_str::<Document>(text)?.fill(draft);
        } else {
            let found = version.rushlab.to_string();
            draft.report_unreadable(
                draft.text_line,
                unexpected("`\"rushlab\": 1`, the version this program knows", &found),
            );
        }
        Ok(())
    })
}

fn write(puzzle: &Puzzle, out: &mut String) {
    // A document is plain data with text keys: writing it cannot fail.
    out.push_str(&serde_json::to_string(&Document::from(puzzle)).unwrap_or_default());
    out.push('\n');
}

/// Returns whether a text begins like JSON.
pub(super) fn is_json(head: &Head<'_>) -> bool {
    head.content_lines().next().is_some_and(|line| line.starts_with(['{', '[']) && !line.ends_with("(display-board)"))
}

/// Returns whether a word occurs near the start of a text.
pub(super) fn mentions(head: &Head<'_>, word: &str) -> bool {
    head.lines.iter().take(100).any(|line| line.contains(word))
}

/// Reads the next object into a draft; `fill` parses its text.
pub(super) fn read_object(
    lines: &mut Lines<'_>,
    fill: impl FnOnce(&str, &mut Draft) -> serde_json::Result<()>,
) -> Option<Draft> {
    let object = match json_objects::next(lines)? {
        Ok(object) => object,
        Err((line, found)) => {
            let mut draft = Draft::at_line(line);
            draft.report_unreadable(line, unexpected("a JSON object, `{ … }`", &found));
            return Some(draft);
        }
    };
    let mut draft = Draft::at_line(object.line);
    if object.too_large {
        draft.report_unreadable(object.line, ProblemKind::TooLarge { limit: json_objects::MAX_OBJECT_BYTES });
        return Some(draft);
    }
    if !object.whole {
        draft.report_unreadable(object.last_line, truncated("a `}` at the end of the object"));
        return Some(draft);
    }
    if let Err(error) = fill(&object.text, &mut draft) {
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        let message = message
            .replace("expected i32", "expected a whole number")
            .replace("expected u32", "expected a whole number");
        draft.report_unreadable(object.line + error.line().saturating_sub(1), ProblemKind::Json(message));
    }
    Some(draft)
}

/// Returns a label; records a problem if it is invalid.
pub(super) fn label(text: &str, draft: &mut Draft) -> Option<Label> {
    match Label::new(text) {
        Ok(label) => Some(label),
        Err(error) => {
            draft.report_unreadable(draft.text_line, ProblemKind::Label(error));
            None
        }
    }
}

/// Parses `horizontal` or `vertical`; records a problem if it is neither.
pub(super) fn orientation(text: &str, draft: &mut Draft) -> Option<Orientation> {
    let known = [Orientation::Horizontal, Orientation::Vertical].into_iter().find(|known| known.to_string() == text);
    if known.is_none() {
        draft.report_unreadable(draft.text_line, unexpected("the orientation `horizontal` or `vertical`", text));
    }
    known
}

impl Document {
    fn fill(self, draft: &mut Draft) {
        let line = draft.text_line;
        draft.name = self.name;
        (draft.width, draft.height) = (self.width.into(), self.height.into());
        for field in &self.vehicles {
            let (label, orientation) = (label(&field.label, draft), orientation(&field.orientation, draft));
            if let (Some(label), Some(orientation)) = (label, orientation) {
                let (row, column, length) =
                    (i64::from(field.row) - 1, i64::from(field.column) - 1, field.length.into());
                draft.add(DraftVehicle { label, orientation, length, row, column, text_line: line });
                draft.fuel.extend(field.fuel.map(|units| DraftFuel { label, units: units.into(), text_line: line }));
            }
        }
        let wall = |field: &WallField| (i64::from(field.row) - 1, i64::from(field.column) - 1);
        draft.walls.extend(self.walls.iter().map(wall).map(|(row, column)| DraftWall { row, column, text_line: line }));
        draft.primary = self.primary.and_then(|text| label(&text, draft));
        if let Some(exit) = self.exit {
            match Side::from_word(&exit.side) {
                Some(side) => {
                    draft.exit = Some(DraftExit { side, line: exit.line.map(|line| i64::from(line) - 1) });
                }
                None => {
                    draft
                        .report_unreadable(line, unexpected("the side `right`, `left`, `top` or `bottom`", &exit.side));
                }
            }
        }
        if let Some(rules) = self.rules {
            rules.fill(draft);
        }
    }
}

impl RulesField {
    fn fill(self, draft: &mut Draft) {
        let mut report =
            |kind: ProblemKind| draft.problems.push(Problem { location: Location::line(draft.text_line), kind });
        let metric = self.metric.map(|word| Metric::from_word(&word).ok_or(word));
        let metric = metric.transpose().unwrap_or_else(|word| {
            report(unexpected("the metric `moves` or `steps`", &word));
            None
        });
        let default_fuel = self.default_fuel.and_then(|units| {
            let tank = u16::try_from(units).ok().filter(|units| *units <= MAX_FUEL);
            if tank.is_none() {
                report(unexpected(&format!("`default_fuel` from 0 to {MAX_FUEL}"), &units.to_string()));
            }
            tank
        });
        draft.rules = Rules { metric: metric.unwrap_or_default(), valet: self.valet, default_fuel };
    }
}

impl From<&Puzzle> for Document {
    fn from(puzzle: &Puzzle) -> Document {
        let rules = puzzle.rules();
        Document {
            rushlab: VERSION,
            name: puzzle.name().map(str::to_owned),
            width: puzzle.width().into(),
            height: puzzle.height().into(),
            primary: Some(puzzle.primary().label.to_string()),
            exit: Some(ExitField {
                side: puzzle.exit().side.to_string(),
                line: Some(i32::from(puzzle.exit().line) + 1),
            }),
            vehicles: (puzzle.vehicles().iter())
                .map(|vehicle| VehicleField {
                    label: vehicle.label.to_string(),
                    orientation: vehicle.orientation.to_string(),
                    length: vehicle.length.into(),
                    row: i32::from(vehicle.cell.row) + 1,
                    column: i32::from(vehicle.cell.column) + 1,
                    fuel: vehicle.fuel.map(i32::from),
                })
                .collect(),
            walls: (puzzle.walls().iter())
                .map(|cell| WallField { row: i32::from(cell.row) + 1, column: i32::from(cell.column) + 1 })
                .collect(),
            rules: (rules != Rules::default()).then(|| RulesField {
                metric: Some(rules.metric.to_string()),
                valet: rules.valet,
                default_fuel: rules.default_fuel.map(i32::from),
            }),
            _id: IgnoredAny,
            _moves: IgnoredAny,
            _level: IgnoredAny,
            _difficulty: IgnoredAny,
        }
    }
}
