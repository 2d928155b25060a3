//! The options of `rushlab census`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use rushlab::puzzle::Metric;
use rushlab_census::{CensusRules, Shard};

use super::help::{CONSTRAINTS, OUTPUT, PUZZLE};
use super::names::{census_rules_parser, count_parser, metric_parser};
use super::{BoardSize, NumberRange, Range, SeedArgs, StyleArgs, ThreadArgs, TimeArgs};

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct CensusOptions {
    #[command(subcommand)]
    pub(crate) command: Option<CensusCommand>,
    #[command(flatten)]
    pub(crate) run: CensusRun,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CensusCommand {
    /// Combine the files of all shards into one
    ///
    /// Or of consecutive ranges of ids.
    #[command(after_help = examples!("census merge 4x4-0.txt 4x4-1.txt --out merged.txt"))]
    Merge(MergeOptions),
    /// Verify census files, and recompute a part of them
    #[command(after_help = examples!("census verify 4x4.txt"))]
    Verify(VerifyOptions),
    /// Write census files as one compact list, which every command reads
    #[command(after_help = examples!("census compact 4x4.txt --out 4x4.puzzles"))]
    Compact(CompactOptions),
    /// Count the boards of a census without processing them
    #[command(after_help = examples!("census count --size 5x5 --walls 0..1"))]
    Count(CountOptions),
    /// Count van Assema's fillings by their distances
    ///
    /// A filling is the order of the vehicles in each row and column. Its distance is the number of moves from its
    /// farthest position to a solved one (van Assema 2014).
    #[command(after_help = examples!("census fillings --size 5x5"))]
    Fillings(FillingsOptions),
    /// Search for the hardest puzzles of a size
    ///
    /// For sizes that have too many boards for a census.
    #[command(after_help = examples!("census hardest --size 7x7 --timeout 5s"))]
    Hardest(HardestOptions),
    /// Find the hardest boards of Unit Rush Hour
    ///
    /// Vehicles have one cell, and all cells but one are occupied (Tromp and Cilibrasi 2005).
    #[command(after_help = examples!("census unit --size 4x4"))]
    Unit(UnitOptions),
}

/// The options of a census.
#[derive(Args, Debug)]
pub(crate) struct CensusRun {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    pub(crate) size: Option<BoardSize>,
    /// The number of walls
    #[arg(long, value_name = "A..B", default_value = "0", help_heading = CONSTRAINTS)]
    pub(crate) walls: NumberRange,
    /// The published census whose boards count: see `rushlab list definitions`
    #[arg(long, value_name = "NAME", value_parser = census_rules_parser(), default_value = "fogleman")]
    pub(crate) definition: &'static CensusRules,
    /// What a shortest solution minimises: moves, or steps of one cell
    ///
    /// If not given, as in the definition.
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), help_heading = PUZZLE)]
    pub(crate) metric: Option<Metric>,
    /// The range of board ids to process; all if not given
    #[arg(long, value_name = "A..B")]
    pub(crate) ids: Option<Range<u64>>,
    /// The shard I of N, I from 0: an independent part of the whole
    ///
    /// `census merge` combines all N.
    #[arg(long, value_name = "I/N", value_parser = shard, default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub(crate) shard: Shard,
    /// Write to this file or folder
    ///
    /// The file for the puzzles is required. Unfinished work is kept next to it, and the same command continues from
    /// there.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    /// Where boards are classified
    #[arg(long, value_enum, value_name = "DEVICE", default_value_t = Device::Cpu)]
    pub(crate) device: Device,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Where the boards of a census are classified.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Device {
    /// On the processor
    Cpu,
    /// On a GPU, through CUDA
    Cuda,
}

/// Reads a shard: `0/16`.
fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(index, count)| Some((index.parse().ok()?, count.parse::<u32>().ok()?)));
    let Some((index, count)) = numbers else {
        return Err("write a shard such as 0/16: its number, from 0, and the number of shards".to_owned());
    };
    Shard::new(index, count).ok_or_else(|| match count {
        1..=Shard::MAX_COUNT => format!("the shards are numbered from 0: the last is {}/{count}", count - 1),
        _ => format!("the number of shards is from 1 to {}", Shard::MAX_COUNT),
    })
}

/// The options of `rushlab census merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeOptions {
    /// The files of all parts, or folders of them; the sidecar of each, `FILE.json`, must be next to it
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write to this file or folder
    ///
    /// The file for all puzzles: the same that one process writes.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

/// The options of `rushlab census verify`.
#[derive(Args, Debug)]
pub(crate) struct VerifyOptions {
    /// Census files, or folders of them; the sidecar with the checksum, `FILE.json`, must be next to each
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How much of each file to recompute: a share, a number of chunks, or `all`
    ///
    /// 0 checks the checksums only.
    #[arg(long, value_name = "AMOUNT", default_value = "1%")]
    pub(crate) recompute: RecomputeAmount,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// How many chunks of a census file are recomputed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RecomputeAmount {
    /// A share, from 0 to 1.
    Share(f64),
    Chunks(usize),
}

