//! The cluster of a puzzle: every position that is reachable from the start, and its exact distance to the nearest
//! goal.
//!
//! Breadth-first search finds the positions layer by layer, expands goals too, and records every move; so it uses no
//! sleep sets. Then a second breadth-first search follows the moves backwards from all goals (retrograde analysis).
//! Without valet and fuel every move can be reversed, so the recorded moves are also the reversed ones; otherwise they
//! are reversed first.
//!
//! Every move costs 1, as in breadth-first search.
//!
//! **Fuel.** The exploration starts with the [`SpacePlan`] that tracks no tank. A tank is harmless if for every
//! position the path by which it was found, followed by a shortest path from it to a goal, does not overdraw the tank.
//! Then every position can really be reached with enough fuel left, and its distance is exact. Tanks that are not
//! harmless are added to the plan, and the exploration is repeated.

use std::ops::{ControlFlow, Range};

use crate::blocks::{Blocks, Queue};
use crate::footprint::Footprint;
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;
use crate::search::{Duplicates, Limit, Limits, Observer, Progress, Statistics};
use crate::space::{LOOKUP_BATCH, MAX_STATES, SleepSet, Space, SpaceCallback, SpacePlan, StateRegistry, with_space};

/// Number of batches between two calls of the observer.
const INTERVAL: usize = 16;

/// The bytes for each position that the analysis of untracked tanks takes: a parent, a best move and four numbers.
const TANK_ANALYSIS_BYTES: u64 =
    (size_of::<(u32, Move)>() + size_of::<Option<(u32, Move)>>() + 4 * size_of::<u32>()) as u64;

/// The distance of a position from which no goal can be reached.
const UNREACHABLE: u32 = u32::MAX;

/// The reason why an exploration stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// A limit was reached.
    #[error("the cluster is larger than the limit on {}", .0.word())]
    Limit(Limit),
    /// The observer stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// Every position of a puzzle, numbered in the order of breadth-first search. The start has number 0.
///
/// ```
/// use rushlab::analysis::Cluster;
/// use rushlab::{Limits, Puzzle};
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let cluster = Cluster::new(&puzzle, Limits::states(1_000_000), &mut ())?;
/// assert_eq!((cluster.size(), cluster.goals(), cluster.distance(0)), (144, 56, Some(2)));
/// assert!(cluster.farthest().all(|number| cluster.distance(number) == cluster.greatest_distance()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Cluster {
    puzzle: Puzzle,
    plan: SpacePlan,
    states: Box<dyn States>,
    moves: Edges,
    /// Number of the first position of each layer.
    layers: Vec<usize>,
    distances: Vec<u32>,
    histogram: Vec<usize>,
}

impl Cluster {
    /// Explores a puzzle.
    ///
    /// # Errors
    ///
    /// Fails if a limit is reached or if the observer stops the exploration.
    pub fn new(puzzle: &Puzzle, limits: Limits, observer: &mut dyn Observer) -> Result<Cluster, Stopped> {
        let mut plan = SpacePlan::relaxed(puzzle);
        loop {
            let exploration = Exploration { puzzle, plan: &plan, limits, observer };
            let cluster = with_space(puzzle, &plan, Duplicates::Exact, exploration)?;
            if !plan.track(harmful_tanks(&cluster).into_iter()) {
                return Ok(cluster);
            }
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the plan: which tanks the positions track. The other tanks are harmless: no position and no distance
    /// depends on them.
    pub fn plan(&self) -> &SpacePlan {
        &self.plan
    }

    /// Returns the number of positions, at least 1.
    pub fn size(&self) -> usize {
        self.distances.len()
    }

    /// Returns the number of moves of all positions together.
    pub fn move_count(&self) -> usize {
        self.moves.to.len()
    }

    /// Returns the number of goals.
    pub fn goals(&self) -> usize {
        self.histogram.first().copied().unwrap_or(0)
    }

    /// Returns the cost of an optimal path from a position to a goal; `None` if there is no path.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn distance(&self, number: usize) -> Option<u32> {
        Some(self.distances[number]).filter(|distance| *distance != UNREACHABLE)
    }

    /// Returns the number of positions at each distance. It is empty if no goal can be reached.
    pub fn histogram(&self) -> &[usize] {
        &self.histogram
    }

    /// Returns the greatest distance; `None` if no goal can be reached.
    pub fn greatest_distance(&self) -> Option<u32> {
        Some(self.histogram.len().checked_sub(1)? as u32)
    }

    /// Returns the positions at the greatest distance, in order.
    pub fn farthest(&self) -> impl Iterator<Item = usize> + '_ {
        let greatest = self.greatest_distance();
        (0..self.size()).filter(move |number| greatest.is_some() && self.distance(*number) == greatest)
    }

