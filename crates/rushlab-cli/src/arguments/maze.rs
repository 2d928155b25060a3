//! The options of `rushlab maze`.

use std::path::PathBuf;

use clap::Args;

use super::help::OUTPUT;
use super::{AlgorithmArgs, LimitArgs, StyleArgs};

#[derive(Args, Debug)]
pub(crate) struct MazeOptions {
    /// A file with a maze or an adjacency list; `-` is standard input
    ///
    /// In a maze `.` and spaces are free, `W` and `#` are walls, `S` is the start and `T` the target. An adjacency list
    /// has a line for each state, such as `A: B C`, or with costs `A: B:2 C:5`; it can be a Python dictionary.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The start: row and column from 0, or the name of a state
    ///
    /// If not given, the bottom left cell of a maze, and the first state of a list.
    #[arg(long, value_name = "R,C")]
    pub(crate) start: Option<String>,
    /// The target: row and column from 0, or the name of a state
    ///
    /// If not given, the top right cell of a maze, and the last state of a list.
    #[arg(long, value_name = "R,C")]
    pub(crate) target: Option<String>,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// A row for every state that is taken from the open list, with its f, g and h.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "trace", help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
