//! The cluster of a puzzle: every position reachable from the start, and its exact distance to the nearest goal.
//!
//! **Fuel.** The exploration starts with the [`SpacePlan`] that tracks no tank. A tank is harmless if for every
//! position the path by which it was found, followed by a shortest path from it to a goal, does not overdraw the tank.
//! Then every position can really be reached with enough fuel left, and its distance is exact. Tanks that are not
//! harmless are added to the plan, and the exploration is repeated.

use std::ops::Range;

use super::exploration::{Edges, Exploration, States};
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;
use crate::search::{Duplicates, Limit, Limits, Observer};
use crate::space::{SpacePlan, with_space};

/// The distance of a position from which no goal can be reached.
pub(super) const UNREACHABLE: u32 = u32::MAX;

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
    pub(super) puzzle: Puzzle,
    pub(super) plan: SpacePlan,
    pub(super) states: Box<dyn States>,
    pub(super) moves: Edges,
    /// Number of the first position of each layer.
    pub(super) layers: Vec<usize>,
    pub(super) distances: Vec<u32>,
    pub(super) histogram: Vec<usize>,
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

    /// Returns which tanks the positions track. The others are harmless: no position and no distance depends on them.
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

    /// Returns the moves of a position and where they lead: vehicles in order, left or up first, then by distance.
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
