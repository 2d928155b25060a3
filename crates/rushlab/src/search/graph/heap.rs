//! The priority queue: a binary heap (Williams 1964) that moves its entries exactly as `java.util.PriorityQueue` does,
//! also among equal keys, because the counts of INF421 depend on it.

/// Numbers of nodes, the lowest key first.
pub(super) struct Heap(pub(super) Vec<(u64, u32)>);

impl Heap {
    pub(super) fn push(&mut self, entry: (u64, u32)) {
        let mut at = self.0.len();
        self.0.push(entry);
        while at > 0 {
            let parent = (at - 1) / 2;
            if entry.0 >= self.0[parent].0 {
                break;
            }
            self.0.swap(at, parent);
            at = parent;
        }
    }

    pub(super) fn pop(&mut self) -> Option<(u64, u32)> {
        let last = self.0.len().checked_sub(1)?;
        let first = self.0.swap_remove(0);
        let mut at = 0;
        while 2 * at + 1 < last {
            let left = 2 * at + 1;
            let right = left + 1;
            let child = if right < last && self.0[right].0 < self.0[left].0 { right } else { left };
            if self.0[at].0 <= self.0[child].0 {
                break;
            }
            self.0.swap(at, child);
            at = child;
        }
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order in which OpenJDK's `PriorityQueue` returns entries with the keys 2, 1, 2, 1, 2, 1, 0, worked out by
    /// hand from its `siftUp` and `siftDown`. Equal keys are returned neither first in, first out nor last in, first
    /// out.
    #[test]
    fn the_heap_breaks_ties_as_the_priority_queue_of_java() {
        let mut heap = Heap(Vec::new());
        [2, 1, 2, 1, 2, 1, 0].into_iter().enumerate().for_each(|(number, key)| heap.push((key, number as u32)));
        assert_eq!(heap.0, [(0, 6), (1, 3), (1, 1), (2, 0), (2, 4), (2, 2), (1, 5)]);
        let order: Vec<u32> = std::iter::from_fn(|| heap.pop()).map(|(_, number)| number).collect();
        assert_eq!(order, [6, 5, 3, 1, 0, 4, 2]);
    }
}
