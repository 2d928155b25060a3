//! Lists and queues stored in blocks: nothing is copied when they grow, so a search allocates little more than it uses.

use std::collections::VecDeque;

pub(crate) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
    len: usize,
}

const BLOCK_LEN: usize = 1 << 14;

impl<T: Clone> Blocks<T> {
    pub(crate) fn new() -> Blocks<T> {
        Blocks { blocks: vec![Vec::with_capacity(BLOCK_LEN / 4)], len: 0 }
    }

    pub(crate) fn filled(value: T, len: usize) -> Blocks<T> {
        let mut filled = Blocks::new();
        (0..len).for_each(|_| filled.push(value.clone()));
        filled
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        if self.len.is_multiple_of(BLOCK_LEN) && self.len > 0 {
            self.blocks.push(Vec::with_capacity(BLOCK_LEN));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(value);
        }
        self.len += 1;
    }

    /// Removes the last value, and frees its block if that is empty.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let value = self.blocks.last_mut()?.pop()?;
        self.len -= 1;
        if self.len.is_multiple_of(BLOCK_LEN) && self.len > 0 {
            self.blocks.pop();
        }
        Some(value)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let last = self.blocks.last().map_or(0, Vec::capacity);
        (((self.blocks.len() - 1) * BLOCK_LEN + last) * size_of::<T>()) as u64
    }
}

impl<T> std::ops::Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.blocks[index / BLOCK_LEN][index % BLOCK_LEN]
    }
}

impl<T> std::ops::IndexMut<usize> for Blocks<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.blocks[index / BLOCK_LEN][index % BLOCK_LEN]
    }
}

/// A queue stored in blocks, which are freed when they are empty.
pub(crate) struct Queue<T> {
    blocks: VecDeque<Vec<T>>,
    head: usize,
    len: usize,
}

impl<T: Copy> Queue<T> {
    pub(crate) fn new() -> Queue<T> {
        Queue { blocks: VecDeque::from([Vec::new()]), head: 0, len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        match self.blocks.back_mut() {
            Some(block) if block.len() < BLOCK_LEN => block.push(value),
            _ => {
                let mut block = Vec::with_capacity(BLOCK_LEN);
                block.push(value);
                self.blocks.push_back(block);
            }
        }
        self.len += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let value = *self.blocks.front()?.get(self.head)?;
        self.head += 1;
        self.len -= 1;
        if self.head == BLOCK_LEN {
            self.blocks.pop_front();
            self.head = 0;
        }
        Some(value)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let last = self.blocks.back().map_or(0, Vec::capacity);
        ((self.blocks.len().saturating_sub(1) * BLOCK_LEN + last) * size_of::<T>()) as u64
    }
}
