//! The runs of an experiment: which there are, and one of them with its display, its pauses and Ctrl-C.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use rushlab::Puzzle;
use rushlab::random::run_seed;
use rushlab::search::Limits;
use rushlab_genetic::{Generation, InitialPopulation};
use rushlab_study::evolution::{self, GeneticConfiguration, PrintedPopulations, Run, RunOptions, StopReason};

use super::individuals;
use super::live::LiveDisplay;
use super::place::Place;
use super::trace::TraceWriter;
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
    pub(super) place: Arc<Place>,
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) configuration: Arc<GeneticConfiguration>,
    /// Number of the run, from 0.
    pub(super) number: u32,
    /// The random seed; the same for run N of every configuration.
    pub(super) seed: u64,
    pub(super) is_last: bool,
    /// The first generation of `--initial`.
    initial: Option<Arc<InitialPopulation>>,
    /// The cost of a shortest solution, shared by all runs of the puzzle.
    optimum: Arc<OnceLock<Option<u32>>>,
}

impl Job {
    pub(super) fn all(
        options: &EvolveOptions,
        configurations: &[GeneticConfiguration],
        initial: Option<&PrintedPopulations>,
        item: InputPuzzle<'_>,
    ) -> Result<impl Iterator<Item = Job> + use<>> {
        let id = item.origin.id();
        let (place, optimum) = (Arc::new(Place::of(&item.origin)), Arc::default());
        let puzzle = Arc::new(item.puzzle);
        let (seed, runs, last) = (options.seed.value(), options.runs(), configurations.len() - 1);
        let job = |(index, configuration): (usize, &GeneticConfiguration)| -> Result<Job> {
            let initial = initial.map(|printed| printed.first(&puzzle, configuration.algorithm)).transpose();
            let file = options.initial.as_deref().unwrap_or(Path::new("")).display();
            Ok(Job {
                id: id.clone(),
                place: Arc::clone(&place),
                puzzle: Arc::clone(&puzzle),
                configuration: Arc::new(configuration.clone()),
                number: 0,
                seed,
                is_last: index == last,
                initial: initial.map_err(|error| anyhow!("{file}: {error}"))?.map(Arc::new),
                optimum: Arc::clone(&optimum),
            })
        };
        let jobs: Vec<Job> = configurations.iter().enumerate().map(job).collect::<Result<_>>()?;
        Ok(jobs.into_iter().flat_map(move |job| {
            (0..runs).map(move |number| {
                let is_last = job.is_last && number + 1 == runs;
                Job { number, seed: run_seed(seed, number.into()), is_last, ..job.clone() }
            })
        }))
    }

    /// Returns whether this is the last run of the puzzle in its configuration.
    pub(super) fn ends_configuration(&self, options: &EvolveOptions) -> bool {
        self.number + 1 == options.runs()
    }

    /// Searches for a shortest solution, once for all runs of the puzzle.
    pub(super) fn find_optimum(&self, limits: Limits) {
        self.optimum.get_or_init(|| evolution::optimum(&self.puzzle, limits, &mut Watchdog::until_interrupt()));
    }

    pub(super) fn known_optimum(&self) -> Option<u32> {
        self.optimum.get().copied().flatten()
    }
}

/// Runs an evolution with at most this much memory in bytes. Returns the result, and all generations if there is a log;
/// `None` if Ctrl-C was pressed before.
pub(super) fn evolve(
    options: &EvolveOptions,
    job: &Job,
    max_memory: u64,
    live: &LiveDisplay,
    trace: Option<&TraceWriter<'_>>,
) -> Option<(Run, Vec<Generation>)> {
    if interrupt::requested() {
        return None;
    }
    let watchdog = Watchdog::until(options.limits.deadline());
    let run_options = RunOptions { max_memory, tracing: trace.is_some(), initial: job.initial.clone() };
    let mut generations = Vec::new();
    let displayed = live.start_run();
    let run = job.configuration.run(&job.puzzle, job.seed, &run_options, |evolution| {
        if options.log.is_some() {
            generations.push(evolution.generation().clone());
        }
        displayed.show(job, evolution);
        if options.individuals {
            live.line().suspend(|| individuals::print(options, evolution));
        }
        if let Some(trace) = trace {
            live.line().suspend(|| trace.write(options, job, evolution));
        }
        if let Some(pace) = options.pace.filter(|_| evolution.termination().is_none()) {
            pause(pace.0, &watchdog);
        }
        match watchdog.stop_reason() {
            None => ControlFlow::Continue(()),
            Some(watchdog::StopReason::Interrupted) => ControlFlow::Break(StopReason::Interrupted),
            Some(_) => ControlFlow::Break(StopReason::Timeout),
        }
    });
    Some((run, generations))
}

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
