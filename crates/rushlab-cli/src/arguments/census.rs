//! What can be typed after `rushlab census`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::{BoardSize, Output, Span, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct CensusOptions {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH")]
    pub(crate) size: BoardSize,
    /// How many walls
    #[arg(long, value_name = "A..B", default_value = "0")]
    pub(crate) walls: Span,
    /// Only the boards with these ids; all if not given
    #[arg(long, value_name = "A..B")]
    pub(crate) ids: Option<IdRange>,
    /// The file for the puzzles; what is done so far is kept beside it, so that the same command goes on where it was stopped
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it is there already
    #[arg(long)]
    pub(crate) force: bool,
    /// How to print the summary
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Ids from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRange(pub(crate) u64, pub(crate) u64);

impl FromStr for IdRange {
    type Err = String;

    fn from_str(text: &str) -> Result<IdRange, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = number(first).zip(number(last.strip_prefix('=').unwrap_or(last)));
        let (first, last) = range.ok_or("write a range of ids as in 0..999999")?;
        if first > last {
            return Err(format!("write the smaller id first: {last}..{first}"));
        }
        Ok(IdRange(first, last))
    }
}
