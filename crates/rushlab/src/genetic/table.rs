//! A table to play on: one board with who stands in each cell, and a real undo.
//!
//! Genetic algorithms play sequences of moves, look at a board, and take moves back; they hardly ever look for a board among many. So
//! this is a grid, not a packed word. The rules are those of `reference`, and are tested against it.

use crate::puzzle::{Direction, Metric, Puzzle};
use crate::position::{Move, Position};

/// A vehicle that the valet has taken away.
pub(super) const GONE: u8 = u8::MAX;

/// A tank that never runs dry.
const ENDLESS: u16 = u16::MAX;

/// Nobody in a cell, and a wall.
const FREE: u8 = u8::MAX;
const WALL: u8 = u8::MAX - 1;

/// Where the vehicles stand, and what is in their tanks; without tanks the second list is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pub(super) offsets: Vec<u8>,
    fuel: Vec<u16>,
}

/// What never changes of a vehicle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    /// The first cell of its line, and from one cell of the line to the next.
    first: usize,
    stride: usize,
    pub(super) length: u8,
    /// How many cells the line has.
    pub(super) room: u8,
    /// Its row or column, and whether it is a row.
    line: u8,
    across: bool,
    /// Whether the valet takes it at the exit.
    taken: bool,
    directions: [Direction; 2],
}

impl Track {
    pub(super) fn cell(&self, along: u8) -> usize {
        self.first + self.stride * usize::from(along)
    }

    /// A move of one of its vehicles by a signed distance.
    fn mv(&self, vehicle: usize, distance: i8) -> Move {
        Move { vehicle, direction: self.directions[usize::from(distance > 0)], cells: distance.unsigned_abs() }
    }
}

/// What is needed to take a drive back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undo {
    vehicle: usize,
    from: u8,
    fuel: u16,
}

/// The table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) tracks: Vec<Track>,
    walls: Vec<u8>,
    pub(super) primary: usize,
    pub(super) goal: u8,
    exit_along: u8,
    pub(super) metric: Metric,
    start: Board,
    board: Board,
    grid: Vec<u8>,
    width: usize,
}

impl Table {
    /// The table of a puzzle, with the puzzle on it.
    pub(super) fn new(puzzle: &Puzzle) -> Table {
        let width = usize::from(puzzle.width());
        let primary = puzzle.primary();
        let track = |vehicle: &crate::puzzle::Vehicle| {
            let across = vehicle.orientation == crate::puzzle::Orientation::Horizontal;
            let line = usize::from(vehicle.line());
            let in_exit_line = vehicle.orientation == primary.orientation && vehicle.line() == primary.line();
            Track {
                first: if across { line * width } else { line },
                stride: if across { 1 } else { width },
                length: vehicle.length,
                room: puzzle.line_length(vehicle.orientation),
                line: vehicle.line(),
                across,
                taken: puzzle.rules().valet && in_exit_line && vehicle.label != primary.label,
                directions: vehicle.orientation.directions(),
            }
        };
        let mut walls = vec![FREE; width * usize::from(puzzle.height())];
        for wall in puzzle.walls() {
            walls[usize::from(wall.row) * width + usize::from(wall.column)] = WALL;
        }
        let tanks: Vec<Option<u16>> = (0..puzzle.vehicles().len()).map(|vehicle| puzzle.tank(vehicle)).collect();
        let start = Board {
            offsets: puzzle.vehicles().iter().map(crate::puzzle::Vehicle::offset).collect(),
            fuel: match tanks.iter().any(Option::is_some) {
                true => tanks.iter().map(|tank| tank.unwrap_or(ENDLESS)).collect(),
                false => Vec::new(),
            },
        };
        let exit = puzzle.exit_cell();
        let mut table = Table {
            tracks: puzzle.vehicles().iter().map(track).collect(),
            grid: walls.clone(),
            walls,
            primary: puzzle.primary_index(),
            goal: puzzle.goal_offset(),
            exit_along: if puzzle.exit().side.orientation() == crate::puzzle::Orientation::Horizontal {
                exit.column
            } else {
                exit.row
            },
            metric: puzzle.rules().metric,
            board: start.clone(),
            start,
            width,
        };
        table.reset();
        table
    }

    /// Puts the puzzle's first board on the table.
    pub(super) fn reset(&mut self) {
        let start = std::mem::replace(&mut self.start, Board { offsets: Vec::new(), fuel: Vec::new() });
        self.lay(&start);
        self.start = start;
    }

