//! The options of `rushlab render`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rushlab_render::{Paper, Theme};

use super::{InputArgs, LimitArgs, NotationName, notation_parser, paper_parser, theme_parser};

#[derive(Args, Debug)]
pub(crate) struct RenderOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Write to this file or folder
    ///
    /// The name of a picture ends in .svg, .png, .gif, .ps, .eps or .pdf. Several puzzles give numbered files such as
    /// board-1.svg, or one page each in a .ps file. A .gif is an animation of a shortest solution. A .pdf is a booklet
    /// of the puzzles with their solutions.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// Replace existing files
    #[arg(short, long)]
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
    /// Number of puzzles, at most
    ///
    /// Those on one sheet or in one booklet, or the pages in one .ps or .pdf file, are kept in memory until the file is
    /// written.
    #[arg(short = 'n', long, value_name = "N", default_value = "10000")]
    pub(crate) count: NonZeroUsize,
    /// Play these moves
    ///
    /// They are drawn instead of a shortest solution; a still picture shows the position after them.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "sheet")]
    pub(crate) play: Option<String>,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// Detected if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), requires = "play")]
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
}

/// Whether vehicles show their labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Labels {
    On,
    Off,
}
