//! The exploration of a cluster.
//!
//! Breadth-first search finds the positions layer by layer, expands goals too, and records every move; so it uses no
//! sleep sets. Then a second breadth-first search follows the moves backwards from all goals (retrograde analysis).
//! Without valet and fuel every move can be reversed, so the recorded moves are also the reversed ones; otherwise they
//! are reversed first.
//!
//! Every move costs 1, as in breadth-first search.

use std::ops::ControlFlow;

use super::cluster::{Cluster, Stopped, UNREACHABLE};
use crate::blocks::{Blocks, Queue};
use crate::footprint::Footprint;
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;
use crate::search::{Limit, Limits, Observer, Statistics};
use crate::space::{LOOKUP_BATCH, MAX_STATES, SleepSet, Space, SpaceCallback, SpacePlan, StateRegistry};

/// Number of batches between two calls of the observer.
const INTERVAL: usize = 16;

/// The bytes for each position that the analysis of untracked tanks takes: a parent, a best move and four numbers.
const TANK_ANALYSIS_BYTES: u64 =
    (size_of::<(u32, Move)>() + size_of::<Option<(u32, Move)>>() + 4 * size_of::<u32>()) as u64;

/// The packed states of a cluster, in any space.
pub(super) trait States: Send + Sync {
    fn decode(&self, number: usize, position: &mut Position);

    fn moves(&self, number: usize) -> Vec<Move>;
}

struct StatesIn<S: Space> {
    space: S,
    states: Blocks<S::State>,
}

impl<S: Space<State: Send + Sync> + Send + Sync> States for StatesIn<S> {
    fn decode(&self, number: usize, position: &mut Position) {
        self.space.decode(&self.states[number], position);
    }

    fn moves(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let unpacked = self.space.unpack(&self.states[number], SleepSet::default());
        self.space.expand(&unpacked, &mut self.space.scratch(), |_, mv, _| moves.push(mv));
        moves
    }
}

/// Directed edges between numbers, in compressed sparse row form. Blocks grow without being copied.
pub(super) struct Edges {
    /// The index of the first edge of each number, and the number of all edges.
    first: Blocks<usize>,
    pub(super) to: Blocks<u32>,
}

impl Edges {
    fn new() -> Edges {
        Edges { first: Blocks::filled(0, 1), to: Blocks::new() }
    }

    pub(super) fn targets_of(&self, number: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        (self.first[number]..self.first[number + 1]).map(|index| self.to[index])
    }

    fn reversed(&self) -> Edges {
        let numbers = self.first.len() - 1;
        let mut first = Blocks::filled(0, numbers + 1);
        (0..self.to.len()).for_each(|index| first[self.to[index] as usize] += 1);
        let mut end = 0;
        for number in 0..=numbers {
            end += first[number];
            first[number] = end;
        }
        // Each list is filled from its end. When all are full, `first` holds their beginnings.
        let mut to = Blocks::filled(0, self.to.len());
        for from in (0..numbers).rev() {
            for number in self.targets_of(from) {
                let index = &mut first[number as usize];
                *index -= 1;
                to[*index] = from as u32;
            }
        }
        Edges { first, to }
    }

    fn bytes(&self) -> u64 {
        self.first.bytes() + self.to.bytes()
    }
}

/// The exploration of a puzzle with a plan.
pub(super) struct Exploration<'a, 'b> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) plan: &'a SpacePlan,
    pub(super) limits: Limits,
    pub(super) observer: &'b mut dyn Observer,
}

impl SpaceCallback for Exploration<'_, '_> {
    type Output = Result<Cluster, Stopped>;

    fn call<S: Space<State: Send + Sync> + Send + Sync + 'static>(mut self, space: S) -> Result<Cluster, Stopped> {
        let (puzzle, plan) = (self.puzzle, self.plan);
        // Without valet and fuel every move can be reversed.
        let reversible = !puzzle.rules().valet && plan.tracked().next().is_none();
        let Found { states, moves, layers, goals } = self.find_positions(&space, reversible)?;
        let distances = if reversible { distances(&goals, &moves) } else { distances(&goals, &moves.reversed()) };
        let mut histogram = Vec::new();
        for distance in distances.iter().filter(|distance| **distance != UNREACHABLE) {
            let distance = *distance as usize;
            histogram.resize(histogram.len().max(distance + 1), 0);
            histogram[distance] += 1;
        }
        let states = Box::new(StatesIn { space, states });
        Ok(Cluster { puzzle: puzzle.clone(), plan: plan.clone(), states, moves, layers, distances, histogram })
    }
}

