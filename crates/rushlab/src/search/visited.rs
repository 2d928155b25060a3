//! The set of positions met, as an open-addressing table of the positions themselves.
//!
//! The start is always in it, so its word marks an empty slot, and no slot needs a flag.

use crate::space::Space;

/// Positions met.
pub(super) struct Visited<S: Space> {
    slots: Vec<S::State>,
    empty: S::State,
    shift: u32,
    room: usize,
}

impl<S: Space> Visited<S> {
    /// The set that holds the start alone.
    pub(super) fn new(space: &S) -> Visited<S> {
        let bits = 14;
        let empty = space.start();
        Visited { slots: vec![empty; 1 << bits], empty, shift: 64 - bits, room: 1 << (bits - 1) }
    }

    /// The bytes it holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<S::State>()) as u64
    }

    /// The bytes it will hold at most while it makes room for one more.
    pub(super) fn bytes_ahead(&self) -> u64 {
        if self.room == 0 { 3 * self.bytes() } else { self.bytes() }
    }

    /// Adds a position; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, state: S::State) -> bool {
        if state == self.empty {
            return false;
        }
        let slot = self.find(&state);
        if self.slots[slot] == state {
            return false;
        }
        if self.room == 0 {
            self.grow();
            return self.insert(state);
        }
        self.room -= 1;
        self.slots[slot] = state;
        true
    }

    /// The slot that holds a position, or the empty one where it would go.
    #[inline]
    fn find(&self, state: &S::State) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = (S::hash(state) >> self.shift) as usize & last;
        while self.slots[slot] != *state && self.slots[slot] != self.empty {
            slot = (slot + 1) & last;
        }
        slot
    }

    /// Half of the slots stay empty, so that the next empty one is near.
    #[cold]
    fn grow(&mut self) {
        let bits = if self.slots.len() < 1 << 20 {2} else {1};
        let more = vec![self.empty; self.slots.len() << bits];
        let old = std::mem::replace(&mut self.slots, more);
        self.room = self.slots.len() / 2 - old.len()/2;
        self.shift -= bits;
        for state in old.into_iter().filter(|state| *state != self.empty) {
            let slot = self.find(&state);
            self.slots[slot] = state;
        }
    }
}
