//! The options of `rushlab play` and `rushlab serve`.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::InputArgs;

#[derive(Args, Debug)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The file for the player's progress, instead of the default one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// Play the puzzles of the day, one of each level, which are those of the page
    ///
    /// `--daily=2026-11-15` plays those of an earlier day.
    #[arg(
        long,
        value_name = "DATE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "today",
        conflicts_with = "inputs"
    )]
    pub(crate) daily: Option<String>,
    /// Start with this puzzle of the input
    #[arg(long, value_name = "N")]
    pub(crate) puzzle: Option<NonZeroUsize>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeOptions {
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8472)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 lets other devices use the page
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// A folder with the files of the page, for work on the page
    ///
    /// They are read anew for each request. The built-in page if not given.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
}
