//! Breadth-first search of large state spaces, layer by layer, on several threads and in little memory.
//!
//! The states are divided into partitions by their hashes. A layer is expanded in rounds of many states. In the first
//! phase of a round, the threads expand chunks of the layer and sort the successors by partition; in the second, they
//! add the successors to the partitions, one partition at a time. So no two threads change the same data, and the
//! result does not depend on the number of threads: every partition receives the same successors in the same order.
//!
//! No state has a pointer to its parent: the solution is found by searching backwards through the layers, from the goal
//! to any state of the layer before from which a move leads there. A state takes the bytes that its bits need
//! (`records.rs`), and only those of two layers have sleep sets. If every move can be undone by a move, all duplicates
//! of a successor are in the last three layers, and the hash table holds no others (Korf et al. 2005, *frontier
//! search*).
//!
//! With an upper bound it is breadth-first heuristic search (Zhou & Hansen 2006): states whose cost so far and
//! admissible estimate reach the bound are not expanded, and near the bound not all moves are followed (`pruning.rs`).
//! Sleep sets stay correct: each path that they remove has a permutation that visits, like every optimal solution below
//! the bound, only states below it.

mod partition;
mod pruning;
mod records;
#[cfg(test)]
mod tests;

use self::partition::Partition;
use self::pruning::Pruning;
use self::records::{Layout, Records};
use super::control::SearchControl;
use super::outcome::SearchResult;
use super::{Limit, Observer, Status, Task};
use crate::footprint::Footprint;
use crate::heuristic::Estimator;
use crate::parallel;
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;
use crate::space::{AnySpace, LaneSpace, Packed, Scratch, SleepSet, Space, move_between};

/// The sizes of partitions and rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes {
    pub(super) partition_bits: u32,
    /// Number of bits of the number of a state in its partition, at most 24. A round must add fewer states to a
    /// partition than half of these numbers; otherwise the search ends as if the memory were full.
    pub(super) number_bits: u32,
    /// Number of slots in the table of an empty partition, at least 16.
    pub(super) first_slots: usize,
    /// Number of chunks in a round, and of states in a chunk of a large layer.
    pub(super) chunks: usize,
    pub(super) chunk_len: usize,
    /// Number of states in a chunk if every state is estimated, which takes time.
    pub(super) estimated_chunk_len: usize,
}

impl Sizes {
    pub(super) const DEFAULT: Sizes = Sizes {
        partition_bits: 6,
        number_bits: 24,
        first_slots: 1 << 10,
        chunks: 16,
        chunk_len: 1 << 13,
        estimated_chunk_len: 1 << 8,
    };

    fn partitions(self) -> usize {
        1 << self.partition_bits
    }

    #[inline]
    fn partition_of(self, hash: u64) -> usize {
        (hash >> (64 - self.partition_bits)) as usize
    }

    /// Returns the mask of the number of a state in a slot.
    #[inline]
    fn number_mask(self) -> u32 {
        (1 << self.number_bits) - 1
    }
}

/// A state space to search for a solution that costs less than an upper bound.
pub(super) struct Problem<'a> {
    pub(super) space: AnySpace,
    pub(super) upper_bound: u32,
    /// Makes the admissible estimator of a thread, if states are to be pruned. Estimates are whole costs.
    pub(super) estimator: Option<&'a dyn Fn() -> Box<dyn Estimator>>,
    pub(super) sizes: Sizes,
}

/// Searches for an optimal solution. `Unsolvable` means that there is none that costs less than the upper bound; if the
/// bound of the result is lower than that, there is none at all.
pub(super) fn search(problem: &Problem<'_>, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
    match &problem.space {
        AnySpace::Narrow(space) => LayeredSearch::new(space, problem, task).run(task, observer),
        AnySpace::Middle(space) => LayeredSearch::new(space, problem, task).run(task, observer),
        AnySpace::Wide(space) => LayeredSearch::new(space, problem, task).run(task, observer),
    }
}

struct LayeredSearch<'a, const N: usize, const M: usize> {
    space: &'a LaneSpace<N, M>,
    layout: Layout,
    partitions: Vec<Partition>,
    chunks: Vec<Chunk>,
    workers: Vec<Worker>,
    upper_bound: u32,
    sizes: Sizes,
    /// Number of states in a chunk of a large layer.
    chunk_len: usize,
}

/// A part of a layer, and the successors of its states by partition.
struct Chunk {
    /// Indices in the layer, counted through all partitions.
    states: std::ops::Range<usize>,
    successors: Vec<Records>,
    expanded: u64,
    /// Whether a state or a move was pruned because of the upper bound.
    is_pruned: bool,
}

impl Chunk {
    fn generated(&self) -> usize {
        self.successors.iter().map(Records::len).sum()
    }
}

/// The working memory of a thread.
struct Worker {
    /// For states and for their successors.
    scratch: [Scratch; 2],
    estimates: Option<Estimates>,
}

