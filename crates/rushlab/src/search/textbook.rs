//! The searches of INF421, step by step as printed, so that their published figures can be reproduced.
//!
//! Algorithm 1 is breadth-first search. Algorithm 2 is the same with a priority queue, ordered by the cost so far plus
//! the estimate, in place of the queue. Both mark a state as visited when it is generated, and test for the goal when a
//! state is removed from the queue. A state enters the queue once, and its cost is never lowered: so Algorithm 2 is not
//! A*, and its solutions may not be optimal, even with a consistent heuristic. Esau's program is Algorithm 1 too.
//!
//! Vehicles are in the order of the file, as in the programs of INF421 and Esau. The priority queue is that of Java, a
//! binary heap (Williams 1964), because ties are broken by the shape of the heap.

use super::control::{NodeOrigin, SearchControl};
use super::outcome::SearchResult;
use super::passes::{RegisteredSearch, SpaceSearch};
use super::{About, Observer, Optimality, Status, Task};
use crate::blocks::{Blocks, Queue};
use crate::footprint::Footprint;
use crate::position::Position;
use crate::puzzle::Puzzle;
use crate::space::{SleepSet, Space, StateRegistry, path_to};

pub(super) struct TextbookBfs;

impl RegisteredSearch for TextbookBfs {
    const ABOUT: About = About::new(
        "textbook-bfs",
        "INF421's Algorithm 1: breadth-first search, goal test on removal, vehicles in the order of the file",
        Optimality::Always,
    )
    .plain("Breadth-first search of INF421", "as the course printed it, vehicles in the order of the file");
}

impl SpaceSearch for TextbookBfs {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        search(space, task, SearchControl::new(task, observer), Open::Queue(Queue::new()), |_| Some(0))
    }
}

pub(super) struct TextbookAStar;

impl RegisteredSearch for TextbookAStar {
    const ABOUT: About = About::new(
        "textbook-astar",
        "INF421's Algorithm 2: the same with a priority queue; a state keeps the cost of the first path to it",
        Optimality::Never,
    )
    .plain("A* of INF421", "as the course printed it: the first path to a position is kept")
    .informed();
}

impl SpaceSearch for TextbookAStar {
    fn search<S: Space>(&self, space: &S, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let mut estimator = task.heuristic.compile(task.puzzle);
        let mut position = Position::start(task.puzzle);
        let control = SearchControl::informed(task, observer);
        let max_estimate = control.max_estimate();
        search(space, task, control, Open::Heap(Heap(Vec::new())), |state| {
            space.decode(state, &mut position);
            estimator.estimate(&position).map(|h| h.min(max_estimate))
        })
    }
}

enum Open {
    Queue(Queue<u32>),
    Heap(Heap),
}

impl Open {
    fn push(&mut self, f: u32, number: u32) {
        match self {
            Open::Queue(queue) => queue.push(number),
            Open::Heap(heap) => heap.push((f, number)),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        match self {
            Open::Queue(queue) => queue.pop(),
            Open::Heap(heap) => heap.pop().map(|(_, number)| number),
        }
    }

    fn len(&self) -> usize {
        match self {
            Open::Queue(queue) => queue.len(),
            Open::Heap(heap) => heap.0.len(),
        }
    }

    fn footprint(&self) -> Footprint {
        match self {
            Open::Queue(queue) => queue.bytes().into(),
            Open::Heap(heap) => Footprint::of_vec(&heap.0),
        }
    }
}

/// A binary heap that moves its entries exactly as `java.util.PriorityQueue` does, also among equal keys.
struct Heap(Vec<(u32, u32)>);

impl Heap {
    fn push(&mut self, entry: (u32, u32)) {
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

    fn pop(&mut self) -> Option<(u32, u32)> {
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

#[derive(Clone, Copy)]
struct Node {
    parent: u32,
    g: u32,
    h: u32,
}

/// Searches as printed. `estimate` returns `None` for a state that is known to be unsolvable; such a state does not
/// enter the queue.
fn search<S: Space>(
    space: &S,
    task: &Task<'_>,
    mut control: SearchControl<'_>,
    mut open: Open,
    mut estimate: impl FnMut(&S::State) -> Option<u32>,
) -> SearchResult {
    let breadth_first = matches!(open, Open::Queue(_));
    let mut visited = StateRegistry::<S>::new();
    let mut nodes: Blocks<Node> = Blocks::new();
    let mut scratch = space.scratch();
    let mut neighbours = Vec::new();
    let ranks = reading_ranks(task.puzzle);
    let start = space.start();
    visited.insert(start, S::hash(&start));
    let h = estimate(&start);
    nodes.push(Node { parent: 0, g: 0, h: h.unwrap_or(0) });
    if let Some(h) = h {
        open.push(h, 0);
    }
    while let Some(number) = open.pop() {
        let Node { parent, g, h } = nodes[number as usize];
        let state = visited.state(number as usize);
        if breadth_first {
            control.bound = g;
        }
        control.visit(space, &state, [control.sum(g, h), g, h], || {
            NodeOrigin::in_registry(space, &visited, number as usize, parent as usize)
        });
        if space.is_goal(&state) {
            control.finish(visited.len(), visited.footprint() + nodes.bytes() + open.footprint());
            let moves = path_to(space, &visited, |number| nodes[number].parent as usize, number as usize);
            return SearchResult::solved(moves, g, control.bound, control.statistics);
        }
        neighbours.clear();
        space.expand(&space.unpack(&state, SleepSet::default()), &mut scratch, |next, mv, cost| {
            neighbours.push((ranks[mv.vehicle], S::pack(&next).0, g + cost));
        });
        // The sort is stable: the moves of a vehicle stay in their order.
        neighbours.sort_by_key(|(rank, ..)| *rank);
        control.statistics.expanded += 1;
        control.statistics.generated += neighbours.len() as u64;
        for (_, next, g) in &neighbours {
            let (found, new) = visited.insert(*next, S::hash(next));
            if !new {
                continue;
            }
            let h = estimate(next);
            nodes.push(Node { parent: number, g: *g, h: h.unwrap_or(0) });
            if let Some(h) = h {
                open.push(control.sum(*g, h), found as u32);
            }
        }
        let memory = || visited.footprint() + nodes.bytes() + open.footprint();
        if let Some(status) = control.check(visited.len(), open.len(), memory) {
            return control.without_path(status);
        }
    }
    control.finish(visited.len(), visited.footprint() + nodes.bytes() + open.footprint());
    control.without_path(Status::Unsolvable)
}

/// Returns for each vehicle its place in the order of the file.
fn reading_ranks(puzzle: &Puzzle) -> Vec<usize> {
    let mut ranks = vec![0; puzzle.vehicles().len()];
    puzzle.reading_order().enumerate().for_each(|(rank, vehicle)| ranks[vehicle] = rank);
    ranks
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

    #[test]
    fn vehicles_are_in_the_order_of_the_file() {
        let puzzle: Puzzle = crate::format::parse("6\n4\n10 h 2 1 1\n3 v 2 6 1\n1 h 2 2 3\n2 h 2 3 1\n").unwrap();
        let labels: Vec<&str> = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str()).collect();
        assert_eq!(labels, ["10", "2", "3", "1"]);
        assert_eq!(reading_ranks(&puzzle), [0, 3, 1, 2]);
    }
}
