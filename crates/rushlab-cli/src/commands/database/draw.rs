//! Random puzzles: every match has the same probability, and the same seed draws the same puzzles.

use std::collections::HashSet;

use anyhow::Result;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;

use super::store::{Entry, Store};
use crate::arguments::Filter;

/// The number of draws in a row without a match, after which all matches are listed and drawn from.
const TRIES: usize = 200;

/// Draws `count` puzzles, or all matches if there are fewer.
pub(super) fn draw(store: &Store, filter: &Filter, count: usize, seed: u64) -> Result<Vec<Entry>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let pool = store.pool(filter)?;
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    let mut misses = 0;
    while entries.len() < count && pool.count > 0 && misses < TRIES {
        let number = pool.first + random.random_range(0..pool.count);
        match store.drawn(&pool, number, filter)?.filter(|(id, _)| !taken.contains(id)) {
            Some((id, entry)) => {
                taken.insert(id);
                entries.push(entry);
                misses = 0;
            }
            None => misses += 1,
        }
    }
    if entries.len() < count && pool.count > 0 {
        let mut left: Vec<u64> = store.ids(filter)?.into_iter().filter(|id| !taken.contains(id)).collect();
        left.shuffle(&mut random);
        for id in left.into_iter().take(count - entries.len()) {
            entries.push(store.entry(id)?);
        }
    }
    Ok(entries)
}
