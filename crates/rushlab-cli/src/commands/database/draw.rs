//! Puzzles by lot: each that fits is as likely as any other, and the same seed draws the same ones.

use std::collections::HashSet;

use anyhow::Result;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;

use super::store::{Entry, Store};
use crate::arguments::Filter;

/// How many puzzles in a row may turn out not to fit before all that fit are listed to draw from.
const TRIES: usize = 200;

/// Draws so many puzzles, or as many as fit.
pub(super) fn draw(store: &Store, filter: &Filter, count: usize, seed: u64) -> Result<Vec<Entry>> {
    let mut lots = Pcg64Mcg::seed_from_u64(seed);
    let pool = store.pool(filter)?;
    let mut entries = Vec::new();
    let mut taken = HashSet::new();
    let mut misses = 0;
    while entries.len() < count && pool.count > 0 && misses < TRIES {
        let number = pool.first + lots.random_range(0..pool.count);
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
        left.shuffle(&mut lots);
        for id in left.into_iter().take(count - entries.len()) {
            entries.push(store.entry(id)?);
        }
    }
    Ok(entries)
}
