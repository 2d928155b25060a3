//! One run of an evolution, from the first generation to the last.

use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use rushlab::Puzzle;
use rushlab::random::run_seed;
use rushlab::search::Limits;
use rushlab_genetic::{Evolution, EvolvedSolution, Generation, OperatorRates, Termination};

use super::configuration::Configuration;
use super::live::LiveDisplay;
use super::table::{self, Place};
use super::{individuals, statistics, trace};
use crate::arguments::EvolveOptions;
use crate::input::InputPuzzle;
use crate::interrupt;
use crate::watchdog::{self, Watchdog};

/// How often a pause checks whether the run must stop.
const PAUSE_CHECK: Duration = Duration::from_millis(50);

/// A run that is not started yet.
#[derive(Clone)]
pub(super) struct Job {
    /// The puzzle's name in results.
    pub(super) id: String,
    /// The place in the table.
    pub(super) place: Arc<Place>,
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) configuration: Arc<Configuration>,
    /// The number of the run, from 0.
    pub(super) number: u32,
    /// The random seed; the same for run N of every configuration.
    pub(super) seed: u64,
    /// Whether this is the last run of the puzzle.
    pub(super) is_last: bool,
    /// The cost of a shortest solution, shared by all runs of the puzzle.
    optimum: Arc<OnceLock<Option<u32>>>,
}

impl Job {
    /// Returns all runs of a puzzle.
    pub(super) fn all(
        options: &EvolveOptions,
        configurations: &[Arc<Configuration>],
        item: InputPuzzle<'_>,
    ) -> impl Iterator<Item = Job> {
        let id = item.origin.id();
        let (place, optimum) = (Arc::new(Place::of(&item.origin)), Arc::default());
        let puzzle = Arc::new(table::with_metric(options, item.origin.input, item.puzzle));
        let (seed, runs, last) = (options.seed, options.runs(), configurations.len() - 1);
        configurations.iter().enumerate().flat_map(move |(index, configuration)| {
            let job = Job {
                id: id.clone(),
                place: Arc::clone(&place),
                puzzle: Arc::clone(&puzzle),
                configuration: Arc::clone(configuration),
                number: 0,
                seed,
                is_last: false,
                optimum: Arc::clone(&optimum),
            };
            (0..runs).map(move |number| {
                let is_last = index == last && number + 1 == runs;
                Job { number, seed: run_seed(seed, number.into()), is_last, ..job.clone() }
            })
        })
    }

    /// Returns whether this is the last run of the puzzle in its configuration.
    pub(super) fn ends_configuration(&self, options: &EvolveOptions) -> bool {
        self.number + 1 == options.runs()
    }

    /// Searches for a shortest solution, once for all runs of the puzzle.
    pub(super) fn find_optimum(&self, limits: Limits) {
        self.optimum.get_or_init(|| statistics::optimum(&self.puzzle, limits));
    }

    /// Returns the cost of a shortest solution, if it was found.
    pub(super) fn known_optimum(&self) -> Option<u32> {
        self.optimum.get().copied().flatten()
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
    /// All generations, if there is a log.
    pub(super) generations: Vec<Generation>,
    /// The best and mean fitness of each generation that has individuals, if there is a plot.
    pub(super) fitness: Vec<[f32; 2]>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    Solved,
    GenerationLimit,
    Timeout,
    MemoryLimit,
    Interrupted,
}

/// Runs an evolution with at most this much memory in bytes. Returns `None` if Ctrl-C was pressed before.
pub(super) fn evolve(options: &EvolveOptions, job: &Job, max_memory: u64, live: &LiveDisplay) -> Option<Run> {
    if interrupt::requested() {
        return None;
    }
    let started = Instant::now();
    let watchdog = Watchdog::until(options.limits.deadline());
    let Configuration { algorithm, values, .. } = &*job.configuration;
    let mut evolution = Evolution::new(&job.puzzle, *algorithm, values.clone(), job.seed);
    evolution.set_tracing(options.trace);
    let (mut generations, mut fitness) = (Vec::new(), Vec::new());
    let displayed = live.start_run();
    let ended = loop {
        let generation = evolution.generation();
        if options.log.is_some() {
            generations.push(generation.clone());
        }
        if options.plot.is_some() && generation.population > 0 {
            fitness.push([generation.best as f32, generation.mean as f32]);
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
            (None, None) if evolution.estimated_bytes() > max_memory => break StopReason::MemoryLimit,
            (None, None) => {}
        }
        if let Some(pace) = options.pace {
            pause(pace.0, &watchdog);
        }
        evolution.next_generation();
    };
    // A run that reached a limit while improving a solution has solved the puzzle.
    let at_limit = matches!(ended, StopReason::Timeout | StopReason::MemoryLimit);
    let solved = at_limit && evolution.solution().is_some();
    Some(Run {
        ended: if solved { StopReason::Solved } else { ended },
        solution: evolution.solution().cloned(),
        last: evolution.generation().clone(),
        total: evolution.operator_totals(),
        seconds: started.elapsed().as_secs_f64(),
        generations,
        fitness,
    })
}

/// Sleeps, unless the run must stop.
fn pause(duration: Duration, watchdog: &Watchdog<'_>) {
    let end = Instant::now() + duration;
    while watchdog.stop_reason().is_none() {
        let rest = end.saturating_duration_since(Instant::now());
        if rest.is_zero() {
            break;
        }
        thread::sleep(rest.min(PAUSE_CHECK));
    }
}
