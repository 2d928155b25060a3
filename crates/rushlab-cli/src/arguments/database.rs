//! The options of `rushlab db`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::help::OUTPUT;
use super::names::{count_parser, format_parser};
use super::{FilterArgs, FormatName, InputArgs, Output, SeedArgs, StyleArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct DatabaseOptions {
    #[command(subcommand)]
    pub(crate) command: DatabaseCommand,
}

/// The commands on a database.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Build a database of puzzles
    ///
    /// Every puzzle is explored. Census files and the text files of the published database are read too.
    #[command(after_help = examples!("db build new.db puzzles.txt"))]
    Build(Build),
    /// Add puzzles to a database
    ///
    /// Puzzles that differ from one in it only in labels and name are left out.
    #[command(after_help = examples!("db add puzzles.db more.txt"))]
    Add(Add),
    /// List matching puzzles, the hardest first or at random, or write them to a file
    #[command(
        after_help = examples!(
            "db query puzzles.db --moves 10.. --walls 0 --count 10",
            "db query puzzles.db --random --level beginner --to line",
            "db query puzzles.db --moves 10.. --out hard.json --to json"
        )
    )]
    Query(Query),
    /// Count matching puzzles by moves, levels, vehicles and walls
    #[command(after_help = examples!("db stats puzzles.db"))]
    Stats(Stats),
}

/// A database and the puzzles for it.
#[derive(Args, Debug)]
pub(crate) struct PuzzleSource {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Copy the numbers of rows `moves board positions` and explore nothing
    ///
    /// The puzzles get no level.
    #[arg(long)]
    pub(crate) trust_input: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Args, Debug)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) source: PuzzleSource,
    /// Replace existing files
    #[arg(short, long, help_heading = OUTPUT)]
    pub(crate) force: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Add {
    #[command(flatten)]
    pub(crate) source: PuzzleSource,
}

/// The column by which puzzles are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortKey {
    /// The number of moves
    #[default]
    Moves,
    /// The difficulty
    Difficulty,
    /// The number of vehicles
    Vehicles,
    /// The number of walls
    Walls,
    /// The number of positions in the cluster
    Positions,
    /// The number of cells
    Size,
}

/// The order of puzzles.
#[derive(Args, Debug, Default)]
pub(crate) struct Order {
    /// What the puzzles are sorted by, the largest first
    #[arg(long, value_enum, value_name = "COLUMN", default_value_t = SortKey::Moves)]
    pub(crate) sort: SortKey,
    /// The smallest first
    #[arg(long)]
    pub(crate) ascending: bool,
}

#[derive(Args, Debug)]
#[command(mut_arg("seed", |seed| seed.requires("random")))]
pub(crate) struct Query {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) order: Order,
    /// Select puzzles at random, each with the same probability
    #[arg(long, conflicts_with_all = ["sort", "ascending"])]
    pub(crate) random: bool,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Number of puzzles, at most
    ///
    /// If not given, 1 with --random, 20 in a table, otherwise all.
    #[arg(short = 'n', long, value_name = "N", value_parser = count_parser())]
    pub(crate) count: Option<usize>,
    /// The format to write: see `rushlab list formats`
    ///
    /// `json` and `jsonl` have also moves, level, difficulty and id. If not given, the rows of a file are
    /// `moves board positions`.
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(), hide_possible_values = true, conflicts_with = "StyleArgs")]
    pub(crate) to: Option<FormatName>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    /// Write to this file or folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out", help_heading = OUTPUT)]
    pub(crate) force: bool,
}

impl Query {
    /// Returns what is printed or written.
    pub(crate) fn result(&self) -> QueryResult {
        match (self.style.given(), self.to) {
            (_, Some(format)) => QueryResult::Puzzles(format),
            (Some(style), None) => QueryResult::Rows(style),
            (None, None) if self.out.is_some() => QueryResult::CensusRows,
            (None, None) => QueryResult::Rows(Output::Table),
        }
    }

    /// Returns the greatest number of puzzles, if it is limited.
    pub(crate) fn limit(&self) -> Option<usize> {
        let usual = match self.result() {
            _ if self.random => Some(1),
            QueryResult::Rows(Output::Table | Output::Text) => Some(20),
            _ => None,
        };
        self.count.or(usual)
    }
}

/// What a query prints or writes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum QueryResult {
    /// All columns of the database.
    Rows(Output),
    /// The puzzles in a format.
    Puzzles(FormatName),
    /// Rows `moves board positions`, as in the published database.
    CensusRows,
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}
