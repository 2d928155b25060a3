//! The state registry: all generated states (AIMA: *reached*), numbered in the order of their discovery, and a hash
//! table from states to numbers. It contains open and closed states alike.
//!
//! Nothing is copied as a whole when it grows: states are stored in blocks (`blocks.rs`), and the table consists of
//! segments that double one at a time. So a search allocates little more than it uses, and keeps closely to a limit on
//! memory.

use super::{Scratch, SleepSet, Space};
use crate::blocks::Blocks;
use crate::footprint::Footprint;
use crate::position::Move;

/// The greatest number of states: numbers of states have 32 bits.
pub(crate) const MAX_STATES: u64 = u32::MAX as u64 - (1 << 24);

/// Number of states that a search expands before their successors are looked up.
pub(crate) const LOOKUP_BATCH: usize = 32;

/// The binary logarithm of the number of segments of the table.
const SEGMENT_BITS: u32 = 6;

/// The binary logarithm of the initial number of slots of a segment. It is enough for most puzzles.
const INITIAL_SLOT_BITS: u32 = 9;

/// A segment of the table. A slot holds 32 bits of the hash of a state above its number plus one; 0 is an empty slot.
struct Segment {
    slots: Vec<u64>,
    /// The bits of the hash above this one choose the slot.
    shift: u32,
    /// Number of slots that may still be filled before the segment grows.
    free: usize,
}

impl Segment {
    fn new(bits: u32) -> Segment {
        Segment { slots: vec![0; 1 << bits], shift: 32 - bits, free: capacity(1 << bits) }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Segment::new(32 - self.shift + 1);
        let last = larger.slots.len() - 1;
        for entry in self.slots.iter().filter(|entry| **entry != 0) {
            let mut slot = (entry >> 32 >> larger.shift) as usize;
            while larger.slots[slot] != 0 {
                slot = (slot + 1) & last;
            }
            larger.slots[slot] = *entry;
        }
        larger.free -= self.slots.iter().filter(|entry| **entry != 0).count();
        *self = larger;
    }
}

/// Returns the number of slots that may be filled: few in a small table for speed, many in a large one for memory.
fn capacity(slots: usize) -> usize {
    if slots < 1 << 14 { slots / 2 } else { slots / 16 * 13 }
}

/// The states generated so far.
pub(crate) struct StateRegistry<T> {
    states: Blocks<T>,
    segments: Vec<Segment>,
    slots: usize,
}

impl<T: Clone + Eq> StateRegistry<T> {
    pub(crate) fn new() -> StateRegistry<T> {
        StateRegistry {
            states: Blocks::new(),
            segments: (0..1 << SEGMENT_BITS).map(|_| Segment::new(INITIAL_SLOT_BITS)).collect(),
            slots: 1 << (SEGMENT_BITS + INITIAL_SLOT_BITS),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    #[inline]
    pub(crate) fn state(&self, number: usize) -> T {
        self.states[number].clone()
    }

    /// Replaces a state by an equal one. Equal states may differ in fuel that the comparison ignores.
    pub(crate) fn replace(&mut self, number: usize, state: T) {
        self.states[number] = state;
    }

    /// Returns the memory. Segments double at about the same time: the first one announces the growth of the others.
    pub(crate) fn footprint(&self) -> Footprint {
        let largest = self.segments.iter().map(|segment| segment.slots.len()).max().unwrap_or(0);
        let growth = 8 * (self.segments.len() * largest - self.slots) as u64;
        Footprint { allocated: self.states.bytes() + 8 * self.slots as u64, growth }
    }

    /// Returns the states, and frees the table.
    pub(crate) fn into_states(self) -> Blocks<T> {
        self.states
    }

    /// Loads the slots where the lookup of some states begins, so that they are in the cache when states are inserted.
    #[inline]
    pub(crate) fn prefetch(&self, hashes: impl Iterator<Item = u64>) {
        let slot = |hash: u64| {
            let segment = &self.segments[(hash >> (64 - SEGMENT_BITS)) as usize];
            segment.slots[((hash << SEGMENT_BITS >> 32) >> segment.shift) as usize]
        };
        std::hint::black_box(hashes.fold(0, |all, hash| all ^ slot(hash)));
    }

    /// Returns the number of a state, if it was discovered.
    pub(crate) fn find(&self, state: &T, hash: u64) -> Option<usize> {
        let segment = &self.segments[(hash >> (64 - SEGMENT_BITS)) as usize];
        let fingerprint = hash << SEGMENT_BITS >> 32;
        let last = segment.slots.len() - 1;
        let mut slot = (fingerprint >> segment.shift) as usize & last;
        while segment.slots[slot] != 0 {
            let entry = segment.slots[slot];
            let number = (entry as u32).wrapping_sub(1) as usize;
            if entry >> 32 == fingerprint && self.states[number] == *state {
                return Some(number);
            }
            slot = (slot + 1) & last;
        }
        None
    }

    /// Adds a state if it is new. Returns its number, and whether it is new.
    #[inline(always)]
    pub(crate) fn insert(&mut self, state: T, hash: u64) -> (usize, bool) {
        let segment = &mut self.segments[(hash >> (64 - SEGMENT_BITS)) as usize];
        let fingerprint = hash << SEGMENT_BITS >> 32;
        let last = segment.slots.len() - 1;
        let mut slot = (fingerprint >> segment.shift) as usize & last;
        loop {
            let entry = segment.slots[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == fingerprint {
                let number = (entry as u32 - 1) as usize;
                if self.states[number] == state {
                    return (number, false);
                }
            }
            slot = (slot + 1) & last;
        }
        let number = self.states.len();
        segment.slots[slot] = fingerprint << 32 | (number as u64 + 1);
        self.states.push(state);
        segment.free -= 1;
        if segment.free == 0 {
            self.slots += segment.slots.len();
            segment.grow();
        }
        (number, true)
    }
}

/// Returns the moves from the start, number 0, to a state, by expanding the states on the path once more.
pub(crate) fn path_to<S: Space>(
    space: &S,
    registry: &StateRegistry<S::State>,
    parent: impl Fn(usize) -> usize,
    to: usize,
) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut scratch = space.scratch();
    let mut at = to;
    while at != 0 {
        moves.extend(move_between(space, &mut scratch, &registry.state(parent(at)), &registry.state(at)));
        at = parent(at);
    }
    moves.reverse();
    moves
}

/// Returns the first of the cheapest moves from one state to another.
pub(crate) fn move_between<S: Space>(space: &S, scratch: &mut Scratch, from: &S::State, to: &S::State) -> Option<Move> {
    let mut found: Option<(Move, u32)> = None;
    space.expand(&space.unpack(from, SleepSet::default()), scratch, |next, mv, cost| {
        if S::pack(&next).0 == *to && found.is_none_or(|(_, least)| cost < least) {
            found = Some((mv, cost));
        }
    });
    found.map(|(mv, _)| mv)
}
