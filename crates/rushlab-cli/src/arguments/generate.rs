//! What can be typed after `rushlab generate`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use rushlab::analysis::Level;
use rushlab::generate::Demand;
use rushlab::puzzle::{Metric, Side};

use super::{
    BoardSize, FormatName, Span, ThreadArgs, Timeout, UnusedLimits, format_parser, level_parser, metric_parser,
    side_parser,
};

#[derive(Args, Debug)]
pub(crate) struct GenerateOptions {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The same seed and demand give the same puzzles on any machine; one is drawn and told if not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", default_value = "6x6", help_heading = "Demand")]
    size: BoardSize,
    /// How many moves the shortest solution takes, as in 25..30
    #[arg(long, value_name = "A..B", help_heading = "Demand")]
    moves: Option<Span>,
    /// How many steps the shortest solution takes
    #[arg(long, value_name = "A..B", help_heading = "Demand")]
    steps: Option<Span>,
    /// How many vehicles, the one that must leave among them
    #[arg(long, value_name = "A..B", help_heading = "Demand")]
    vehicles: Option<Span>,
    /// How long the vehicles are
    #[arg(long, value_name = "A..B", default_value = "2..3", help_heading = "Demand")]
    lengths: Span,
    /// How many walls
    #[arg(long, value_name = "A..B", default_value = "0", help_heading = "Demand")]
    walls: Span,
    /// Fuel in the tanks of a few vehicles
    #[arg(long, value_name = "A..B", help_heading = "Demand")]
    fuel: Option<Span>,
    /// How hard they are for a person
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), help_heading = "Demand")]
    level: Option<Level>,
    /// No vehicle and no wall can go without making the solution shorter
    #[arg(long, help_heading = "Demand")]
    minimal: bool,
    /// Shortest solutions differ in the order of their moves at most
    #[arg(long, help_heading = "Demand")]
    unique: bool,
    /// The share of puzzles that have no solution at all, as in 20%
    #[arg(long, value_name = "SHARE", default_value = "0", help_heading = "Demand")]
    pub(crate) unsolvable: Share,
    /// The side where the primary leaves
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), default_value = "right", help_heading = "Demand")]
    exit: Side,
    /// What a solution is made short in
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), default_value = "moves", help_heading = "Demand")]
    metric: Metric,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), default_value = "line")]
    pub(crate) to: FormatName,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    /// Give up after so many attempts in a row without a new puzzle
    #[arg(long, value_name = "N", default_value_t = 100, help_heading = "Limits")]
    pub(crate) patience: u64,
    /// Give up after so long, as in 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) timeout: Option<Timeout>,
    #[command(flatten)]
    limits: UnusedLimits,
}

impl GenerateOptions {
    /// What is asked of each puzzle.
    pub(crate) fn demand(&self) -> Demand {
        let range = |span: &Option<Span>| span.as_ref().map(|span| span.0.clone());
        Demand {
            width: self.size.0,
            height: self.size.1,
            exit: self.exit,
            metric: self.metric,
            vehicles: range(&self.vehicles),
            walls: self.walls.0.clone(),
            lengths: self.lengths.0.clone(),
            moves: range(&self.moves),
            steps: range(&self.steps),
            fuel: range(&self.fuel),
            level: self.level,
            minimal: self.minimal,
            unique: self.unique,
        }
    }
}

/// A share from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share(pub(crate) f64);

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Share, String> {
        let (number, whole) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
        let share = number.trim().parse::<f64>().ok().map(|number| number / whole);
        share
            .filter(|share| (0.0..=1.0).contains(share))
            .map(Share)
            .ok_or_else(|| "write a share as in 20% or 0.2".to_owned())
    }
}