struct Estimates {
    estimator: Box<dyn Estimator>,
    position: Position,
}

impl<'a, const N: usize, const M: usize> LayeredSearch<'a, N, M> {
    fn new(space: &'a LaneSpace<N, M>, problem: &Problem<'_>, task: &Task<'_>) -> LayeredSearch<'a, N, M> {
        let layout = Layout::of(space);
        let sizes = problem.sizes;
        let chunk = || Chunk {
            states: 0..0,
            successors: (0..sizes.partitions()).map(|_| layout.successors()).collect(),
            expanded: 0,
            is_pruned: false,
        };
        let position = || Position::start(task.puzzle);
        let worker = |_| Worker {
            scratch: [space.scratch(), space.scratch()],
            estimates: problem.estimator.map(|make| Estimates { estimator: make(), position: position() }),
        };
        let is_reversible = space.is_reversible();
        LayeredSearch {
            space,
            layout,
            partitions: (0..sizes.partitions()).map(|_| Partition::new(&layout, sizes, is_reversible)).collect(),
            chunks: (0..sizes.chunks).map(|_| chunk()).collect(),
            workers: (0..parallel::threads(task.threads)).map(worker).collect(),
            upper_bound: problem.upper_bound,
            chunk_len: if problem.estimator.is_some() { sizes.estimated_chunk_len } else { sizes.chunk_len },
            sizes,
        }
    }

    fn run(&mut self, task: &Task<'_>, observer: &mut dyn Observer) -> SearchResult {
        let mut control = SearchControl::new(task, observer);
        let start = self.space.start();
        let mut first = self.layout.successors();
        self.layout.push_successor(&mut first, &start, SleepSet::default());
        let partition = &mut self.partitions[self.sizes.partition_of(LaneSpace::<N, M>::hash(&start))];
        partition.insert_all(self.space, &self.layout, &first, usize::MAX);
        let mut goal = self.goal().filter(|_| self.upper_bound > 0);
        while goal.is_none() && control.bound + 1 < self.upper_bound {
            let width: usize = self.partitions.iter().map(Partition::width_of_next).sum();
            if width == 0 {
                break;
            }
            self.partitions.iter_mut().for_each(|partition| partition.advance(&self.layout));
            let mut expanded = 0;
            while goal.is_none() && expanded < width {
                let end = width.min(expanded + self.sizes.chunks * self.chunk_len);
                self.round(expanded..end, &mut control);
                expanded = end;
                goal = self.goal();
                if goal.is_none()
                    && let Some(status) = self.check(width - expanded, &mut control)
                {
                    // All states up to the current layer were generated, and none is a goal.
                    control.bound += 1;
                    return control.without_path(status);
                }
            }
            control.bound += 1;
        }
        control.finish(self.states(), self.footprint());
        match goal {
            None => {
                if control.bound + 1 >= self.upper_bound || self.chunks.iter().any(|chunk| chunk.is_pruned) {
                    control.bound = self.upper_bound;
                }
                control.without_path(Status::Unsolvable)
            }
            Some(goal) => {
                let moves = self.path_to(task.puzzle, goal, control.bound as usize);
                SearchResult::solved(moves, control.bound, control.bound, control.statistics)
            }
        }
    }

    fn states(&self) -> usize {
        self.partitions.iter().map(Partition::len).sum()
    }

    /// Returns a goal of the next layer: the first one of the first partition that has one.
    fn goal(&self) -> Option<Packed<N>> {
        self.partitions.iter().find_map(|partition| Some(partition.state(&self.layout, partition.goal?)))
    }

    fn footprint(&self) -> Footprint {
        let chunks = self.chunks.iter().flat_map(|chunk| &chunk.successors).map(Records::bytes);
        let allocated = self.partitions.iter().map(Partition::bytes).chain(chunks).sum();
        // All tables grow at about the same time: when the first one has, the growth of the others is announced.
        let largest = self.partitions.iter().map(Partition::slot_bytes).max().unwrap_or(0);
        let growth = self.partitions.iter().map(|partition| largest - partition.slot_bytes()).sum();
        Footprint { allocated, growth }
    }

    /// Returns a status if a limit or the observer ends the search.
    fn check(&self, unexpanded: usize, control: &mut SearchControl<'_>) -> Option<Status> {
        let open = unexpanded + self.partitions.iter().map(Partition::width_of_next).sum::<usize>();
        let is_full = self.partitions.iter().any(Partition::is_full);
        let stopped = control.check(self.states(), open, || self.footprint());
        stopped.or(is_full.then_some(Status::Limit(Limit::Memory)))
    }

    /// Expands some states of the current layer, given by their indices, and adds their successors to the next one.
    fn round(&mut self, range: std::ops::Range<usize>, control: &mut SearchControl<'_>) {
        let LayeredSearch { space, layout, partitions, chunks, workers, upper_bound, sizes, chunk_len } = self;
        let starts = partitions.iter().scan(0, |start, partition| {
            let first = *start;
            *start += partition.width();
            Some(first)
        });
        let layer = Layer { starts: starts.collect(), depth: control.bound, upper_bound: *upper_bound, sizes: *sizes };
        // A small layer has fewer chunks, and one thread expands it.
        let chunk_len = range.len().div_ceil(sizes.chunks).max(*chunk_len / 64);
        let chunks = &mut chunks[..range.len().div_ceil(chunk_len)];
        for (number, chunk) in chunks.iter_mut().enumerate() {
            let first = range.start + number * chunk_len;
            chunk.states = first..range.end.min(first + chunk_len);
        }
        let threads = if chunks.len() < sizes.chunks { 1 } else { workers.len() };
        let workers = &mut workers[..threads];
        parallel::for_each(workers, chunks.iter_mut(), |worker, chunk| {
            layer.expand(space, layout, partitions, worker, chunk);
        });
        let generated: usize = chunks.iter().map(Chunk::generated).sum();
        control.statistics.expanded += chunks.iter().map(|chunk| chunk.expanded).sum::<u64>();
        control.statistics.generated += generated as u64;
        let states: usize = partitions.iter().map(Partition::len).sum();
        let lists = |number: usize| chunks.iter().map(move |chunk| &chunk.successors[number]);
        let mut allowed = control.max_states().saturating_sub(states);
        if generated <= allowed {
            parallel::for_each(workers, partitions.iter_mut().enumerate(), |_, (number, partition)| {
                lists(number).for_each(|list| {
                    partition.insert_all(space, layout, list, usize::MAX);
                });
            });
        } else {
            for (number, partition) in partitions.iter_mut().enumerate() {
                lists(number).for_each(|list| allowed -= partition.insert_all(space, layout, list, allowed));
            }
        }
        for (partition, start) in partitions.iter_mut().zip(&layer.starts) {
            if start + partition.width() <= range.end {
                partition.close_layer(layout);
            }
        }
    }

    /// Returns the moves to a state of a layer. Among the states from which a move leads on, the least is taken.
    fn path_to(&self, puzzle: &Puzzle, goal: Packed<N>, layer: usize) -> Vec<Move> {
        let LayeredSearch { space, layout, partitions, sizes, .. } = self;
        let backward = space.reversed(puzzle);
        let mut scratch = space.scratch();
        let mut state = goal;
        let mut moves = Vec::with_capacity(layer);
        for layer in (0..layer).rev() {
            let mut before: Option<Packed<N>> = None;
            backward.expand(&backward.unpack(&state, SleepSet::default()), &mut scratch, |next, _, _| {
                let (next, _) = LaneSpace::pack(&next);
                let partition = &partitions[sizes.partition_of(LaneSpace::<N, M>::hash(&next))];
                if before.is_none_or(|before| next < before) && partition.contains(layout, &next, layer) {
                    before = Some(next);
                }
            });
            let Some(before) = before else { break };
            moves.extend(move_between(*space, &mut scratch, &before, &state));
            state = before;
        }
        moves.reverse();
        moves
    }
}

struct Layer {
    /// For each partition, the index in the layer of its first state.
    starts: Vec<usize>,
    depth: u32,
    upper_bound: u32,
    sizes: Sizes,
}

impl Layer {
    fn expand<const N: usize, const M: usize>(
        &self,
        space: &LaneSpace<N, M>,
        layout: &Layout,
        partitions: &[Partition],
        worker: &mut Worker,
        chunk: &mut Chunk,
    ) {
        let Worker { scratch, estimates } = worker;
        let Chunk { states, successors, expanded, is_pruned } = chunk;
        successors.iter_mut().for_each(Records::clear);
        *expanded = 0;
        let mut number = self.starts.partition_point(|start| *start <= states.start) - 1;
        for index in states.clone() {
            while index >= self.starts[number] + partitions[number].width() {
                number += 1;
            }
            let (state, sleep) = partitions[number].open(layout, index - self.starts[number]);
            let mut pruning = Pruning::None;
            if let Some(estimates) = estimates {
                space.decode(&state, &mut estimates.position);
                let Some(estimate) = estimates.estimator.estimate(&estimates.position) else { continue };
                let least = self.depth.saturating_add(estimate);
                if least >= self.upper_bound {
                    *is_pruned = true;
                    continue;
                }
                pruning = Pruning::new(estimates.estimator.as_mut(), self.upper_bound - 1 - least);
            }
            *expanded += 1;
            *is_pruned |= pruning.expand(space, &state, sleep, scratch, |next, sleep| {
                let list = &mut successors[self.sizes.partition_of(LaneSpace::<N, M>::hash(next))];
                layout.push_successor(list, next, sleep);
            });
        }
    }
}
