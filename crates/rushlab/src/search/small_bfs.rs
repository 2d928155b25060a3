//! Breadth-first search with sleep sets for state spaces that fit into the cache of the processor.
//!
//! It discovers the same states in the same order as `bfs.rs`, with the same statistics except for the memory. It uses
//! more memory for each state and less time: states stay unpacked, and the search tree is one array. Whether a
//! successor is new is unpredictable, so no branch depends on it (see [`SearchTree::add`]).

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::{Limit, Observer, Status, Task};
use crate::footprint::Footprint;
use crate::position::Move;
use crate::space::{AnySpace, SleepSet, Space};

/// Number of states that are expanded between two checks of the limits.
const CHECK_BATCH: usize = 32;

/// The binary logarithm of the initial number of slots of the hash table: 256 KiB.
const INITIAL_SLOT_BITS: u32 = 16;

/// The least number of slots for each state. The table is sparse, because a collision is an unpredictable branch.
const SLOTS_PER_STATE: usize = 4;

/// A slot without a node.
const EMPTY: u32 = u32::MAX;

/// Searches the state space of a puzzle without fuel. At the start and whenever the state budget is spent, `budget`
/// returns the next one, given the number of states and the layer so far. The search ends if that is spent too.
pub(super) fn search(
    task: &Task<'_>,
    budget: &mut dyn FnMut(u64, u32) -> u64,
    observer: &mut dyn Observer,
) -> SearchResult {
    match AnySpace::new(task.puzzle) {
        AnySpace::Narrow(space) => search_space(&space, task, budget, observer),
        AnySpace::Middle(space) => search_space(&space, task, budget, observer),
        AnySpace::Wide(space) => search_space(&space, task, budget, observer),
    }
}

fn search_space<S: Space>(
    space: &S,
    task: &Task<'_>,
    budget: &mut dyn FnMut(u64, u32) -> u64,
    observer: &mut dyn Observer,
) -> SearchResult {
    let mut max_states = budget(0, 0);
    let mut control = SearchControl::new(task, observer);
    let mut tree = SearchTree::<S>::new(space);
    let mut scratch = space.scratch();
    let mut goal = space.is_goal(&space.start()).then_some(0);
    let (mut head, mut layer_end) = (0, 1);
    while goal.is_none() && head < tree.states.len() {
        // A batch stays within its layer, so that all its states have the same distance from the start.
        if head == layer_end {
            layer_end = tree.states.len();
            control.bound += 1;
        }
        let last = layer_end.min(head + CHECK_BATCH);
        let discovered = tree.states.len();
        for number in head..last {
            control.visit(space, &tree.state(number), [control.bound, control.bound, 0], || {
                let (parent, mv) = tree.origin(space, number).unzip();
                NodeOrigin { node: number, parent, mv }
            });
            tree.first_children.push(tree.states.len() as u32);
            let unpacked = tree.states[number];
            space.expand(&unpacked, &mut scratch, |next, _, _| {
                tree.add(next);
                control.statistics.generated += 1;
            });
        }
        // At least one new state counts, even if there were too many before.
        tree.states.truncate(control.max_states().max(discovered + 1));
        let is_goal = |number: &usize| space.is_goal(&tree.state(*number));
        goal = (discovered..tree.states.len()).find(is_goal);
        control.statistics.expanded += (last - head) as u64;
        head = last;
        if goal.is_some() {
            break;
        }
        let (states, open) = (tree.states.len(), tree.states.len() - head);
        if states as u64 >= max_states {
            max_states = budget(states as u64, control.bound + 1);
        }
        let is_spent = (states as u64 >= max_states).then_some(Status::Limit(Limit::States));
        if let Some(status) = control.check(states, open, || tree.footprint()).or(is_spent) {
            // All states up to the current layer were generated, and none is a goal.
            control.bound += 1;
            return control.without_path(status);
        }
    }
    let states = goal.map_or(tree.states.len(), |goal| goal + 1);
    control.finish(states, tree.footprint());
    control.shortest(goal.map(|goal| tree.path_to(space, goal)))
}

/// All discovered states, in the order of their discovery, and a hash table from states to their numbers.
struct SearchTree<S: Space> {
    states: Vec<S::Unpacked>,
    /// For each expanded state, the number of states that were discovered before it was expanded: the number of its
    /// first child, if it has children.
    first_children: Vec<u32>,
    /// The numbers of the states. The length is a power of two.
    slots: Vec<u32>,
    /// The bits of the hash above this one choose the slot.
    shift: u32,
}

impl<S: Space> SearchTree<S> {
    fn new(space: &S) -> SearchTree<S> {
        let slots = 1 << INITIAL_SLOT_BITS;
        let mut tree = SearchTree {
            states: Vec::with_capacity(slots / 8),
            first_children: Vec::new(),
            slots: vec![EMPTY; slots],
            shift: 64 - INITIAL_SLOT_BITS,
        };
        tree.add(space.unpack(&space.start(), SleepSet::default()));
        tree
    }

    fn state(&self, number: usize) -> S::State {
        S::pack(&self.states[number]).0
    }

    /// Adds a state if it is new.
    ///
    /// The state is appended first. An empty slot then stands for its number, so the slot is compared and written in
    /// the same way whether the state is new or not, and afterwards the length of the list is increased by 1 or 0. Only
    /// a collision in the table is a branch.
    #[inline]
    fn add(&mut self, unpacked: S::Unpacked) {
        let state = S::pack(&unpacked).0;
        let number = self.states.len();
        self.states.push(unpacked);
        let last = self.slots.len() - 1;
        let mut slot = (S::hash(&state) >> self.shift) as usize;
        let found = loop {
            let found = self.slots[slot & last].min(number as u32);
            if self.state(found as usize) == state {
                break found;
            }
            slot += 1;
        };
        self.slots[slot & last] = found;
        self.states.truncate(number + usize::from(found as usize == number));
        if SLOTS_PER_STATE * self.states.len() > self.slots.len() {
            self.grow();
        }
    }

    /// Doubles the hash table.
    #[cold]
    fn grow(&mut self) {
        self.slots = vec![EMPTY; 2 * self.slots.len()];
        self.shift -= 1;
        let last = self.slots.len() - 1;
        for (number, unpacked) in (0..).zip(&self.states) {
            let mut slot = (S::hash(&S::pack(unpacked).0) >> self.shift) as usize;
            while self.slots[slot & last] != EMPTY {
                slot += 1;
            }
            self.slots[slot & last] = number;
        }
    }

    fn footprint(&self) -> Footprint {
        Footprint::of_vec(&self.states) + Footprint::of_vec(&self.first_children) + 4 * self.slots.len() as u64
    }

    /// Returns the number of the parent of a state, and the move from the parent; `None` for the start.
    fn origin(&self, space: &S, number: usize) -> Option<(usize, Move)> {
        let mv = space.last_move(&self.states[number])?;
        let parent = self.first_children.partition_point(|first| *first as usize <= number).checked_sub(1)?;
        Some((parent, mv))
    }

    fn path_to(&self, space: &S, mut number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some((parent, mv)) = self.origin(space, number) {
            moves.push(mv);
            number = parent;
        }
        moves.reverse();
        moves
    }
}