    /// Puts a board on the table.
    pub(super) fn lay(&mut self, board: &Board) {
        self.board.clone_from(board);
        self.grid.copy_from_slice(&self.walls);
        for (vehicle, track) in self.tracks.iter().enumerate() {
            let offset = board.offsets[vehicle];
            if offset != GONE {
                (offset..offset + track.length).for_each(|along| self.grid[track.cell(along)] = vehicle as u8);
            }
        }
    }

    /// The board on the table.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Who stands in a cell; `Err` for a wall.
    pub(super) fn occupant(&self, cell: usize) -> Result<Option<usize>, ()> {
        match self.grid[cell] {
            FREE => Ok(None),
            WALL => Err(()),
            vehicle => Ok(Some(usize::from(vehicle))),
        }
    }

    /// Where a cell lies on the line of a vehicle.
    pub(super) fn along(&self, vehicle: usize, cell: usize) -> u8 {
        let (row, column) = (cell / self.width, cell % self.width);
        if self.tracks[vehicle].across { column as u8 } else { row as u8 }
    }

    /// How far a vehicle can drive, back and forth.
    pub(super) fn reach(&self, vehicle: usize) -> [u8; 2] {
        let (track, offset) = (&self.tracks[vehicle], self.board.offsets[vehicle]);
        if offset == GONE {
            return [0, 0];
        }
        let free = |along: &u8| self.grid[track.cell(*along)] == FREE;
        let back = (0..offset).rev().take_while(free).count();
        let forth = (offset + track.length..track.room).take_while(free).count();
        let fuel = self.board.fuel.get(vehicle).copied().unwrap_or(ENDLESS);
        [back, forth].map(|cells| fuel.min(cells as u16) as u8)
    }

    /// Drives a vehicle by a signed distance, which must not be zero, or does nothing.
    pub(super) fn drive(&mut self, vehicle: usize, distance: i8) -> Option<Undo> {
        let (track, from) = (self.tracks[vehicle], self.board.offsets[vehicle]);
        let fuel = self.board.fuel.get(vehicle).copied().unwrap_or(ENDLESS);
        let cells = distance.unsigned_abs();
        let to = from.checked_add_signed(distance).filter(|to| to.saturating_add(track.length) <= track.room)?;
        if from == GONE || fuel < u16::from(cells) {
            return None;
        }
        let swept = if distance < 0 { to..from } else { from + track.length..to + track.length };
        if swept.into_iter().any(|along| self.grid[track.cell(along)] != FREE) {
            return None;
        }
        let taken = track.taken && (to..to + track.length).contains(&self.exit_along);
        self.place(vehicle, from, FREE);
        if !taken {
            self.place(vehicle, to, vehicle as u8);
        }
        self.board.offsets[vehicle] = if taken { GONE } else { to };
        if fuel != ENDLESS {
            self.board.fuel[vehicle] -= u16::from(cells);
        }
        Some(Undo { vehicle, from, fuel })
    }

    /// Takes a drive back; drives are taken back in the order opposite to that in which they were made.
    pub(super) fn undo(&mut self, undo: Undo) {
        let Undo { vehicle, from, fuel } = undo;
        let stands = self.board.offsets[vehicle];
        if stands != GONE {
            self.place(vehicle, stands, FREE);
        }
        self.place(vehicle, from, vehicle as u8);
        self.board.offsets[vehicle] = from;
        if let Some(tank) = self.board.fuel.get_mut(vehicle) {
            *tank = fuel;
        }
    }

    fn place(&mut self, vehicle: usize, offset: u8, mark: u8) {
        let track = self.tracks[vehicle];
        (offset..offset + track.length).for_each(|along| self.grid[track.cell(along)] = mark);
    }

    /// Every drive of at most so many cells: vehicles in order, left or up first, then by distance.
    pub(super) fn drives(&self, farthest: u8, drives: &mut Vec<(usize, i8)>) {
        drives.clear();
        for vehicle in 0..self.tracks.len() {
            let [back, forth] = self.reach(vehicle).map(|cells| cells.min(farthest) as i8);
            drives.extend((1..=back).map(|cells| (vehicle, -cells)));
            drives.extend((1..=forth).map(|cells| (vehicle, cells)));
        }
    }

