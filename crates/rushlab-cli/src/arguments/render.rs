//! The options of `rushlab render`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rushlab_render::{Paper, Theme};

use super::{
    IgnoredSeed, IgnoredThreads, InputArgs, LimitArgs, NotationName, notation_parser, paper_parser, theme_parser,
};

#[derive(Args, Debug)]
pub(crate) struct RenderOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The picture: a file name that ends in .svg, .png, .gif, .ps, .eps or .pdf. Several puzzles give numbered files
    /// such as board-1.svg, or one page each in a .ps file. A .gif is an animation of a shortest solution. A .pdf is a
    /// booklet of the puzzles with their solutions
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Draw one board for every move of a shortest solution
    #[arg(long, conflicts_with = "sheet")]
    pub(crate) storyboard: bool,
    /// Draw all puzzles on one sheet
    #[arg(long)]
    pub(crate) sheet: bool,
    /// The paper of a .ps or .pdf file; A4 if not given
    #[arg(long, value_name = "PAPER", value_parser = paper_parser(), ignore_case = true)]
    pub(crate) paper: Option<Paper>,
    /// The title of a booklet
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["sheet", "storyboard"])]
    pub(crate) title: Option<String>,
    /// The number of puzzles on a page of a booklet, from 1 to 24; 6 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=24), conflicts_with_all = ["sheet", "storyboard"])]
    pub(crate) per_page: Option<u8>,
    /// The most puzzles on one sheet or in one booklet, or pages in one .ps or .pdf file; they are kept in memory until
    /// the file is written
    #[arg(long, value_name = "N", default_value = "10000")]
    pub(crate) max_puzzles: NonZeroUsize,
    /// The moves to draw instead of a shortest solution, in any notation; a still picture shows the position after them
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "sheet")]
    pub(crate) moves: Option<String>,
    /// The notation of the moves; detected if not given
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), requires = "moves")]
    pub(crate) notation: Option<NotationName>,
    /// The colours: for light pages, dark pages, or paper
    #[arg(long, value_name = "THEME", value_parser = theme_parser())]
    pub(crate) theme: Option<Theme>,
    /// Whether vehicles show their labels
    #[arg(long, value_enum, value_name = "ON|OFF", default_value_t = Labels::On)]
    pub(crate) labels: Labels,
    /// The side of a cell; chosen automatically if not given, and on paper
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=256))]
    pub(crate) cell: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    seed: IgnoredSeed,
    #[command(flatten)]
    threads: IgnoredThreads,
}

/// Whether vehicles show their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    On,
    Off,
}
