//! A space with tanks: the fuel that some vehicles have left is part of the position.
//!
//! Only the tanks that are asked for are in it. A tank that is left out never runs dry, so the space is a relaxation: what is
//! unsolvable in it is unsolvable, and a shortest solution of it that no tank forbids is a shortest solution.

use super::lanes::{LaneSpace, LiveWord, Rest};
use super::packed::Packed;
use super::{Scratch, Space};
use crate::puzzle::Puzzle;
use crate::reference::{Move, Position};

/// A position and what the tanks hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fuelled<const N: usize, const T: usize> {
    word: Packed<N>,
    tanks: Packed<T>,
}

impl<const N: usize, const T: usize> Fuelled<N, T> {
    /// The board alone.
    pub(super) fn word(&self) -> Packed<N> {
        self.word
    }
}

/// A position about to be expanded. Vehicles rest as they do without tanks: moves of two vehicles burn the same in either order, and
/// a vehicle that moves twice in a row has never more left than after one move.
#[derive(Clone, Copy, Debug)]
pub struct LiveFuelled<const N: usize, const M: usize, const T: usize> {
    live: LiveWord<N, M>,
    tanks: Packed<T>,
}

/// Where a vehicle's tank is in the word of tanks.
#[derive(Clone, Copy, Debug)]
struct Tank {
    limb: u8,
    shift: u8,
    mask: u32,
}

/// The space of a puzzle, with some tanks.
#[derive(Clone, Debug)]
pub struct FuelSpace<const N: usize, const M: usize, const T: usize> {
    lanes: LaneSpace<N, M>,
    tanks: Vec<Option<Tank>>,
    full: Packed<T>,
}

/// How many limbs the tanks of some vehicles fill.
pub fn limbs_for(puzzle: &Puzzle, tracked: &[bool]) -> usize {
    places(puzzle, tracked).into_iter().flatten().map(|tank| usize::from(tank.limb) + 1).max().unwrap_or(1)
}

fn places(puzzle: &Puzzle, tracked: &[bool]) -> Vec<Option<Tank>> {
    let (mut limb, mut used) = (0, 0);
    let place = |vehicle: usize| {
        let units = puzzle.tank(vehicle).filter(|_| tracked[vehicle])?;
        let bits = (u16::BITS - units.leading_zeros()).max(1);
        if used + bits > 64 {
            (limb, used) = (limb + 1, 0);
        }
        let tank = Tank { limb, shift: used as u8, mask: (1 << bits) - 1 };
        used += bits;
        Some(tank)
    };
    (0..puzzle.vehicles().len()).map(place).collect()
}

impl<const N: usize, const M: usize, const T: usize> FuelSpace<N, M, T> {
    /// Adds the tanks of the tracked vehicles to a space.
    pub fn new(puzzle: &Puzzle, lanes: LaneSpace<N, M>, tracked: &[bool]) -> FuelSpace<N, M, T> {
        let tanks = places(puzzle, tracked);
        let mut full = Packed::ZERO;
        for (vehicle, tank) in tanks.iter().enumerate() {
            if let (Some(tank), Some(units)) = (tank, puzzle.tank(vehicle)) {
                full |= Packed::placed(units.into(), tank.limb.into(), tank.shift.into());
            }
        }
        FuelSpace { lanes, tanks, full }
    }
}

impl<const N: usize, const M: usize, const T: usize> Space for FuelSpace<N, M, T> {
    type State = Fuelled<N, T>;
    type Live = LiveFuelled<N, M, T>;

    fn start(&self) -> Fuelled<N, T> {
        Fuelled { word: self.lanes.start(), tanks: self.full }
    }

    fn hash(state: &Fuelled<N, T>) -> u64 {
        (state.word.hash64().rotate_left(29) ^ state.tanks.hash64()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn is_goal(&self, state: &Fuelled<N, T>) -> bool {
        self.lanes.is_goal(&state.word)
    }

    fn wake(&self, state: &Fuelled<N, T>, rest: Rest) -> LiveFuelled<N, M, T> {
        LiveFuelled { live: self.lanes.wake(&state.word, rest), tanks: state.tanks }
    }

    fn parts(live: &LiveFuelled<N, M, T>) -> (Fuelled<N, T>, Rest) {
        let (word, rest) = LaneSpace::parts(&live.live);
        (Fuelled { word, tanks: live.tanks }, rest)
    }

    fn expand(
        &self,
        live: &LiveFuelled<N, M, T>,
        scratch: &mut Scratch,
        mut each: impl FnMut(LiveFuelled<N, M, T>, Move, u32),
    ) {
        self.lanes.expand(&live.live, scratch, |next, mv, cost| {
            let mut tanks = live.tanks;
            if let Some(Tank { limb, shift, mask }) = self.tanks[mv.vehicle] {
                let units = tanks.field(limb, shift, mask);
                if units < u32::from(mv.cells) {
                    return;
                }
                tanks.0[usize::from(limb)] -= u64::from(mv.cells) << shift;
            }
            each(LiveFuelled { live: next, tanks }, mv, cost);
        });
    }

    fn scratch(&self) -> Scratch {
        self.lanes.scratch()
    }

    fn place(&self, state: &Fuelled<N, T>, position: &mut Position) {
        self.lanes.place(&state.word, position);
        for (vehicle, tank) in self.tanks.iter().enumerate() {
            if let Some(Tank { limb, shift, mask }) = *tank {
                position.fuel[vehicle] = Some(state.tanks.field(limb, shift, mask) as u16);
            }
        }
    }
}
