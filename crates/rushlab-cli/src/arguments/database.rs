//! The options of `rushlab db`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rushlab::analysis::Level;

use super::{FormatName, InputArgs, NumberRange, Output, ThreadArgs, format_parser, level_parser};

#[derive(Args, Debug)]
pub(crate) struct DatabaseOptions {
    #[command(subcommand)]
    pub(crate) command: DatabaseCommand,
}

/// The commands on a database.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Build a database of puzzles, each explored and rated; also reads census files and the text files of the published database
    #[command(after_help = "Example: rushlab db build puzzles.db 6x6.txt")]
    Build(Build),
    /// List matching puzzles, the hardest first
    #[command(after_help = "Example: rushlab db query puzzles.db --moves 40..60 --walls 0 --limit 10")]
    Query(Query),
    /// Select matching puzzles at random, each with the same probability
    #[command(after_help = "Example: rushlab db random puzzles.db --level expert --count 3 --seed 1")]
    Random(Random),
    /// Count matching puzzles by moves, levels, vehicles and walls
    #[command(after_help = "Example: rushlab db stats puzzles.db")]
    Stats(Stats),
    /// Write matching puzzles to a file
    #[command(after_help = "Example: rushlab db export puzzles.db --moves 30..60 --out hard.txt")]
    Export(Export),
}

#[derive(Args, Debug)]
pub(crate) struct Build {
    /// The database to build
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Copy the numbers of rows `moves board positions` and explore nothing; the puzzles get no level
    #[arg(long, alias = "as-written")]
    pub(crate) trust_input: bool,
    /// Replace the database if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

/// The conditions on puzzles.
#[derive(Args, Debug, Default)]
pub(crate) struct Filter {
    /// The number of moves of a shortest solution
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) moves: Option<NumberRange>,
    /// The level
    #[arg(long, value_name = "LEVEL", value_parser = level_parser(), help_heading = "Which puzzles")]
    pub(crate) level: Option<Level>,
    /// The number of vehicles, including the primary
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) vehicles: Option<NumberRange>,
    /// The number of walls
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) walls: Option<NumberRange>,
    /// The number of positions in the cluster
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) positions: Option<NumberRange>,
}

#[derive(Args, Debug)]
pub(crate) struct Query {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// The maximum number of puzzles
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) limit: u32,
    /// How to print the puzzles
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
    /// The number of puzzles; none is selected twice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    /// The random seed: the same seed selects the same puzzles; chosen and printed if not given
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// How to print the puzzles; text is only the board
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
    /// Replace the file if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}
