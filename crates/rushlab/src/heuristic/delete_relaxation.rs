//! The delete relaxation of a puzzle (Bonet & Geffner 2001): a vehicle that has moved is at its old and at its new
//! offsets at once.
//!
//! If a vehicle can move far enough to clear a cell, the cell is free and stays free. So the set of offsets that a
//! vehicle can reach only grows. It is given by the distance that the vehicle reaches in each direction. An operator
//! that is stopped by another vehicle waits until that one gets further. What is unreachable in the relaxation is
//! unreachable in the puzzle. A vehicle moves in a direction only if that operator is enabled; the heuristics derive
//! their estimates from the operators that are needed.

use super::operator_set::{BACKWARD, FORWARD};
use crate::position::Position;
use crate::puzzle::{Cell, Label, Puzzle, Side, Vehicle, VehicleGeometry};

/// An operator: a vehicle and a direction. `cells` is the least distance that frees the cell in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operator {
    pub(super) vehicle: usize,
    pub(super) direction: usize,
    pub(super) cells: u8,
}

/// The reach of a vehicle from its offset in the current position.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    offset: u8,
    removed: bool,
    /// For each direction: the greatest possible distance, the distance reached, and whether the operator is enabled.
    max_distance: [u8; 2],
    reached_distance: [u8; 2],
    enabled: [bool; 2],
}

/// What covers a cell: a vehicle, or `FREE`, and which of its cells this is, counted from its offset.
#[derive(Clone, Copy, Debug)]
struct Cover {
    vehicle: u8,
    index: u8,
}

const FREE: Cover = Cover { vehicle: u8::MAX, index: 0 };

/// The end of a list of operators.
const NONE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(super) struct DeleteRelaxation {
    vehicles: Vec<VehicleGeometry>,
    primary: usize,
    /// The direction of the exit.
    toward_exit: usize,
    goal: u8,
    reach: Vec<Reach>,
    /// What covers each cell.
    grid: Vec<Cover>,
    /// The enabled operators, as twice the vehicle plus the direction, that may get further.
    pending: Vec<u16>,
    /// For each vehicle, the first of the operators that it stops; for each operator, the next that the vehicle stops.
    first_stopped: Vec<u16>,
    next_stopped: Vec<u16>,
    /// For each cell, the number of the last landmark whose computation visited it.
    seen: Vec<u32>,
    landmark_count: u32,
    stack: Vec<u16>,
}

impl DeleteRelaxation {
    pub(super) fn new(puzzle: &Puzzle) -> DeleteRelaxation {
        let width = u16::from(puzzle.width());
        let cells = usize::from(width) * usize::from(puzzle.height());
        DeleteRelaxation {
            vehicles: VehicleGeometry::of_all(puzzle),
            primary: puzzle.primary_index(),
            toward_exit: match puzzle.exit().side {
                Side::Left | Side::Top => BACKWARD,
                Side::Right | Side::Bottom => FORWARD,
            },
            goal: puzzle.goal_offset(),
            reach: vec![Reach::default(); puzzle.vehicles().len()],
            grid: vec![FREE; cells],
            pending: Vec::new(),
            first_stopped: vec![NONE; puzzle.vehicles().len()],
            next_stopped: vec![NONE; 2 * puzzle.vehicles().len()],
            seen: vec![0; cells],
            landmark_count: 0,
            stack: Vec::new(),
        }
    }

