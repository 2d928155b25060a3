//! The cluster of a puzzle: every position that moves lead to from the start, and how far each is from the exit.
//!
//! Positions are found layer by layer, goals are passed through, and every move is noted: so vehicles never rest here, for a move that
//! leads nowhere new is still a move. Then a second search goes from all goals at once against the moves. Without valet and tanks each
//! move can be driven back, and who a position leads to is who leads to it; otherwise the moves are turned round first.
//!
//! Every move costs one, as in breadth-first search.

use std::ops::{ControlFlow, Range};

use crate::puzzle::Puzzle;
use crate::reference::{Move, Position};
use crate::search::arena::Arena;
use crate::search::{Limit, Limits, Observer, Progress, Statistics};
use crate::space::{AnySpace, FuelSpace, LaneSpace, Rest, Space, fuel_limbs};

/// How many positions are expanded before their successors are looked up: see `search/bfs.rs`.
const BATCH: usize = 32;

/// How many batches there are between two looks of the observer.
const WATCH: usize = 16;

/// Numbers of positions are 32 bits wide; far below that, memory ends.
const MOST_STATES: u64 = u32::MAX as u64 - (1 << 24);

/// A position from which no goal can be reached.
const NEVER: u32 = u32::MAX;

/// Why a cluster was not explored to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// It is larger than it may be.
    #[error("the cluster is larger than the limit on {}", .0.word())]
    Limit(Limit),
    /// Whoever watched it stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// Every position of a puzzle, numbered in the order of breadth-first search; the start is number 0.
pub struct Cluster {
    puzzle: Puzzle,
    states: Box<dyn States>,
    moves: Arrows,
    /// The number of the first position of each layer.
    layers: Vec<usize>,
    distances: Vec<u32>,
    /// How many positions there are at each distance.
    histogram: Vec<usize>,
}

impl Cluster {
    /// Explores a puzzle.
    pub fn new(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Cluster, Stopped> {
        match AnySpace::new(puzzle) {
            AnySpace::Narrow(lanes) => with_tanks(puzzle, lanes, limits, observer),
            AnySpace::Middle(lanes) => with_tanks(puzzle, lanes, limits, observer),
            AnySpace::Wide(lanes) => with_tanks(puzzle, lanes, limits, observer),
        }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// How many positions there are: one at least.
    pub fn size(&self) -> usize {
        self.distances.len()
    }

    /// How many moves there are, each counted where it begins.
    pub fn move_count(&self) -> usize {
        self.moves.to.len()
    }

    /// How many positions are goals.
    pub fn goals(&self) -> usize {
        self.histogram.first().copied().unwrap_or(0)
    }

    /// What a shortest way from a position to a goal costs, if there is one.
    pub fn distance(&self, number: usize) -> Option<u32> {
        Some(self.distances[number]).filter(|distance| *distance != NEVER)
    }

    /// How many positions there are at each distance from the goals. It is empty if none can be reached.
    pub fn histogram(&self) -> &[usize] {
        &self.histogram
    }

    /// The greatest distance, if a goal can be reached at all.
    pub fn greatest_distance(&self) -> Option<u32> {
        Some(self.histogram.len().checked_sub(1)? as u32)
    }

    /// The positions at the greatest distance, in order.
    pub fn farthest(&self) -> impl Iterator<Item = usize> + '_ {
        let greatest = self.greatest_distance();
        (0..self.size()).filter(move |number| greatest.is_some() && self.distance(*number) == greatest)
    }

    /// The positions at each distance from the start: numbers run on from one layer to the next.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        let end = |layer: usize| self.layers.get(layer + 1).copied().unwrap_or(self.size());
        self.layers.iter().enumerate().map(move |(layer, first)| *first..end(layer))
    }

    /// A position in plain numbers.
    pub fn position(&self, number: usize) -> Position {
        let mut position = Position::start(&self.puzzle);
        self.place(number, &mut position);
        position
    }

    /// The same, written over another position of the puzzle.
    pub fn place(&self, number: usize, position: &mut Position) {
        self.states.place(number, position);
    }

    /// The positions that the moves from a position lead to, in the order of the moves.
    pub fn successors(&self, number: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.moves.from(number).iter().map(|to| *to as usize)
    }

    /// The moves from a position, and where they lead: vehicles in order, left or up first, then by distance.
    pub fn moves(&self, number: usize) -> impl Iterator<Item = (Move, usize)> + '_ {
        // Only where moves lead is kept; which they are is found again.
        self.states.moves(number).into_iter().zip(self.successors(number))
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("size", &self.size()).field("goals", &self.goals()).finish_non_exhaustive()
    }
}

/// The packed positions of a cluster, in whatever space.
trait States: Send + Sync {
    fn place(&self, number: usize, position: &mut Position);

    fn moves(&self, number: usize) -> Vec<Move>;
}

struct In<S: Space> {
    space: S,
    states: Vec<S::State>,
}

impl<S: Space<State: Send + Sync> + Send + Sync> States for In<S> {
    fn place(&self, number: usize, position: &mut Position) {
        self.space.place(&self.states[number], position);
    }

    fn moves(&self, number: usize) -> Vec<Move> {
        let mut moves = Vec::new();
        let live = self.space.wake(&self.states[number], Rest::default());
        self.space.expand(&live, &mut self.space.scratch(), |_, mv, _| moves.push(mv));
        moves
    }
}

/// Arrows between numbers, listed by where they begin.
struct Arrows {
    /// Where the list of each number begins; and the end of the last.
    first: Vec<usize>,
    to: Vec<u32>,
}

impl Arrows {
    fn from(&self, number: usize) -> &[u32] {
        &self.to[self.first[number]..self.first[number + 1]]
    }

