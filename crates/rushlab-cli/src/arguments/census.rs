//! The options of `rushlab census`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rushlab::census::CensusRules;
use rushlab::puzzle::Metric;

use super::names::{census_rules_parser, metric_parser};
use super::{BoardSize, NumberRange, Output, Range, ThreadArgs};

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct CensusOptions {
    #[command(subcommand)]
    pub(crate) command: Option<CensusCommand>,
    #[command(flatten)]
    pub(crate) run: CensusRun,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CensusCommand {
    /// Check census files against their checksums
    #[command(after_help = "Example: rushlab census verify 5x5.txt")]
    Verify(VerifyOptions),
    /// Find the hardest boards of Unit Rush Hour: vehicles of one cell, all cells but one occupied (Tromp and Cilibrasi 2005)
    #[command(after_help = "Example: rushlab census unit --size 4x4")]
    Unit(UnitOptions),
}

/// The options of a census.
#[derive(Args, Debug)]
pub(crate) struct CensusRun {
    /// The board: columns, then rows (required)
    #[arg(long, value_name = "WxH")]
    pub(crate) size: Option<BoardSize>,
    /// The number of walls
    #[arg(long, value_name = "A..B", default_value = "0")]
    pub(crate) walls: NumberRange,
    /// The rules: which boards are counted, and what a solution costs
    #[arg(long, value_name = "NAME", value_parser = census_rules_parser(), default_value = "fogleman")]
    pub(crate) rules: &'static CensusRules,
    /// What a solution minimises; if not given, that of the rules
    #[arg(long, value_name = "METRIC", value_parser = metric_parser())]
    pub(crate) metric: Option<Metric>,
    /// The range of board ids to process; all if not given
    #[arg(long, value_name = "A..B")]
    pub(crate) ids: Option<Range<u64>>,
    /// The file for the puzzles (required); unfinished work is kept next to it, and the same command continues from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// How to print the summary
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The options of `rushlab census unit`.
#[derive(Args, Debug)]
pub(crate) struct UnitOptions {
    /// The board: columns, then rows; at most 25 cells
    #[arg(long, value_name = "WxH")]
    pub(crate) size: BoardSize,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Table)]
    pub(crate) output: Output,
}

/// The options of `rushlab census verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyOptions {
    /// Census files; the file with the checksum, `FILE.json`, must be next to each
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
}
