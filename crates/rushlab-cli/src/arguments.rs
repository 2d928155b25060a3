//! The syntax of the command line. What the options do is in `commands`.

mod census;
mod compare;
mod database;
mod evolve;
mod explore;
mod generate;
mod heuristic_parameters;
mod names;
mod render;
mod seed;
mod style;
mod values;

pub(crate) use census::{
    CensusCommand, CensusOptions, CensusRun, CompactOptions, CountOptions, Device, HardestOptions, MergeOptions,
    RecomputeAmount, UnitOptions, VerifyOptions,
};
pub(crate) use compare::CompareOptions;
pub(crate) use database::{
    Add, Build, DatabaseCommand, DatabaseOptions, Filter, Order, PuzzleSource, Query, QueryResult, SortKey, Stats,
};
pub(crate) use evolve::EvolveOptions;
pub(crate) use explore::ExploreOptions;
pub(crate) use generate::GenerateOptions;
pub(crate) use heuristic_parameters::HeuristicParameterArgs;
pub(crate) use names::{AlgorithmName, FormatName, HeuristicName, NotationName, as_published};
use names::{
    algorithm_parser, format_parser, heuristic_parser, level_parser, metric_parser, notation_parser, paper_parser,
    rule_set_parser, rule_sets_help, side_parser, theme_parser,
};
pub(crate) use render::{Labels, RenderOptions};
pub(crate) use seed::SeedArgs;
pub(crate) use style::{Output, RowStyleArgs, StyleArgs};
pub(crate) use values::{BoardSize, ByteSize, DurationArg, NumberRange, Range};

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Parser, Subcommand};
use rushlab::puzzle::{Given, Label, Metric, RuleSet, Side};
use rushlab::search::{Limits, MAX_THREADS};

use crate::memory_budget;

const EXAMPLES: &str = "\
Examples:
  rushlab solve                            solve the built-in puzzles
  rushlab solve BOARD --boards             draw every move of a solution
  rushlab check puzzles.txt                report problems with their locations
  rushlab convert puzzles.txt --to json    rewrite a file in another format
  rushlab replay BOARD --play \"AR1 PU2\"   play a list of moves

INPUT is a file, `-` for standard input, a board (quote it if it has spaces), an
id, or `built-in`. With no INPUT, commands read standard input if it is a pipe
or a file, and the built-in puzzles otherwise.
Exit codes: 0 success; 1 incomplete (a limit was reached, or too few puzzles
were found); 2 the command line or an input is invalid; 130 interrupted.";

/// The Rush Hour laboratory: solve, study, generate, draw and play Rush Hour puzzles.
#[derive(Debug, Parser)]
#[command(name = "rushlab", version, after_help = EXAMPLES, arg_required_else_help = true, max_term_width = 80)]
pub(crate) struct Arguments {
    /// Print no progress and no notes
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find shortest solutions
    #[command(after_help = "Example: rushlab solve ......A..B..AXXB..A..B......CC...... --boards")]
    Solve(SolveOptions),
    /// Validate puzzles: report every problem with its location and remedy
    #[command(after_help = "Example: rushlab check puzzles.txt --tsv")]
    Check(CheckOptions),
    /// Draw boards in the terminal
    #[command(after_help = "Example: rushlab show ......A..B..AXXB..A..B......CC......")]
    Show(ShowOptions),
    /// Draw pictures: boards, storyboards, animated solutions and booklets, as SVG, PNG, GIF, PostScript or PDF
    #[command(after_help = "Example: rushlab render ......A..B..AXXB..A..B......CC...... --out solution.gif")]
    Render(RenderOptions),
    /// Print the canonical form of puzzles: equal for puzzles that differ only in labels and name
    #[command(after_help = "Example: rushlab canonical a.txt b.txt | sort -u")]
    Canonical(CanonicalOptions),
    /// Rewrite puzzles in another format
    #[command(after_help = "Example: rushlab convert jam.txt --to inf421 --relabel --out jam.inf421")]
    Convert(ConvertOptions),
    /// Replay a list of moves: check that each is legal, count moves and steps, and report whether the puzzle is solved
    #[command(after_help = "Example: rushlab replay ......A..B..AXXB..A..B......CC...... --play \"BD2 XR3\"")]
    Replay(ReplayOptions),
    /// Check on every position of a puzzle whether heuristics are admissible and consistent, and how accurate they are
    #[command(after_help = "Example: rushlab properties ......A..B..AXXB..A..B......CC...... --heuristic inf421-h2")]
    Properties(PropertiesOptions),
    /// Compare algorithms and heuristics on many puzzles: the files of the COMP 472 course, a spreadsheet, a report
    #[command(after_help = "Example: rushlab compare puzzles.txt --rules comp472 --out results")]
    Compare(CompareOptions),
    /// Explore the whole cluster of a puzzle: every reachable position, and the hardest of them
    #[command(after_help = "Example: rushlab explore ......A..B..AXXB..A..B......CC...... --report jam.html")]
    Explore(ExploreOptions),
    /// Generate puzzles that meet given constraints
    #[command(after_help = "Example: rushlab generate --count 10 --moves 25..30 --minimal --seed 1")]
    Generate(GenerateOptions),
    /// Play in the terminal
    #[command(
        after_help = "Keys are read from the terminal, also if the puzzles come from a pipe.\n\nExample: rushlab play puzzles.txt"
    )]
    Play(PlayOptions),
    /// Serve the web page: play, edit, solve, run searches side by side, explore
    #[command(after_help = "Example: rushlab serve --open")]
    Serve(ServeOptions),
    /// Find every minimal puzzle of a size
    #[command(after_help = "Example: rushlab census --size 5x5 --out 5x5.txt")]
    Census(CensusOptions),
    /// Keep millions of puzzles in a database: build, query, select at random
    #[command(name = "db", after_help = "Example: rushlab db random puzzles.db --moves 25..30 --level expert")]
    Database(DatabaseOptions),
    /// Solve puzzles by evolution: two genetic algorithms, generation by generation
    #[command(after_help = "Example: rushlab evolve ......A..B..AXXB..A..B......CC...... --runs 100")]
    Evolve(Box<EvolveOptions>),
    /// List the algorithms and heuristics, and what each guarantees
    #[command(after_help = "Example: rushlab algorithms")]
    Algorithms,
    /// List the puzzle formats and move notations, and what each can represent
    #[command(after_help = "Example: rushlab formats")]
    Formats,
    /// Print a completion script for a shell
    #[command(after_help = "Example: source <(rushlab completions bash)")]
    Completions(CompletionsOptions),
    /// Print the manual page of a command, or write all of them into a folder
    #[command(after_help = "Example: rushlab man check | man -l -")]
    Man(ManOptions),
}