    /// The same arrows, each turned round.
    fn turned(&self) -> Arrows {
        let numbers = self.first.len() - 1;
        let mut first = vec![0; numbers + 1];
        self.to.iter().for_each(|to| first[*to as usize] += 1);
        let mut end = 0;
        for place in &mut first {
            end += *place;
            *place = end;
        }
        // Each list is filled from its end, and when all are full their beginnings are known.
        let mut to = vec![0; self.to.len()];
        for from in (0..numbers).rev() {
            for number in self.from(from) {
                let place = &mut first[*number as usize];
                *place -= 1;
                to[*place] = from as u32;
            }
        }
        Arrows { first, to }
    }

    fn bytes(&self) -> u64 {
        (self.first.capacity() * size_of::<usize>() + self.to.capacity() * size_of::<u32>()) as u64
    }
}

/// Explores a space with all tanks in play.
fn with_tanks<const N: usize, const M: usize>(
    puzzle: &Puzzle,
    lanes: LaneSpace<N, M>,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Cluster, Stopped> {
    let vehicles = puzzle.vehicles().len();
    let all = vec![true; vehicles];
    if (0..vehicles).all(|vehicle| puzzle.tank(vehicle).is_none()) {
        return explore(puzzle, lanes, !puzzle.rules().valet, limits, observer);
    }
    match fuel_limbs(puzzle, &all) {
        1 => explore(puzzle, FuelSpace::<N, M, 1>::new(puzzle, lanes, &all), false, limits, observer),
        2..=4 => explore(puzzle, FuelSpace::<N, M, 4>::new(puzzle, lanes, &all), false, limits, observer),
        _ => explore(puzzle, FuelSpace::<N, M, 32>::new(puzzle, lanes, &all), false, limits, observer),
    }
}

/// Explores a space. `reversible`: every move can be driven back.
fn explore<S: Space<State: Send + Sync> + Send + Sync + 'static>(
    puzzle: &Puzzle,
    space: S,
    reversible: bool,
    limits: Limits,
    observer: &mut dyn Observer,
) -> Result<Cluster, Stopped> {
    let mut arena = Arena::<S>::new();
    let mut moves = Arrows { first: vec![0], to: Vec::new() };
    let mut goals = Vec::new();
    let mut layers = vec![0];
    let mut scratch = space.scratch();
    let mut batch = Vec::new();
    let start = space.start();
    arena.insert(start, S::hash(&start));
    goals.extend(space.is_goal(&start).then_some(0));
    let (mut head, mut layer_end) = (0, 1);
    for batches in 1.. {
        // A batch stays within its layer, so that layers are seen to end.
        if head == layer_end {
            if head == arena.len() {
                break;
            }
            layers.push(head);
            layer_end = arena.len();
        }
        let last = layer_end.min(head + BATCH);
        batch.clear();
        for number in head..last {
            space.expand(&space.wake(&arena.state(number), Rest::default()), &mut scratch, |next, _, _| {
                let (state, _) = S::parts(&next);
                batch.push((state, S::hash(&state)));
            });
            moves.first.push(moves.to.len() + batch.len());
        }
        arena.fetch(batch.iter().map(|(_, hash)| *hash));
        for (state, hash) in &batch {
            let (number, new) = arena.insert(*state, *hash);
            goals.extend((new && space.is_goal(state)).then_some(number as u32));
            moves.to.push(number as u32);
        }
        head = last;
        if arena.len() as u64 > limits.states.min(MOST_STATES) {
            return Err(Stopped::Limit(Limit::States));
        }
        if batches % WATCH == 0 {
            let bytes = arena.bytes() + moves.bytes() * if reversible { 1 } else { 2 };
            watch(observer, limits, head, moves.to.len(), arena.len(), bytes)?;
        }
    }
    let states: Vec<S::State> = (0..arena.len()).map(|number| arena.state(number)).collect();
    drop(arena);
    let distances = if reversible { distances(&goals, &moves) } else { distances(&goals, &moves.turned()) };
    let mut histogram = Vec::new();
    for distance in distances.iter().filter(|distance| **distance != NEVER).map(|distance| *distance as usize) {
        histogram.resize(histogram.len().max(distance + 1), 0);
        histogram[distance] += 1;
    }
    Ok(Cluster { puzzle: puzzle.clone(), states: Box::new(In { space, states }), moves, layers, distances, histogram })
}

/// Keeps to the limit on memory, and lets the observer look.
fn watch(
    observer: &mut dyn Observer,
    limits: Limits,
    expanded: usize,
    generated: usize,
    states: usize,
    bytes: u64,
) -> Result<(), Stopped> {
    if bytes > limits.memory {
        return Err(Stopped::Limit(Limit::Memory));
    }
    let statistics = Statistics {
        expanded: expanded as u64,
        generated: generated as u64,
        states: states as u64,
        peak_memory: bytes,
        ..Statistics::default()
    };
    match observer.watch(&Progress { statistics, ..Progress::default() }) {
        ControlFlow::Break(()) => Err(Stopped::Interrupted),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// The distance of every position from the nearest goal, where the arrows lead from each to those before it.
fn distances(goals: &[u32], before: &Arrows) -> Vec<u32> {
    let mut distances = vec![NEVER; before.first.len() - 1];
    goals.iter().for_each(|goal| distances[*goal as usize] = 0);
    let mut met = goals.to_vec();
    let mut head = 0;
    while let Some(number) = met.get(head).map(|number| *number as usize) {
        head += 1;
        let farther = distances[number] + 1;
        for from in before.from(number) {
            if distances[*from as usize] == NEVER {
                distances[*from as usize] = farther;
                met.push(*from);
            }
        }
    }
    distances
}
