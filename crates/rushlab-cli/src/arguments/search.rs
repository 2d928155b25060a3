//! What a command searches with: algorithms, heuristics, threads and limits.

use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use rushlab::heuristic::Heuristic;
use rushlab::search::{Algorithm, Limits, MAX_THREADS};

use super::help::{LIMITS, SEARCH};
use super::names::{AlgorithmName, HeuristicName, algorithm_parser, heuristic_parser};
use super::values::{ByteSize, DurationArg};
use crate::memory_budget;

/// The algorithms that a command runs.
#[derive(Args, Debug)]
pub(crate) struct AlgorithmArgs {
    /// A list of algorithms: see `rushlab list algorithms`
    ///
    /// The names are separated by commas; `all` stands for all.
    #[arg(
        long,
        value_name = "LIST",
        value_parser = algorithm_parser(),
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = SEARCH
    )]
    algorithm: Vec<AlgorithmName>,
}

impl AlgorithmArgs {
    /// Returns the algorithms that the option names, each once.
    pub(crate) fn named(&self) -> Vec<&'static dyn Algorithm> {
        distinct(self.algorithm.iter().flat_map(|name| name.0.iter().copied()), |algorithm| algorithm.about().name)
    }
}

/// Returns the items of a list without repetitions.
fn distinct<T>(items: impl Iterator<Item = T>, name: impl Fn(&T) -> &'static str) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for item in items {
        if found.iter().all(|other| name(other) != name(&item)) {
            found.push(item);
        }
    }
    found
}

/// A list of heuristics.
#[derive(Args, Debug)]
pub(crate) struct HeuristicListArgs {
    /// A list of heuristics: see `rushlab list heuristics`
    ///
    /// The names are separated by commas; `all` stands for all. A file with an expression, as `rushlab train` writes
    /// it, and an expression in quotes are heuristics too.
    #[arg(
        long,
        value_name = "LIST",
        value_parser = heuristic_parser(),
        value_delimiter = ',',
        hide_possible_values = true,
        help_heading = SEARCH
    )]
    heuristic: Vec<HeuristicName>,
}

impl HeuristicListArgs {
    /// Returns the heuristics that the option names, each once.
    pub(crate) fn named(&self) -> Vec<&'static dyn Heuristic> {
        distinct(self.heuristic.iter().flat_map(|name| name.0.iter().copied()), |heuristic| heuristic.about().name)
    }
}

/// The number of threads.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// Number of threads; one for each core if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = ThreadArgs::parser(), help_heading = LIMITS)]
    threads: Option<u16>,
}

impl ThreadArgs {
    fn parser() -> clap::builder::RangedI64ValueParser<u16> {
        clap::value_parser!(u16).range(1..=MAX_THREADS.into())
    }

    /// Returns the number of threads.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The limits of a search.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Stop a search after this many distinct states
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub(crate) max_states: Option<u64>,
    /// The memory limit of the whole program, for example 500M or 2G
    #[arg(long, value_name = "SIZE", default_value_t = ByteSize(Limits::DEFAULT_MEMORY), help_heading = LIMITS)]
    pub(crate) max_memory: ByteSize,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// The time limit.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TimeArgs {
    /// Stop a search, or the command if it is one search, after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "DURATION", help_heading = LIMITS)]
    pub(crate) timeout: Option<DurationArg>,
}

impl TimeArgs {
    /// Returns the deadline of what starts now.
    pub(crate) fn deadline(self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout.0)
    }
}

impl LimitArgs {
    /// Returns the limits of one of `concurrency` concurrent searches.
    pub(crate) fn per_search(&self, concurrency: usize) -> Limits {
        Limits {
            states: self.max_states.unwrap_or(u64::MAX),
            memory: memory_budget::per_search(self.max_memory.0, concurrency),
        }
    }

    /// Returns the deadline of a search that starts now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time.deadline()
    }
}
