//! The closed list: states numbered in the order of their discovery, and a hash table from states to numbers.
//!
//! Nothing is copied as a whole when it grows: values are stored in blocks, and the table consists of parts that double one at a time. So
//! a search allocates little more than it uses, and keeps closely to a limit on memory.

use std::collections::VecDeque;

use crate::position::Move;
use crate::space::{Scratch, SleepSet, Space};

/// A list stored in blocks.
pub(super) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

const BLOCK: usize = 1 << 14;

impl<T: Copy> Blocks<T> {
    pub(super) fn new() -> Blocks<T> {
        Blocks { blocks: vec![Vec::with_capacity(BLOCK / 4)], len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) {
        if self.len.is_multiple_of(BLOCK) && self.len > 0 {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(value);
        }
        self.len += 1;
    }

    /// Removes the last value, and frees its block if that is empty.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        let value = self.blocks.last_mut()?.pop()?;
        self.len -= 1;
        if self.len.is_multiple_of(BLOCK) && self.len > 0 {
            self.blocks.pop();
        }
        Some(value)
    }

    pub(super) fn bytes(&self) -> u64 {
        let last = self.blocks.last().map_or(0, Vec::capacity);
        (((self.blocks.len() - 1) * BLOCK + last) * size_of::<T>()) as u64
    }
}

impl<T> std::ops::Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.blocks[index / BLOCK][index % BLOCK]
    }
}

impl<T> std::ops::IndexMut<usize> for Blocks<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.blocks[index / BLOCK][index % BLOCK]
    }
}

/// A queue stored in blocks, which are freed when they are empty.
pub(super) struct Queue<T> {
    blocks: VecDeque<Vec<T>>,
    head: usize,
    len: usize,
}

impl<T: Copy> Queue<T> {
    pub(super) fn new() -> Queue<T> {
        Queue { blocks: VecDeque::from([Vec::new()]), head: 0, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) {
        match self.blocks.back_mut() {
            Some(block) if block.len() < BLOCK => block.push(value),
            _ => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(value);
                self.blocks.push_back(block);
            }
        }
        self.len += 1;
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<T> {
        let value = *self.blocks.front()?.get(self.head)?;
        self.head += 1;
        self.len -= 1;
        if self.head == BLOCK {
            self.blocks.pop_front();
            self.head = 0;
        }
        Some(value)
    }

    pub(super) fn bytes(&self) -> u64 {
        let last = self.blocks.back().map_or(0, Vec::capacity);
        ((self.blocks.len().saturating_sub(1) * BLOCK + last) * size_of::<T>()) as u64
    }
}

/// The binary logarithm of the number of parts of the table.
const PARTS: u32 = 6;

/// The binary logarithm of the initial number of slots of a part. It is enough for most puzzles.
const FIRST: u32 = 9;

/// A part of the table. A slot holds 32 bits of the hash of a state above its number plus one; 0 is an empty slot.
struct Part {
    slots: Vec<u64>,
    /// The bits of the hash above this one choose the slot.
    shift: u32,
    /// The number of slots that may still be filled before the part grows.
    free: usize,
}

impl Part {
    fn new(bits: u32) -> Part {
        Part { slots: vec![0; 1 << bits], shift: 32 - bits, free: capacity(1 << bits) }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Part::new(32 - self.shift + 1);
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

/// The states discovered so far.
pub(crate) struct Arena<S: Space> {
    states: Blocks<S::State>,
    parts: Vec<Part>,
    slots: usize,
}

impl<S: Space> Arena<S> {
    /// Creates an empty arena.
    pub(crate) fn new() -> Arena<S> {
        Arena {
            states: Blocks::new(),
            parts: (0..1 << PARTS).map(|_| Part::new(FIRST)).collect(),
            slots: 1 << (PARTS + FIRST),
        }
    }

    /// Returns the number of states.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns the state with a number.
    #[inline]
    pub(crate) fn state(&self, number: usize) -> S::State {
        self.states[number]
    }

    /// Replaces a state by an equal one. Equal states may differ in fuel that the comparison ignores.
    pub(super) fn replace(&mut self, number: usize, state: S::State) {
        self.states[number] = state;
    }

    /// Returns the allocated bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + 8 * self.slots as u64
    }

    /// Loads the slots where the lookup of some states begins, so that inserting the states afterwards finds the slots in the cache.
    #[inline]
    pub(crate) fn prefetch(&self, hashes: impl Iterator<Item = u64>) {
        let slot = |hash: u64| {
            let part = &self.parts[(hash >> (64 - PARTS)) as usize];
            part.slots[((hash << PARTS >> 32) >> part.shift) as usize]
        };
        std::hint::black_box(hashes.fold(0, |all, hash| all ^ slot(hash)));
    }

    /// Returns the number of a state, if it was discovered.
    pub(super) fn find(&self, state: &S::State) -> Option<usize> {
        let hash = S::hash(state);
        let part = &self.parts[(hash >> (64 - PARTS)) as usize];
        let print = hash << PARTS >> 32;
        let last = part.slots.len() - 1;
        let mut slot = (print >> part.shift) as usize & last;
        while part.slots[slot] != 0 {
            let entry = part.slots[slot];
            let number = (entry as u32).wrapping_sub(1) as usize;
            if entry >> 32 == print && self.states[number] == *state {
                return Some(number);
            }
            slot = (slot + 1) & last;
        }
        None
    }

    /// Adds a state if it is new. Returns its number, and whether it is new.
    #[inline(always)]
    pub(crate) fn insert(&mut self, state: S::State, hash: u64) -> (usize, bool) {
        let part = &mut self.parts[(hash >> (64 - PARTS)) as usize];
        let print = hash << PARTS >> 32;
        let last = part.slots.len() - 1;
        let mut slot = (print >> part.shift) as usize & last;
        loop {
            let entry = part.slots[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == print {
                let number = (entry as u32 - 1) as usize;
                if self.states[number] == state {
                    return (number, false);
                }
            }
            slot = (slot + 1) & last;
        }
        let number = self.states.len();
        part.slots[slot] = print << 32 | (number as u64 + 1);
        self.states.push(state);
        part.free -= 1;
        if part.free == 0 {
            self.slots += part.slots.len();
            part.grow();
        }
        (number, true)
    }
}

/// Returns the moves from the start, which is number 0, to a state. They are found by expanding the states on the path once more.
pub(super) fn path_to<S: Space>(space: &S, arena: &Arena<S>, parent: impl Fn(usize) -> usize, to: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut scratch = space.scratch();
    let mut at = to;
    while at != 0 {
        moves.extend(move_between(space, &mut scratch, &arena.state(parent(at)), &arena.state(at)));
        at = parent(at);
    }
    moves.reverse();
    moves
}

/// Returns the cheapest move from one state to another, and the first of those.
pub(super) fn move_between<S: Space>(space: &S, scratch: &mut Scratch, from: &S::State, to: &S::State) -> Option<Move> {
    let mut found: Option<(Move, u32)> = None;
    space.expand(&space.unpack(from, SleepSet::default()), scratch, |next, mv, cost| {
        if S::pack(&next).0 == *to && found.is_none_or(|(_, least)| cost < least) {
            found = Some((mv, cost));
        }
    });
    found.map(|(mv, _)| mv)
}
