//! Lanes: maximal wall-free runs of a row or column, the arrangements of their vehicles, and the moves between arrangements.

use crate::puzzle::{Cell, Metric, Orientation, Puzzle};

/// The offset of a vehicle that was removed.
const REMOVED: u8 = u8::MAX;

/// A compiled lane. Arrangement 0 is the one at the start of the puzzle.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The indices of its vehicles in the puzzle, from left to right or from top to bottom.
    pub(super) vehicles: Vec<usize>,
    orientation: Orientation,
    line: u8,
    /// The first offset, and the one after the last.
    bounds: (u8, u8),
    lengths: Vec<u8>,
    /// The offsets of the vehicles, arrangement by arrangement.
    offsets: Vec<u8>,
    pub(super) moves: Vec<LaneMove>,
}

/// A move from one arrangement to another, regardless of vehicles that cross the lane.
#[derive(Clone, Debug)]
pub(super) struct LaneMove {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The index of the vehicle within the lane.
    pub(super) member: usize,
    /// The signed distance: positive for right and down; 0 for a removal where the vehicle stands.
    pub(super) distance: i8,
    /// The cells that the vehicle enters, as indices within the line.
    pub(super) swept: std::ops::Range<u8>,
}

impl Lane {
    pub(super) fn arrangements(&self) -> usize {
        self.offsets.len() / self.vehicles.len()
    }

    /// Whether every move can be undone by a move: no vehicle is ever removed.
    pub(super) fn is_reversible(&self) -> bool {
        !self.offsets.contains(&REMOVED)
    }

    /// Returns the offset of a vehicle in an arrangement; `None` if it was removed.
    pub(super) fn offset(&self, arrangement: usize, member: usize) -> Option<u8> {
        Some(self.offsets[arrangement * self.vehicles.len() + member]).filter(|offset| *offset != REMOVED)
    }

    /// Returns the cell at an index of the line.
    pub(super) fn cell(&self, along: u8) -> Cell {
        self.orientation.cell(self.line, along)
    }

    /// Returns all cells of the lane.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (self.bounds.0..self.bounds.1).map(|along| self.cell(along))
    }

    /// Returns the cells that an arrangement covers.
    pub(super) fn covered(&self, arrangement: usize) -> impl Iterator<Item = Cell> + '_ {
        (0..self.vehicles.len()).flat_map(move |member| {
            let offset = self.offset(arrangement, member);
            let cells = offset.map(|offset| offset..offset + self.lengths[member]);
            cells.into_iter().flatten().map(|along| self.cell(along))
        })
    }
}

/// Compiles the lanes of a puzzle that hold vehicles. A removable vehicle has one move, its removal.
pub(super) fn lanes_of(puzzle: &Puzzle, removable: impl Fn(usize) -> bool + Copy) -> Vec<Lane> {
    let mut lanes: Vec<(Orientation, u8, u8, u8, Vec<usize>)> = Vec::new();
    for (index, vehicle) in puzzle.vehicles().iter().enumerate() {
        let (start, end) = run_around(puzzle, vehicle.orientation, vehicle.line(), vehicle.offset());
        let key = (vehicle.orientation, vehicle.line(), start);
        match lanes.iter_mut().find(|(orientation, line, from, ..)| (*orientation, *line, *from) == key) {
            Some((.., members)) => members.push(index),
            None => lanes.push((key.0, key.1, start, end, vec![index])),
        }
    }
    lanes
        .into_iter()
        .map(|(orientation, line, start, end, vehicles)| {
            compile(puzzle, removable, orientation, line, (start, end), vehicles)
        })
        .collect()
}

/// Returns the wall-free run of a line around an offset: its first offset, and the one after its last.
fn run_around(puzzle: &Puzzle, orientation: Orientation, line: u8, offset: u8) -> (u8, u8) {
    let length = puzzle.line_length(orientation);
    let walled = |along: u8| puzzle.walls().contains(&orientation.cell(line, along));
    let start = (0..offset).rev().find(|along| walled(*along)).map_or(0, |wall| wall + 1);
    let end = (offset..length).find(|along| walled(*along)).unwrap_or(length);
    (start, end)
}

/// Finds all arrangements that moves lead to, and the moves between them.
fn compile(
    puzzle: &Puzzle,
    removable: impl Fn(usize) -> bool,
    orientation: Orientation,
    line: u8,
    (start, end): (u8, u8),
    mut vehicles: Vec<usize>,
) -> Lane {
    vehicles.sort_by_key(|index| puzzle.vehicles()[*index].offset());
    let lengths: Vec<u8> = vehicles.iter().map(|index| puzzle.vehicles()[*index].length).collect();
    let farthest = match puzzle.rules().metric {
        Metric::Moves => u8::MAX,
        Metric::Steps => 1,
    };
    let exit = puzzle.exit_cell();
    let valet = puzzle.rules().valet && orientation == puzzle.primary().orientation && line == puzzle.primary().line();
    let count = vehicles.len();
    let mut offsets: Vec<u8> = vehicles.iter().map(|index| puzzle.vehicles()[*index].offset()).collect();
    let mut moves = Vec::new();
    let mut from = 0;
    while from * count < offsets.len() {
        for member in 0..count {
            let here = offsets[from * count + member];
            if here == REMOVED {
                continue;
            }
            if removable(vehicles[member]) {
                let to = successor(&mut offsets, count, from, member, REMOVED);
                moves.push(LaneMove { from, to, member, distance: 0, swept: 0..0 });
                continue;
            }
            // The neighbours that are still on the board bound the move.
            let row = &offsets[from * count..(from + 1) * count];
            let left = (0..member).rev().find(|other| row[*other] != REMOVED);
            let right = (member + 1..count).find(|other| row[*other] != REMOVED);
            let lowest = left.map_or(start, |other| row[other] + lengths[other]);
            let highest = right.map_or(end, |other| row[other]) - lengths[member];
            let back = (1..=here - lowest).map(|cells| -i16::from(cells));
            let forth = (1..=highest - here).map(i16::from);
            for distance in back.chain(forth).filter(|distance| distance.unsigned_abs() <= farthest.into()) {
                let arrived = (i16::from(here) + distance) as u8;
                let touches_exit =
                    (arrived..arrived + lengths[member]).any(|along| orientation.cell(line, along) == exit);
                let taken = valet && touches_exit && vehicles[member] != puzzle.primary_index();
                let to = successor(&mut offsets, count, from, member, if taken { REMOVED } else { arrived });
                let swept =
                    if distance < 0 { arrived..here } else { here + lengths[member]..arrived + lengths[member] };
                moves.push(LaneMove { from, to, member, distance: distance as i8, swept });
            }
        }
        from += 1;
    }
    Lane { vehicles, orientation, line, bounds: (start, end), lengths, offsets, moves }
}

/// Returns the arrangement after one with another offset for one vehicle. It is added if it is new.
fn successor(offsets: &mut Vec<u8>, count: usize, from: usize, member: usize, offset: u8) -> usize {
    let mut next = offsets[from * count..(from + 1) * count].to_vec();
    next[member] = offset;
    offsets.chunks_exact(count).position(|row| row == next.as_slice()).unwrap_or_else(|| {
        offsets.extend_from_slice(&next);
        offsets.len() / count - 1
    })
}
