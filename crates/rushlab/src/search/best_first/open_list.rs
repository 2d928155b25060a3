//! The open list of best-first search.

use std::collections::BTreeMap;

use crate::blocks::Queue;

/// An entry of the open list. It is outdated if the node has another g.
#[derive(Clone, Copy)]
pub(super) struct OpenEntry {
    pub(super) number: u32,
    pub(super) g: u32,
}

/// The open list: queues by f, then by a second value.
pub(super) struct OpenList {
    queues: Queues,
    len: usize,
}

enum Queues {
    /// An array, for estimates that are whole costs.
    Dense(Buckets),
    /// A tree, for fractions of costs: most values of f have no entry.
    Sparse(BTreeMap<(u32, u32), Queue<OpenEntry>>),
}

#[derive(Default)]
struct Buckets {
    buckets: Vec<Vec<Queue<OpenEntry>>>,
    lowest: usize,
}

impl OpenList {
    pub(super) fn new(scale: u32) -> OpenList {
        let queues = if scale == 1 { Queues::Dense(Buckets::default()) } else { Queues::Sparse(BTreeMap::new()) };
        OpenList { queues, len: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, f: u32, tie: u32, entry: OpenEntry) {
        match &mut self.queues {
            Queues::Dense(buckets) => buckets.push(f, tie, entry),
            Queues::Sparse(queues) => queues.entry((f, tie)).or_insert_with(Queue::new).push(entry),
        }
        self.len += 1;
    }

    pub(super) fn bytes(&self) -> u64 {
        let queue = |queue: &Queue<OpenEntry>| queue.bytes() + size_of::<Queue<OpenEntry>>() as u64;
        match &self.queues {
            Queues::Dense(Buckets { buckets, .. }) => buckets.iter().flatten().map(queue).sum(),
            Queues::Sparse(queues) => queues.values().map(queue).sum(),
        }
    }

    /// Removes the first entry, unless its f is greater than `max_f`. Returns it with its f.
    pub(super) fn pop(&mut self, max_f: u32) -> Option<(u32, OpenEntry)> {
        let entry = match &mut self.queues {
            Queues::Dense(buckets) => buckets.pop(max_f),
            Queues::Sparse(queues) => loop {
                let mut first = queues.first_entry().filter(|first| first.key().0 <= max_f)?;
                let f = first.key().0;
                if let Some(entry) = first.get_mut().pop() {
                    break Some((f, entry));
                }
                first.remove();
            },
        }?;
        self.len -= 1;
        Some(entry)
    }
}

impl Buckets {
    fn push(&mut self, f: u32, tie: u32, entry: OpenEntry) {
        let (f, tie) = (f as usize, tie as usize);
        self.buckets.resize_with(self.buckets.len().max(f + 1), Vec::new);
        let bucket = &mut self.buckets[f];
        bucket.resize_with(bucket.len().max(tie + 1), Queue::new);
        bucket[tie].push(entry);
        self.lowest = self.lowest.min(f);
    }

    fn pop(&mut self, max_f: u32) -> Option<(u32, OpenEntry)> {
        while self.lowest <= max_f as usize
            && let Some(bucket) = self.buckets.get_mut(self.lowest)
        {
            if let Some(entry) = bucket.iter_mut().find_map(Queue::pop) {
                return Some((self.lowest as u32, entry));
            }
            *bucket = Vec::new();
            self.lowest += 1;
        }
        None
    }
}
