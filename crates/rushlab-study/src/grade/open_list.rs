//! The boards that a search has generated and not expanded yet, by priority.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An open list from which outdated entries are removed when they come to the top.
#[derive(Default)]
pub(super) struct OpenList(BinaryHeap<Reverse<(u64, usize)>>);

impl OpenList {
    pub(super) fn push(&mut self, priority: f64, node: usize) {
        // The bits of numbers that are not negative have their order.
        self.0.push(Reverse((priority.max(0.0).to_bits(), node)));
    }

    /// Returns the node of least priority. `current` returns the priority of a node, if it is still open.
    pub(super) fn least(&mut self, current: impl Fn(usize) -> Option<f64>) -> Option<(f64, usize)> {
        while let Some(Reverse((bits, node))) = self.0.peek() {
            let priority = f64::from_bits(*bits);
            if current(*node).is_some_and(|current| current.max(0.0) == priority) {
                return Some((priority, *node));
            }
            self.0.pop();
        }
        None
    }
}
