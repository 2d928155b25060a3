//! The state space of a puzzle: the rules compiled into tables, and positions packed into a few machine words.
//!
//! A lane is a maximal wall-free run of a row or column and the vehicles that move in it. They never pass each other,
//! so the state of a lane is one number: the arrangement of its vehicles. A packed position holds one such number for
//! each lane. For each vehicle and each arrangement of its lane a table lists the moves with the cells that each one
//! enters; a move is legal when these cells are free. Metric, walls, exit, size and valet are all compiled into the
//! tables: when states are expanded, only the fuel in tracked tanks is checked.
//!
//! In const parameters, `N` is the number of 64-bit words of a packed position, `M` that of a set of cells, and `T`
//! that of the packed fuel.

mod board;
mod fuel;
mod lane;
mod lane_space;
mod packed;
mod plan;
mod state_registry;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use board::BoardSpace;
pub(crate) use fuel::FuelSpace;
pub(crate) use lane_space::{LaneSpace, SleepSet, bit_of};
pub(crate) use packed::Packed;
pub(crate) use state_registry::{LOOKUP_BATCH, MAX_STATES, StateRegistry, move_between, path_to};

pub use plan::SpacePlan;
pub(crate) use plan::{SpaceCallback, with_space};

use crate::position::{Move, Position};
use crate::puzzle::Puzzle;

/// Working memory for expanding states.
#[derive(Clone, Debug)]
pub(crate) struct Scratch(Box<[u32; MAX_MOVES]>);

/// A power of two above the moves of any state: each of the 32 lines of the largest board has at most 32 moves.
const MAX_MOVES: usize = 2048;

/// A state space that searches can explore.
pub(crate) trait Space: Sync {
    type State: Copy + Eq + Send;

    /// An unpacked state, ready for expansion.
    type Unpacked: Copy;

    fn start(&self) -> Self::State;

    /// Returns a hash whose high bits are well mixed.
    fn hash(state: &Self::State) -> u64;

    /// Returns whether the primary is at the exit.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Unpacks a state. With the default sleep set, all vehicles are awake.
    fn unpack(&self, state: &Self::State, sleep: SleepSet) -> Self::Unpacked;

    /// Packs a state, and returns its sleep set beside it.
    fn pack(unpacked: &Self::Unpacked) -> (Self::State, SleepSet);

    /// Returns the move that led to an unpacked state; `None` if it was unpacked without a sleep set.
    fn last_move(&self, unpacked: &Self::Unpacked) -> Option<Move>;

    /// Calls `each` for every legal move of the vehicles that are awake, with the successor and the cost: vehicles in
    /// order, left or up first, then by distance.
    fn expand(&self, unpacked: &Self::Unpacked, scratch: &mut Scratch, each: impl FnMut(Self::Unpacked, Move, u32));

    /// Allocates working memory: one for each search.
    fn scratch(&self) -> Scratch;

    /// Writes the state over a position of the same puzzle. Tanks that are not tracked are written as unlimited.
    fn decode(&self, state: &Self::State, position: &mut Position);
}

/// The state space of a puzzle without fuel, in the narrowest words that fit.
#[derive(Clone, Debug)]
pub(crate) enum AnySpace {
    /// Up to 64 cells and 64 bits: 6×6, 7×7, most of 8×8.
    Narrow(LaneSpace<1, 1>),
    /// Up to 128 cells and 128 bits: up to 11×11.
    Middle(LaneSpace<2, 2>),
    /// Up to 16×16.
    Wide(LaneSpace<5, 4>),
}

impl AnySpace {
    pub(crate) fn new(puzzle: &Puzzle) -> AnySpace {
        let lanes = lane::lanes_of(puzzle);
        let cells = usize::from(puzzle.width()) * usize::from(puzzle.height());
        let words = lane_space::words_needed(&lanes);
        match (words, cells) {
            (1, 0..=64) => AnySpace::Narrow(LaneSpace::new(puzzle, lanes)),
            (1..=2, 0..=128) => AnySpace::Middle(LaneSpace::new(puzzle, lanes)),
            _ => AnySpace::Wide(LaneSpace::new(puzzle, lanes)),
        }
    }
}
