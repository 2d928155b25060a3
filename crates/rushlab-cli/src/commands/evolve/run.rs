//! One run of an evolution, from the first generation to the last.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rushlab::Puzzle;
use rushlab::genetic::{Evolution, EvolvedSolution, Generation, OperatorRates, ParameterValues, Termination, run_seed};

use super::live::LiveDisplay;
use super::table::{self, Place};
use super::{individuals, trace};
use crate::arguments::EvolveOptions;
use crate::input::InputPuzzle;
use crate::watchdog::{self, Watchdog};

/// A run that is not started yet.
#[derive(Clone)]
pub(super) struct Job {
    /// The puzzle's name in results.
    pub(super) id: String,
    /// The place in the table.
    pub(super) place: Arc<Place>,
    pub(super) puzzle: Arc<Puzzle>,
    /// The number of the run, from 0.
    pub(super) number: u32,
    pub(super) seed: u64,
}

impl Job {
    /// Returns all runs of a puzzle.
    pub(super) fn all(options: &EvolveOptions, item: InputPuzzle<'_>) -> impl Iterator<Item = Job> + use<> {
        let (id, place) = (item.origin.id(), Arc::new(Place::of(&item.origin)));
        let (seed, runs) = (options.seed, options.runs());
        let puzzle = Arc::new(table::with_metric(options, item.origin.input, item.puzzle));
        let job = Job { id, place, puzzle, number: 0, seed };
        (0..runs).map(move |number| Job { number, seed: run_seed(seed, number.into()), ..job.clone() })
    }
}

/// The result of a run.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) ended: StopReason,
    pub(super) solution: Option<EvolvedSolution>,
    /// The last generation.
    pub(super) last: Generation,
    pub(super) total: OperatorRates,
    pub(super) seconds: f64,
    /// All generations, if there is a log or a plot.
    pub(super) generations: Vec<Generation>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    Solved,
    GenerationLimit,
    Timeout,
    Interrupted,
}

pub(super) fn evolve(options: &EvolveOptions, values: &ParameterValues, job: &Job, live: &LiveDisplay) -> Run {
    let started = Instant::now();
    let watchdog = Watchdog::until(options.limits.deadline());
    let needs_history = options.log.is_some() || options.plot.is_some();
    let mut evolution = Evolution::new(&job.puzzle, options.algorithm, values.clone(), job.seed);
    evolution.set_tracing(options.trace);
    let mut generations = Vec::new();
    let displayed = live.start_run();
    let ended = loop {
        if needs_history {
            generations.push(evolution.generation().clone());
        }
        displayed.show(job, &evolution);
        if options.individuals {
            live.line().suspend(|| individuals::print(options, &evolution));
        }
        if options.trace {
            live.line().suspend(|| trace::print(options, job, &evolution));
        }
        match (evolution.termination(), watchdog.stop_reason()) {
            (Some(Termination::Solved), _) => break StopReason::Solved,
            (Some(Termination::GenerationLimit), _) => break StopReason::GenerationLimit,
            (None, Some(watchdog::StopReason::Interrupted)) => break StopReason::Interrupted,
            (None, Some(_)) => break StopReason::Timeout,
            (None, None) => {}
        }
        if let Some(pace) = options.pace {
            thread::sleep(pace.0);
        }
        evolution.next_generation();
    };
    // A run that reached its time limit while improving a solution has solved the puzzle.
    let solved = ended == StopReason::Timeout && evolution.solution().is_some();
    Run {
        ended: if solved { StopReason::Solved } else { ended },
        solution: evolution.solution().cloned(),
        last: evolution.generation().clone(),
        total: evolution.operator_totals(),
        seconds: started.elapsed().as_secs_f64(),
        generations,
    }
}
