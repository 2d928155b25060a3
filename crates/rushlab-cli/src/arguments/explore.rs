//! What can be typed after `rushlab explore`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::{Output, Reading, Size};

#[derive(Args, Debug)]
pub(crate) struct ExploreOptions {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    /// Also write a page with plots and boards to this file
    #[arg(long, value_name = "FILE.html")]
    pub(crate) report: Option<PathBuf>,
    /// Also write all positions and slides of a puzzle to this file, as GraphML or DOT by its ending
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    /// How many puzzles to explore at once; as many as there are cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Give a puzzle up after so many positions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_states: Option<u64>,
    /// Use at most so much memory for all puzzles together, as in 500M or 2G
    #[arg(long, value_name = "SIZE", default_value = "4G", help_heading = "Limits")]
    pub(crate) max_memory: Size,
}

impl ExploreOptions {
    /// How many puzzles to explore at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
    }
}
