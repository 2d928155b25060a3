//! The options of `rushlab explore`.

use std::path::PathBuf;

use clap::Args;

use super::help::OUTPUT;
use super::{HeuristicListArgs, InputArgs, LimitArgs, ParameterArgs, StyleArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct ExploreOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicListArgs,
    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    /// Also write a page with plots and boards to this file
    #[arg(long, value_name = "FILE", conflicts_with = "heuristic")]
    pub(crate) report: Option<PathBuf>,
    /// Also write all positions and moves of a puzzle to this file: .graphml or .dot
    #[arg(long, value_name = "FILE", conflicts_with = "heuristic")]
    pub(crate) graph: Option<PathBuf>,
    /// Print the start and all boards one move away, with the variable position of each vehicle
    #[arg(long, conflicts_with_all = ["heuristic", "report", "graph"])]
    pub(crate) neighbours: bool,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
