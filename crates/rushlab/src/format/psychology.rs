//! The JSON format of a psychological study: `cars` with `position` = row × 6 + column, and `player` for the primary.
//! Only 6×6 boards.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::json::{is_json, label, mentions, orientation, read_object};
use super::{About, Capabilities, FileHints, Lines, Sizes, Table};
use crate::puzzle::{Draft, DraftVehicle, ProblemKind, Puzzle};

const SIDE: i64 = 6;

#[derive(Serialize, Deserialize)]
struct Document {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    cars: Vec<Car>,
}

#[derive(Serialize, Deserialize)]
struct Car {
    length: i32,
    id: Value,
    orientation: String,
    position: i32,
    #[serde(default)]
    player: bool,
}

pub(super) static PSYCHOLOGY: Table = Table {
    about: &About {
        name: "psychology",
        summary: "JSON: `cars` with `position` = row × 6 + column, and `player`",
        capabilities: Capabilities { sizes: Sizes::Six, ..Capabilities::PLAIN },
        separator: "",
    },
    sniff: |head| is_json(head) && mentions(head, "\"cars\""),
    read,
    unsupported: |_| None,
    write,
};

fn read(lines: &mut Lines<'_>, _: &FileHints) -> Option<Draft> {
    read_object(lines, |text, draft| {
        let document: Document = serde_json::from_str(text)?;
        (draft.width, draft.height) = (SIDE, SIDE);
        draft.name = document.id.as_ref().map(name);
        let mut players = Vec::new();
        for car in &document.cars {
            let (label, orientation) = (label(&name(&car.id), draft), orientation(&car.orientation, draft));
            if let (Some(label), Some(orientation)) = (label, orientation) {
                let position = i64::from(car.position);
                let (row, column, line) = (position.div_euclid(SIDE), position.rem_euclid(SIDE), draft.text_line);
                draft.add(DraftVehicle { label, orientation, length: car.length.into(), row, column, text_line: line });
                players.extend(car.player.then_some(label));
            }
        }
        draft.primary = players.first().copied();
        if players.len() > 1 {
            draft.report_at_line(draft.text_line, ProblemKind::SeveralPrimaries { labels: players });
        }
        Ok(())
    })
}

fn write(puzzle: &Puzzle, out: &mut String) {
    let cars = puzzle.vehicles().iter().enumerate().map(|(index, vehicle)| Car {
        length: vehicle.length.into(),
        id: Value::String(vehicle.label.to_string()),
        orientation: vehicle.orientation.to_string(),
        position: i32::from(vehicle.cell.row) * SIDE as i32 + i32::from(vehicle.cell.column),
        player: index == puzzle.primary_index(),
    });
    let id = puzzle.name().map(|name| Value::String(name.to_owned()));
    // A document is plain data with text keys: writing it cannot fail.
    out.push_str(&serde_json::to_string(&Document { id, cars: cars.collect() }).unwrap_or_default());
    out.push('\n');
}

/// Returns an id, a JSON string or number, as text; an empty text for anything else.
fn name(id: &Value) -> String {
    match id {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    }
}