/// The puzzles to read, and how to parse them.
#[derive(Args, Clone, Debug)]
pub(crate) struct InputArgs {
    /// Files, `-` for standard input, boards, ids, `built-in`, or `sample` for a sample of all minimal 6×6 puzzles; if
    /// none is given, standard input if it is a pipe or a file, otherwise the built-in puzzles
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
}

/// How to parse a puzzle. These options take precedence over its text.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ParseArgs {
    /// The format of the input; detected if not given
    #[arg(long, value_name = "NAME", value_parser = format_parser(), help_heading = "Input")]
    pub(crate) format: Option<FormatName>,
    /// The primary: the vehicle that must reach the exit
    #[arg(long, value_name = "LABEL", help_heading = "Input")]
    pub(crate) primary: Option<Label>,
    /// The side of the board with the exit
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = "Input")]
    pub(crate) exit: Option<Side>,
    /// What a shortest solution minimises: moves, or steps of one cell
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), help_heading = "Input")]
    pub(crate) metric: Option<Metric>,
    /// The rules, in place of those of the input
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser(), help = rule_sets_help(), help_heading = "Input")]
    pub(crate) rules: Option<&'static RuleSet>,
    /// The primary of puzzles in which no other is found.
    #[arg(skip)]
    pub(crate) fallback_primary: Option<Label>,
}

impl ParseArgs {
    /// Returns what the options say about a puzzle besides its text.
    pub(crate) fn given(&self) -> Given {
        let ParseArgs { primary, fallback_primary, exit, metric, rules, .. } = *self;
        Given { primary, fallback_primary, exit, metric, rules }
    }
}

#[derive(Args, Debug)]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    /// Draw the board after each move
    #[arg(long)]
    pub(crate) boards: bool,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// `words` in text and `letters` in rows if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser())]
    pub(crate) notation: Option<NotationName>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Write what happens in the search to this file; `-` is standard output
    ///
    /// A row for every expanded position, with its f, g and h.
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "trace")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The searches that a command runs.
#[derive(Args, Debug)]
pub(crate) struct SearchArgs {
    /// Search algorithms, separated by commas: see `rushlab list algorithms`
    #[arg(long, value_name = "LIST", value_parser = algorithm_parser(), value_delimiter = ',', help_heading = "Search")]
    pub(crate) algorithm: Vec<AlgorithmName>,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicArgs,
}

/// Heuristics and their parameters.
#[derive(Args, Debug)]
pub(crate) struct HeuristicArgs {
    /// Heuristics, separated by commas: see `rushlab list heuristics`
    #[arg(long, value_name = "LIST", value_parser = heuristic_parser(), value_delimiter = ',', help_heading = "Search")]
    pub(crate) heuristic: Vec<HeuristicName>,
    #[command(flatten)]
    pub(crate) parameters: HeuristicParameterArgs,
}

