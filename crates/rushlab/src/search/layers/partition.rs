//! A partition of the discovered states: those whose hashes begin with the same bits. Each partition is changed by one
//! thread at a time.
//!
//! The table of a partition has slots of 32 bits: 8 bits of a hash, to tell most other states apart, and 24 bits of the
//! number of a state in the partition. If every move can be undone, a successor of a state lies in the layer of the
//! state, in the one before or in the one after. Then the table needs only the states of these three layers; older ones
//! are left out when it is built again.

use super::Sizes;
use super::records::{Layout, Records};
use crate::space::{LaneSpace, Packed, SleepSet, Space};

/// The states of a partition, in the order of their discovery.
pub(super) struct Partition {
    sizes: Sizes,
    states: Records,
    /// Number of the first state of each layer. The last layer is the next one: it is being discovered.
    layers: Vec<usize>,
    /// Number of the first state of the next layer, of the current one, which is being expanded, and of the oldest one
    /// that may hold duplicates of successors.
    next: usize,
    current: usize,
    oldest: usize,
    /// The sleep sets of the states of the current layer and of the next one.
    sleep_sets: Records,
    next_sleep_sets: Records,
    /// Whether every move can be undone.
    is_reversible: bool,
    /// 0 is an empty slot.
    slots: Vec<u32>,
    /// Number of slots that may still be filled.
    free: usize,
    /// Number of the first goal in the next layer.
    pub(super) goal: Option<usize>,
}

