//! The size and the depth of a cluster, without the rest of it. Hill climbing rejects most boards for one of the two, and this takes a
//! small part of the time of a full exploration ([`Cluster`](crate::analysis::Cluster)).
//!
//! Two breadth-first searches list the positions: from the board, and from all goals at once. A position is a word with four bits for each
//! vehicle, and a move changes one word and the mask of occupied cells. Sleep sets (Godefroid 1996) avoid independent moves in more than
//! one order: a vehicle that is asleep at a position is not moved from there. After a move of a vehicle it sleeps itself, because a
//! second move leads to nothing new. The vehicles before it in the list sleep too, unless they may ever enter a cell that it left or passed.

use crate::heuristic::vehicle_data::VehicleData;
use crate::puzzle::{Metric, Puzzle};

/// The greatest number of vehicles, so that the offsets of all of them fit into a word.
const MAX_VEHICLES: usize = 16;

/// The greatest number of cells, so that a set of cells fits into a word.
const MAX_CELLS: usize = 64;

/// What is known about the cluster of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClusterMeasure {
    /// The board is too large to be measured, or has other rules.
    Unknown,
    /// The cluster has too many positions.
    TooLarge,
    /// The cluster has no goal.
    Unsolvable,
    /// The number of positions, and the distance of the farthest one from the goals, in moves.
    Solvable { positions: usize, depth: u32 },
}

/// Measures clusters, one after the other.
#[derive(Debug, Default)]
pub(super) struct ClusterScreen {
    board: CompiledBoard,
    /// The positions of the current search, in the order of their discovery.
    nodes: Vec<Node>,
    visited: KeySet,
}

/// A position that a search has found.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The offset of each vehicle, four bits each.
    key: u64,
    /// The occupied cells.
    occupied: u64,
    /// The vehicles that are asleep.
    asleep: u16,
}

impl ClusterScreen {
    /// Measures the cluster of a board.
    pub(super) fn measure(&mut self, puzzle: &Puzzle, max_positions: usize) -> ClusterMeasure {
        let Some(start) = self.compile(puzzle) else { return ClusterMeasure::Unknown };
        self.begin([start].into_iter(), max_positions);
        let mut head = 0;
        while head < self.nodes.len() {
            if !self.expand(head, max_positions) {
                return ClusterMeasure::TooLarge;
            }
            head += 1;
        }
        let positions = self.nodes.len();
        let goals: Vec<Node> = self.nodes.iter().filter(|node| self.board.is_goal(node.key)).copied().collect();
        if goals.is_empty() {
            return ClusterMeasure::Unsolvable;
        }
        self.begin(goals.into_iter().map(|goal| Node { asleep: 0, ..goal }), max_positions);
        let (mut layer, mut depth) = (0..self.nodes.len(), 0);
        loop {
            for node in layer.clone() {
                self.expand(node, max_positions);
            }
            if self.nodes.len() == layer.end {
                return ClusterMeasure::Solvable { positions, depth };
            }
            layer = layer.end..self.nodes.len();
            depth += 1;
        }
    }

    /// Returns whether a board can be solved in fewer than a number of moves; `None` if that takes too many positions, or if the board
    /// cannot be measured.
    pub(super) fn is_solvable_in_fewer(&mut self, puzzle: &Puzzle, moves: u32, max_positions: usize) -> Option<bool> {
        let start = self.compile(puzzle)?;
        self.begin([start].into_iter(), max_positions);
        let mut layer = 0..1;
        for _ in 0..moves {
            if self.nodes[layer.clone()].iter().any(|node| self.board.is_goal(node.key)) {
                return Some(true);
            }
            for node in layer.clone() {
                if !self.expand(node, max_positions) {
                    return None;
                }
            }
            layer = layer.end..self.nodes.len();
        }
        Some(false)
    }

    /// Compiles a board and returns its start; `None` if it cannot be measured.
    fn compile(&mut self, puzzle: &Puzzle) -> Option<Node> {
        let cells = usize::from(puzzle.width()) * usize::from(puzzle.height());
        let rules = puzzle.rules();
        let has_fuel = rules.default_fuel.is_some() || puzzle.vehicles().iter().any(|vehicle| vehicle.fuel.is_some());
        if cells > MAX_CELLS || puzzle.vehicles().len() > MAX_VEHICLES || rules.metric != Metric::Moves {
            return None;
        }
        if rules.valet || has_fuel {
            return None;
        }
        Some(self.board.assign(puzzle))
    }