/// The positions of a cluster.
struct Found<T> {
    states: Blocks<T>,
    moves: Edges,
    /// Number of the first position of each layer.
    layers: Vec<usize>,
    goals: Vec<u32>,
}

impl Exploration<'_, '_> {
    fn find_positions<S: Space>(&mut self, space: &S, reversible: bool) -> Result<Found<S::State>, Stopped> {
        let mut registry = StateRegistry::new();
        let mut moves = Edges::new();
        let mut goals = Vec::new();
        let mut layers = vec![0];
        let mut scratch = space.scratch();
        let mut batch = Vec::new();
        let start = space.start();
        registry.insert(start, S::hash(&start));
        goals.extend(space.is_goal(&start).then_some(0));
        let (mut head, mut layer_end) = (0, 1);
        for batches in 1.. {
            // A batch stays within its layer, so that the ends of layers are seen.
            if head == layer_end {
                if head == registry.len() {
                    break;
                }
                layers.push(head);
                layer_end = registry.len();
            }
            let last = layer_end.min(head + LOOKUP_BATCH);
            batch.clear();
            for number in head..last {
                let unpacked = space.unpack(&registry.state(number), SleepSet::default());
                space.expand(&unpacked, &mut scratch, |next, _, _| {
                    let (state, _) = S::pack(&next);
                    batch.push((state, S::hash(&state)));
                });
                moves.first.push(moves.to.len() + batch.len());
            }
            registry.prefetch(batch.iter().map(|(_, hash)| *hash));
            for (state, hash) in &batch {
                let (number, new) = registry.insert(*state, *hash);
                goals.extend((new && space.is_goal(state)).then_some(number as u32));
                moves.to.push(number as u32);
            }
            head = last;
            if registry.len() as u64 > self.limits.states.min(MAX_STATES) {
                return Err(Stopped::Limit(Limit::States));
            }
            if batches % INTERVAL == 0 {
                let statistics = Statistics {
                    expanded: head as u64,
                    generated: moves.to.len() as u64,
                    states: registry.len() as u64,
                    ..Statistics::default()
                };
                self.check(registry.footprint() + moves.bytes(), &moves, statistics, reversible)?;
            }
        }
        Ok(Found { states: registry.into_states(), moves, layers, goals })
    }

    /// Checks the limit on memory, and calls the observer. What the analysis after the exploration takes counts too:
    /// reversed moves, and for untracked tanks a few lists over all positions. The distances fit where the table of
    /// states was.
    fn check(
        &mut self,
        explored: Footprint,
        moves: &Edges,
        statistics: Statistics,
        reversible: bool,
    ) -> Result<(), Stopped> {
        let is_untracked = |vehicle| self.puzzle.tank(vehicle).is_some() && !self.plan.tracks(vehicle);
        let has_untracked_tanks = (0..self.puzzle.vehicles().len()).any(is_untracked);
        let reversed = if reversible { 0 } else { moves.bytes() };
        let tanks = if has_untracked_tanks { statistics.states * TANK_ANALYSIS_BYTES } else { 0 };
        let memory = explored + Footprint { allocated: 0, growth: reversed + tanks };
        if memory.total() > self.limits.memory {
            return Err(Stopped::Limit(Limit::Memory));
        }
        let statistics = Statistics { peak_memory: memory.allocated, ..statistics };
        match self.observer.progress(&statistics.into()) {
            ControlFlow::Break(()) => Err(Stopped::Interrupted),
            ControlFlow::Continue(()) => Ok(()),
        }
    }
}

/// Returns the distance of every position from the nearest goal, given the edges to predecessors.
fn distances(goals: &[u32], predecessors: &Edges) -> Vec<u32> {
    let mut distances = vec![UNREACHABLE; predecessors.first.len() - 1];
    let mut queue = Queue::new();
    for goal in goals {
        distances[*goal as usize] = 0;
        queue.push(*goal);
    }
    while let Some(number) = queue.pop() {
        let farther = distances[number as usize] + 1;
        for from in predecessors.targets_of(number as usize) {
            if distances[from as usize] == UNREACHABLE {
                distances[from as usize] = farther;
                queue.push(from);
            }
        }
    }
    distances
}
