//! The options of `rushlab render`.

use std::path::PathBuf;

use clap::Args;
use rushlab_render::{Paper, Theme};

use super::help::OUTPUT;
use super::names::{notation_parser, paper_parser, theme_parser};
use super::{InputArgs, LimitArgs, NotationName};

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
    #[arg(short, long, help_heading = OUTPUT)]
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
    /// The number of puzzles on a page of a booklet; 6 if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=24), conflicts_with_all = ["sheet", "storyboard"])]
    pub(crate) per_page: Option<u8>,
    /// Play these moves
    ///
    /// They are drawn instead of a shortest solution; a still picture shows the position after them.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, conflicts_with = "sheet")]
    pub(crate) play: Option<String>,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// Detected if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser(), requires = "play", hide_possible_values = true)]
    pub(crate) notation: Option<NotationName>,
    /// The colours: for light pages, dark pages, or paper
    #[arg(long, value_name = "THEME", value_parser = theme_parser())]
    pub(crate) theme: Option<Theme>,
    /// Draw vehicles without their labels
    #[arg(long)]
    pub(crate) no_labels: bool,
    /// The side of a cell; chosen automatically on paper, and if not given
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(8..=256))]
    pub(crate) cell: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
