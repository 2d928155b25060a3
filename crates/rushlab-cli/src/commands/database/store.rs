//! The database: one SQLite table with indexes for the usual queries.
//!
//! Ids increase with the number of moves, so a range of moves is a range of ids. Within each level, puzzles have a second number, `place`.
//! So a random puzzle is selected by a random number, in constant time.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::analysis::Level;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, OpenFlags, Row, params_from_iter};

use super::checksum;
use crate::arguments::{Filter, NumberRange};
use crate::interrupt;

/// The SQLite application id of rushlab databases, in ASCII: "rus" and the version of the table.
const APPLICATION_ID: i32 = 0x7275_7332;

/// The application id of databases without a checksum, which earlier versions made: "rush".
const FIRST_APPLICATION_ID: i32 = 0x7275_7368;

const TABLE: &str = "
    CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY,
        board TEXT NOT NULL,
        moves INTEGER NOT NULL,
        positions INTEGER NOT NULL,
        vehicles INTEGER NOT NULL,
        walls INTEGER NOT NULL,
        level INTEGER,
        rating INTEGER,
        place INTEGER
    ) STRICT;";

const INDEXES: &str = "
    CREATE INDEX by_moves ON puzzles (moves);
    CREATE UNIQUE INDEX by_level ON puzzles (level, place);
    CREATE INDEX by_vehicles ON puzzles (vehicles, moves);
    CREATE INDEX by_walls ON puzzles (walls, moves);
    CREATE INDEX by_positions ON puzzles (positions);
    ANALYZE;";

/// A puzzle of the database.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub(super) moves: u64,
    pub(super) board: String,
    pub(super) positions: u64,
    pub(super) vehicles: u64,
    pub(super) walls: u64,
    pub(super) level: Option<Level>,
    /// The difficulty rating in tenths.
    pub(super) rating: Option<u64>,
}

impl Entry {
    fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
        let level: Option<usize> = row.get("level")?;
        Ok(Entry {
            moves: row.get("moves")?,
            board: row.get("board")?,
            positions: row.get("positions")?,
            vehicles: row.get("vehicles")?,
            walls: row.get("walls")?,
            level: level.and_then(|level| Level::ALL.get(level).copied()),
            rating: row.get("rating")?,
        })
    }
}

/// A column by which puzzles are counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) name: &'static str,
    /// Formats a value of the column.
    word: fn(i64) -> String,
}

/// The columns by which puzzles are counted.
pub(super) const GROUPS: [Group; 4] = [
    Group { name: "moves", word: |value| value.to_string() },
    Group {
        name: "level",
        word: |value| {
            usize::try_from(value)
                .ok()
                .and_then(|level| Level::ALL.get(level))
                .map_or("none", |level| level.word())
                .to_owned()
        },
    },
    Group { name: "vehicles", word: |value| value.to_string() },
    Group { name: "walls", word: |value| value.to_string() },
];

/// A condition in SQL and its values.
struct Condition {
    sql: String,
    values: Vec<Sql>,
}

impl Condition {
    fn new(filter: &Filter) -> Condition {
        let Filter { moves, level, vehicles, walls, positions } = filter;
        let mut condition = Condition { sql: "1".to_owned(), values: Vec::new() };
        let ranges = [("moves", moves), ("vehicles", vehicles), ("walls", walls), ("positions", positions)];
        for (column, range) in ranges.into_iter().filter_map(|(column, range)| Some((column, range.as_ref()?))) {
            condition.sql += &format!(" AND {column} BETWEEN ? AND ?");
            condition.values.extend([Sql::Integer(*range.0.start() as i64), Sql::Integer(*range.0.end() as i64)]);
        }
        if let Some(level) = level {
            condition.sql += " AND level = ?";
            condition.values.push(Sql::Integer(*level as i64));
        }
        condition
    }
}

/// The range from which a random number is chosen: ids, or numbers within a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct CandidateNumbers {
    level: Option<Level>,
    pub(super) first: u64,
    pub(super) count: u64,
}

/// An open database.
pub(super) struct Store(Connection);

