//! A board that is changed in place, for programs that play and undo many moves: genetic algorithms, reinforcement
//! learning, random play.
//!
//! A [`Position`] is a value: each move makes a new one. A [`Simulator`] changes an occupancy grid and allocates
//! nothing. The rules are those of [`Position::play`], and a test compares the two.

use crate::notation::NamedMove;
use crate::position::{Move, Position};
use crate::puzzle::{Metric, Puzzle, VehicleGeometry};

/// Offset of a vehicle that the valet has removed.
const REMOVED: u8 = u8::MAX;

/// Fuel of a vehicle without a tank.
const UNLIMITED: u16 = u16::MAX;

/// Grid values of a free cell and of a wall; other values are vehicle indices.
const FREE: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// The offsets of all vehicles and the fuel left: what [`Simulator::set_placement`] restores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    offsets: Vec<u8>,
    /// The fuel of each vehicle; empty if no vehicle has a tank.
    fuel: Vec<u16>,
}

impl Placement {
    /// Returns the offset of a vehicle within its line; `None` if the valet has removed it.
    pub fn offset(&self, vehicle: usize) -> Option<u8> {
        self.offsets.get(vehicle).copied().filter(|offset| *offset != REMOVED)
    }

    /// Returns a key of the board: equal for two placements of a puzzle that differ in fuel at most.
    pub fn board_key(&self) -> &[u8] {
        &self.offsets
    }

    /// Returns the size of its lists in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.offsets.len() + self.fuel.len() * size_of::<u16>()
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridCell {
    /// Nothing.
    Free,
    /// A wall.
    Wall,
    /// The vehicle with this index.
    Vehicle(usize),
}

/// The information needed to undo a move.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    vehicle: usize,
    from: u8,
    fuel: u16,
}

/// A board on which moves are played and undone.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::simulator::Simulator;
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let mut simulator = Simulator::new(&puzzle);
/// let (a, b, x) = (0, 1, puzzle.primary_index());
/// assert_eq!(simulator.reach(a), [1, 2]);
/// assert!(simulator.play(x, 3).is_none(), "B is in the way");
/// assert!(simulator.play(b, 2).is_some() && simulator.play(x, 3).is_some() && simulator.is_solved());
/// simulator.reset();
/// assert_eq!(simulator.position(), puzzle.start());
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    puzzle: Puzzle,
    vehicles: Vec<VehicleGeometry>,
    walls: Vec<u8>,
    primary: usize,
    goal: u8,
    metric: Metric,
    start: Placement,
    placement: Placement,
    grid: Vec<u8>,
}

