//! The database: one SQLite table with indexes for the usual queries.
//!
//! Puzzles are numbered by the number of moves, so a range of moves is a range of numbers. Within each level, puzzles
//! have a second number, `place`. So a random puzzle is selected by a random number, in constant time.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use rushlab::analysis::{Filter, Level};
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags, params, params_from_iter};

use super::checksum;
use super::condition::{self, Condition, Unknown};
use super::entry::Entry;
use crate::arguments::Order;
use crate::interrupt;

/// The first bytes of every SQLite file.
pub(crate) const MAGIC: &[u8] = b"SQLite format 3\0";

/// The SQLite application id of rushlab databases, in ASCII: "rus" and the version of the table.
const APPLICATION_ID: i32 = 0x7275_7335;

const TABLE: &str = "
    CREATE TABLE puzzles (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        board TEXT NOT NULL,
        moves INTEGER NOT NULL,
        positions INTEGER NOT NULL,
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        vehicles INTEGER NOT NULL,
        walls INTEGER NOT NULL,
        exit INTEGER NOT NULL,
        tanks INTEGER NOT NULL,
        rules TEXT NOT NULL,
        minimal INTEGER,
        level INTEGER,
        difficulty INTEGER,
        place INTEGER
    ) STRICT;";

const INDEXES: &str = "
    CREATE UNIQUE INDEX by_id ON puzzles (id);
    CREATE INDEX by_moves ON puzzles (moves);
    CREATE INDEX by_difficulty ON puzzles (difficulty);
    CREATE UNIQUE INDEX by_level ON puzzles (level, place);
    CREATE INDEX by_vehicles ON puzzles (vehicles, moves);
    CREATE INDEX by_walls ON puzzles (walls, moves);
    CREATE INDEX by_positions ON puzzles (positions);
    ANALYZE;";

/// The columns by which puzzles are counted.
pub(crate) const GROUPS: [&str; 4] = ["moves", "level", "vehicles", "walls"];

/// The range from which a random number is chosen: ids, or numbers within a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CandidateNumbers {
    level: Option<Level>,
    pub(crate) first: u64,
    pub(crate) count: u64,
}

pub(crate) struct Store(Connection);

impl Store {
    /// Creates a database. Of puzzles with the same id, only the first is stored. Returns the number of stored puzzles.
    pub(crate) fn create(path: &Path, mut entries: Vec<Entry>) -> Result<usize> {
        let mut seen = HashSet::new();
        let first: Vec<bool> = entries.iter().map(|entry| seen.insert(entry.id.as_str())).collect();
        let mut first = first.into_iter();
        entries.retain(|_| first.next() == Some(true));
        entries.sort_unstable_by(|one, other| (one.moves, &one.id).cmp(&(other.moves, &other.id)));
        let mut connection = Connection::open(path)?;
        // The file has a temporary name until it is complete and synchronised, so it needs no journal.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLE)?;
        {
            let mut places = [0_u64; 4];
            let mut insert =
                transaction.prepare("INSERT INTO puzzles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
            for (number, entry) in (1_u64..).zip(&entries) {
                let place = entry.level.map(|level| {
                    places[level as usize] += 1;
                    places[level as usize]
                });
                insert.execute(params![
                    number,
                    entry.id,
                    entry.board,
                    entry.moves,
                    entry.positions,
                    entry.width,
                    entry.height,
                    entry.vehicles,
                    entry.walls,
                    entry.exit as u64,
                    entry.tanks,
                    entry.rules,
                    entry.minimal,
                    entry.level.map(|level| level as u64),
                    entry.difficulty,
                    place
                ])?;
            }
        }
        transaction.execute_batch(INDEXES)?;
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)?;
        checksum::write(path)?;
        Ok(entries.len())
    }

    pub(crate) fn open(path: &Path) -> Result<Store> {
        if !path.exists() {
            bail!("{}: there is no such file; make it with `rushlab db build`", path.display());
        }
        Store::open_existing(path).map_err(|problem| anyhow!("{}: {problem}", path.display()))
    }

