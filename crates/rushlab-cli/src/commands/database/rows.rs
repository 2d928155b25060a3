//! Puzzles of the database as rows, and as JSON objects with what is known about them.

use std::io::{self, Write};

use rushlab::analysis::Level;
use serde_json::json;

use crate::arguments::Output;
use crate::database::Entry;
use crate::output::{Column, Columns, Rows, Value, names, values};

const COLUMNS: [Column<Entry, ()>; 13] = [
    ("moves", |entry, ()| entry.moves.into()),
    ("level", |entry, ()| entry.level.map(Level::word).into()),
    ("difficulty", |entry, ()| entry.difficulty.map(|tenths| Value::Decimal(tenths as f64 / 10.0, 1)).into()),
    ("vehicles", |entry, ()| entry.vehicles.into()),
    ("walls", |entry, ()| entry.walls.into()),
    ("positions", |entry, ()| entry.positions.into()),
    ("board", |entry, ()| entry.board.as_str().into()),
    ("size", |entry, ()| format!("{}x{}", entry.width, entry.height).into()),
    ("exit", |entry, ()| entry.exit.word().into()),
    ("tanks", |entry, ()| entry.tanks.into()),
    ("minimal", |entry, ()| entry.minimal.into()),
    ("id", |entry, ()| entry.id.as_str().into()),
    ("rules", |entry, ()| entry.rules.as_str().into()),
];

const NAMES: [&str; COLUMNS.len()] = names(&COLUMNS);

/// The columns of a table. Exit, rules and id are shown if they matter.
const TABLE: Columns<'static> = Columns {
    names: &["moves", "level", "difficulty", "vehicles", "walls", "positions", "board", "exit", "rules", "id"],
    least_important: &["positions", "vehicles", "walls", "level", "difficulty", "exit", "rules"],
    shortened: &[],
    usual: &[("exit", "right"), ("rules", "plain"), ("id", "-")],
};

pub(super) struct EntryRows<W: Write> {
    rows: Rows<'static, W>,
    is_table: bool,
}

impl<W: Write> EntryRows<W> {
    pub(super) fn new(out: W, style: Output) -> io::Result<EntryRows<W>> {
        let is_table = matches!(style, Output::Table | Output::Text);
        let rows = if is_table { Rows::new(out, style, TABLE) } else { Rows::new(out, style, &NAMES) };
        Ok(EntryRows { rows: rows?, is_table })
    }

    pub(super) fn row(&mut self, entry: &Entry) -> io::Result<()> {
        let all = values(&COLUMNS, entry, &());
        if !self.is_table {
            return self.rows.row(&all);
        }
        let mut all: Vec<(&str, Value<'_>)> = NAMES.into_iter().zip(all).collect();
        let mut value = |name: &&str| match *name {
            // The board of most puzzles is the whole puzzle, and their ids are not needed.
            "id" if entry.read_board().is_some() => Value::Missing,
            name => all.iter().position(|(own, _)| *own == name).map(|index| all.swap_remove(index).1).into(),
        };
        let shown: Vec<Value<'_>> = TABLE.names.iter().map(&mut value).collect();
        self.rows.row(&shown)
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}

/// Adds moves, level, difficulty and id to a puzzle in the format `json`, whose reader ignores them.
pub(super) fn with_findings(object: &str, entry: &Entry) -> String {
    let findings = [
        ("moves", json!(entry.moves)),
        ("level", json!(entry.level.map(Level::word))),
        ("difficulty", json!(entry.difficulty.map(|tenths| tenths as f64 / 10.0))),
        ("id", json!(entry.id)),
    ];
    let findings = findings.map(|(name, value)| format!(",\"{name}\":{value}")).concat();
    let end = object.rfind('}').unwrap_or(object.len());
    format!("{}{findings}{}", &object[..end], &object[end..])
}