    /// Starts with a position and no operator enabled.
    pub(super) fn reset(&mut self, position: &Position) {
        self.grid.fill(FREE);
        self.clear_lists();
        for (vehicle, data) in self.vehicles.iter().enumerate() {
            let Some(offset) = position.offsets[vehicle] else {
                self.reach[vehicle] = Reach { removed: true, ..Reach::default() };
                continue;
            };
            let tank = position.fuel[vehicle].map_or(u8::MAX, |units| units.min(255) as u8);
            let max_distance = [(offset - data.lowest).min(tank), (data.highest - offset).min(tank)];
            self.reach[vehicle] = Reach { offset, max_distance, ..Reach::default() };
            for index in 0..data.length {
                self.grid[data.cell(offset + index)] = Cover { vehicle: vehicle as u8, index };
            }
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.grid.len()
    }

    pub(super) fn vehicles(&self) -> usize {
        self.vehicles.len()
    }

    pub(super) fn has_valet(&self) -> bool {
        self.vehicles.iter().any(|data| data.removal_offset.is_some())
    }

    pub(super) fn reached(&self, vehicle: usize, direction: usize) -> u8 {
        self.reach[vehicle].reached_distance[direction]
    }

    pub(super) fn primary(&self) -> usize {
        self.primary
    }

    pub(super) fn toward_exit(&self) -> usize {
        self.toward_exit
    }

    /// Returns the distance of the primary from the exit, in cells.
    pub(super) fn distance(&self) -> u8 {
        self.reach[self.primary].offset.abs_diff(self.goal)
    }

    pub(super) fn is_goal_reached(&self) -> bool {
        self.reach[self.primary].reached_distance[self.toward_exit] >= self.distance()
    }

    /// Starts again from the position with the operators of all vehicles enabled, except those of one.
    pub(super) fn enable_all_but(&mut self, excluded: Option<usize>) {
        self.clear_lists();
        for vehicle in 0..self.vehicles.len() {
            let reach = &mut self.reach[vehicle];
            (reach.reached_distance, reach.enabled) = ([0; 2], [false; 2]);
            if Some(vehicle) != excluded {
                [BACKWARD, FORWARD].into_iter().for_each(|direction| self.enable(vehicle, direction));
            }
        }
    }

    fn clear_lists(&mut self) {
        self.pending.clear();
        self.first_stopped.fill(NONE);
    }

    /// Enables an operator that is not enabled.
    pub(super) fn enable(&mut self, vehicle: usize, direction: usize) {
        self.reach[vehicle].enabled[direction] = true;
        self.pending.push((2 * vehicle + direction) as u16);
    }

    pub(super) fn is_enabled(&self, vehicle: usize, direction: usize) -> bool {
        self.reach[vehicle].enabled[direction]
    }

    /// Applies the enabled operators until nothing changes.
    pub(super) fn propagate(&mut self) {
        while let Some(operator) = self.pending.pop() {
            let (vehicle, direction) = (usize::from(operator / 2), usize::from(operator % 2));
            let Reach { reached_distance, max_distance, .. } = self.reach[vehicle];
            let mut reached = reached_distance[direction];
            while reached < max_distance[direction] {
                let cell = self.next_cell(vehicle, direction, reached);
                if !self.is_free(cell) {
                    let first = &mut self.first_stopped[usize::from(self.grid[cell].vehicle)];
                    self.next_stopped[usize::from(operator)] = std::mem::replace(first, operator);
                    break;
                }
                reached += 1;
            }
            if reached > reached_distance[direction] {
                self.reach[vehicle].reached_distance[direction] = reached;
                let mut stopped = std::mem::replace(&mut self.first_stopped[vehicle], NONE);
                while stopped != NONE {
                    self.pending.push(stopped);
                    stopped = self.next_stopped[usize::from(stopped)];
                }
            }
        }
    }

    /// Returns the cells between the primary and the exit that are still blocked.
    pub(super) fn blocked_ahead(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.distance())
            .map(|cells| self.next_cell(self.primary, self.toward_exit, cells))
            .filter(|cell| !self.is_free(*cell))
    }

    /// Computes a landmark: operators that are not enabled, of which every solution needs at least one to free the
    /// cell. It is empty if the cell can never be freed.
    pub(super) fn landmark(&mut self, cell: usize, landmark: &mut Vec<Operator>) {
        landmark.clear();
        self.landmark_count += 1;
        self.stack.clear();
        self.stack.push(cell as u16);
        self.seen[cell] = self.landmark_count;
        while let Some(cell) = self.stack.pop() {
            let cover = self.grid[usize::from(cell)];
            let vehicle = usize::from(cover.vehicle);
            let needed = self.clearing_distances(cover);
            for direction in [BACKWARD, FORWARD] {
                let Reach { enabled, reached_distance, max_distance, .. } = self.reach[vehicle];
                let cells = needed[direction];
                if cells > max_distance[direction] {
                    continue;
                }
                if enabled[direction] {
                    // It is enabled and does not get far enough, because the next cell is blocked.
                    let next = self.next_cell(vehicle, direction, reached_distance[direction]);
                    if self.seen[next] != self.landmark_count {
                        self.seen[next] = self.landmark_count;
                        self.stack.push(next as u16);
                    }
                    continue;
                }
                match landmark.iter_mut().find(|other| (other.vehicle, other.direction) == (vehicle, direction)) {
                    Some(other) => other.cells = other.cells.min(cells),
                    None => landmark.push(Operator { vehicle, direction, cells }),
                }
            }
        }
    }

    pub(super) fn owner(&self, cell: usize) -> Option<usize> {
        Some(self.grid[cell].vehicle).filter(|vehicle| *vehicle != FREE.vehicle).map(usize::from)
    }