    /// How far one move of the metric can be: where every cell costs, a move is one cell.
    pub(super) fn farthest(&self) -> u8 {
        match self.metric {
            Metric::Moves => u8::MAX >> 1,
            Metric::Steps => 1,
        }
    }

    /// The primary's signed distance to the exit.
    pub(super) fn to_exit(&self) -> i8 {
        self.goal as i8 - self.board.offsets[self.primary] as i8
    }

    /// Whether the primary can drive out at once, or is at the exit.
    pub(super) fn clear(&self) -> bool {
        let distance = self.to_exit();
        let [back, forth] = self.reach(self.primary).map(|cells| cells as i8);
        (-back..=forth).contains(&distance)
    }

    /// Whether two vehicles lie in the same row or column.
    pub(super) fn parallel(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.tracks[one], &self.tracks[other]);
        (one.across, one.line) == (other.across, other.line)
    }

    /// Whether some tank can run dry.
    pub(super) fn has_tanks(&self) -> bool {
        !self.start.fuel.is_empty()
    }

    /// Whether the valet takes a vehicle at the exit.
    pub(super) fn valet_takes(&self, vehicle: usize) -> bool {
        self.tracks[vehicle].taken
    }

    /// Where the exit cell lies on its line.
    pub(super) fn exit_cell_along(&self) -> u8 {
        self.exit_along
    }

    /// What a drive costs.
    pub(super) fn cost(&self, distance: i8) -> u32 {
        if distance == 0 { 0 } else { self.metric.cost(distance.unsigned_abs()) }
    }

    /// What the primary's drive out costs, as if nobody were in its way.
    pub(super) fn drive_out(&self, board: &Board) -> u32 {
        self.cost(self.goal as i8 - board.offsets[self.primary] as i8)
    }

    /// A drive as a move.
    pub(super) fn mv(&self, vehicle: usize, distance: i8) -> Move {
        self.tracks[vehicle].mv(vehicle, distance)
    }

    /// The board in plain numbers.
    pub(super) fn position(&self, board: &Board) -> Position {
        let tank = |vehicle: usize| board.fuel.get(vehicle).copied().filter(|units| *units != ENDLESS);
        Position {
            offsets: board.offsets.iter().map(|offset| Some(*offset).filter(|offset| *offset != GONE)).collect(),
            fuel: (0..board.offsets.len()).map(tank).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format;
    use crate::genetic::chance::Chance;
    use crate::puzzle::Rules;

    /// Puzzles under all kinds of rules.
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
        let puzzle = |board: &&str| format::parse(board).unwrap();
        boards
            .iter()
            .map(puzzle)
            .flat_map(|puzzle| rules.clone().into_iter().map(move |rules| puzzle.clone().with_rules(rules)))
            .collect()
    }

    #[test]
    fn the_table_plays_by_the_reference_and_takes_everything_back() {
        for puzzle in puzzles() {
            let mut chance = Chance::new(7);
            let mut table = Table::new(&puzzle);
            let mut position = Position::start(&puzzle);
            let mut drives = Vec::new();
            let mut undos = Vec::new();
            for _ in 0..200 {
                table.drives(table.farthest(), &mut drives);
                let moves: Vec<Move> = drives.iter().map(|(vehicle, distance)| table.mv(*vehicle, *distance)).collect();
                assert_eq!(moves, position.moves(&puzzle));
                assert_eq!(table.position(table.board()), position);
                if moves.is_empty() {
                    break;
                }
                let drawn = chance.below(moves.len());
                undos.extend(table.drive(drives[drawn].0, drives[drawn].1));
                position = position.play(&puzzle, moves[drawn]).unwrap();
            }
            let mut fresh = table.clone();
            fresh.lay(table.board());
            assert_eq!(fresh.grid, table.grid);
            undos.into_iter().rev().for_each(|undo| table.undo(undo));
            assert_eq!(table.position(table.board()), Position::start(&puzzle));
            assert_eq!(table.grid, Table::new(&puzzle).grid);
        }
    }

    #[test]
    fn the_primary_is_clear_when_its_drive_out_is_legal() {
        for puzzle in puzzles() {
            let table = Table::new(&puzzle);
            let drive = table.mv(table.primary, table.to_exit());
            let legal = table.to_exit() == 0 || Position::start(&puzzle).play(&puzzle, drive).is_ok();
            assert_eq!(table.clear(), legal);
        }
    }
}
