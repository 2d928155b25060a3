//! The conditions on puzzles, and their order, in SQL.

use std::ops::RangeInclusive;

use rushlab::analysis::Filter;
use rushlab::puzzle::Metric;
use rusqlite::types::Value as Sql;

use super::entry;
use crate::arguments::{Order, SortKey};

/// Which puzzles match of which the database does not say whether they do: their level, their difficulty or whether
/// they are minimal is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    Excluded,
    Included,
}

pub(super) struct Condition {
    pub(super) sql: String,
    pub(super) values: Vec<Sql>,
}

impl Condition {
    /// Returns the condition on the columns. The number of steps has no column, so it is left out.
    pub(super) fn new(filter: &Filter, unknown: Unknown) -> Condition {
        let mut condition = Condition { sql: "1".to_owned(), values: Vec::new() };
        let ranges = [
            ("moves", &filter.moves),
            ("vehicles", &filter.vehicles),
            ("walls", &filter.walls),
            ("positions", &filter.positions),
            ("tanks", &filter.tanks),
        ];
        for (column, range) in ranges {
            if let Some(range) = range {
                condition.within(column, &(i64::from(*range.start())..=i64::from(*range.end())));
            }
        }
        if let Some((width, height)) = filter.size {
            condition.equal("width", i64::from(width));
            condition.equal("height", i64::from(height));
        }
        if let Some(exit) = filter.exit {
            condition.equal("exit", exit as i64);
        }
        if let Some(rules) = filter.rules {
            condition.equal("rules", entry::words(rules.with_metric(Metric::Moves)));
        }
        if let Some(puzzle) = &filter.same_as {
            condition.equal("id", puzzle.id());
        }
        condition.add_unknown("level", unknown, filter.level.map(|level| level as i64).map(|level| level..=level));
        condition.add_unknown("difficulty", unknown, filter.difficulty.as_ref().map(tenths));
        condition.add_unknown("minimal", unknown, filter.minimal.then_some(1..=1));
        condition
    }

    /// Adds a condition on a column that may be unknown.
    fn add_unknown(&mut self, column: &str, unknown: Unknown, range: Option<RangeInclusive<i64>>) {
        let Some(range) = range else { return };
        let before = std::mem::take(&mut self.sql);
        "1".clone_into(&mut self.sql);
        self.within(column, &range);
        let or_unknown = if unknown == Unknown::Included { format!(" OR {column} IS NULL") } else { String::new() };
        self.sql = format!("{before} AND ({}{or_unknown})", self.sql);
    }

    fn equal(&mut self, column: &str, value: impl Into<Sql>) {
        self.add(column, "=", value);
    }

    fn within(&mut self, column: &str, range: &RangeInclusive<i64>) {
        self.add(column, ">=", *range.start());
        self.add(column, "<=", *range.end());
    }

    fn add(&mut self, column: &str, comparison: &str, value: impl Into<Sql>) {
        self.sql += &format!(" AND {column} {comparison} ?");
        self.values.push(value.into());
    }
}

/// Returns a range of difficulties in tenths. The ends of an open range become the least and the greatest number.
fn tenths(range: &RangeInclusive<f64>) -> RangeInclusive<i64> {
    (range.start() * 10.0).round() as i64..=(range.end() * 10.0).round() as i64
}

pub(super) fn order(order: &Order) -> String {
    let column = match order.sort {
        SortKey::Moves => "moves",
        SortKey::Difficulty => "difficulty",
        SortKey::Vehicles => "vehicles",
        SortKey::Walls => "walls",
        SortKey::Positions => "positions",
        SortKey::Size => "width * height",
    };
    let direction = if order.ascending { "ASC" } else { "DESC" };
    format!("{column} {direction} NULLS LAST, moves {direction}, number")
}
