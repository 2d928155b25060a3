//! The options of `rushlab db`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rushlab::analysis::Level;
use rushlab::puzzle::{Puzzle, RuleSet, Side};

use super::{
    BoardSize, FormatName, InputArgs, NumberRange, Range, SeedArgs, StyleArgs, ThreadArgs, format_parser, level_parser,
    rule_set_parser, side_parser,
};

#[derive(Args, Debug)]
pub(crate) struct DatabaseOptions {
    #[command(subcommand)]
    pub(crate) command: DatabaseCommand,
}

/// The commands on a database.
#[derive(Debug, Subcommand)]
pub(crate) enum DatabaseCommand {
    /// Build a database of puzzles, each explored and rated; also reads census files and the text files of the
    /// published database
    #[command(after_help = "Example: rushlab db build puzzles.db 6x6.txt")]
    Build(Build),
    /// Add puzzles to a database; puzzles that differ from one in it only in labels and name are left out
    #[command(after_help = "Example: rushlab db add puzzles.db more.txt")]
    Add(Add),
    /// List matching puzzles, the hardest first
    #[command(after_help = "Example: rushlab db query puzzles.db --moves 40..60 --walls 0 --count 10")]
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

/// A database and the puzzles for it.
#[derive(Args, Debug)]
pub(crate) struct PuzzleSource {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Copy the numbers of rows `moves board positions` and explore nothing; the puzzles get no level
    #[arg(long, alias = "as-written")]
    pub(crate) trust_input: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
}

#[derive(Args, Debug)]
pub(crate) struct Build {
    #[command(flatten)]
    pub(crate) source: PuzzleSource,
    /// Replace existing files
    #[arg(short, long)]
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
    /// The difficulty rating
    Rating,
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

/// The conditions on puzzles.
#[derive(Args, Debug, Default)]
pub(crate) struct Filter {
    /// The puzzle with this id, or the one that differs from this board only in labels
    #[arg(long, value_name = "ID", help_heading = "Which puzzles")]
    pub(crate) id: Option<Puzzle>,
    /// The board: columns, then rows
    #[arg(long, value_name = "WxH", help_heading = "Which puzzles")]
    pub(crate) size: Option<BoardSize>,
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
    /// The difficulty rating
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) rating: Option<Range<f64>>,
    /// Removing any vehicle or wall makes the solution shorter
    #[arg(long, help_heading = "Which puzzles")]
    pub(crate) minimal: bool,
    /// The side of the board with the exit
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = "Which puzzles")]
    pub(crate) exit: Option<Side>,
    /// The number of vehicles with their own fuel: 0 for puzzles without, 1.. for puzzles with fuel
    #[arg(long, value_name = "A..B", help_heading = "Which puzzles")]
    pub(crate) fuel: Option<NumberRange>,
    /// The rules under which the puzzle was explored and rated
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser(), help_heading = "Which puzzles")]
    pub(crate) rules: Option<&'static RuleSet>,
}

#[derive(Args, Debug)]
pub(crate) struct Query {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    #[command(flatten)]
    pub(crate) order: Order,
    /// Number of puzzles, at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 20)]
    pub(crate) count: u32,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct Random {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    /// Number of puzzles, at most
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1)]
    pub(crate) count: usize,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct Stats {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub(crate) database: PathBuf,
    #[command(flatten)]
    pub(crate) filter: Filter,
    #[command(flatten)]
    pub(crate) order: Order,
    /// The format to write; rows `moves board positions` if not given. `json` and `jsonl` have also moves, level,
    /// rating and id
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<FormatName>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    /// Write to this file or folder
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out")]
    pub(crate) force: bool,
}
