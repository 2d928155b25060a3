//! The compiled puzzle: rules become tables, and a position becomes one small word.
//!
//! A lane is a maximal wall-free run of a row or column and the vehicles that move in it. They never pass each other, so a lane's
//! state is one number: which arrangement of its vehicles. A position is the lanes' numbers packed into a word. For each vehicle and
//! each arrangement of its lane a table holds the moves there are, each with the cells it sweeps; a move is legal when these are
//! free. Metric, walls, exit, size and valet are all in the tables: no rule appears where positions are expanded.

mod board;
mod fuel;
mod lane;
mod lanes;
mod packed;

pub use board::{BoardSpace, OnBoard};
pub use fuel::{FuelSpace, Fuelled, LiveFuelled, limbs_for as fuel_limbs};
pub use lanes::{LaneSpace, LiveWord, Rest};
pub use packed::Packed;

use crate::puzzle::Puzzle;
use crate::reference::{Move, Position};

/// Room to expand positions in.
#[derive(Clone, Debug)]
pub struct Scratch(Box<[u32; ROOM]>);

/// A power of two above the moves of any position: each of the 32 lines of the largest board has at most twice 16 of them.
const ROOM: usize = 2048;

/// What a search needs to know of a puzzle.
pub trait Space {
    /// A position, packed.
    type State: Copy + Eq;

    /// A position about to be expanded.
    type Live: Copy;

    /// Where the puzzle begins.
    fn start(&self) -> Self::State;

    /// A number whose high bits are well mixed.
    fn hash(state: &Self::State) -> u64;

    /// Whether the primary is at the exit.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A position about to be expanded, with some vehicles at rest; by default all are awake.
    fn wake(&self, state: &Self::State, rest: Rest) -> Self::Live;

    /// The position, and its vehicles at rest.
    fn parts(live: &Self::Live) -> (Self::State, Rest);

    /// Calls back for each legal move of the vehicles that do not rest, with the position it leads to and its cost: vehicles in
    /// order, left or up first, then by distance.
    fn expand(&self, live: &Self::Live, scratch: &mut Scratch, each: impl FnMut(Self::Live, Move, u32));

    /// Room to expand in: one for each search.
    fn scratch(&self) -> Scratch;

    /// The position in plain numbers, written over another one of the same puzzle. Tanks that are not in the space never run dry.
    fn place(&self, state: &Self::State, position: &mut Position);
}

/// The space of a puzzle, in the narrowest word that fits. Tanks are not in it: who needs them wraps it.
#[derive(Clone, Debug)]
pub enum AnySpace {
    /// Up to 64 cells and 64 bits: 6×6, 7×7, most of 8×8.
    Narrow(LaneSpace<1, 1>),
    /// Up to 128 cells and 128 bits: up to 11×11.
    Middle(LaneSpace<2, 2>),
    /// Up to 16×16.
    Wide(LaneSpace<5, 4>),
}

impl AnySpace {
    /// Compiles a puzzle.
    pub fn new(puzzle: &Puzzle) -> AnySpace {
        let lanes = lane::lanes_of(puzzle);
        let cells = usize::from(puzzle.width()) * usize::from(puzzle.height());
        let limbs = lanes::limbs_needed(&lanes);
        match (limbs, cells) {
            (1, 0..=64) => AnySpace::Narrow(LaneSpace::new(puzzle, lanes)),
            (1..=2, 0..=128) => AnySpace::Middle(LaneSpace::new(puzzle, lanes)),
            _ => AnySpace::Wide(LaneSpace::new(puzzle, lanes)),
        }
    }
}