    /// Returns the positions at each distance from the start, as ranges of numbers.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        let end = |layer: usize| self.layers.get(layer + 1).copied().unwrap_or(self.size());
        self.layers.iter().enumerate().map(move |(layer, first)| *first..end(layer))
    }

    /// Returns a position. Tanks that the plan does not track are unlimited in it.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn position(&self, number: usize) -> Position {
        let mut position = Position::start(&self.puzzle);
        self.states.decode(number, &mut position);
        position
    }

    /// Returns all positions in order.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        (0..self.size()).map(|number| self.position(number))
    }

    /// Writes a position over another one of the same puzzle.
    pub(crate) fn decode(&self, number: usize, position: &mut Position) {
        self.states.decode(number, position);
    }

    /// Returns the positions that the moves of a position lead to, in the order of the moves.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn successors(&self, number: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.moves.targets_of(number).map(|to| to as usize)
    }

    /// Returns the moves of a position and the positions they lead to: vehicles in order, left or up first, then by
    /// distance.
    ///
    /// # Panics
    ///
    /// Panics if there is no position with this number.
    pub fn moves(&self, number: usize) -> impl Iterator<Item = (Move, usize)> + '_ {
        // Only the successors are stored; the moves are computed again.
        self.states.moves(number).into_iter().zip(self.successors(number))
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("size", &self.size()).field("goals", &self.goals()).finish_non_exhaustive()
    }
}

/// Returns the untracked tanks that are not harmless: for some position, the path by which it was found and the path
/// from it to a goal overdraw the tank.
fn harmful_tanks(cluster: &Cluster) -> Vec<usize> {
    let puzzle = &cluster.puzzle;
    let untracked = |vehicle: &usize| puzzle.tank(*vehicle).is_some() && !cluster.plan.tracks(*vehicle);
    let untracked: Vec<usize> = (0..puzzle.vehicles().len()).filter(untracked).collect();
    if untracked.is_empty() {
        return Vec::new();
    }
    // For each position, the cells that a vehicle drives on the path from the start and on the path to a goal. The
    // paths are the same for every vehicle, so they are computed once.
    let (from_start, to_goal) = (cluster.parents(), cluster.best_moves());
    let by_distance = cluster.by_distance();
    untracked
        .into_iter()
        .filter(|vehicle| {
            let cells = |mv: Move| if mv.vehicle == *vehicle { u32::from(mv.cells) } else { 0 };
            let mut driven = vec![0_u32; cluster.size()];
            for number in 1..cluster.size() {
                let (parent, mv) = from_start[number];
                driven[number] = driven[parent as usize] + cells(mv);
            }
            let mut ahead = vec![0_u32; cluster.size()];
            for number in &by_distance {
                if let Some((next, mv)) = to_goal[*number as usize] {
                    ahead[*number as usize] = ahead[next as usize] + cells(mv);
                }
            }
            let units = puzzle.tank(*vehicle).map_or(u32::MAX, u32::from);
            driven.iter().zip(&ahead).any(|(driven, ahead)| driven + ahead > units)
        })
        .collect()
}

impl Cluster {
    /// Returns for each position the parent and the move by which breadth-first search found it.
    fn parents(&self) -> Vec<(u32, Move)> {
        let none = (0, Move { vehicle: usize::MAX, direction: crate::puzzle::Direction::Up, cells: 0 });
        let mut found = vec![none; self.size()];
        let mut known = 1;
        for number in 0..self.size() {
            // Positions are numbered in the order of their discovery.
            if self.successors(number).all(|next| next < known) {
                continue;
            }
            for (mv, next) in self.moves(number) {
                if next == known {
                    found[next] = (number as u32, mv);
                    known += 1;
                }
            }
        }
        found
    }

