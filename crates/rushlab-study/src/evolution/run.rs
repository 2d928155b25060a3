//! One run of an evolution, from the first generation to the last.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use rushlab::Puzzle;
use rushlab::random::run_seed;
use rushlab_genetic::{Evolution, EvolvedSolution, Generation, InitialPopulation, OperatorRates, Termination};

use super::GeneticConfiguration;

/// The result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Run {
    /// Why it ended.
    pub ended: StopReason,
    /// The best solution.
    pub solution: Option<EvolvedSolution>,
    /// The last generation.
    pub last: Generation,
    /// Success rates of the genetic operators in all generations.
    pub total: OperatorRates,
    /// Duration in seconds.
    pub seconds: f64,
    /// Best and mean fitness of each generation that has individuals.
    pub fitness: Vec<[f32; 2]>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// There is a solution, and it no longer improves.
    Solved,
    /// The maximum number of generations was reached without a solution.
    GenerationLimit,
    /// The time was over.
    Timeout,
    /// The evolution needed too much memory.
    MemoryLimit,
    /// The user stopped it.
    Interrupted,
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Maximum memory in bytes.
    pub max_memory: u64,
    /// Whether the evolution records how each generation was made; see [`Evolution::trace`].
    pub tracing: bool,
    /// The first generation; if there is none, the algorithm makes it.
    pub initial: Option<Arc<InitialPopulation>>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { max_memory: u64::MAX, tracing: false, initial: None }
    }
}

impl GeneticConfiguration {
    /// Runs several evolutions of a puzzle. Run N of every configuration has the same seed, derived from `seed`.
    pub fn runs(&self, puzzle: &Puzzle, seed: u64, number: u32) -> Vec<Run> {
        let run = |number: u32| {
            let seed = run_seed(seed, number.into());
            self.run(puzzle, seed, &RunOptions::default(), |_| ControlFlow::Continue(()))
        };
        (0..number).map(run).collect()
    }

    /// Runs an evolution of a puzzle. The observer receives every generation, the first one included, and can stop the
    /// run with a reason.
    pub fn run(
        &self,
        puzzle: &Puzzle,
        seed: u64,
        options: &RunOptions,
        mut observer: impl FnMut(&Evolution) -> ControlFlow<StopReason>,
    ) -> Run {
        let started = Instant::now();
        let (algorithm, values) = (self.algorithm, self.values.clone());
        let mut evolution = match &options.initial {
            Some(initial) => Evolution::with_initial(puzzle, algorithm, values, seed, initial),
            None => Evolution::new(puzzle, algorithm, values, seed),
        };
        evolution.set_tracing(options.tracing);
        let mut fitness = Vec::new();
        let ended = loop {
            let generation = evolution.generation();
            if generation.population > 0 {
                fitness.push([generation.best as f32, generation.mean as f32]);
            }
            let observed = observer(&evolution);
            match (evolution.termination(), observed) {
                (Some(Termination::Solved), _) => break StopReason::Solved,
                (Some(Termination::GenerationLimit), _) => break StopReason::GenerationLimit,
                (None, ControlFlow::Break(reason)) => break reason,
                (None, _) if evolution.estimated_bytes() > options.max_memory => break StopReason::MemoryLimit,
                (None, _) => {}
            }
            evolution.next_generation();
        };
        // A run that reached a limit while improving a solution has solved the puzzle.
        let at_limit = matches!(ended, StopReason::Timeout | StopReason::MemoryLimit);
        let solved = at_limit && evolution.solution().is_some();
        Run {
            ended: if solved { StopReason::Solved } else { ended },
            solution: evolution.solution().cloned(),
            last: evolution.generation().clone(),
            total: evolution.operator_totals(),
            seconds: started.elapsed().as_secs_f64(),
            fitness,
        }
    }
}
