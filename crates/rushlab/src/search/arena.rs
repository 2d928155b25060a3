//! Positions met, numbered in the order of their discovery, and the table that finds the number of a position.
//!
//! Nothing here moves when it grows: values lie in blocks, and the table is in parts that double one by one. So a search holds little
//! more than it uses, and a limit on memory is met closely.

use std::collections::VecDeque;

use crate::reference::Move;
use crate::space::{Rest, Scratch, Space};

/// A list in blocks.
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

    /// Takes the last one out; the block it was alone in is given back.
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

/// A queue in blocks: what was taken out is given back.
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

/// How many parts the table has, in bits.
const PARTS: u32 = 6;

/// How many slots a part has at first, in bits: the positions of most puzzles find room.
const FIRST: u32 = 9;

/// A part of the table: slots with 32 bits of a position's hash above its number plus one; 0 is empty.
struct Part {
    slots: Vec<u64>,
    /// The hash's bits that choose the slot are those above this.
    shift: u32,
    room: usize,
}

impl Part {
    fn new(bits: u32) -> Part {
        Part { slots: vec![0; 1 << bits], shift: 32 - bits, room: room(1 << bits) }
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
        larger.room -= self.slots.iter().filter(|entry| **entry != 0).count();
        *self = larger;
    }
}

/// So many slots of a part may be filled: a small table is made for speed, a large one to fit.
fn room(slots: usize) -> usize {
    if slots < 1 << 14 { slots / 2 } else { slots / 16 * 13 }
}

/// The positions met.
pub(crate) struct Arena<S: Space> {
    states: Blocks<S::State>,
    parts: Vec<Part>,
    slots: usize,
}

impl<S: Space> Arena<S> {
    /// No position.
    pub(crate) fn new() -> Arena<S> {
        Arena {
            states: Blocks::new(),
            parts: (0..1 << PARTS).map(|_| Part::new(FIRST)).collect(),
            slots: 1 << (PARTS + FIRST),
        }
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The position of a number.
    #[inline]
    pub(crate) fn state(&self, number: usize) -> S::State {
        self.states[number]
    }

    /// Puts an equal position in the place of one: equal positions may differ in what does not count.
    pub(super) fn replace(&mut self, number: usize, state: S::State) {
        self.states[number] = state;
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.states.bytes() + 8 * self.slots as u64
    }

    /// Looks at the slots where the search for some positions begins, all at once: who goes on to insert them finds the slots near.
    #[inline]
    pub(crate) fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        let slot = |hash: u64| {
            let part = &self.parts[(hash >> (64 - PARTS)) as usize];
            part.slots[((hash << PARTS >> 32) >> part.shift) as usize]
        };
        std::hint::black_box(hashes.fold(0, |all, hash| all ^ slot(hash)));
    }

    /// The number of a position, if it was met.
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

    /// The number of a position, which is added if it is new; and whether it is.
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
        part.room -= 1;
        if part.room == 0 {
            self.slots += part.slots.len();
            part.grow();
        }
        (number, true)
    }
}

/// The moves from the start, which is number 0, to a position, found again by expanding the positions on the way.
pub(super) fn way<S: Space>(space: &S, arena: &Arena<S>, parent: impl Fn(usize) -> usize, to: usize) -> Vec<Move> {
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

/// The cheapest move from one position to another, and of those the first.
pub(super) fn move_between<S: Space>(space: &S, scratch: &mut Scratch, from: &S::State, to: &S::State) -> Option<Move> {
    let mut found: Option<(Move, u32)> = None;
    space.expand(&space.wake(from, Rest::default()), scratch, |next, mv, cost| {
        if S::parts(&next).0 == *to && found.is_none_or(|(_, least)| cost < least) {
            found = Some((mv, cost));
        }
    });
    found.map(|(mv, _)| mv)
}
