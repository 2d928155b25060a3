//! The options of `rushlab grade`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::help::OUTPUT;
use super::{HeuristicListArgs, LimitArgs, ParseArgs, StyleArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct GradeOptions {
    /// The puzzles that the students were given: an INPUT, see `rushlab help input`
    ///
    /// Their rules are `comp472` unless `--rules` names others.
    #[arg(value_name = "PUZZLES")]
    pub(crate) input: OsString,
    /// The folders or zip archives of the students
    #[arg(value_name = "FOLDER|ZIP", required = true)]
    pub(crate) students: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
    /// The points: a TOML file with a table `[points]`
    ///
    /// The table has a number for each criterion: files, layout, solutions, optimality, search, heuristics, h4 and
    /// archive.
    #[arg(long, value_name = "FILE")]
    pub(crate) scheme: Option<PathBuf>,
    /// Write to this file or folder
    ///
    /// A folder, which gets a page for each student to give back.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out", help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicListArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
