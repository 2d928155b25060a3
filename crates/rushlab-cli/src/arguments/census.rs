//! The options of `rushlab census`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use super::{BoardSize, NumberRange, Output, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct CensusOptions {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH")]
    pub(crate) size: BoardSize,
    /// The number of walls
    #[arg(long, value_name = "A..B", default_value = "0")]
    pub(crate) walls: NumberRange,
    /// The range of board ids to process; all if not given
    #[arg(long, value_name = "A..B")]
    pub(crate) ids: Option<IdRange>,
    /// The file for the puzzles; unfinished work is kept next to it, and the same command continues from there
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// How to print the summary
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// A range of ids, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdRange(pub(crate) u64, pub(crate) u64);

impl FromStr for IdRange {
    type Err = String;

    fn from_str(text: &str) -> Result<IdRange, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok();
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = number(first).zip(number(last.strip_prefix('=').unwrap_or(last)));
        let (first, last) = range.ok_or("write a range of ids such as 0..999999")?;
        if first > last {
            return Err(format!("write the smaller id first: {last}..{first}"));
        }
        Ok(IdRange(first, last))
    }
}
