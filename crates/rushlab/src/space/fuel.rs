//! A state space with fuel: the fuel left in the tracked tanks is part of the state.
//!
//! A tank that is not tracked is unlimited, so the space is a relaxation of the puzzle. A puzzle that is unsolvable in
//! it is unsolvable, and an optimal solution of it that overdraws no tank is an optimal solution of the puzzle.

use super::lane_space::{LaneSpace, SleepSet, UnpackedPosition};
use super::packed::Packed;
use super::{Scratch, Space};
use crate::position::{Move, Position};
use crate::puzzle::Puzzle;

/// A state: a packed position and the fuel left in the tracked tanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FuelState<const N: usize, const T: usize> {
    packed: Packed<N>,
    tanks: Packed<T>,
}

impl<const N: usize, const T: usize> FuelState<N, T> {
    pub(super) fn packed(&self) -> Packed<N> {
        self.packed
    }
}

/// An unpacked state. Sleep sets work as without fuel: two independent moves burn the same fuel in either order, and a
/// vehicle that moves twice in a row never has more fuel left than after one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnpackedFuelState<const N: usize, const M: usize, const T: usize> {
    unpacked: UnpackedPosition<N, M>,
    tanks: Packed<T>,
}

#[derive(Clone, Copy, Debug)]
struct Tank {
    word: u8,
    shift: u8,
    mask: u32,
}

/// The state space of a puzzle with some tanks tracked.
#[derive(Clone, Debug)]
pub(crate) struct FuelSpace<const N: usize, const M: usize, const T: usize> {
    lanes: LaneSpace<N, M>,
    tanks: Vec<Option<Tank>>,
    full: Packed<T>,
}

/// Returns the number of words that the tracked tanks fill.
pub(crate) fn words_for(puzzle: &Puzzle, tracked: &[bool]) -> usize {
    layout(puzzle, tracked).into_iter().flatten().map(|tank| usize::from(tank.word) + 1).max().unwrap_or(1)
}

fn layout(puzzle: &Puzzle, tracked: &[bool]) -> Vec<Option<Tank>> {
    let (mut word, mut used) = (0, 0);
    let locate = |vehicle: usize| {
        let units = puzzle.tank(vehicle).filter(|_| tracked[vehicle])?;
        let bits = (u16::BITS - units.leading_zeros()).max(1);
        if used + bits > 64 {
            (word, used) = (word + 1, 0);
        }
        let tank = Tank { word, shift: used as u8, mask: (1 << bits) - 1 };
        used += bits;
        Some(tank)
    };
    (0..puzzle.vehicles().len()).map(locate).collect()
}

impl<const N: usize, const M: usize, const T: usize> FuelSpace<N, M, T> {
    pub(crate) fn new(puzzle: &Puzzle, lanes: LaneSpace<N, M>, tracked: &[bool]) -> FuelSpace<N, M, T> {
        let tanks = layout(puzzle, tracked);
        let mut full = Packed::ZERO;
        for (vehicle, tank) in tanks.iter().enumerate() {
            if let (Some(tank), Some(units)) = (tank, puzzle.tank(vehicle)) {
                full |= Packed::placed(units.into(), tank.word.into(), tank.shift.into());
            }
        }
        FuelSpace { lanes, tanks, full }
    }
}

impl<const N: usize, const M: usize, const T: usize> Space for FuelSpace<N, M, T> {
    type State = FuelState<N, T>;
    type Unpacked = UnpackedFuelState<N, M, T>;

    fn start(&self) -> FuelState<N, T> {
        FuelState { packed: self.lanes.start(), tanks: self.full }
    }

    fn hash(state: &FuelState<N, T>) -> u64 {
        (state.packed.hash64().rotate_left(29) ^ state.tanks.hash64()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_goal(&self, state: &FuelState<N, T>) -> bool {
        self.lanes.is_goal(&state.packed)
    }

    fn unpack(&self, state: &FuelState<N, T>, sleep: SleepSet) -> UnpackedFuelState<N, M, T> {
        UnpackedFuelState { unpacked: self.lanes.unpack(&state.packed, sleep), tanks: state.tanks }
    }

    fn pack(unpacked: &UnpackedFuelState<N, M, T>) -> (FuelState<N, T>, SleepSet) {
        let (packed, sleep) = LaneSpace::pack(&unpacked.unpacked);
        (FuelState { packed, tanks: unpacked.tanks }, sleep)
    }

    fn last_move(&self, unpacked: &UnpackedFuelState<N, M, T>) -> Option<Move> {
        self.lanes.last_move(&unpacked.unpacked)
    }

    fn expand(
        &self,
        unpacked: &UnpackedFuelState<N, M, T>,
        scratch: &mut Scratch,
        mut each: impl FnMut(UnpackedFuelState<N, M, T>, Move, u32),
    ) {
        self.lanes.expand(&unpacked.unpacked, scratch, |next, mv, cost| {
            let mut tanks = unpacked.tanks;
            if let Some(Tank { word, shift, mask }) = self.tanks[mv.vehicle] {
                let units = tanks.field(word, shift, mask);
                if units < u32::from(mv.cells) {
                    return;
                }
                tanks.0[usize::from(word)] -= u64::from(mv.cells) << shift;
            }
            each(UnpackedFuelState { unpacked: next, tanks }, mv, cost);
        });
    }

    fn scratch(&self) -> Scratch {
        self.lanes.scratch()
    }

    fn decode(&self, state: &FuelState<N, T>, position: &mut Position) {
        self.lanes.decode(&state.packed, position);
        for (vehicle, tank) in self.tanks.iter().enumerate() {
            if let Some(Tank { word, shift, mask }) = *tank {
                position.fuel[vehicle] = Some(state.tanks.field(word, shift, mask) as u16);
            }
        }
    }
}