/// The number of threads.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// Number of threads; one for each core if not given
    #[arg(short = 'j', long, value_name = "N", value_parser = ThreadArgs::parser())]
    threads: Option<u16>,
}

impl ThreadArgs {
    fn parser() -> clap::builder::RangedI64ValueParser<u16> {
        clap::value_parser!(u16).range(1..=MAX_THREADS.into())
    }

    /// Returns the number of threads.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// The limits of a search.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Stop a search after this many distinct states
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_states: Option<u64>,
    /// The memory limit of the whole program, for example 500M or 2G
    #[arg(long, value_name = "SIZE", default_value_t = ByteSize(Limits::DEFAULT_MEMORY), help_heading = "Limits")]
    pub(crate) max_memory: ByteSize,
    #[command(flatten)]
    pub(crate) time: TimeArgs,
}

/// The time limit.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct TimeArgs {
    /// Stop a search, or the command if it is one search, after this time: 500ms, 10s, 2m
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) timeout: Option<DurationArg>,
}

impl TimeArgs {
    /// Returns the deadline of what starts now.
    pub(crate) fn deadline(self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout.0)
    }
}

impl LimitArgs {
    /// Returns the limits of one of `concurrency` concurrent searches.
    pub(crate) fn per_search(&self, concurrency: usize) -> Limits {
        Limits {
            states: self.max_states.unwrap_or(u64::MAX),
            memory: memory_budget::per_search(self.max_memory.0, concurrency),
        }
    }

    /// Returns the deadline of a search that starts now.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.time.deadline()
    }
}

#[derive(Args, Debug)]
pub(crate) struct PropertiesOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct ShowOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
}

#[derive(Args, Debug)]
pub(crate) struct CanonicalOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Also equal for mirror images and rotations, whose exits move along: the exit of the result is on the right
    #[arg(long)]
    pub(crate) mirror: bool,
    /// The format to write; `line`, and `json` for exits and rules that `line` cannot represent, if not given
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<FormatName>,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: FormatName,
    /// Leave out puzzles that differ from an earlier one only in labels and name
    #[arg(long)]
    pub(crate) distinct: bool,
    /// Write to this file or folder
    ///
    /// For `pddl` it can be a folder, which gets the domain and a file for each puzzle.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    #[arg(short, long, requires = "out")]
    pub(crate) force: bool,
    /// Give the vehicles new labels that the format can write: the primary X, the others A, B, C …; with
    /// `--primary LABEL`, if the format leaves its label free, the primary LABEL (it then names the primary of the
    /// input only if none is found there)
    #[arg(long)]
    pub(crate) relabel: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayOptions {
    /// A file, `-` for standard input, or a board; its first puzzle is played
    #[arg(value_name = "INPUT")]
    pub(crate) input: String,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
    /// Play these moves
    #[arg(
        long,
        value_name = "MOVES",
        alias = "moves",
        required_unless_present = "moves_file",
        allow_hyphen_values = true
    )]
    pub(crate) play: Option<String>,
    /// A file with the moves, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    pub(crate) moves_file: Option<PathBuf>,
    /// The notation of moves: see `rushlab list notations`
    ///
    /// Detected if not given.
    #[arg(long, value_name = "NAME", value_parser = notation_parser())]
    pub(crate) notation: Option<NotationName>,
    /// Also print the legal moves in this notation
    #[arg(long, value_name = "NAME", value_parser = notation_parser())]
    pub(crate) rewrite: Option<NotationName>,
    /// Draw the board after each move
    #[arg(long)]
    pub(crate) boards: bool,
    /// Also print the fitness that a genetic algorithm gives to the moves
    #[arg(long, value_name = "NAME", value_parser = evolve::method_parser())]
    pub(crate) fitness: Option<rushlab_genetic::Method>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

#[derive(Args, Debug)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The file for the player's progress, instead of the default one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// Start with this puzzle of the input
    #[arg(long, value_name = "N", alias = "level")]
    pub(crate) puzzle: Option<NonZeroUsize>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeOptions {
    /// The port; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = 8472)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 lets other devices in the network use the page, for example a phone
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// A folder with the files of the page, read anew for each request, for work on the page; the built-in page if not
    /// given
    #[arg(long, value_name = "DIR")]
    pub(crate) page: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsOptions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManOptions {
    /// The command, for example solve, `db query` or db-query; the page of the program if not given
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write to this file or folder
    ///
    /// A folder, which gets the pages of the program and of every command.
    #[arg(short, long, value_name = "PATH", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}
