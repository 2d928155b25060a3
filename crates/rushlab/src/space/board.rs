//! A space with tanks in which two positions are the same when their boards are, whatever the tanks hold.
//!
//! The first way that leads to a board decides what is left in its tanks. That is how the course's program saw duplicates; it can miss
//! solutions when fuel binds, which is worth showing to students. Nothing else should use it.

use super::fuel::{FuelSpace, Fuelled, LiveFuelled};
use super::{Rest, Scratch, Space};
use crate::reference::{Move, Position};

/// A position that equals every other one with the same board.
#[derive(Clone, Copy, Debug)]
pub struct OnBoard<const N: usize, const T: usize>(Fuelled<N, T>);

impl<const N: usize, const T: usize> PartialEq for OnBoard<N, T> {
    fn eq(&self, other: &OnBoard<N, T>) -> bool {
        self.0.word() == other.0.word()
    }
}

impl<const N: usize, const T: usize> Eq for OnBoard<N, T> {}

/// The space.
#[derive(Clone, Debug)]
pub struct BoardSpace<const N: usize, const M: usize, const T: usize>(pub FuelSpace<N, M, T>);

impl<const N: usize, const M: usize, const T: usize> Space for BoardSpace<N, M, T> {
    type State = OnBoard<N, T>;
    type Live = LiveFuelled<N, M, T>;

    fn start(&self) -> OnBoard<N, T> {
        OnBoard(self.0.start())
    }

    fn hash(state: &OnBoard<N, T>) -> u64 {
        state.0.word().hash64()
    }

    fn is_goal(&self, state: &OnBoard<N, T>) -> bool {
        self.0.is_goal(&state.0)
    }

    fn wake(&self, state: &OnBoard<N, T>, rest: Rest) -> LiveFuelled<N, M, T> {
        self.0.wake(&state.0, rest)
    }

    fn parts(live: &LiveFuelled<N, M, T>) -> (OnBoard<N, T>, Rest) {
        let (state, rest) = FuelSpace::parts(live);
        (OnBoard(state), rest)
    }

    fn expand(
        &self,
        live: &LiveFuelled<N, M, T>,
        scratch: &mut Scratch,
        each: impl FnMut(LiveFuelled<N, M, T>, Move, u32),
    ) {
        self.0.expand(live, scratch, each);
    }

    fn scratch(&self) -> Scratch {
        self.0.scratch()
    }

    fn place(&self, state: &OnBoard<N, T>, position: &mut Position) {
        self.0.place(&state.0, position);
    }
}
