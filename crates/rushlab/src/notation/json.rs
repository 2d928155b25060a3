//! JSON: `[{"vehicle": "A", "direction": "right", "cells": 1}]`.

use serde::{Deserialize, Serialize};

use super::{About, BadMove, Motion, Notation, Told, Who, Written};
use crate::puzzle::{Direction, Label};

/// The notation `json`.
pub(super) struct Json;

static ABOUT: About = About { name: "json", summary: r#"`[{"vehicle": "A", "direction": "right", "cells": 1}]`"# };

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveField {
    vehicle: String,
    direction: String,
    cells: u32,
}

impl Notation for Json {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn sniff(&self, text: &str) -> bool {
        text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with(['{', ']']))
    }

    fn read(&self, text: &str) -> Result<Vec<Written>, BadMove> {
        let fields: Vec<MoveField> = serde_json::from_str(text).map_err(|error| BadMove::Json(error.to_string()))?;
        fields.iter().map(read_field).collect()
    }

    fn write(&self, moves: &[Told]) -> String {
        let field = |told: &Told| MoveField {
            vehicle: told.label.to_string(),
            direction: told.direction.word().to_owned(),
            cells: told.cells.into(),
        };
        // The fields are plain data: writing them cannot fail.
        serde_json::to_string(&moves.iter().map(field).collect::<Vec<_>>()).unwrap_or_default() + "\n"
    }
}

fn read_field(field: &MoveField) -> Result<Written, BadMove> {
    let label = Label::new(&field.vehicle).map_err(|bad| BadMove::Json(bad.to_string()))?;
    let direction = Direction::ALL.into_iter().find(|direction| direction.word() == field.direction);
    let direction = direction
        .ok_or_else(|| BadMove::Json(format!("`{}` is no direction; up, down, left, right are", field.direction)))?;
    Ok(Written { who: Who::Label(label), motion: Motion::Towards(direction, field.cells) })
}
