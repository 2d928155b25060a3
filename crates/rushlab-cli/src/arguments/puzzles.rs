//! The options of `rushlab check`, `show`, `convert` and `replay`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use rushlab_genetic::Method;

use super::evolve::method_parser;
use super::help::OUTPUT;
use super::names::{format_parser, notation_parser};
use super::style::BoardsArgs;
use super::{FormatName, InputArgs, NotationName, ParseArgs, StyleArgs};

#[derive(Args, Debug)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ShowOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The format to write: see `rushlab list formats`
    ///
    /// With --canonical, if not given, `line`, and `json` for what that cannot represent.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = format_parser(),
        hide_possible_values = true,
        required_unless_present = "canonical"
    )]
    pub(crate) to: Option<FormatName>,
    /// Write the canonical form: equal for puzzles that differ only in labels and name
    #[arg(long, conflicts_with = "relabel")]
    pub(crate) canonical: bool,
    /// Also equal for mirror images and rotations
    ///
    /// The exit moves along: the exit of the result is on the right.
    #[arg(long, requires = "canonical")]
    pub(crate) mirror: bool,
    /// Leave out puzzles that differ from an earlier one only in labels and name
    #[arg(long)]
    pub(crate) distinct: bool,
    /// Give the vehicles new labels that the format can write: X, A, B, C …
    ///
    /// The primary gets X. With `--primary LABEL`, if the format leaves its label free, the primary gets LABEL, which
    /// then names the primary of the input only if none is found there.
    #[arg(long)]
    pub(crate) relabel: bool,
    /// Write to this file or folder
    ///
    /// For `pddl` it can be a folder, which gets the domain and a file for each puzzle.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out", help_heading = OUTPUT)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayOptions {
    /// Files, boards, ids, `-`, `built-in`: see `rushlab help input`
    ///
    /// One list of moves is played on the first puzzle, or on the third of `FILE#3`.
    #[arg(value_name = "INPUT", required_unless_present = "of_standard_input")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
    /// Play these moves
    #[arg(
        long,
        value_name = "MOVES",
        alias = "moves",
        required_unless_present = "moves_file",
        allow_hyphen_values = true
    )]
    pub(crate) play: Option<String>,
    /// A file with the moves, or `-` for standard input
    ///
    /// Many lists have names, such as `A01: [AR1, PU1]` or `1 (((2 3) W 1)) 98`, one a line. Each is played on the
    /// puzzle or the file with its name, otherwise on the puzzles in turn; on one puzzle all of them are.
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    pub(crate) moves_file: Option<PathBuf>,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// Detected if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), hide_possible_values = true)]
    pub(crate) notation: Option<NotationName>,
    /// Also print the legal moves in this notation
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), hide_possible_values = true)]
    pub(crate) rewrite: Option<NotationName>,
    #[command(flatten)]
    pub(crate) boards: BoardsArgs,
    /// Also print the fitness that a genetic algorithm gives to the moves
    #[arg(long, value_name = "NAME", value_parser = method_parser())]
    pub(crate) fitness: Option<Method>,
    /// Also list the mutations of the moves that Schlegel's algorithm can make, legal or not
    #[arg(long)]
    pub(crate) mutations: bool,
    /// Also list the crossovers of the moves with these moves
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) crossovers: Option<String>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}
