//! Puzzles of the database as rows, and as JSON objects with what is known about them.

use std::io::{self, Write};

use serde_json::json;

use crate::arguments::Output;
use crate::database::Entry;
use crate::output::{Columns, Rows, Value};

const COLUMNS: [&str; 13] = [
    "moves",
    "level",
    "difficulty",
    "vehicles",
    "walls",
    "positions",
    "board",
    "size",
    "exit",
    "tanks",
    "minimal",
    "id",
    "rules",
];

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
        let rows = if is_table { Rows::new(out, style, TABLE) } else { Rows::new(out, style, &COLUMNS) };
        Ok(EntryRows { rows: rows?, is_table })
    }

    pub(super) fn row(&mut self, entry: &Entry) -> io::Result<()> {
        if self.is_table { self.rows.row(&table_values(entry)) } else { self.rows.row(&values(entry)) }
    }

    pub(super) fn finish(self) -> io::Result<()> {
        self.rows.finish()
    }
}

fn values(entry: &Entry) -> [Value<'_>; COLUMNS.len()] {
    [
        Value::Number(entry.moves),
        level(entry),
        difficulty(entry),
        Value::Number(entry.vehicles),
        Value::Number(entry.walls),
        Value::Number(entry.positions),
        entry.board.as_str().into(),
        format!("{}x{}", entry.width, entry.height).into(),
        entry.exit.word().into(),
        Value::Number(entry.tanks),
        entry.minimal.map_or(Value::Missing, Value::Flag),
        entry.id.as_str().into(),
        entry.rules.as_str().into(),
    ]
}

fn table_values(entry: &Entry) -> [Value<'_>; TABLE.names.len()] {
    // The board of most puzzles is the whole puzzle, and their ids are not needed.
    let id = entry.read_board().map_or_else(|| entry.id.as_str().into(), |_| Value::Missing);
    [
        Value::Number(entry.moves),
        level(entry),
        difficulty(entry),
        Value::Number(entry.vehicles),
        Value::Number(entry.walls),
        Value::Number(entry.positions),
        entry.board.as_str().into(),
        entry.exit.word().into(),
        entry.rules.as_str().into(),
        id,
    ]
}

fn level(entry: &Entry) -> Value<'_> {
    entry.level.map_or(Value::Missing, |level| level.word().into())
}

fn difficulty(entry: &Entry) -> Value<'_> {
    entry.difficulty.map_or(Value::Missing, |tenths| Value::Decimal(tenths as f64 / 10.0, 1))
}

/// Adds moves, level, difficulty and id to a puzzle in the format `json`, whose reader ignores them.
pub(super) fn with_findings(object: &str, entry: &Entry) -> String {
    let findings = [
        ("moves", json!(entry.moves)),
        ("level", json!(entry.level.map(rushlab::analysis::Level::word))),
        ("difficulty", json!(entry.difficulty.map(|tenths| tenths as f64 / 10.0))),
        ("id", json!(entry.id)),
    ];
    let findings = findings.map(|(name, value)| format!(",\"{name}\":{value}")).concat();
    let end = object.rfind('}').unwrap_or(object.len());
    format!("{}{findings}{}", &object[..end], &object[end..])
}