impl Partition {
    pub(super) fn new(layout: &Layout, sizes: Sizes, is_reversible: bool) -> Partition {
        Partition {
            sizes,
            states: layout.states(),
            layers: vec![0],
            next: 0,
            current: 0,
            oldest: 0,
            sleep_sets: layout.sleep_sets(),
            next_sleep_sets: layout.sleep_sets(),
            is_reversible,
            slots: vec![0; sizes.first_slots],
            free: capacity(sizes.first_slots),
            goal: None,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + self.sleep_sets.bytes() + self.next_sleep_sets.bytes() + self.slot_bytes()
    }

    pub(super) fn slot_bytes(&self) -> u64 {
        4 * self.slots.len() as u64
    }

    /// Returns whether another round may add more states than the slots can number.
    pub(super) fn is_full(&self) -> bool {
        self.live() > self.max_live() / 2
    }

    /// Returns the number of states that the table must distinguish.
    fn live(&self) -> usize {
        self.len() - self.oldest
    }

    /// Returns the number of states that the table can distinguish.
    fn max_live(&self) -> usize {
        1 << self.sizes.number_bits
    }

    /// Returns the number of states of the next layer so far.
    pub(super) fn width_of_next(&self) -> usize {
        self.len() - self.next
    }

    /// Returns the number of states of the current layer.
    pub(super) fn width(&self) -> usize {
        self.next - self.current
    }

    /// Returns the state of the current layer with an index in this layer, and its sleep set.
    #[inline]
    pub(super) fn open<const N: usize>(&self, layout: &Layout, index: usize) -> (Packed<N>, SleepSet) {
        (layout.state(&self.states, self.current + index), layout.sleep_set(&self.sleep_sets, index))
    }

    /// Frees the sleep sets of the current layer, all of whose states are expanded.
    pub(super) fn close_layer(&mut self, layout: &Layout) {
        self.sleep_sets = layout.sleep_sets();
    }

    pub(super) fn advance(&mut self, layout: &Layout) {
        self.sleep_sets = std::mem::replace(&mut self.next_sleep_sets, layout.sleep_sets());
        if self.is_reversible {
            self.oldest = self.current;
        }
        self.current = self.next;
        self.next = self.len();
        self.layers.push(self.next);
    }

    pub(super) fn state<const N: usize>(&self, layout: &Layout, number: usize) -> Packed<N> {
        layout.state(&self.states, number)
    }

    /// Returns whether a state is in a layer, counted from the start of the puzzle.
    pub(super) fn contains<const N: usize>(&self, layout: &Layout, state: &Packed<N>, layer: usize) -> bool {
        let end = self.layers.get(layer + 1).copied().unwrap_or(self.len());
        (self.layers[layer]..end).any(|number| self.state::<N>(layout, number) == *state)
    }

    /// Adds the states of a list that are new, up to a number of states and as many as the table can distinguish.
    /// Returns the number of added states.
    ///
    /// A state of the next layer that is discovered again keeps only those vehicles asleep that are asleep on both
    /// paths: a move must be followed if it must be followed on one of them.
    pub(super) fn insert_all<const N: usize, const M: usize>(
        &mut self,
        space: &LaneSpace<N, M>,
        layout: &Layout,
        successors: &Records,
        max_new: usize,
    ) -> usize {
        let before = self.len();
        let max_new = max_new.min(self.max_live() - self.live());
        let mut batch = [(Packed::ZERO, 0, SleepSet::default()); PREFETCH_BATCH];
        for first in (0..successors.len()).step_by(PREFETCH_BATCH) {
            let batch = &mut batch[..PREFETCH_BATCH.min(successors.len() - first)];
            for (index, (state, hash, sleep)) in (first..).zip(batch.iter_mut()) {
                (*state, *sleep) = layout.successor(successors, index);
                *hash = LaneSpace::<N, M>::hash(state);
            }
            self.prefetch::<N>(layout, batch.iter().map(|(_, hash, _)| *hash));
            for (state, hash, sleep) in batch {
                if self.len() - before >= max_new {
                    return max_new;
                }
                self.insert(space, layout, *state, *hash, *sleep);
            }
        }
        self.len() - before
    }

    /// Loads the slots where the lookup of some hashes begins, and then the states there, so that they are found in the
    /// cache afterwards.
    fn prefetch<const N: usize>(&self, layout: &Layout, hashes: impl Iterator<Item = u64> + Clone) {
        // The module of the page is to be small, and solves few large puzzles.
        if cfg!(target_family = "wasm") {
            return;
        }
        std::hint::black_box(hashes.clone().fold(0, |all, hash| all ^ self.slots[self.first_slot(hash)]));
        let Some(last) = self.len().checked_sub(1) else { return };
        let word = |hash: u64| {
            let entry = self.slots[self.first_slot(hash)];
            let number = if entry & !self.sizes.number_mask() == self.tag_of(hash) {
                self.number(entry).min(last)
            } else {
                last
            };
            self.state::<N>(layout, number).0[0]
        };
        std::hint::black_box(hashes.fold(0, |all, hash| all ^ word(hash)));
    }

    /// Returns the number of the state that a slot holds. The table may still hold states that are too old to be
    /// duplicates; their numbers then seem to be beyond the last state.
    #[inline]
    fn number(&self, entry: u32) -> usize {
        self.oldest + (entry.wrapping_sub(self.oldest as u32) & self.sizes.number_mask()) as usize
    }

    /// Adds a state with its sleep set if it is new.
    #[inline]
    fn insert<const N: usize, const M: usize>(
        &mut self,
        space: &LaneSpace<N, M>,
        layout: &Layout,
        state: Packed<N>,
        hash: u64,
        sleep: SleepSet,
    ) {
        let tag = self.tag_of(hash);
        let number_mask = self.sizes.number_mask();
        let mut slot = self.first_slot(hash);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            if entry & !number_mask == tag {
                let number = self.number(entry);
                if number < self.len() && self.state::<N>(layout, number) == state {
                    if let Some(index) = number.checked_sub(self.next) {
                        layout.wake(&mut self.next_sleep_sets, index, space.asleep(sleep));
                    }
                    return;
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
        let number = self.len();
        if space.is_goal(&state) && self.goal.is_none() {
            self.goal = Some(number);
        }
        self.slots[slot] = tag | number as u32 & number_mask;
        layout.push_state(&mut self.states, &state);
        layout.push_sleep_set(&mut self.next_sleep_sets, sleep);
        self.free -= 1;
        if self.free == 0 {
            self.rebuild::<N, M>(layout);
        }
    }

    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        (((hash << self.sizes.partition_bits >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    /// Returns the bits of a hash that a slot stores. They are not all 0, as in an empty slot.
    #[inline]
    fn tag_of(&self, hash: u64) -> u32 {
        ((hash >> 18) as u32 & 0xff).max(1) << self.sizes.number_bits
    }

    /// Builds the table again with the states of the last three layers, larger if needed.
    #[cold]
    fn rebuild<const N: usize, const M: usize>(&mut self, layout: &Layout) {
        let oldest = self.oldest;
        let live = self.live();
        let size = if live > capacity(self.slots.len()) * 2 / 3 { self.slots.len() * 3 / 2 } else { self.slots.len() };
        self.slots = Vec::new();
        self.slots = vec![0; size];
        for number in oldest..self.len() {
            let state: Packed<N> = layout.state(&self.states, number);
            let hash = LaneSpace::<N, M>::hash(&state);
            let mut slot = self.first_slot(hash);
            while self.slots[slot] != 0 {
                slot = if slot + 1 == size { 0 } else { slot + 1 };
            }
            self.slots[slot] = self.tag_of(hash) | number as u32 & self.sizes.number_mask();
        }
        self.free = capacity(size) - live;
    }
}

/// Number of states whose slots are loaded together, before they are looked up.
const PREFETCH_BATCH: usize = 64;

/// Returns the number of slots that may be filled.
fn capacity(slots: usize) -> usize {
    slots / 8 * 5
}
