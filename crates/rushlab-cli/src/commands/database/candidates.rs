//! The puzzles of a database that may meet conditions, in random order, for `rushlab generate --from`.

use std::path::Path;

use anyhow::Result;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use rushlab::Puzzle;

use super::condition::Condition;
use super::store::Store;
use crate::arguments::Filter;

/// Puzzles of a database in random order.
pub(crate) struct DatabaseCandidates {
    store: Store,
    numbers: Vec<u64>,
}

impl DatabaseCandidates {
    /// Returns the puzzles that match, and those of which the database does not say whether they do: their level, or
    /// whether they are minimal, is missing. The same seed gives the same order.
    pub(crate) fn shuffled(path: &Path, filter: Filter, seed: u64) -> Result<DatabaseCandidates> {
        let store = Store::open(path)?;
        let (level, minimal) = (filter.level, filter.minimal);
        let mut condition = Condition::new(&Filter { level: None, minimal: false, ..filter });
        if let Some(level) = level {
            condition.sql += " AND (level = ? OR level IS NULL)";
            condition.values.push((level as i64).into());
        }
        if minimal {
            condition.sql += " AND (minimal = 1 OR minimal IS NULL)";
        }
        let mut numbers = store.numbers_where(condition)?;
        numbers.shuffle(&mut Pcg64Mcg::seed_from_u64(seed));
        Ok(DatabaseCandidates { store, numbers })
    }

    /// Returns all puzzles, in their random order.
    pub(crate) fn puzzles(&self) -> impl Iterator<Item = Result<Puzzle>> + '_ {
        self.numbers.iter().map(|number| self.store.entry(*number)?.puzzle())
    }
}
