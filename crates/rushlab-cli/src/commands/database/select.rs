//! Random puzzles: every match has the same probability, and the same seed selects the same puzzles.

use std::collections::HashSet;

use anyhow::Result;
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::SeedableRng as _;
use rushlab::analysis::Filter;

use crate::database::{Entry, Store, Unknown};

/// The maximum number of consecutive misses. After that, all matches are listed and shuffled.
const MAX_MISSES: usize = 200;

/// Selects `count` puzzles, or all matches if there are fewer.
pub(super) fn select_random(store: &Store, filter: &Filter, count: usize, seed: u64) -> Result<Vec<Entry>> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let numbers = store.numbers(filter)?;
    let mut entries = Vec::new();
    let mut selected = HashSet::new();
    let mut misses = 0;
    while entries.len() < count && numbers.count > 0 && misses < MAX_MISSES {
        let number = numbers.first + random.random_range(0..numbers.count);
        match store.puzzle_at(&numbers, number, filter)?.filter(|(number, _)| !selected.contains(number)) {
            Some((number, entry)) => {
                selected.insert(number);
                entries.push(entry);
                misses = 0;
            }
            None => misses += 1,
        }
    }
    if entries.len() < count && numbers.count > 0 {
        let mut left: Vec<u64> = store.all_numbers(filter, Unknown::Excluded)?;
        left.retain(|number| !selected.contains(number));
        left.shuffle(&mut random);
        for number in left.into_iter().take(count - entries.len()) {
            entries.push(store.entry(number)?);
        }
    }
    Ok(entries)
}
