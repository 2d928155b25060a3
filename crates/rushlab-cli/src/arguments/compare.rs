//! What can be typed after `rushlab compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{
    AlgorithmName, HeuristicName, InputArgs, LimitArgs, Output, ThreadArgs, algorithm_parser, heuristic_parser,
};

#[derive(Args, Debug)]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The folder for the files; a comparison that was interrupted there goes on
    #[arg(long, value_name = "FOLDER", required_unless_present = "competition")]
    pub(crate) out: Option<PathBuf>,
    /// Begin anew, in place of whatever comparison the folder holds
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Rank solution files instead: a folder for each contestant, with files named as in `ucs-sol-1.txt`
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with = "out")]
    pub(crate) competition: Vec<PathBuf>,
    /// Every algorithm, and every heuristic with each that asks one
    #[arg(long, conflicts_with_all = ["algorithms", "heuristics"])]
    pub(crate) all: bool,
    /// The algorithms, parted by commas: see `rushlab algorithms`
    #[arg(
        long,
        value_name = "LIST",
        value_parser = algorithm_parser(),
        value_delimiter = ',',
        default_values = ["ucs", "gbfs", "a"]
    )]
    pub(crate) algorithms: Vec<AlgorithmName>,
    /// The heuristics that informed searches ask, one after the other, parted by commas
    #[arg(
        long,
        value_name = "LIST",
        value_parser = heuristic_parser(),
        value_delimiter = ',',
        default_values = ["h1", "h2", "h3", "h4"]
    )]
    pub(crate) heuristics: Vec<HeuristicName>,
    /// The λ of the heuristic h3
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) weight: u32,
    /// What chance begins from, for algorithms that draw lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// When two positions are the same
    #[arg(long, value_enum, value_name = "HOW", default_value_t = DuplicateRule::Exact)]
    pub(crate) duplicates: DuplicateRule,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// When two positions are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DuplicateRule {
    /// When vehicles and fuel are: no solution is missed
    Exact,
    /// When vehicles are, as in the course's files: can miss solutions where fuel is short
    Board,
}
