//! The way to run a search.

use super::{Algorithm, DEFAULT, Duplicates, Limits, Observer, Outcome, Task};
use crate::heuristic::Heuristic;
use crate::puzzle::Puzzle;

/// Configures and runs a search. The default is the fastest optimal algorithm without limits.
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
///
/// On large boards a search without limits can run for a very long time and use all memory: set
/// [`limits`](Solver::limits), or stop it with an [`Observer`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use rushlab::search::{BFS, Limit, Progress};
/// use rushlab::{Limits, Observer, Puzzle, Solver, Status};
///
/// /// Stops a search after 1,000 expanded positions.
/// struct StopEarly;
///
/// impl Observer for StopEarly {
///     fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
///         if progress.statistics.expanded < 1_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
///     }
/// }
///
/// let puzzle: Puzzle = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K".parse()?;
/// let solver = Solver::new(&puzzle).algorithm(BFS);
/// assert_eq!(solver.limits(Limits::states(1_000)).run().status, Status::Limit(Limit::States));
/// assert_eq!(solver.run_with(&mut StopEarly).status, Status::Interrupted);
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

    /// Sets the number of threads that the search may use (feature `parallel`). The result is the same for any number.
    /// `auto` uses them on puzzles with many positions.
    #[must_use]
    pub fn threads(self, threads: usize) -> Solver<'a> {
        Solver { task: Task { threads, ..self.task }, ..self }
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