impl Simulator {
    /// Creates a simulator at the start of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Simulator {
        let width = usize::from(puzzle.width());
        let mut walls = vec![FREE; width * usize::from(puzzle.height())];
        for wall in puzzle.walls() {
            walls[usize::from(wall.row) * width + usize::from(wall.column)] = WALL;
        }
        let tanks: Vec<Option<u16>> = (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle)).collect();
        let start = Placement {
            offsets: puzzle.vehicles().iter().map(crate::puzzle::Vehicle::offset).collect(),
            fuel: match tanks.iter().any(Option::is_some) {
                true => tanks.iter().map(|tank| tank.unwrap_or(UNLIMITED)).collect(),
                false => Vec::new(),
            },
        };
        let mut simulator = Simulator {
            puzzle: puzzle.clone(),
            vehicles: VehicleGeometry::of_all(puzzle),
            grid: walls.clone(),
            walls,
            primary: puzzle.primary_index(),
            goal: puzzle.goal_offset(),
            metric: puzzle.rules().metric,
            placement: start.clone(),
            start,
        };
        simulator.reset();
        simulator
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns to the start position.
    pub fn reset(&mut self) {
        let start = std::mem::replace(&mut self.start, Placement { offsets: Vec::new(), fuel: Vec::new() });
        self.set_placement(&start);
        self.start = start;
    }

    /// Sets all vehicles and their fuel.
    pub fn set_placement(&mut self, placement: &Placement) {
        self.placement.clone_from(placement);
        self.grid.copy_from_slice(&self.walls);
        for (vehicle, info) in self.vehicles.iter().enumerate() {
            let offset = placement.offsets[vehicle];
            if offset != REMOVED {
                (offset..offset + info.length).for_each(|along| self.grid[info.cell(along)] = vehicle as u8);
            }
        }
    }

    /// Sets all vehicles and their fuel to those of a position of this puzzle.
    ///
    /// # Panics
    ///
    /// Panics if the position has another number of vehicles.
    pub fn set_position(&mut self, position: &Position) {
        let offsets = position.offsets().iter().map(|offset| offset.unwrap_or(REMOVED)).collect();
        let tanks = self.start.fuel.iter().zip(position.fuel());
        let fuel = tanks.map(|(full, left)| left.unwrap_or(*full)).collect();
        self.set_placement(&Placement { offsets, fuel });
    }

    /// Returns the current placement.
    pub fn placement(&self) -> &Placement {
        &self.placement
    }

    /// Returns the offset of each vehicle; `None` for a vehicle that the valet has removed.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = Option<u8>> + '_ {
        self.placement.offsets.iter().map(|offset| Some(*offset).filter(|offset| *offset != REMOVED))
    }

    /// Returns the content of the cell at an offset of the line of a vehicle.
    pub fn occupant(&self, vehicle: usize, offset: u8) -> GridCell {
        match self.grid[self.vehicles[vehicle].cell(offset)] {
            FREE => GridCell::Free,
            WALL => GridCell::Wall,
            vehicle => GridCell::Vehicle(usize::from(vehicle)),
        }
    }

    /// Returns the offset, within the line of a vehicle, of the cell at an offset of the line of another vehicle. The
    /// two lines cross.
    pub fn crossing(&self, other: usize, vehicle: usize, offset: u8) -> u8 {
        self.vehicles[other].index_of(self.vehicles[vehicle].cell(offset))
    }

    /// Returns how many cells a vehicle can move left or up, and right or down; zeros if there is no such vehicle.
    pub fn reach(&self, vehicle: usize) -> [u8; 2] {
        let Some(info) = self.vehicles.get(vehicle) else { return [0, 0] };
        let offset = self.placement.offsets[vehicle];
        if offset == REMOVED {
            return [0, 0];
        }
        let free = |along: &u8| self.grid[info.cell(*along)] == FREE;
        let back = (0..offset).rev().take_while(free).count();
        let forward = (offset + info.length..info.line_length).take_while(free).count();
        let fuel = self.placement.fuel.get(vehicle).copied().unwrap_or(UNLIMITED);
        [back, forward].map(|cells| fuel.min(cells as u16) as u8)
    }

    /// Moves a vehicle by a number of cells, negative for left and up. Returns how to undo the move; an illegal move
    /// changes nothing and returns `None`.
    pub fn play(&mut self, vehicle: usize, distance: i8) -> Option<Undo> {
        let info = *self.vehicles.get(vehicle).filter(|_| distance != 0)?;
        let from = self.placement.offsets[vehicle];
        let fuel = self.placement.fuel.get(vehicle).copied().unwrap_or(UNLIMITED);
        let cells = distance.unsigned_abs();
        let to = from.checked_add_signed(distance).filter(|to| to.saturating_add(info.length) <= info.line_length)?;
        if from == REMOVED || fuel < u16::from(cells) {
            return None;
        }
        let swept = if distance < 0 { to..from } else { from + info.length..to + info.length };
        if swept.into_iter().any(|along| self.grid[info.cell(along)] != FREE) {
            return None;
        }
        let removed = info.removal_offset == Some(to);
        self.mark(vehicle, from, FREE);
        if !removed {
            self.mark(vehicle, to, vehicle as u8);
        }
        self.placement.offsets[vehicle] = if removed { REMOVED } else { to };
        if fuel != UNLIMITED {
            self.placement.fuel[vehicle] -= u16::from(cells);
        }
        Some(Undo { vehicle, from, fuel })
    }

    /// Plays a move, or does nothing if it is illegal.
    pub fn play_move(&mut self, mv: Move) -> Option<Undo> {
        let distance = i8::try_from(mv.direction.distance(mv.cells)).ok()?;
        let perpendicular = mv.direction.orientation() != self.puzzle.vehicles().get(mv.vehicle)?.orientation;
        if distance == 0 || perpendicular { None } else { self.play(mv.vehicle, distance) }
    }

    /// Undoes a move. Moves must be undone in reverse order.
    pub fn undo(&mut self, undo: Undo) {
        let Undo { vehicle, from, fuel } = undo;
        let offset = self.placement.offsets[vehicle];
        if offset != REMOVED {
            self.mark(vehicle, offset, FREE);
        }
        self.mark(vehicle, from, vehicle as u8);
        self.placement.offsets[vehicle] = from;
        if let Some(tank) = self.placement.fuel.get_mut(vehicle) {
            *tank = fuel;
        }
    }

    fn mark(&mut self, vehicle: usize, offset: u8, value: u8) {
        let info = self.vehicles[vehicle];
        (offset..offset + info.length).for_each(|along| self.grid[info.cell(along)] = value);
    }

    /// Fills `moves` with the legal moves of at most `max_cells` cells: by vehicle, left or up first, then by distance.
    pub fn legal_moves(&self, max_cells: u8, moves: &mut Vec<(usize, i8)>) {
        moves.clear();
        for vehicle in 0..self.vehicles.len() {
            let [back, forward] = self.reach(vehicle).map(|cells| cells.min(max_cells) as i8);
            moves.extend((1..=back).map(|cells| (vehicle, -cells)));
            moves.extend((1..=forward).map(|cells| (vehicle, cells)));
        }
    }

    /// Returns the maximum length of one move: one cell in the metric of steps.
    pub fn max_move_cells(&self) -> u8 {
        match self.metric {
            Metric::Moves => u8::MAX >> 1,
            Metric::Steps => 1,
        }
    }

    /// Returns whether the primary is at the exit.
    pub fn is_solved(&self) -> bool {
        self.distance_to_exit() == 0
    }

    /// Returns the signed distance of the primary to the exit.
    pub fn distance_to_exit(&self) -> i8 {
        self.goal as i8 - self.placement.offsets[self.primary] as i8
    }

    /// Returns whether the primary is at the exit or can move there in one move.
    pub fn primary_can_exit(&self) -> bool {
        let distance = self.distance_to_exit();
        let [back, forward] = self.reach(self.primary).map(|cells| cells as i8);
        (-back..=forward).contains(&distance)
    }

    /// Returns whether two vehicles are in the same row or column.
    pub fn same_line(&self, one: usize, other: usize) -> bool {
        self.vehicles[one].shares_line_with(&self.vehicles[other])
    }

    /// Returns whether any vehicle has a tank.
    pub fn has_tanks(&self) -> bool {
        !self.start.fuel.is_empty()
    }

    /// Returns the offset at which the valet removes a vehicle; `None` if it does not.
    pub fn removal_offset(&self, vehicle: usize) -> Option<u8> {
        self.vehicles[vehicle].removal_offset
    }

    /// Returns the offset of a vehicle within its line; `None` if the valet has removed it.
    pub fn offset(&self, vehicle: usize) -> Option<u8> {
        self.placement.offset(vehicle)
    }

    /// Returns the number of vehicles.
    pub fn vehicle_count(&self) -> usize {
        self.vehicles.len()
    }

    /// Returns the index of the primary.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// Returns the offset of the primary when it is at the exit.
    pub fn goal_offset(&self) -> u8 {
        self.goal
    }

    /// Returns the length of a vehicle in cells.
    pub fn length(&self, vehicle: usize) -> u8 {
        self.vehicles[vehicle].length
    }

    /// Returns the number of cells of the line of a vehicle.
    pub fn line_length(&self, vehicle: usize) -> u8 {
        self.vehicles[vehicle].line_length
    }

    /// Returns the cost of a move.
    pub fn cost(&self, distance: i8) -> u32 {
        if distance == 0 { 0 } else { self.metric.cost(distance.unsigned_abs()) }
    }

    /// Returns the cost of moving the primary to the exit, ignoring other vehicles.
    pub fn exit_move_cost(&self, placement: &Placement) -> u32 {
        self.cost(self.goal as i8 - placement.offsets[self.primary] as i8)
    }

    /// Returns a vehicle and a signed distance as a move.
    pub fn to_move(&self, vehicle: usize, distance: i8) -> Move {
        let directions = self.puzzle.vehicles()[vehicle].orientation.directions();
        Move { vehicle, direction: directions[usize::from(distance > 0)], cells: distance.unsigned_abs() }
    }

    /// Returns a move of a vehicle from its current place; `None` if it is not on the board.
    pub fn named(&self, vehicle: usize, distance: i8) -> Option<NamedMove> {
        let offset = Some(self.placement.offsets[vehicle]).filter(|offset| *offset != REMOVED)?;
        Some(self.named_from(vehicle, distance, offset))
    }

    /// Returns a move of a vehicle from an offset.
    pub fn named_from(&self, vehicle: usize, distance: i8, offset: u8) -> NamedMove {
        let Move { direction, cells, .. } = self.to_move(vehicle, distance);
        let vehicle = &self.puzzle.vehicles()[vehicle];
        NamedMove { label: vehicle.label, from: vehicle.orientation.cell(vehicle.line(), offset), direction, cells }
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.position_of(&self.placement)
    }

    /// Returns a placement as a position.
    pub fn position_of(&self, placement: &Placement) -> Position {
        let tank = |vehicle: usize| placement.fuel.get(vehicle).copied().filter(|units| *units != UNLIMITED);
        let mut position = Position::start(&self.puzzle);
        position.offsets =
            placement.offsets.iter().map(|offset| Some(*offset).filter(|offset| *offset != REMOVED)).collect();
        position.fuel = (0..placement.offsets.len()).map(tank).collect();
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use crate::puzzle::Rules;
    use crate::random::RandomStream;

    /// Returns puzzles under all kinds of rules.
    fn puzzles() -> Vec<Puzzle> {
        let boards = [
            "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K",
            ".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0",
            "xAAB.....B.C.XXB.CD..EECD.....FF....",
            "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...",
            "......XXAABBCC..............D.....D.",
        ];
        let rules = [Metric::Moves, Metric::Steps].into_iter().flat_map(|m| [Rules::plain(m), Rules::comp472(m)]);
        let rules: Vec<Rules> = rules.collect();
        let puzzle = |text: &&str| format::parse(text).unwrap();
        boards
            .iter()
            .map(puzzle)
            .flat_map(|puzzle| rules.clone().into_iter().map(move |rules| puzzle.clone().with_rules(rules)))
            .collect()
    }

    #[test]
    fn moves_agree_with_position_play_and_can_be_undone() {
        for puzzle in puzzles() {
            let mut random = RandomStream::new(7, 0);
            let mut simulator = Simulator::new(&puzzle);
            let mut position = Position::start(&puzzle);
            let mut distances = Vec::new();
            let mut undos = Vec::new();
            for _ in 0..200 {
                simulator.legal_moves(simulator.max_move_cells(), &mut distances);
                let moves: Vec<Move> =
                    distances.iter().map(|(vehicle, distance)| simulator.to_move(*vehicle, *distance)).collect();
                assert_eq!(moves, position.legal_moves());
                assert_eq!(simulator.position(), position);
                if moves.is_empty() {
                    break;
                }
                let choice = random.below(moves.len());
                undos.extend(simulator.play(distances[choice].0, distances[choice].1));
                position = position.play(moves[choice]).unwrap();
            }
            let mut rebuilt = simulator.clone();
            rebuilt.set_placement(simulator.placement());
            assert_eq!(rebuilt.grid, simulator.grid);
            undos.into_iter().rev().for_each(|undo| simulator.undo(undo));
            assert_eq!(simulator.position(), Position::start(&puzzle));
            assert_eq!(simulator.grid, Simulator::new(&puzzle).grid);
        }
    }

    #[test]
    fn the_primary_can_exit_if_its_exit_move_is_legal() {
        for puzzle in puzzles() {
            let simulator = Simulator::new(&puzzle);
            let exit_move = simulator.to_move(simulator.primary, simulator.distance_to_exit());
            let legal = simulator.distance_to_exit() == 0 || Position::start(&puzzle).play(exit_move).is_ok();
            assert_eq!(simulator.primary_can_exit(), legal);
        }
    }
}
