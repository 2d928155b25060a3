//! JSON: `[{"vehicle": "A", "direction": "right", "cells": 1}]`.

use serde::{Deserialize, Serialize};

use super::{About, Displacement, NamedMove, NotationError, Table, VehicleName, WrittenMove};
use crate::puzzle::{Direction, Label, Puzzle};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveField {
    vehicle: String,
    direction: String,
    cells: u32,
}

pub(super) static JSON: Table = Table {
    about: &About { name: "json", summary: r#"`[{"vehicle": "A", "direction": "right", "cells": 1}]`"# },
    sniff: |text| text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']'])),
    read,
    write,
};

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let fields: Vec<MoveField> = serde_json::from_str(text).map_err(|error| NotationError::Json(error.to_string()))?;
    fields.iter().map(read_field).collect()
}

fn write(_: &Puzzle, moves: &[NamedMove]) -> String {
    let field = |mv: &NamedMove| MoveField {
        vehicle: mv.label.to_string(),
        direction: mv.direction.word().to_owned(),
        cells: mv.cells.into(),
    };
    // The fields are plain data: writing them cannot fail.
    serde_json::to_string(&moves.iter().map(field).collect::<Vec<_>>()).unwrap_or_default() + "\n"
}

fn read_field(field: &MoveField) -> Result<WrittenMove, NotationError> {
    let label = Label::new(&field.vehicle).map_err(|error| NotationError::Json(error.to_string()))?;
    let direction = Direction::from_word(&field.direction).ok_or_else(|| {
        NotationError::Json(format!("`{}` is not a direction; use up, down, left or right", field.direction))
    })?;
    Ok(WrittenMove { vehicle: VehicleName::Label(label), displacement: Displacement::Towards(direction, field.cells) })
}
