//! Lanes: maximal wall-free runs of a row or column, the arrangements of their vehicles, and the moves between them.

use crate::puzzle::{Cell, Metric, Orientation, Puzzle, Run};

/// The offset of a vehicle that the valet has removed.
const REMOVED: u8 = u8::MAX;

/// A compiled lane. Arrangement 0 is the one at the start of the puzzle.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    /// The indices of its vehicles in the puzzle, from left to right or from top to bottom.
    pub(super) vehicles: Vec<usize>,
    orientation: Orientation,
    run: Run,
    lengths: Vec<u8>,
    /// The offsets of the vehicles, arrangement by arrangement.
    offsets: Vec<u8>,
    pub(super) moves: Vec<LaneMove>,
}

/// A move from one arrangement to another, regardless of vehicles that cross the lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneMove {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The index of the vehicle within the lane.
    pub(super) member: usize,
    /// The signed distance: positive for right and down.
    pub(super) distance: i8,
    /// The first and the last cell that the vehicle enters, as indices within the line.
    pub(super) swept: (u8, u8),
}

impl Lane {
    pub(super) fn arrangements(&self) -> usize {
        self.offsets.len() / self.vehicles.len()
    }

    /// Returns whether every move can be undone by a move: no vehicle is ever removed.
    pub(super) fn is_reversible(&self) -> bool {
        !self.offsets.contains(&REMOVED)
    }

    /// Returns the offset of a vehicle in an arrangement; `None` if the valet has removed it.
    pub(super) fn offset(&self, arrangement: usize, member: usize) -> Option<u8> {
        Some(self.offsets[arrangement * self.vehicles.len() + member]).filter(|offset| *offset != REMOVED)
    }

    pub(super) fn cell(&self, along: u8) -> Cell {
        self.orientation.cell(self.run.line, along)
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (self.run.offset..self.run.end()).map(|along| self.cell(along))
    }

    pub(super) fn covered(&self, arrangement: usize) -> impl Iterator<Item = Cell> + '_ {
        (0..self.vehicles.len()).flat_map(move |member| {
            let offset = self.offset(arrangement, member);
            let cells = offset.map(|offset| offset..offset + self.lengths[member]);
            cells.into_iter().flatten().map(|along| self.cell(along))
        })
    }
}

/// Compiles the lanes of a puzzle that hold vehicles.
pub(super) fn lanes_of(puzzle: &Puzzle) -> Vec<Lane> {
    let mut lanes: Vec<(Orientation, Run, Vec<usize>)> = Vec::new();
    for (index, vehicle) in puzzle.vehicles().iter().enumerate() {
        let key = (vehicle.orientation, puzzle.run_of(vehicle));
        match lanes.iter_mut().find(|(orientation, run, _)| (*orientation, *run) == key) {
            Some((.., members)) => members.push(index),
            None => lanes.push((key.0, key.1, vec![index])),
        }
    }
    lanes.into_iter().map(|(orientation, run, members)| compile(puzzle, orientation, run, members)).collect()
}

/// Finds all arrangements that moves lead to, and the moves between them.
fn compile(puzzle: &Puzzle, orientation: Orientation, run: Run, mut vehicles: Vec<usize>) -> Lane {
    vehicles.sort_by_key(|index| puzzle.vehicles()[*index].offset());
    let lengths: Vec<u8> = vehicles.iter().map(|index| puzzle.vehicles()[*index].length).collect();
    let farthest = match puzzle.rules().metric {
        Metric::Moves => u8::MAX,
        Metric::Steps => 1,
    };
    let removal_offsets: Vec<Option<u8>> = vehicles.iter().map(|index| puzzle.removal_offset(*index)).collect();
    let count = vehicles.len();
    let mut offsets: Vec<u8> = vehicles.iter().map(|index| puzzle.vehicles()[*index].offset()).collect();
    let mut moves = Vec::with_capacity(32);
    let mut from = 0;
    while from * count < offsets.len() {
        for member in 0..count {
            let here = offsets[from * count + member];
            if here == REMOVED {
                continue;
            }
            // The neighbours that are still on the board bound the move.
            let row = &offsets[from * count..(from + 1) * count];
            let left = (0..member).rev().find(|other| row[*other] != REMOVED);
            let right = (member + 1..count).find(|other| row[*other] != REMOVED);
            let lowest = left.map_or(run.offset, |other| row[other] + lengths[other]);
            let highest = right.map_or(run.end(), |other| row[other]) - lengths[member];
            let back = (1..=here - lowest).map(|cells| -i16::from(cells));
            let forth = (1..=highest - here).map(i16::from);
            for distance in back.chain(forth).filter(|distance| distance.unsigned_abs() <= farthest.into()) {
                let arrived = (i16::from(here) + distance) as u8;
                let is_removed = removal_offsets[member] == Some(arrived);
                let to = successor(&mut offsets, count, from, member, if is_removed { REMOVED } else { arrived });
                let swept = if distance < 0 {
                    (arrived, here - 1)
                } else {
                    (here + lengths[member], arrived + lengths[member] - 1)
                };
                moves.push(LaneMove { from, to, member, distance: distance as i8, swept });
            }
        }
        from += 1;
    }
    Lane { vehicles, orientation, run, lengths, offsets, moves }
}

/// Returns the arrangement after one with another offset for one vehicle. It is added if it is new.
fn successor(offsets: &mut Vec<u8>, count: usize, from: usize, member: usize, offset: u8) -> usize {
    let row = &offsets[from * count..(from + 1) * count];
    let expected = |index: usize| if index == member { offset } else { row[index] };
    let is_next = |other: &[u8]| other.iter().enumerate().all(|(index, offset)| *offset == expected(index));
    if let Some(known) = offsets.chunks_exact(count).position(is_next) {
        return known;
    }
    let added = offsets.len() / count;
    offsets.extend_from_within(from * count..(from + 1) * count);
    offsets[added * count + member] = offset;
    added
}
