//! Breadth-first search with sleep sets for state spaces that fit into the cache of the processor.
//!
//! It discovers the same states in the same order as `bfs.rs`, with the same statistics except for the memory. It uses more memory for
//! each state and less time: states stay unpacked, and the search tree is one array. Whether a successor is new is unpredictable, so no
//! branch depends on it (see [`SearchTree::add`]).

use super::control::{NodeOrigin, SearchControl};
use super::footprint::Footprint;
use super::outcome::SearchResult;
use super::passes::SpaceSearch;
use super::{Observer, Status, Task};
use crate::position::Move;
use crate::space::{SleepSet, Space};

/// The number of states that are expanded between two checks of the limits.
const BATCH: usize = 32;

/// The binary logarithm of the initial number of slots of the hash table.
const INITIAL_SLOT_BITS: u32 = 14;

/// A slot without a node.
const EMPTY: u32 = u32::MAX;

/// Breadth-first search with sleep sets, for few states.
pub(super) struct SmallBfs;

impl SpaceSearch for SmallBfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let mut control = SearchControl::new(task, observer);
        let mut tree = SearchTree::<S>::new(space);
        let mut scratch = space.scratch();
        let mut goal = space.is_goal(&space.start()).then_some(0);
        let (mut head, mut layer_end) = (0, 1);
        while goal.is_none() && head < tree.nodes.len() {
            // A batch stays within its layer, so that all its states have the same distance from the start.
            if head == layer_end {
                layer_end = tree.nodes.len();
                control.bound += 1;
            }
            let last = layer_end.min(head + BATCH);
            let discovered = tree.nodes.len();
            for number in head..last {
                let Node { unpacked, parent } = tree.nodes[number];
                let state = S::pack(&unpacked).0;
                control.visit(space, &state, [control.bound, control.bound, 0], || {
                    let (parent, mv) = space.last_move(&unpacked).map(|mv| (parent as usize, mv)).unzip();
                    NodeOrigin { node: number, parent, mv }
                });
                space.expand(&unpacked, &mut scratch, |unpacked, _, _| {
                    tree.add(Node { unpacked, parent: number as u32 });
                    control.statistics.generated += 1;
                });
            }
            // At least one new state counts, even if there were too many before.
            tree.nodes.truncate(control.max_states().max(discovered + 1));
            let is_goal = |number: &usize| space.is_goal(&tree.state(*number));
            goal = (discovered..tree.nodes.len()).find(is_goal);
            control.statistics.expanded += (last - head) as u64;
            head = last;
            let (states, open) = (tree.nodes.len(), tree.nodes.len() - head);
            if goal.is_none()
                && let Some(status) = control.check(states, open, || tree.footprint())
            {
                // All states up to the current layer were generated, and none is a goal.
                control.bound += 1;
                return control.without_path(status);
            }
        }
        let states = goal.map_or(tree.nodes.len(), |goal| goal + 1);
        control.finish(states, tree.footprint());
        match goal {
            None => control.without_path(Status::Unsolvable),
            Some(goal) => {
                let moves = tree.path_to(space, goal);
                let cost = moves.len() as u32;
                SearchResult::solved(moves, cost, cost, control.statistics)
            }
        }
    }
}

/// A node of the search tree: a state and the number of its parent.
struct Node<S: Space> {
    unpacked: S::Unpacked,
    parent: u32,
}

impl<S: Space> Clone for Node<S> {
    fn clone(&self) -> Node<S> {
        *self
    }
}

impl<S: Space> Copy for Node<S> {}

/// All discovered states, in the order of their discovery, and a hash table from states to their numbers.
struct SearchTree<S: Space> {
    nodes: Vec<Node<S>>,
    /// The numbers of the nodes. The length is a power of two.
    slots: Vec<u32>,
}

impl<S: Space> SearchTree<S> {
    /// Creates the tree of the start.
    fn new(space: &S) -> SearchTree<S> {
        let slots = 1 << INITIAL_SLOT_BITS;
        let mut tree = SearchTree { nodes: Vec::with_capacity(slots / 2), slots: vec![EMPTY; slots] };
        tree.add(Node { unpacked: space.unpack(&space.start(), SleepSet::default()), parent: 0 });
        tree
    }

    fn state(&self, number: usize) -> S::State {
        S::pack(&self.nodes[number].unpacked).0
    }

    /// Adds a node if its state is new.
    ///
    /// The node is appended first. An empty slot then stands for this node, so the slot is compared and written in the same way whether
    /// the state is new or not, and afterwards the length of the list is increased by 1 or 0. Only a collision in the table is a branch.
    #[inline]
    fn add(&mut self, node: Node<S>) {
        let state = S::pack(&node.unpacked).0;
        let number = self.nodes.len();
        self.nodes.push(node);
        let last = self.slots.len() - 1;
        let mut slot = (S::hash(&state) >> (64 - self.slots.len().trailing_zeros())) as usize;
        let found = loop {
            let found = self.slots[slot & last].min(number as u32);
            if self.state(found as usize) == state {
                break found;
            }
            slot += 1;
        };
        self.slots[slot & last] = found;
        self.nodes.truncate(number + usize::from(found as usize == number));
        if 2 * self.nodes.len() > self.slots.len() {
            self.grow();
        }
    }

    /// Doubles the hash table.
    #[cold]
    fn grow(&mut self) {
        self.slots = vec![EMPTY; 2 * self.slots.len()];
        let last = self.slots.len() - 1;
        for number in 0..self.nodes.len() {
            let hash = S::hash(&self.state(number));
            let mut slot = (hash >> (64 - self.slots.len().trailing_zeros())) as usize;
            while self.slots[slot & last] != EMPTY {
                slot += 1;
            }
            self.slots[slot & last] = number as u32;
        }
    }

    fn footprint(&self) -> Footprint {
        Footprint::of_vec(&self.nodes) + 4 * self.slots.len() as u64
    }

    /// Returns the moves from the start to a node.
    fn path_to(&self, space: &S, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[number];
        while let Some(mv) = space.last_move(&node.unpacked) {
            moves.push(mv);
            node = &self.nodes[node.parent as usize];
        }
        moves.reverse();
        moves
    }
}
