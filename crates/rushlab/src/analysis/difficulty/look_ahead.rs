//! How far from the exit a position looks: an AND-OR tree of what must move before what.
//!
//! The primary can drive out if *all* vehicles in its way are cleared away (AND). A vehicle clears a cell by *one* of
//! its evasions, back or forward (OR). An evasion is a move like that of the primary: all vehicles in its way must be
//! cleared away first. A plan that needs a vehicle to move before itself is circular and is discarded. The tree is
//! [`MAX_LEVEL`] levels deep, because people look ahead only a little; a vehicle at the last level counts one move. The
//! cost of the tree is the number of moves of the cheapest plan.
//!
//! The tree looks at one position and does not play the moves. So it misses vehicles that must move twice, evasions
//! that block another vehicle, and circular plans: these are the cases that make a puzzle difficult. Rush Hour as a
//! search for subgoals in an AND-OR tree is described by Bockholt and Zweig (2015), *Why is this so hard? Insights from
//! the state space of a simple board game*.

use crate::position::Position;
use crate::puzzle::{Puzzle, VehicleGeometry};

/// The level of the tree at which a vehicle counts one move, whatever is in its way. The vehicles in the way of the
/// primary are at level 1.
const MAX_LEVEL: u32 = 5;

/// The greatest number of nodes of a tree. Below it, only large boards are cut off.
const MAX_NODES: u32 = 5_000;

/// The apparent distance of a position in which the tree has no plan.
pub(super) const NO_PLAN: u8 = u8::MAX;

const FREE: u8 = u8::MAX;

pub(super) struct LookAhead {
    vehicles: Vec<VehicleGeometry>,
    primary: usize,
    goal: u8,
    /// The offset of each vehicle. Vehicles that the valet has removed are not in `grid`.
    offsets: Vec<u8>,
    /// The vehicle in each cell, or `FREE`. Walls limit the offsets of vehicles and are not in it.
    grid: Vec<u8>,
    /// Whether each vehicle moves on the way from the root to the current node.
    moving: Vec<bool>,
    nodes_left: u32,
}

/// The first and the last index of some cells of a line.
type Span = (u8, u8);

impl LookAhead {
    pub(super) fn new(puzzle: &Puzzle) -> LookAhead {
        let vehicles = VehicleGeometry::of_all(puzzle);
        LookAhead {
            primary: puzzle.primary_index(),
            goal: puzzle.goal_offset(),
            offsets: vec![0; vehicles.len()],
            grid: vec![FREE; usize::from(puzzle.width()) * usize::from(puzzle.height())],
            moving: vec![false; vehicles.len()],
            nodes_left: 0,
            vehicles,
        }
    }

    /// Returns the number of moves of the cheapest plan, or [`NO_PLAN`]; 0 if the position is solved.
    pub(super) fn apparent_distance(&mut self, position: &Position) -> u8 {
        self.grid.fill(FREE);
        for (index, offset) in position.offsets.iter().enumerate() {
            let Some(offset) = offset else { continue };
            self.offsets[index] = *offset;
            for cell in self.vehicles[index].cells(*offset) {
                self.grid[cell] = index as u8;
            }
        }
        if self.offsets[self.primary] == self.goal {
            return 0;
        }
        self.nodes_left = MAX_NODES;
        self.moving[self.primary] = true;
        let bound = u32::from(NO_PLAN) - 1;
        let cost = self.drive(self.primary, self.goal, 0, bound);
        self.moving[self.primary] = false;
        cost.map_or(NO_PLAN, |cost| cost as u8)
    }

    /// Returns the cost of moving a vehicle to an offset, an AND node; `None` without a plan of at most `bound` moves.
    fn drive(&mut self, vehicle: usize, to: u8, level: u32, bound: u32) -> Option<u32> {
        let (data, from) = (self.vehicles[vehicle], self.offsets[vehicle]);
        let path = if to > from { (from + data.length, to + data.length - 1) } else { (to, from - 1) };
        let mut cost = 1;
        let mut last = FREE;
        for along in path.0..=path.1 {
            let blocker = self.grid[data.cell(along)];
            if blocker == FREE || blocker == last {
                continue;
            }
            last = blocker;
            let blocker = usize::from(blocker);
            let span = self.span_to_clear(vehicle, blocker, data.cell(along), path);
            cost += self.clear(blocker, span, level + 1, bound.checked_sub(cost)?)?;
        }
        (cost <= bound).then_some(cost)
    }

    /// Returns the cells of a blocker's line that it must leave.
    fn span_to_clear(&self, vehicle: usize, blocker: usize, cell: usize, path: Span) -> Span {
        let (data, other) = (&self.vehicles[vehicle], &self.vehicles[blocker]);
        if data.shares_line_with(other) {
            return path;
        }
        let along = other.index_of(cell);
        (along, along)
    }

    /// Returns the cost of moving a blocker out of a span of its line: an OR node.
    fn clear(&mut self, blocker: usize, span: Span, level: u32, mut bound: u32) -> Option<u32> {
        if self.moving[blocker] || bound == 0 {
            return None;
        }
        if level == MAX_LEVEL || self.nodes_left == 0 {
            return Some(1);
        }
        self.nodes_left -= 1;
        self.moving[blocker] = true;
        let mut best = None;
        for to in self.evasions(blocker, span).into_iter().flatten() {
            if let Some(cost) = self.drive(blocker, to, level, bound) {
                best = Some(cost);
                bound = cost - 1;
            }
        }
        self.moving[blocker] = false;
        best
    }

    /// Returns the nearest offsets, back and forward, at which a vehicle covers no cell of a span. A vehicle that the
    /// valet can remove has to reach the exit.
    fn evasions(&self, vehicle: usize, (first, last): Span) -> [Option<u8>; 2] {
        let (data, offset) = (&self.vehicles[vehicle], self.offsets[vehicle]);
        if let Some(removal) = data.removal_offset {
            return [Some(removal).filter(|to| *to != offset), None];
        }
        let back = first.checked_sub(data.length).filter(|to| *to < offset && *to >= data.lowest);
        let forward = Some(last + 1).filter(|to| *to > offset && *to <= data.highest);
        [back, forward]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn apparent(board: &str) -> u8 {
        let puzzle: Puzzle = board.parse().unwrap();
        LookAhead::new(&puzzle).apparent_distance(&puzzle.start())
    }

    #[test]
    fn a_free_way_is_one_move_and_every_blocker_one_more() {
        assert_eq!(apparent("............XX......................"), 1);
        assert_eq!(apparent("............XX.A.....A.............."), 2);
        assert_eq!(apparent("............XX.A.B...A.B............"), 3);
    }

    #[test]
    fn the_cheaper_evasion_counts() {
        // A can go up past B, or down two cells, which are free.
        assert_eq!(apparent("...BB.......XX.A.....A.............."), 2);
        // A truck must go down, and C is in its way.
        assert_eq!(apparent("...BB....A..XX.A.....A.............."), 2);
        assert_eq!(apparent("...BB....A..XX.A.....A.....CC......."), 3);
    }

    #[test]
    fn a_vehicle_that_must_move_before_itself_has_no_plan() {
        // The truck A can only go down. B is in its way: on the left the truck C can only go up, through the primary;
        // on the right the truck D can only go up, through E, which A keeps where it is.
        assert_eq!(apparent("...A.....AEEXX.A...CBBD..C..D..C..D."), NO_PLAN);
        assert_eq!(apparent("...A.....A..XX.A...CBBD..C..D..C..D."), 4);
    }

    #[test]
    fn a_solved_position_is_at_distance_0() {
        assert_eq!(apparent("................XX.................."), 0);
    }
}
