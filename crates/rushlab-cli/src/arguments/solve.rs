//! The options of `rushlab solve`.

use std::path::PathBuf;

use clap::Args;

use super::help::{OUTPUT, PUZZLE};
use super::names::notation_parser;
use super::style::BoardsArgs;
use super::{
    AlgorithmArgs, HeuristicListArgs, InputArgs, LimitArgs, NotationName, ParameterArgs, SeedArgs, StyleArgs,
    ThreadArgs,
};

#[derive(Args, Debug)]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicListArgs,
    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) boards: BoardsArgs,
    /// Let the primary drive one cell past the border, as in Esau's program
    ///
    /// The board gets one more line behind the exit, with a gap for the primary. The number of moves is the same, the
    /// counts of a search are not.
    #[arg(long, help_heading = PUZZLE)]
    pub(crate) past_border: bool,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// `words` in text and `letters` in rows if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), hide_possible_values = true)]
    pub(crate) notation: Option<NotationName>,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// A row for every expanded position, with its f, g and h.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "trace", help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