impl Store {
    /// Creates a database of puzzles, sorted by moves and without duplicates.
    pub(super) fn create(path: &Path, mut entries: Vec<Entry>) -> Result<()> {
        entries.sort_unstable();
        entries.dedup_by(|one, other| one.board == other.board);
        let mut connection = Connection::open(path)?;
        // The file has a temporary name until it is complete and synchronised, so it needs no journal.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        connection.pragma_update(None, "application_id", APPLICATION_ID)?;
        let transaction = connection.transaction()?;
        transaction.execute_batch(TABLE)?;
        {
            let mut places = [0_u64; 4];
            let mut insert = transaction.prepare("INSERT INTO puzzles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?;
            for (id, entry) in (1_u64..).zip(&entries) {
                let Entry { moves, board, positions, vehicles, walls, level, rating } = entry;
                let place = level.map(|level| {
                    places[level as usize] += 1;
                    places[level as usize]
                });
                let level = level.map(|level| level as u64);
                insert.execute((id, board, moves, positions, vehicles, walls, level, rating, place))?;
            }
        }
        transaction.execute_batch(INDEXES)?;
        transaction.commit()?;
        connection.close().map_err(|(_, error)| error)?;
        Ok(checksum::write(path)?)
    }

    /// Opens a database for reading.
    pub(super) fn open(path: &Path) -> Result<Store> {
        if !path.exists() {
            bail!("{}: there is no such file; make it with `rushlab db build`", path.display());
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let open = || -> rusqlite::Result<(Connection, i32)> {
            let connection = Connection::open_with_flags(path, flags)?;
            let id = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
            Ok((connection, id))
        };
        let shown = path.display();
        match open() {
            Ok((connection, APPLICATION_ID)) => {
                if !checksum::is_correct(path).with_context(|| format!("{shown} cannot be read"))? {
                    bail!(
                        "{shown} is damaged: its checksum is wrong; copy it again, or make it again with `rushlab db build`"
                    );
                }
                Ok(Store(connection))
            }
            Ok((_, FIRST_APPLICATION_ID)) => {
                bail!("{shown} was made by an earlier version of rushlab and has no checksum; build it again")
            }
            Ok(_) | Err(_) => {
                bail!("{shown} is not a database of puzzles, or is damaged; make one with `rushlab db build`")
            }
        }
    }

    /// Calls `each` for every match, the hardest first.
    pub(super) fn each(
        &self,
        filter: &Filter,
        limit: Option<u32>,
        mut each: impl FnMut(Entry) -> Result<()>,
    ) -> Result<()> {
        let Condition { sql, values } = Condition::new(filter);
        let limit = limit.map_or(-1, i64::from);
        let sql = format!("SELECT * FROM puzzles WHERE {sql} ORDER BY moves DESC, id LIMIT {limit}");
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

    /// Returns the number of matches.
    pub(super) fn count(&self, filter: &Filter) -> Result<u64> {
        let Condition { sql, values } = Condition::new(filter);
        let sql = format!("SELECT count(*) FROM puzzles WHERE {sql}");
        Ok(self.0.query_row(&sql, params_from_iter(values), |row| row.get(0))?)
    }

    /// Returns the number of matches for each value of a column.
    pub(super) fn counts(&self, filter: &Filter, group: Group) -> Result<Vec<(String, u64)>> {
        let Condition { sql, values } = Condition::new(filter);
        let name = group.name;
        let sql = format!("SELECT {name}, count(*) FROM puzzles WHERE {sql} GROUP BY {name} ORDER BY {name}");
        let mut statement = self.0.prepare(&sql)?;
        let rows = statement.query_map(params_from_iter(values), |row| {
            let value: Option<i64> = row.get(0)?;
            Ok((value.map_or("none".to_owned(), group.word), row.get(1)?))
        })?;
        rows.collect::<rusqlite::Result<_>>().context("the database cannot be read")
    }

    /// Returns the numbers to choose from: those of the level if the filter has one, otherwise the ids of the moves.
    pub(super) fn numbers(&self, filter: &Filter) -> Result<CandidateNumbers> {
        let end = |sql: &str, value: i64| -> Result<u64> {
            let id: Option<u64> = self.0.query_row(sql, [value], |row| row.get(0))?;
            Ok(id.unwrap_or(0))
        };
        if let Some(level) = filter.level {
            let count = end("SELECT max(place) FROM puzzles WHERE level = ?", level as i64)?;
            return Ok(CandidateNumbers { level: Some(level), first: 1, count });
        }
        let any = NumberRange(0..=u32::MAX as usize);
        let moves = &filter.moves.as_ref().unwrap_or(&any).0;
        // The first id with the fewest moves in the range, and the last id with the most.
        let first = end(
            "SELECT min(id) FROM puzzles WHERE moves = (SELECT min(moves) FROM puzzles WHERE moves >= ?)",
            *moves.start() as i64,
        )?;
        let last = end(
            "SELECT max(id) FROM puzzles WHERE moves = (SELECT max(moves) FROM puzzles WHERE moves <= ?)",
            *moves.end() as i64,
        )?;
        let count = if first == 0 { 0 } else { (last + 1).saturating_sub(first) };
        Ok(CandidateNumbers { level: None, first, count })
    }

    /// Returns the puzzle with one of the numbers, and its id, if it matches.
    pub(super) fn puzzle_at(
        &self,
        numbers: &CandidateNumbers,
        number: u64,
        filter: &Filter,
    ) -> Result<Option<(u64, Entry)>> {
        let Condition { sql, mut values } = Condition::new(filter);
        values.push(Sql::Integer(number as i64));
        let column = match numbers.level {
            Some(level) => {
                values.push(Sql::Integer(level as i64));
                "place = ? AND level = ?"
            }
            None => "id = ?",
        };
        let sql = format!("SELECT * FROM puzzles WHERE {sql} AND {column}");
        let mut statement = self.0.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(values))?;
        rows.next()?.map(|row| Ok((row.get("id")?, Entry::read(row)?))).transpose()
    }

    /// Returns the ids of all matches, in order.
    pub(super) fn ids(&self, filter: &Filter) -> Result<Vec<u64>> {
        let Condition { sql, values } = Condition::new(filter);
        let mut statement = self.0.prepare(&format!("SELECT id FROM puzzles WHERE {sql} ORDER BY id"))?;
        let ids = statement.query_map(params_from_iter(values), |row| row.get(0))?;
        ids.collect::<rusqlite::Result<_>>().context("the database cannot be read")
    }

    /// Returns the puzzle with an id.
    pub(super) fn entry(&self, id: u64) -> Result<Entry> {
        let mut statement = self.0.prepare_cached("SELECT * FROM puzzles WHERE id = ?")?;
        statement.query_row([id], Entry::read).context("the database cannot be read")
    }
}
