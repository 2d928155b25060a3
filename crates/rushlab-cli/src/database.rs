//! The database of puzzles: an SQLite table (store.rs) of explored puzzles (entry.rs), and conditions on them in SQL.

mod checksum;
mod condition;
mod entry;
mod store;

pub(crate) use condition::Unknown;
pub(crate) use entry::{Entry, EntryError};
pub(crate) use store::{GROUPS, MAGIC, Store};

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Returns whether a file is a database, or another SQLite file.
pub(crate) fn is_database(path: &Path) -> bool {
    let mut head = [0; MAGIC.len()];
    File::open(path).is_ok_and(|mut file| file.read_exact(&mut head).is_ok() && head == MAGIC)
}
