//! A given first generation, in place of the one that an algorithm makes.

use rushlab::position::{Move, Position};
use rushlab::puzzle::Puzzle;

use super::Method;
use super::trace::{Failure, FailureReason};

/// A first generation of given individuals, each of which is legal for its puzzle and algorithm.
///
/// ```
/// use rushlab_genetic::{Evolution, InitialPopulation, Method, ParameterValues, Setting};
///
/// let puzzle: rushlab::Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let list = rushlab::notation::read("BD2", None)?;
/// let moves: Vec<_> = rushlab::position::replay(&puzzle, &list).played.into_iter().map(|(mv, _)| mv).collect();
/// let initial = InitialPopulation::new(&puzzle, Method::Schlegel, vec![moves.clone(), moves])?;
/// let values = ParameterValues::new(Method::Schlegel, Setting::Faithful);
/// let evolution = Evolution::with_initial(&puzzle, Method::Schlegel, values, 1, &initial);
/// assert_eq!((evolution.generation().population, evolution.generation().mean), (2, 100.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialPopulation {
    sequences: Vec<Vec<Move>>,
}

/// Why given individuals are not a first generation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{failure}")]
#[non_exhaustive]
pub struct InitialError {
    /// The index of the individual.
    pub index: usize,
    /// Why it is not legal.
    pub failure: Failure,
}

impl InitialPopulation {
    /// Returns the individuals whose moves are given: sequences (Schlegel), or the paths to boards (GRH).
    ///
    /// # Errors
    ///
    /// Fails at the first individual that is not legal. In a sequence of Schlegel's, no vehicle moves twice in a row.
    pub fn new(puzzle: &Puzzle, method: Method, sequences: Vec<Vec<Move>>) -> Result<InitialPopulation, InitialError> {
        for (index, moves) in sequences.iter().enumerate() {
            check(puzzle, method, moves).map_err(|failure| InitialError { index, failure })?;
        }
        Ok(InitialPopulation { sequences })
    }

    /// Returns the number of individuals.
    pub fn size(&self) -> usize {
        self.sequences.len()
    }

    pub(super) fn sequences(&self) -> &[Vec<Move>] {
        &self.sequences
    }
}

fn check(puzzle: &Puzzle, method: Method, moves: &[Move]) -> Result<(), Failure> {
    let mut position = Position::start(puzzle);
    for (index, mv) in moves.iter().enumerate() {
        let failed = |reason| Failure { move_number: Some(index + 1), reason };
        let is_second = index > 0 && moves[index - 1].vehicle == mv.vehicle;
        if method == Method::Schlegel && is_second {
            return Err(failed(FailureReason::MovesTwice(puzzle.vehicles()[mv.vehicle].label)));
        }
        position = position.play(*mv).map_err(|reason| failed(reason.into()))?;
    }
    Ok(())
}