    /// Opens an existing file. The error does not name it.
    pub(crate) fn open_existing(path: &Path) -> Result<Store, String> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || -> rusqlite::Result<(Connection, i32)> {
            let connection = Connection::open_with_flags(path, flags)?;
            let id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            Ok((connection, id))
        };
        let Ok((connection, APPLICATION_ID)) = open() else {
            return Err("this is not a database of puzzles, or is damaged; make one with `rushlab db build`".to_owned());
        };
        match checksum::is_correct(path) {
            Ok(true) => Ok(Store(connection)),
            Ok(false) => Err("the database is damaged: its checksum is wrong; copy it again, or make it again with \
                              `rushlab db build`"
                .to_owned()),
            Err(error) => Err(format!("the database cannot be read: {error}")),
        }
    }

    /// Calls `each` for every match, in the given order.
    pub(crate) fn each(
        &self,
        filter: &Filter,
        order: &Order,
        limit: Option<usize>,
        mut each: impl FnMut(Entry) -> Result<()>,
    ) -> Result<()> {
        let Condition { sql, values } = Condition::new(filter, Unknown::Excluded);
        let limit = limit.map_or(-1, |limit| limit as i64);
        let order = condition::order(order);
        let sql = format!("SELECT * FROM puzzles WHERE {sql} ORDER BY {order} LIMIT {limit}");
        let mut statement = self.0.prepare(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        while let Some(row) = rows.next()? {
            if interrupt::requested() {
                break;
            }
            each(Entry::read(row)?)?;
        }
        Ok(())
    }

    pub(crate) fn count(&self, filter: &Filter) -> Result<u64> {
        let Condition { sql, values } = Condition::new(filter, Unknown::Excluded);
        let sql = format!("SELECT count(*) FROM puzzles WHERE {sql}");
        Ok(self.0.query_row(&sql, params_from_iter(values), |row| row.get(0))?)
    }

    /// Returns the number of matches for each value of a column.
    pub(crate) fn counts(&self, filter: &Filter, group: &str) -> Result<Vec<(String, u64)>> {
        let Condition { sql, values } = Condition::new(filter, Unknown::Excluded);
        let sql = format!("SELECT {group}, count(*) FROM puzzles WHERE {sql} GROUP BY {group} ORDER BY {group}");
        let word = |value: usize| match group {
            "level" => Level::ALL.get(value).map(ToString::to_string),
            _ => Some(value.to_string()),
        };
        let mut statement = self.0.prepare(&sql)?;
        let rows = statement.query_map(params_from_iter(values), |row| {
            let value: Option<usize> = row.get(0)?;
            Ok((value.and_then(word).unwrap_or_else(|| "none".to_owned()), row.get(1)?))
        })?;
        rows.collect::<rusqlite::Result<_>>().context("the database cannot be read")
    }

    /// Returns the numbers to choose from: those of the level if the filter has one, otherwise those of the moves.
    pub(crate) fn numbers(&self, filter: &Filter) -> Result<CandidateNumbers> {
        let end = |sql: &str, value: i64| -> Result<u64> {
            let number: Option<u64> = self.0.query_row(sql, [value], |row| row.get(0))?;
            Ok(number.unwrap_or(0))
        };
        if let Some(level) = filter.level {
            let count = end("SELECT max(place) FROM puzzles WHERE level = ?", level as i64)?;
            return Ok(CandidateNumbers { level: Some(level), first: 1, count });
        }
        let (first, last) = filter.moves.clone().map_or((0, u32::MAX), RangeInclusive::into_inner);
        // The first number with the fewest moves in the range, and the last number with the most.
        let first = end(
            "SELECT min(number) FROM puzzles WHERE moves = (SELECT min(moves) FROM puzzles WHERE moves >= ?)",
            first.into(),
        )?;
        let last = end(
            "SELECT max(number) FROM puzzles WHERE moves = (SELECT max(moves) FROM puzzles WHERE moves <= ?)",
            last.into(),
        )?;
        let count = if first == 0 { 0 } else { (last + 1).saturating_sub(first) };
        Ok(CandidateNumbers { level: None, first, count })
    }

    /// Returns the puzzle with one of the candidate numbers, and its number in the database, if it matches.
    pub(crate) fn puzzle_at(
        &self,
        numbers: &CandidateNumbers,
        number: u64,
        filter: &Filter,
    ) -> Result<Option<(u64, Entry)>> {
        let Condition { sql, mut values } = Condition::new(filter, Unknown::Excluded);
        values.push(Sql::Integer(number as i64));
        let column = match numbers.level {
            Some(level) => {
                values.push(Sql::Integer(level as i64));
                "place = ? AND level = ?"
            }
            None => "number = ?",
        };
        let sql = format!("SELECT * FROM puzzles WHERE {sql} AND {column}");
        let mut statement = self.0.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        rows.next()?.map(|row| Ok((row.get("number")?, Entry::read(row)?))).transpose()
    }

    /// Returns the numbers of all matches, in order.
    pub(crate) fn all_numbers(&self, filter: &Filter, unknown: Unknown) -> Result<Vec<u64>> {
        let Condition { sql, values } = Condition::new(filter, unknown);
        let mut statement = self.0.prepare(&format!("SELECT number FROM puzzles WHERE {sql} ORDER BY number"))?;
        let numbers = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        numbers.collect::<rusqlite::Result<_>>().context("the database cannot be read")
    }

    pub(crate) fn entry(&self, number: u64) -> Result<Entry> {
        let mut statement = self.0.prepare_cached("SELECT * FROM puzzles WHERE number = ?")?;
        statement.query_row([number], Entry::read).context("the database cannot be read")
    }

    pub(crate) fn entries(&self) -> Result<Vec<Entry>> {
        let mut statement = self.0.prepare("SELECT * FROM puzzles ORDER BY number")?;
        let entries = statement.query_map([], Entry::read)?;
        entries.collect::<rusqlite::Result<_>>().context("the database cannot be read")
    }
}
