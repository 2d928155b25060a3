//! Lists of records in as few bytes as they need: packed states and sleep sets.

use crate::space::{LaneSpace, Packed, SleepSet};

const BLOCK_LEN: usize = 1 << 10;

/// A field is written as a whole word, so a block has this many bytes more than its records.
const PADDING: usize = 8;

/// A list of records of equal size, stored in blocks.
pub(super) struct Records {
    size: usize,
    blocks: Vec<Vec<u8>>,
    len: usize,
}

impl Records {
    pub(super) fn new(size: usize) -> Records {
        Records { size, blocks: Vec::new(), len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Removes all records, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.blocks.len() * (BLOCK_LEN * self.size + PADDING)) as u64
    }

    /// Appends a record, and returns the block and the byte where it begins.
    #[inline]
    fn append(&mut self) -> (&mut [u8], usize) {
        let (block, at) = (self.len / BLOCK_LEN, self.len % BLOCK_LEN * self.size);
        if block == self.blocks.len() {
            self.blocks.push(vec![0; BLOCK_LEN * self.size + PADDING]);
        }
        self.len += 1;
        (&mut self.blocks[block], at)
    }

    #[inline]
    fn at(&self, index: usize) -> (&[u8], usize) {
        (&self.blocks[index / BLOCK_LEN], index % BLOCK_LEN * self.size)
    }

    #[inline]
    fn at_mut(&mut self, index: usize) -> (&mut [u8], usize) {
        (&mut self.blocks[index / BLOCK_LEN], index % BLOCK_LEN * self.size)
    }
}

#[inline]
fn load(block: &[u8], at: usize) -> u64 {
    block[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline]
fn store(block: &mut [u8], at: usize, word: u64) {
    if let Some(bytes) = block[at..].first_chunk_mut() {
        *bytes = word.to_le_bytes();
    }
}

/// The layout of the records of a state space.
///
/// The words of a state are written one after the other; the last one with the bytes that it uses. A word that is
/// written overwrites what follows, so fields are written in order, and records are only appended.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Number of words of a state that are used, and the mask of the last.
    words: usize,
    last_mask: u64,
    state_size: usize,
    vehicles_mask: u64,
    vehicles_size: usize,
    edge_mask: u64,
    edge_size: usize,
}

/// Returns the number of bytes that hold a number, and the mask of these bytes.
fn bytes_for(greatest: u64) -> (usize, u64) {
    let bytes = (u64::BITS - greatest.leading_zeros()).div_ceil(8).max(1);
    (bytes as usize, u64::MAX >> (64 - 8 * bytes))
}

impl Layout {
    pub(super) fn of<const N: usize, const M: usize>(space: &LaneSpace<N, M>) -> Layout {
        let used = space.used_bits();
        let words = used.0.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
        let (last_size, last_mask) = bytes_for(used.0[words - 1]);
        let (vehicles_size, vehicles_mask) = bytes_for(space.sleeping_vehicles());
        let (edge_size, edge_mask) = bytes_for(space.edge_count() as u64);
        let state_size = 8 * (words - 1) + last_size;
        Layout { words, last_mask, state_size, vehicles_mask, vehicles_size, edge_mask, edge_size }
    }

    pub(super) fn states(&self) -> Records {
        Records::new(self.state_size)
    }

    pub(super) fn sleep_sets(&self) -> Records {
        Records::new(self.vehicles_size + self.edge_size)
    }

    /// Returns an empty list of states with their sleep sets.
    pub(super) fn successors(&self) -> Records {
        Records::new(self.state_size + self.vehicles_size + self.edge_size)
    }

    #[inline]
    pub(super) fn push_state<const N: usize>(&self, list: &mut Records, state: &Packed<N>) {
        let (block, at) = list.append();
        self.store_state(block, at, state);
    }

    #[inline]
    pub(super) fn push_sleep_set(&self, list: &mut Records, sleep: SleepSet) {
        let (block, at) = list.append();
        self.store_sleep_set(block, at, sleep);
    }

    #[inline]
    pub(super) fn push_successor<const N: usize>(&self, list: &mut Records, state: &Packed<N>, sleep: SleepSet) {
        let (block, at) = list.append();
        self.store_state(block, at, state);
        self.store_sleep_set(block, at + self.state_size, sleep);
    }

    /// Returns the state at the beginning of a record.
    #[inline]
    pub(super) fn state<const N: usize>(&self, list: &Records, index: usize) -> Packed<N> {
        let (block, at) = list.at(index);
        let mut state = Packed::ZERO;
        for (number, word) in state.0.iter_mut().enumerate().take(self.words) {
            *word = load(block, at + 8 * number);
        }
        state.0[(self.words - 1) % N] &= self.last_mask;
        state
    }

    #[inline]
    pub(super) fn sleep_set(&self, list: &Records, index: usize) -> SleepSet {
        let (block, at) = list.at(index);
        self.load_sleep_set(block, at)
    }

    #[inline]
    pub(super) fn successor<const N: usize>(&self, list: &Records, index: usize) -> (Packed<N>, SleepSet) {
        let (block, at) = list.at(index);
        (self.state(list, index), self.load_sleep_set(block, at + self.state_size))
    }

    /// Removes vehicles from a sleep set: those that are not in `kept`.
    #[inline]
    pub(super) fn wake(&self, list: &mut Records, index: usize, kept: u64) {
        let (block, at) = list.at_mut(index);
        let word = load(block, at);
        store(block, at, word & (kept | !self.vehicles_mask));
    }

    fn store_state<const N: usize>(&self, block: &mut [u8], at: usize, state: &Packed<N>) {
        for (number, word) in state.0.iter().enumerate().take(self.words) {
            store(block, at + 8 * number, *word);
        }
    }

    fn store_sleep_set(&self, block: &mut [u8], at: usize, SleepSet { vehicles, edge }: SleepSet) {
        store(block, at, vehicles);
        store(block, at + self.vehicles_size, u64::from(edge) & self.edge_mask);
    }

    fn load_sleep_set(&self, block: &[u8], at: usize) -> SleepSet {
        let vehicles = load(block, at) & self.vehicles_mask;
        let edge = load(block, at + self.vehicles_size) & self.edge_mask;
        SleepSet { vehicles, edge: edge as u32 }
    }
}
