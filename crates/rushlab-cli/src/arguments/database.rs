//! What can be typed after `rushlab db`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rushlab::analysis::Level;

use super::{FormatName, InputArgs, Output, Span, ThreadArgs, format_parser, level_parser};

#[derive(Args, Debug)]
pub(crate) struct DatabaseOptions {
    #[command(subcommand)]
    pub(crate) command: DatabaseCommand,
}

/// What to do with a database.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Make a database of puzzles, each explored and rated; files of a census and the published database's text are read, too
    #[command(after_help = "Example: rushlab db build puzzles.db 6x6.txt")]
    Build(Build),
    /// List the puzzles that fit, the hardest first
    #[command(after_help = "Example: rushlab db query puzzles.db --moves 40..60 --walls 0 --limit 10")]
    Query(Query),
    /// Draw puzzles that fit by lot, each as likely as any other
    #[command(after_help = "Example: rushlab db random puzzles.db --level expert --count 3 --seed 1")]
    Random(Random),
    /// Count the puzzles that fit, by moves, levels, vehicles and walls
    #[command(after_help = "Example: rushlab db stats puzzles.db")]
    Stats(Stats),
    /// Write the puzzles that fit to a file
    #[command(after_help = "Example: rushlab db export puzzles.db --moves 30..60 --out hard.txt")]
    Export(Export),
}

#[derive(Args, Debug)]
pub(crate) struct Build {
    /// The database to make
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Take the figures of rows `moves board positions` as they are, and give no levels: for millions of puzzles in seconds
    #[arg(long)]
    pub(crate) as_written: bool,
    /// Replace the database if it is there already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// Which puzzles are meant.
#[derive(Args, Debug, Default)]
pub(crate) struct Filter {
    /// How many moves the shortest solution takes
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) moves: Option<Span>,
    /// The level
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), help_heading = "Which puzzles")]
    pub(crate) level: Option<Level>,
    /// How many vehicles there are, the primary among them
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) vehicles: Option<Span>,
    /// How many walls there are
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) walls: Option<Span>,
    /// How many positions the cluster has
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) positions: Option<Span>,
}

#[derive(Args, Debug)]
pub(crate) struct Query {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// How many puzzles to list at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u32,
    /// How to print them
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Table)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Random {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// How many puzzles to draw; none is drawn twice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The same seed draws the same puzzles; one is drawn and told if not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How to print them; text is the board alone
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// How to print the counts
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// The format to write; rows `moves board positions` if not given
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<FormatName>,
    /// The file to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}
