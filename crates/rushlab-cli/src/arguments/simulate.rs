//! The options of `rushlab simulate`.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::{InputArgs, LimitArgs, SeedArgs, StyleArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct SimulateOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Number of simulated players
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) players: u32,
    /// Number of moves after which a player stops
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) within: u32,
    /// Print how likely the recorded moves in this table are; `-` is standard input
    ///
    /// The table has a header line with the columns `board` and `moves`, separated by tabs, and a row for each game:
    /// `BD2 XR1 exit`. For each row it prints as TSV the board, the number of moves (driving out is none), the sum of
    /// the logarithms of their probabilities under the model, and the same under a uniform choice among all legal
    /// moves.
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["inputs", "players", "within", "seed"])]
    pub(crate) score: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