    /// Returns for each position the first move of a shortest path to a goal, and where it leads.
    fn best_moves(&self) -> Vec<Option<(u32, Move)>> {
        let best_move = |number: usize| {
            let nearer = self.distance(number)?.checked_sub(1)?;
            let (mv, next) = self.moves(number).find(|(_, next)| self.distance(*next) == Some(nearer))?;
            Some((next as u32, mv))
        };
        (0..self.size()).map(best_move).collect()
    }

    /// Returns the positions that have a path to a goal, nearest first.
    pub(crate) fn by_distance(&self) -> Vec<u32> {
        let mut numbers: Vec<u32> =
            (0..self.size() as u32).filter(|number| self.distance(*number as usize).is_some()).collect();
        numbers.sort_by_key(|number| self.distances[*number as usize]);
        numbers
    }
}

/// The packed states of a cluster, in any space.
trait States: Send + Sync {
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

/// Directed edges between numbers, in compressed sparse row form. The lists are stored in blocks, so that they grow
/// without being copied.
struct Edges {
    /// The index of the first edge of each number, and the number of all edges.
    first: Blocks<usize>,
    to: Blocks<u32>,
}

impl Edges {
    fn new() -> Edges {
        Edges { first: Blocks::filled(0, 1), to: Blocks::new() }
    }

    fn targets_of(&self, number: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
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

struct Exploration<'a, 'b> {
    puzzle: &'a Puzzle,
    plan: &'a SpacePlan,
    limits: Limits,
    observer: &'b mut dyn Observer,
}

impl SpaceCallback for Exploration<'_, '_> {
    type Output = Result<Cluster, Stopped>;

    fn call<S: Space<State: Send + Sync> + Send + Sync + 'static>(self, space: S) -> Result<Cluster, Stopped> {
        let Exploration { puzzle, plan, limits, observer } = self;
        // Without valet and fuel every move can be reversed.
        let reversible = !puzzle.rules().valet && plan.tracked().next().is_none();
        // The analysis after the exploration: reversed moves, and for untracked tanks a few lists over all positions.
        // The distances fit where the table of states was.
        let has_untracked_tanks =
            (0..puzzle.vehicles().len()).any(|vehicle| puzzle.tank(vehicle).is_some() && !plan.tracks(vehicle));
        let analysis = |positions: usize, moves: u64| Footprint {
            allocated: 0,
            growth: if reversible { 0 } else { moves }
                + if has_untracked_tanks { positions as u64 * TANK_ANALYSIS_BYTES } else { 0 },
        };
        let mut registry = StateRegistry::<S>::new();
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
                space.expand(
                    &space.unpack(&registry.state(number), SleepSet::default()),
                    &mut scratch,
                    |next, _, _| {
                        let (state, _) = S::pack(&next);
                        batch.push((state, S::hash(&state)));
                    },
                );
                moves.first.push(moves.to.len() + batch.len());
            }
            registry.prefetch(batch.iter().map(|(_, hash)| *hash));
            for (state, hash) in &batch {
                let (number, new) = registry.insert(*state, *hash);
                goals.extend((new && space.is_goal(state)).then_some(number as u32));
                moves.to.push(number as u32);
            }
            head = last;
            if registry.len() as u64 > limits.states.min(MAX_STATES) {
                return Err(Stopped::Limit(Limit::States));
            }
            if batches % INTERVAL == 0 {
                let memory = registry.footprint() + moves.bytes() + analysis(registry.len(), moves.bytes());
                let statistics = Statistics {
                    expanded: head as u64,
                    generated: moves.to.len() as u64,
                    states: registry.len() as u64,
                    peak_memory: memory.allocated,
                    ..Statistics::default()
                };
                check(observer, limits, memory, statistics)?;
            }
        }
        let states = registry.into_states();
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

fn check(
    observer: &mut dyn Observer,
    limits: Limits,
    memory: Footprint,
    statistics: Statistics,
) -> Result<(), Stopped> {
    if memory.total() > limits.memory {
        return Err(Stopped::Limit(Limit::Memory));
    }
    match observer.progress(&Progress { statistics, ..Progress::default() }) {
        ControlFlow::Break(()) => Err(Stopped::Interrupted),
        ControlFlow::Continue(()) => Ok(()),
    }
}

/// Returns the distance of every position from the nearest goal, given the edges from each position to its
/// predecessors.
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
