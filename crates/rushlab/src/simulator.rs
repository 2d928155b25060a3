//! A board that is changed in place, for simulations that play many moves: reinforcement learning, random play.
//!
//! A [`Position`] is a value: each move makes a new one. A simulator changes one board and allocates nothing. The rules are those of
//! [`Position::play`], which a test of the playfield checks move by move.

use crate::genetic::playfield::Playfield;
use crate::position::Position;
use crate::puzzle::Puzzle;

/// A board on which moves are played.
///
/// ```
/// use rushlab::Puzzle;
/// use rushlab::simulator::Simulator;
///
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let mut simulator = Simulator::new(&puzzle);
/// let (a, b, x) = (0, 1, puzzle.primary_index());
/// assert_eq!(simulator.reach(a), [1, 2]);
/// assert!(!simulator.play(x, 3), "B is in the way");
/// assert!(simulator.play(b, 2) && simulator.play(x, 3) && simulator.is_solved());
/// simulator.reset();
/// assert_eq!(simulator.position(), puzzle.start());
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulator {
    playfield: Playfield,
}

impl Simulator {
    /// Creates a simulator at the start of a puzzle.
    pub fn new(puzzle: &Puzzle) -> Simulator {
        Simulator { playfield: Playfield::new(puzzle) }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.playfield.puzzle()
    }

    /// Returns to the start of the puzzle.
    pub fn reset(&mut self) {
        self.playfield.reset();
    }

    /// Returns how many cells a vehicle can move left or up, and right or down; zeros if there is no such vehicle.
    pub fn reach(&self, vehicle: usize) -> [u8; 2] {
        if vehicle < self.puzzle().vehicles().len() { self.playfield.reach(vehicle) } else { [0, 0] }
    }

    /// Moves a vehicle by a number of cells, negative for left and up. Returns whether the move is legal; an illegal move changes nothing.
    pub fn play(&mut self, vehicle: usize, distance: i8) -> bool {
        vehicle < self.puzzle().vehicles().len() && distance != 0 && self.playfield.play(vehicle, distance).is_some()
    }

    /// Whether the primary is at the exit.
    pub fn is_solved(&self) -> bool {
        self.playfield.distance_to_exit() == 0
    }

    /// Returns the offset of each vehicle within its line; `None` for a vehicle that the valet has removed.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = Option<u8>> + '_ {
        self.playfield.offsets()
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.playfield.position(self.playfield.placement())
    }
}
