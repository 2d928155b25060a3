//! The puzzles that `rushlab generate --from` selects from, in random order.

use std::path::Path;

use anyhow::Result;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use rushlab::Puzzle;
use rushlab::analysis::Filter;

use crate::database::{self, Store, Unknown};
use crate::input;

/// Puzzles that may meet the constraints, in random order.
pub(super) enum Candidates {
    /// The numbers of puzzles of a database.
    Database(Store, Vec<u64>),
    /// The ids of other puzzles.
    Ids(Vec<String>),
}

impl Candidates {
    /// Returns the puzzles that match, as far as it is known without a search. The same seed gives the same order.
    pub(super) fn shuffled(path: &Path, filter: &Filter, seed: u64) -> Result<Candidates> {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        if database::is_database(path) {
            let store = Store::open(path)?;
            let mut numbers = store.all_numbers(filter, Unknown::Included)?;
            numbers.shuffle(&mut random);
            return Ok(Candidates::Database(store, numbers));
        }
        let mut ids = Vec::new();
        input::candidates(path.as_os_str(), filter, |puzzle| ids.push(puzzle.id()))?;
        ids.shuffle(&mut random);
        Ok(Candidates::Ids(ids))
    }

    /// Returns all puzzles, in their random order.
    pub(super) fn puzzles(&self) -> Box<dyn Iterator<Item = Result<Puzzle>> + '_> {
        match self {
            Candidates::Database(store, numbers) => {
                Box::new(numbers.iter().map(|number| store.entry(*number)?.puzzle()))
            }
            Candidates::Ids(ids) => Box::new(ids.iter().map(|id| Ok(Puzzle::from_id(id)?))),
        }
    }
}
