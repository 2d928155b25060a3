//! The searches of `rushlab train`, on several threads.

use std::time::Instant;

use rushlab::Puzzle;
use rushlab::heuristic::Expression;
use rushlab_genetic::{TrainingPuzzle, Trial};
use rushlab_study::parallel::{self, Cancelled};

use crate::arguments::TrainOptions;
use crate::interrupt;
use crate::watchdog::Watchdog;

/// The states of a search for the reference of a puzzle, unless the user gives a limit.
const MAX_STATES: u64 = 200_000;

/// How the searches are run.
pub(super) struct Work<'a> {
    options: &'a TrainOptions,
    threads: usize,
    deadline: Option<Instant>,
}

impl<'a> Work<'a> {
    pub(super) fn new(options: &'a TrainOptions) -> Work<'a> {
        Work { options, threads: options.threads.count(), deadline: options.limits.deadline() }
    }

    /// Returns what IDA* with `h4` needs for each of the puzzles that it solves.
    pub(super) fn references(&self, puzzles: Vec<Puzzle>) -> Vec<TrainingPuzzle> {
        let mut limits = self.options.limits.per_search(self.threads);
        limits.states = self.options.limits.max_states.unwrap_or(MAX_STATES);
        let solve = |puzzle: Puzzle| TrainingPuzzle::new(&puzzle, limits, &mut Watchdog::until(self.deadline));
        self.map(puzzles, solve).into_iter().flatten().collect()
    }

    /// Returns the fitness of expressions; `None` if the work was stopped.
    pub(super) fn fitness(&self, training: &[TrainingPuzzle], expressions: &[Expression]) -> Option<Vec<f64>> {
        let mean = |expression: &Expression| {
            let trials: Option<Vec<Trial>> =
                training.iter().map(|puzzle| puzzle.trial(expression, &|| self.is_stopped())).collect();
            trials.map(|trials| trials.iter().map(|trial| trial.score).sum::<f64>() / trials.len() as f64)
        };
        self.map(expressions.iter().collect(), mean).into_iter().collect()
    }

    /// Returns the trials of an expression.
    pub(super) fn trials(&self, puzzles: &[TrainingPuzzle], expression: &Expression) -> Vec<Trial> {
        self.map(puzzles.iter().collect(), |puzzle: &TrainingPuzzle| puzzle.trial(expression, &|| false))
            .into_iter()
            .flatten()
            .collect()
    }

    fn is_stopped(&self) -> bool {
        interrupt::requested() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Returns the results in the order of the tasks.
    fn map<T: Send, R: Send>(&self, tasks: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
        let mut results = Vec::with_capacity(tasks.len());
        let done = parallel::in_order::<_, _, Cancelled>(
            self.threads,
            |submit| tasks.into_iter().try_for_each(submit),
            work,
            |result| {
                results.push(result);
                Ok(())
            },
        );
        debug_assert!(done.is_ok(), "no task fails");
        results
    }
}
