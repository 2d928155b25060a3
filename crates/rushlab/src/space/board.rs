//! A state space with fuel in which two states are equal if their boards are equal; fuel is ignored.
//!
//! The first path to a board decides how much fuel is left on it. The COMP 472 program detects duplicates in this way.
//! It can miss solutions if a tank can become empty. Only [`Duplicates::Board`](crate::search::Duplicates::Board) uses
//! this space.

use super::fuel::{FuelSpace, FuelState, UnpackedFuelState};
use super::{Scratch, SleepSet, Space};
use crate::position::{Move, Position};

/// A state that equals every other state with the same board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardState<const N: usize, const T: usize>(FuelState<N, T>);

impl<const N: usize, const T: usize> PartialEq for BoardState<N, T> {
    fn eq(&self, other: &BoardState<N, T>) -> bool {
        self.0.packed() == other.0.packed()
    }
}

impl<const N: usize, const T: usize> Eq for BoardState<N, T> {}

#[derive(Clone, Debug)]
pub(crate) struct BoardSpace<const N: usize, const M: usize, const T: usize>(pub FuelSpace<N, M, T>);

impl<const N: usize, const M: usize, const T: usize> Space for BoardSpace<N, M, T> {
    type State = BoardState<N, T>;
    type Unpacked = UnpackedFuelState<N, M, T>;

    fn start(&self) -> BoardState<N, T> {
        BoardState(self.0.start())
    }

    fn hash(state: &BoardState<N, T>) -> u64 {
        state.0.packed().hash64()
    }

    fn is_goal(&self, state: &BoardState<N, T>) -> bool {
        self.0.is_goal(&state.0)
    }

    fn unpack(&self, state: &BoardState<N, T>, sleep: SleepSet) -> UnpackedFuelState<N, M, T> {
        self.0.unpack(&state.0, sleep)
    }

    fn pack(unpacked: &UnpackedFuelState<N, M, T>) -> (BoardState<N, T>, SleepSet) {
        let (state, sleep) = FuelSpace::pack(unpacked);
        (BoardState(state), sleep)
    }

    fn last_move(&self, unpacked: &UnpackedFuelState<N, M, T>) -> Option<Move> {
        self.0.last_move(unpacked)
    }

    fn expand(
        &self,
        unpacked: &UnpackedFuelState<N, M, T>,
        scratch: &mut Scratch,
        each: impl FnMut(UnpackedFuelState<N, M, T>, Move, u32),
    ) {
        self.0.expand(unpacked, scratch, each);
    }

    fn scratch(&self) -> Scratch {
        self.0.scratch()
    }

    fn decode(&self, state: &BoardState<N, T>, position: &mut Position) {
        self.0.decode(&state.0, position);
    }
}
