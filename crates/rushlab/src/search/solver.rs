//! The short way to run a search.

use super::{Algorithm, DEFAULT, Duplicates, Limits, Observer, Outcome, Task};
use crate::heuristic::Heuristic;
use crate::puzzle::Puzzle;

/// A search that is about to run. By default it is the fastest optimal one, without limits.
///
/// ```
/// use rushlab::{Puzzle, Solver, heuristic, search};
///
/// let puzzle: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse()?;
/// let outcome = Solver::new(&puzzle).algorithm(search::ASTAR).heuristic(heuristic::H4).run();
/// assert_eq!(outcome.cost(), Some(25));
/// assert!(outcome.is_optimal());
/// # Ok::<(), rushlab::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    algorithm: &'a dyn Algorithm,
    task: Task<'a>,
}

impl<'a> Solver<'a> {
    /// Creates a solver for a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Solver<'a> {
        Solver { algorithm: DEFAULT, task: Task::new(puzzle) }
    }

    /// Sets the algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: &'a dyn Algorithm) -> Solver<'a> {
        Solver { algorithm, ..self }
    }

    /// Sets the heuristic used by informed searches.
    #[must_use]
    pub fn heuristic(self, heuristic: &'a dyn Heuristic) -> Solver<'a> {
        Solver { task: Task { heuristic, ..self.task }, ..self }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Solver<'a> {
        Solver { task: Task { limits, ..self.task }, ..self }
    }

    /// Sets the rule for duplicate detection.
    #[must_use]
    pub fn duplicates(self, duplicates: Duplicates) -> Solver<'a> {
        Solver { task: Task { duplicates, ..self.task }, ..self }
    }

    /// Sets the random seed of algorithms that use random numbers.
    #[must_use]
    pub fn seed(self, seed: u64) -> Solver<'a> {
        Solver { task: Task { seed, ..self.task }, ..self }
    }

    /// Runs the search.
    pub fn run(self) -> Outcome {
        self.run_with(&mut ())
    }

    /// Runs the search with an observer.
    pub fn run_with(self, observer: &mut dyn Observer) -> Outcome {
        self.algorithm.run(&self.task, observer)
    }
}
