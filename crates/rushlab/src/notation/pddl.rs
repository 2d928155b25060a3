//! Plans for the format `pddl`: `(move-right-1-length-2 v-a row-3 column-1 column-2 column-3)`, one action per line.
//!
//! The name of an action gives direction and distance, and its first argument the vehicle. Comments begin with `;`. A
//! number before an action, as in `0.001: (…)`, and a duration after it, as in `(…) [1]`, are ignored. Under the metric
//! steps, a move is written as actions of one cell.

use std::fmt::Write as _;

use super::{
    About, Displacement, NamedMove, NotationError, Table, VehicleName, WrittenMove, distance, unreadable, words,
};
use crate::format::pddl::{action, line_of, names, place};
use crate::puzzle::{Metric, Orientation, Puzzle, Vehicle};

pub(super) static PDDL: Table = Table {
    about: &About { name: "pddl", summary: "`(move-right-1-length-2 v-a …)`: plans for the format `pddl`" },
    sniff,
    read,
    write,
};

fn sniff(text: &str) -> bool {
    let first = text.lines().map(code).find(|line| !line.is_empty());
    first.is_none_or(|line| {
        let after = line.trim_start_matches(is_time).strip_prefix('(').map(str::trim_start);
        after.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
    })
}

fn read(text: &str) -> Result<Vec<WrittenMove>, NotationError> {
    let mut moves = Vec::new();
    for line in text.lines().map(code) {
        let mut rest = without_times(line);
        while !rest.is_empty() {
            let action = &rest[..=rest.find(')').unwrap_or(rest.len() - 1)];
            let example = "`(move-right-1-length-2 v-a row-3 column-1 column-2 column-3)`";
            moves.push(read_action(action).ok_or_else(|| unreadable(moves.len(), action, example))?);
            rest = without_times(&rest[action.len()..]);
        }
    }
    Ok(moves)
}

fn write(puzzle: &Puzzle, moves: &[NamedMove]) -> String {
    let mut out = String::new();
    let mut actions = 0;
    for mv in moves {
        let vehicle = puzzle.vehicles().iter().find(|vehicle| vehicle.label == mv.label);
        let single = puzzle.rules().metric == Metric::Steps;
        let (count, cells) = if single { (mv.cells, 1) } else { (1, mv.cells) };
        for index in 0..count {
            let driven = mv.direction.sign() * i32::from(index);
            out.extend(vehicle.and_then(|vehicle| action_text(vehicle, mv, driven, cells)));
            actions += 1;
        }
    }
    let _ = writeln!(out, "; cost = {actions} (unit cost)");
    out
}

/// Returns a line without its comment.
fn code(line: &str) -> &str {
    line.split(';').next().unwrap_or_default().trim()
}

/// Returns whether a character belongs to a time before or after an action.
fn is_time(character: char) -> bool {
    character.is_ascii_digit() || character.is_whitespace() || ".:[]".contains(character)
}

fn without_times(text: &str) -> &str {
    text.trim_start_matches(is_time)
}

fn read_action(action: &str) -> Option<WrittenMove> {
    let words: Vec<&str> = action.strip_prefix('(')?.strip_suffix(')')?.split_whitespace().collect();
    let [name, vehicle, ..] = words.as_slice() else { return None };
    let parts: Vec<&str> = name.split(['-', '_']).collect();
    let direction = |part: &&str| words::direction(part);
    let at = parts.iter().position(|part| direction(part).is_some())?;
    // An action without a distance moves one cell.
    let cells = parts.get(at + 1).and_then(|part| distance(part)).unwrap_or(1);
    let vehicle = VehicleName::Label(names::label(vehicle).ok()?);
    Some(WrittenMove { vehicle, displacement: Displacement::Towards(direction(&parts[at])?, cells) })
}

/// Returns the action of a vehicle that has driven a distance of its move; `None` if it is outside any board.
fn action_text(vehicle: &Vehicle, mv: &NamedMove, driven: i32, cells: u8) -> Option<String> {
    let along = match vehicle.orientation {
        Orientation::Horizontal => mv.from.column,
        Orientation::Vertical => mv.from.row,
    };
    let start = i32::from(along) + driven;
    let first = if mv.direction.sign() > 0 { start } else { start - i32::from(cells) };
    let mut text = format!("({} {}", action(mv.direction, cells, vehicle.length), names::vehicle(vehicle.label));
    let _ = write!(text, " {}", line_of(vehicle));
    for offset in first..first + i32::from(vehicle.length) + i32::from(cells) {
        let _ = write!(text, " {}", place(vehicle.orientation, u8::try_from(offset).ok()?));
    }
    Some(text + ")\n")
}