    /// Returns the cell that a vehicle enters after `cells` cells.
    pub(super) fn next_cell(&self, vehicle: usize, direction: usize, cells: u8) -> usize {
        let (data, offset) = (&self.vehicles[vehicle], self.reach[vehicle].offset);
        let along = if direction == BACKWARD { offset - 1 - cells } else { offset + data.length + cells };
        data.cell(along)
    }

    /// Returns for each direction the distance that a vehicle must move to free a cell that it covers.
    fn clearing_distances(&self, Cover { vehicle, index }: Cover) -> [u8; 2] {
        let vehicle = usize::from(vehicle);
        let (data, offset) = (&self.vehicles[vehicle], self.reach[vehicle].offset);
        let mut needed = [data.length - index, index + 1];
        match data.removal_offset {
            // It must leave the exit cell and return to be removed.
            Some(exit) if exit == offset => needed = [1; 2],
            Some(exit) if exit < offset => needed[BACKWARD] = needed[BACKWARD].min(offset - exit),
            Some(exit) => needed[FORWARD] = needed[FORWARD].min(exit - offset),
            None => {}
        }
        needed
    }

    fn is_free(&self, cell: usize) -> bool {
        let Some(vehicle) = self.owner(cell) else { return true };
        let Reach { reached_distance, removed, .. } = self.reach[vehicle];
        // Most vehicles have not moved.
        if reached_distance == [0; 2] {
            return removed;
        }
        let needed = self.clearing_distances(self.grid[cell]);
        reached_distance[BACKWARD] >= needed[BACKWARD] || reached_distance[FORWARD] >= needed[FORWARD]
    }
}

/// The reason why a puzzle is unsolvable, found without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsolvableReason {
    /// A vehicle can never free a cell between the primary and the exit.
    Blocked {
        /// The cell.
        cell: Cell,
        /// The vehicle.
        by: Label,
    },
    /// A vehicle of the same line is between the primary and the exit.
    Ahead(Label),
    /// A wall is between the primary and the exit.
    Wall(Cell),
    /// The primary has too little fuel to reach the exit.
    Tank {
        /// The units in the tank.
        units: u16,
        /// The units needed.
        needed: u8,
    },
}

impl std::fmt::Display for UnsolvableReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnsolvableReason::Blocked { cell, by } => write!(f, "{by} can never leave {cell}"),
            UnsolvableReason::Ahead(label) => {
                write!(f, "{label} is ahead in the same line, and no vehicle can pass it")
            }
            UnsolvableReason::Wall(cell) => write!(f, "there is a wall at {cell}"),
            UnsolvableReason::Tank { units, needed } => {
                write!(f, "the primary has fuel for {units} cells, but the exit is {needed} cells away")
            }
        }
    }
}

/// Returns the reason why a puzzle is unsolvable, if its delete relaxation is unsolvable.
pub fn relaxed_unsolvable(puzzle: &Puzzle) -> Option<UnsolvableReason> {
    let mut relaxed = DeleteRelaxation::new(puzzle);
    relaxed.reset(&Position::start(puzzle));
    relaxed.enable_all_but(None);
    relaxed.propagate();
    if relaxed.is_goal_reached() {
        return None;
    }
    let width = usize::from(puzzle.width());
    let cell_of = |cell: usize| Cell { row: (cell / width) as u8, column: (cell % width) as u8 };
    let way = (0..relaxed.distance()).map(|cells| relaxed.next_cell(relaxed.primary, relaxed.toward_exit, cells));
    let wall = way.map(cell_of).find(|cell| puzzle.walls().contains(cell));
    let blocked = relaxed.blocked_ahead().next();
    let blocker = blocked.and_then(|cell| Some((cell_of(cell), puzzle.vehicles()[relaxed.owner(cell)?].label)));
    // With a valet, no vehicle of the line blocks it permanently.
    let ahead = puzzle.vehicles().iter().find(|vehicle| {
        let line = |vehicle: &Vehicle| (vehicle.orientation, vehicle.line());
        let before = (vehicle.offset() < puzzle.primary().offset()) == (relaxed.toward_exit == BACKWARD);
        !puzzle.rules().valet
            && vehicle.label != puzzle.primary().label
            && line(vehicle) == line(puzzle.primary())
            && before
    });
    let tank = puzzle.tank(puzzle.primary_index()).filter(|units| *units < u16::from(relaxed.distance()));
    wall.map(UnsolvableReason::Wall)
        .or(ahead.map(|vehicle| UnsolvableReason::Ahead(vehicle.label)))
        .or(blocker.map(|(cell, by)| UnsolvableReason::Blocked { cell, by }))
        .or(tank.map(|units| UnsolvableReason::Tank { units, needed: relaxed.distance() }))
}