    /// Starts a search.
    fn begin(&mut self, roots: impl Iterator<Item = Node>, max_positions: usize) {
        self.visited.clear(max_positions);
        self.nodes.clear();
        for root in roots {
            self.visited.insert(root.key);
            self.nodes.push(root);
        }
    }

    /// Adds the new successors of a position. Returns `false` if there are too many positions then.
    fn expand(&mut self, index: usize, max_positions: usize) -> bool {
        let ClusterScreen { board, nodes, visited } = self;
        let node = nodes[index];
        board.expand(node, |next| {
            if visited.insert(next.key) {
                nodes.push(next);
            }
            nodes.len() <= max_positions
        })
    }
}

/// A board, ready for moves.
#[derive(Debug, Default)]
struct CompiledBoard {
    vehicles: Vec<VehicleData>,
    primary: usize,
    goal: u8,
    walls: u64,
    /// For each cell, the vehicles that can ever cover it.
    visitors: Vec<u16>,
}

impl CompiledBoard {
    /// Compiles a puzzle and returns its start.
    fn assign(&mut self, puzzle: &Puzzle) -> Node {
        let width = usize::from(puzzle.width());
        self.vehicles = VehicleData::of_all(puzzle);
        (self.primary, self.goal) = (puzzle.primary_index(), puzzle.goal_offset());
        let wall = |all: u64, cell: &crate::puzzle::Cell| {
            all | 1 << (usize::from(cell.row) * width + usize::from(cell.column))
        };
        self.walls = puzzle.walls().iter().fold(0, wall);
        self.visitors.clear();
        self.visitors.resize(MAX_CELLS, 0);
        let mut start = Node { key: 0, occupied: self.walls, asleep: 0 };
        for (index, vehicle) in self.vehicles.iter().enumerate() {
            start.key |= u64::from(vehicle.start) << (4 * index);
            start.occupied |= vehicle.cells(vehicle.start).fold(0, |all, cell| all | 1 << cell);
            vehicle.cells_between(vehicle.lowest, vehicle.highest).for_each(|cell| self.visitors[cell] |= 1 << index);
        }
        start
    }

    #[inline]
    fn offset(key: u64, vehicle: usize) -> u8 {
        (key >> (4 * vehicle) & 15) as u8
    }

    #[inline]
    fn is_goal(&self, key: u64) -> bool {
        CompiledBoard::offset(key, self.primary) == self.goal
    }

    /// Calls `each` for every successor by a vehicle that is awake, until it returns `false`. Returns the last answer.
    #[inline]
    fn expand(&self, node: Node, mut each: impl FnMut(Node) -> bool) -> bool {
        for (index, vehicle) in self.vehicles.iter().enumerate() {
            if node.asleep >> index & 1 == 1 {
                continue;
            }
            let offset = CompiledBoard::offset(node.key, index);
            let (own, earlier) = (1_u16 << index, node.asleep | ((1 << index) - 1));
            let unit = 1_u64 << (4 * index);
            let (mut next, mut awake) = (node, 0);
            for to in (offset + 1)..=vehicle.highest {
                let (left, entered) = (vehicle.cell(to - 1), vehicle.cell(to + vehicle.length - 1));
                if node.occupied >> entered & 1 == 1 {
                    break;
                }
                awake |= self.visitors[left];
                next.key += unit;
                next.occupied ^= 1 << left | 1 << entered;
                next.asleep = earlier & !awake | own;
                if !each(next) {
                    return false;
                }
            }
            (next, awake) = (node, 0);
            for to in (vehicle.lowest..offset).rev() {
                let (left, entered) = (vehicle.cell(to + vehicle.length), vehicle.cell(to));
                if node.occupied >> entered & 1 == 1 {
                    break;
                }
                awake |= self.visitors[left];
                next.key -= unit;
                next.occupied ^= 1 << left | 1 << entered;
                next.asleep = earlier & !awake | own;
                if !each(next) {
                    return false;
                }
            }
        }
        true
    }
}

