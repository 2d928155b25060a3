//! The conditions on puzzles, and their order, in SQL.

use rushlab::puzzle::Metric;
use rusqlite::types::Value as Sql;

use super::entry;
use crate::arguments::{Filter, Order, Range, SortKey};

pub(super) struct Condition {
    pub(super) sql: String,
    pub(super) values: Vec<Sql>,
}

impl Condition {
    pub(super) fn new(filter: &Filter) -> Condition {
        let mut condition = Condition { sql: "1".to_owned(), values: Vec::new() };
        let ranges = [
            ("moves", filter.moves),
            ("vehicles", filter.vehicles),
            ("walls", filter.walls),
            ("positions", filter.positions),
            ("tanks", filter.tanks),
        ];
        for (column, range) in ranges {
            condition.within(column, range, i64::from);
        }
        condition.within("difficulty", filter.difficulty, |difficulty| (difficulty * 10.0).round() as i64);
        if let Some(size) = filter.size {
            condition.equal("width", i64::from(size.0));
            condition.equal("height", i64::from(size.1));
        }
        if let Some(level) = filter.level {
            condition.equal("level", level as i64);
        }
        if let Some(exit) = filter.with_exit {
            condition.equal("exit", exit as i64);
        }
        if let Some(rules) = filter.with_rules {
            condition.equal("rules", entry::words(rules.with_metric(Metric::Moves)));
        }
        if filter.minimal {
            condition.equal("minimal", 1);
        }
        if let Some(puzzle) = &filter.id {
            condition.equal("id", puzzle.id());
        }
        condition
    }

    fn equal(&mut self, column: &str, value: impl Into<Sql>) {
        self.add(column, "=", value);
    }

    fn within<T: Copy>(&mut self, column: &str, range: Option<Range<T>>, value: impl Fn(T) -> i64) {
        let Some(Range { first, last }) = range else { return };
        if let Some(first) = first {
            self.add(column, ">=", value(first));
        }
        if let Some(last) = last {
            self.add(column, "<=", value(last));
        }
    }

    fn add(&mut self, column: &str, comparison: &str, value: impl Into<Sql>) {
        self.sql += &format!(" AND {column} {comparison} ?");
        self.values.push(value.into());
    }
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
