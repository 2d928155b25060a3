//! The options of `rushlab train`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::help::OUTPUT;
use super::{InputArgs, LimitArgs, SeedArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct TrainOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Try the result on these puzzles; can be given several times
    #[arg(long, value_name = "INPUT")]
    pub(crate) test: Vec<OsString>,
    /// Write to this file or folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Number of generations
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) generations: u32,
    /// Number of individuals in a generation
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(crate) population: u32,
    /// The most measures, numbers and operators of a formula
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=400))]
    pub(crate) max_size: u32,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// Every individual of every generation, as tab-separated values.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