impl RecomputeAmount {
    /// Returns the number of chunks, rounded up.
    pub(crate) fn of(self, all: usize) -> usize {
        match self {
            RecomputeAmount::Share(share) => ((all as f64 * share).ceil() as usize).min(all),
            RecomputeAmount::Chunks(chunks) => chunks.min(all),
        }
    }
}

impl FromStr for RecomputeAmount {
    type Err = String;

    fn from_str(text: &str) -> Result<RecomputeAmount, String> {
        let share = |percent: &str| percent.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
        let amount = match text.strip_suffix('%') {
            Some(percent) => share(percent).map(|percent| RecomputeAmount::Share(percent / 100.0)),
            None if text == "all" => Some(RecomputeAmount::Share(1.0)),
            None => text.parse().ok().map(RecomputeAmount::Chunks),
        };
        amount.ok_or_else(|| "write a share such as 1%, a number of chunks, or `all`".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_numbered_from_0() {
        assert_eq!(shard("0/16"), Ok(Shard { index: 0, count: 16 }));
        assert_eq!(shard("15/16").map(|shard| shard.to_string()), Ok("15/16".to_owned()));
        assert_eq!(shard("0/1"), Ok(Shard::WHOLE));
        assert_eq!(shard("16/16"), Err("the shards are numbered from 0: the last is 15/16".to_owned()));
        for text in ["", "1", "/", "1/", "-1/4", "0/0", "0/4294967296", "0/2000000", "1/2/3", "a/b"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_amount_to_recompute_is_a_share_or_a_number_of_chunks() {
        let chunks = |text: &str| text.parse::<RecomputeAmount>().map(|amount| amount.of(250));
        let expected =
            [("1%", 3), ("0%", 0), ("0", 0), ("100%", 250), ("all", 250), ("7", 7), ("999", 250), ("0.1%", 1)];
        expected.into_iter().for_each(|(text, expected)| assert_eq!(chunks(text), Ok(expected), "{text}"));
        for text in ["", "%", "-1", "-1%", "101%", "NaN%", "some"] {
            assert!(chunks(text).is_err(), "{text}");
        }
    }
}

/// The options of `rushlab census compact`.
#[derive(Args, Debug)]
pub(crate) struct CompactOptions {
    /// Census files, or folders of them; the sidecar of each, `FILE.json`, must be next to it
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write to this file or folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: PathBuf,
    /// Keep at most this many puzzles of each number of moves, evenly spaced
    ///
    /// All if not given.
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<usize>,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
}

/// The options of `rushlab census count`.
#[derive(Args, Debug)]
pub(crate) struct CountOptions {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    pub(crate) size: BoardSize,
    /// The number of walls
    #[arg(long, value_name = "A..B", default_value = "0", help_heading = CONSTRAINTS)]
    pub(crate) walls: NumberRange,
    /// The published census whose boards count: see `rushlab list definitions`
    ///
    /// All of them if not given. The fillings are counted for van-assema alone, without walls.
    #[arg(long, value_name = "NAME", value_parser = census_rules_parser())]
    pub(crate) definition: Option<&'static CensusRules>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The options of `rushlab census fillings`.
#[derive(Args, Debug)]
pub(crate) struct FillingsOptions {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    pub(crate) size: BoardSize,
    /// The shard I of N, I from 0: an independent part of the whole
    #[arg(long, value_name = "I/N", value_parser = shard, default_value_t = Shard::WHOLE, hide_default_value = true)]
    pub(crate) shard: Shard,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The options of `rushlab census unit`.
#[derive(Args, Debug)]
pub(crate) struct UnitOptions {
    /// The board: columns, then rows
    ///
    /// At most 36 cells.
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    pub(crate) size: BoardSize,
    /// Only this exit row, from 1; every row that is not a mirror image of another if not given
    #[arg(long, value_name = "ROW")]
    pub(crate) exit_row: Option<u8>,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

/// The options of `rushlab census hardest`.
#[derive(Args, Debug)]
pub(crate) struct HardestOptions {
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = CONSTRAINTS)]
    pub(crate) size: BoardSize,
    /// The number of walls
    #[arg(long, value_name = "A..B", default_value = "0", help_heading = CONSTRAINTS)]
    pub(crate) walls: NumberRange,
    /// What a shortest solution minimises: moves, or steps of one cell
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), default_value = "moves", help_heading = PUZZLE)]
    pub(crate) metric: Metric,
    /// Puzzles to start from, in turn; random boards if none is given
    ///
    /// Files, boards or ids. Smaller boards are placed in larger ones.
    #[arg(value_name = "INPUT")]
    pub(crate) starts: Vec<OsString>,
    /// Run everything this many times
    ///
    /// Each run is a climb from another start.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 16)]
    pub(crate) runs: u32,
    /// Number of positions that each run explores
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    pub(crate) budget: u64,
    /// Number of puzzles, at most
    ///
    /// The hardest are printed first.
    #[arg(short = 'n', long, value_name = "N", value_parser = count_parser(), default_value_t = 10)]
    pub(crate) count: usize,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}