/// A set of keys: a hash table with open addressing and linear probing.
#[derive(Debug, Default)]
struct KeySet {
    /// The inverted keys; 0 is an empty slot. The length is a power of two.
    slots: Vec<u64>,
}

impl KeySet {
    /// Removes all keys and makes room for a number of them and a few more.
    fn clear(&mut self, keys: usize) {
        self.slots.clear();
        self.slots.resize((2 * keys + 64).next_power_of_two(), 0);
    }

    /// Adds a key and returns whether it is new.
    #[inline]
    fn insert(&mut self, key: u64) -> bool {
        let mask = self.slots.len() - 1;
        // Multiplicative hashing: the highest bits of the product depend on all bits of the key.
        let mut slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize;
        loop {
            match self.slots[slot & mask] {
                0 => break,
                stored if stored == !key => return false,
                _ => slot += 1,
            }
        }
        self.slots[slot & mask] = !key;
        true
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::super::random::RandomStream;
    use super::super::sampler::{BoardSampler, PrimaryLine};
    use super::*;
    use crate::analysis::{Cluster, Stopped};
    use crate::generate::Constraints;
    use crate::puzzle::{Rules, Side};
    use crate::search::{Limits, solve};

    const MAX_POSITIONS: usize = 3_000;

    /// Returns random boards of several sizes and exits, with walls, some with other vehicles or walls in the line of the primary.
    fn boards() -> Vec<Puzzle> {
        let mut found = Vec::new();
        for (number, exit) in Side::ALL.into_iter().cycle().take(40).enumerate() {
            let (width, height) = [(6, 6), (5, 4), (7, 8), (4, 6)][number / 4 % 4];
            let constraints =
                Constraints { width, height, exit, walls: 0..=3, lengths: 2..=4, ..Constraints::default() };
            let primary_line = if number % 3 == 0 { PrimaryLine::Shared } else { PrimaryLine::Reserved };
            let sampler = BoardSampler { constraints: &constraints, primary_line, needs_valet: false };
            let mut random = RandomStream::new(1, number as u64);
            found.extend((0..8).filter_map(|_| sampler.sample(&mut random)));
        }
        found
    }

    #[test]
    fn size_and_depth_are_those_of_the_explored_cluster() {
        let mut screen = ClusterScreen::default();
        let mut kinds = [0; 3];
        for board in boards() {
            let limits = Limits { states: MAX_POSITIONS as u64, ..Limits::default() };
            let expected = match Cluster::new(&board, limits, &mut ()) {
                Err(Stopped::Limit(_)) => ClusterMeasure::TooLarge,
                Err(Stopped::Interrupted) => unreachable!("nothing interrupts it"),
                Ok(cluster) => match cluster.greatest_distance() {
                    None => ClusterMeasure::Unsolvable,
                    Some(depth) => ClusterMeasure::Solvable { positions: cluster.size(), depth },
                },
            };
            assert_eq!(screen.measure(&board, MAX_POSITIONS), expected, "{board:?}");
            kinds[match expected {
                ClusterMeasure::TooLarge => 0,
                ClusterMeasure::Unsolvable => 1,
                _ => 2,
            }] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 10), "{kinds:?}");
    }

    #[test]
    fn a_board_is_solvable_in_fewer_moves_than_more_than_its_shortest_solution_has() {
        let mut screen = ClusterScreen::default();
        for board in boards().into_iter().step_by(3) {
            let shortest = solve(&board, Limits::default(), &mut ()).solution.map(|solution| solution.cost());
            for moves in 0..12 {
                let fewer = screen.is_solvable_in_fewer(&board, moves, MAX_POSITIONS);
                assert!(
                    fewer.is_none_or(|fewer| fewer == shortest.is_some_and(|shortest| shortest < moves)),
                    "{board:?}"
                );
            }
        }
    }

    #[test]
    fn other_rules_are_not_measured() {
        let board: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
        let measure = |rules| ClusterScreen::default().measure(&board.clone().with_rules(rules), MAX_POSITIONS);
        assert!(matches!(measure(Rules::plain(Metric::Moves)), ClusterMeasure::Solvable { positions: 144, depth: 3 }));
        assert_eq!(measure(Rules::plain(Metric::Steps)), ClusterMeasure::Unknown);
        assert_eq!(measure(Rules::comp472(Metric::Moves)), ClusterMeasure::Unknown);
    }
}
