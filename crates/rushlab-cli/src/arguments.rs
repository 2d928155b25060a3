//! What can be typed: the syntax alone. What it means is in `commands`.

mod census;
mod common;
mod compare;
mod database;
mod evolve;
mod explore;
mod generate;
mod names;
mod render;
mod values;

pub(crate) use census::CensusOptions;
use common::{UnusedLimits, UnusedOptions, UnusedSeed, UnusedThreads};
pub(crate) use compare::{CompareOptions, DuplicateRule};
pub(crate) use database::{Build, DatabaseCommand, DatabaseOptions, Export, Filter, Query, Random, Stats};
pub(crate) use evolve::EvolveOptions;
pub(crate) use explore::ExploreOptions;
pub(crate) use generate::GenerateOptions;
pub(crate) use names::{AlgorithmName, FormatName, HeuristicName, NotationName};
use names::{
    algorithm_parser, format_parser, heuristic_parser, level_parser, metric_parser, notation_parser, side_parser,
    theme_parser,
};
pub(crate) use render::{Labels, RenderOptions};
pub(crate) use values::{BoardSize, Size, Span, Timeout};

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, Parser, Subcommand, ValueEnum};
use rushlab::puzzle::{Label, Metric, Side};
use rushlab::search::Limits;

const EXAMPLES: &str = "\
Examples:
  rushlab solve                            solve the built-in puzzles
  rushlab solve BOARD --boards             draw every step of a solution
  rushlab check puzzles.txt                say what is wrong, and where
  rushlab convert puzzles.txt --to json    rewrite a file in another format
  rushlab replay BOARD --moves \"AR1 PU2\"  play a list of moves

INPUT is a file, `-` for standard input, or a board typed as one argument.
Exit codes: 0 every puzzle was decided; 1 a limit was reached before an answer;
2 the command or an input was wrong; 130 interrupted.";

/// The Rush Hour laboratory: solve, study, make, draw and play sliding-block traffic jams.
#[derive(Debug, Parser)]
#[command(name = "rushlab", version, after_help = EXAMPLES, arg_required_else_help = true, max_term_width = 80)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find shortest solutions
    #[command(after_help = "Example: rushlab solve ......A..B..AXXB..A..B......CC...... --boards")]
    Solve(SolveOptions),
    /// Validate puzzles: say what is wrong, where, and what to do
    #[command(after_help = "Example: rushlab check puzzles.txt --output tsv")]
    Check(CheckOptions),
    /// Draw boards in the terminal
    #[command(after_help = "Example: rushlab show ......A..B..AXXB..A..B......CC......")]
    Show(ShowOptions),
    /// Draw pictures: boards, storyboards and animated solutions, as SVG, PNG, GIF or PostScript
    #[command(after_help = "Example: rushlab render ......A..B..AXXB..A..B......CC...... --out solution.gif")]
    Render(RenderOptions),
    /// Rewrite puzzles in another format
    #[command(after_help = "Example: rushlab convert jam.txt --to inf421 --relabel --out jam.inf421")]
    Convert(ConvertOptions),
    /// Play a list of moves: is each legal, what does it cost, is the puzzle solved at the end
    #[command(after_help = "Example: rushlab replay ......A..B..AXXB..A..B......CC...... --moves \"BD2 XR3\"")]
    Replay(ReplayOptions),
    /// Check a heuristic on every position of a puzzle: is it admissible, is it consistent, how far off is it
    #[command(after_help = "Example: rushlab properties ......A..B..AXXB..A..B......CC...... --heuristic inf421-h2")]
    Properties(PropertiesOptions),
    /// Compare algorithms and heuristics on many puzzles: the course's files, a spreadsheet, a report
    #[command(after_help = "Example: rushlab compare puzzles.txt --rules comp472 --out results")]
    Compare(CompareOptions),
    /// Explore the whole cluster of a puzzle: every position that moves lead to, and the hardest of them
    #[command(after_help = "Example: rushlab explore ......A..B..AXXB..A..B......CC...... --report jam.html")]
    Explore(ExploreOptions),
    /// Make puzzles by demand
    #[command(after_help = "Example: rushlab generate --count 10 --moves 25..30 --minimal --seed 1")]
    Generate(GenerateOptions),
    /// Play in the terminal
    #[command(after_help = "Example: rushlab play puzzles.txt")]
    Play(PlayOptions),
    /// Serve the web page: play, edit, solve, race searches, explore
    #[command(after_help = "Example: rushlab serve --open")]
    Serve(ServeOptions),
    /// Every minimal puzzle of a size
    #[command(after_help = "Example: rushlab census --size 5x5 --out 5x5.txt")]
    Census(CensusOptions),
    /// Keep millions of puzzles in a database: build it, ask it, draw from it
    #[command(name = "db", after_help = "Example: rushlab db random puzzles.db --moves 25..30 --level expert")]
    Database(DatabaseOptions),
    /// Solve puzzles by evolution: two genetic algorithms, generation by generation
    #[command(after_help = "Example: rushlab evolve ......A..B..AXXB..A..B......CC...... --runs 100")]
    Evolve(Box<EvolveOptions>),
    /// List the algorithms and heuristics, and what is claimed of each
    #[command(after_help = "Example: rushlab algorithms")]
    Algorithms,
    /// List the puzzle formats and move notations, and what each can hold
    #[command(after_help = "Example: rushlab formats")]
    Formats,
    /// Print a completion script for a shell
    #[command(after_help = "Example: source <(rushlab completions bash)")]
    Completions(CompletionsOptions),
    /// Print the manual page of a command, or write all of them into a folder
    #[command(after_help = "Example: rushlab man check | man -l -")]
    Man(ManOptions),
}

/// Which puzzles to read, and how to understand them.
#[derive(Args, Debug)]
pub(crate) struct InputArgs {
    /// Files, `-` for standard input, or boards typed as one argument each; the built-in puzzles if none
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
}

/// How to understand a puzzle, where its text leaves that open.
#[derive(Args, Debug)]
pub(crate) struct ParseArgs {
    /// The format of the input, instead of the one it looks like
    #[arg(long, value_name = "NAME", value_parser = format_parser(), help_heading = "Reading")]
    pub(crate) format: Option<FormatName>,
    /// The vehicle that must leave
    #[arg(long, value_name = "LABEL", help_heading = "Reading")]
    pub(crate) primary: Option<Label>,
    /// The side where it leaves
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = "Reading")]
    pub(crate) exit: Option<Side>,
    /// What a solution is made short in
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), help_heading = "Reading")]
    pub(crate) metric: Option<Metric>,
    /// The rules: `comp472` adds the valet, and 100 units of fuel for a vehicle without a figure
    #[arg(long, value_name = "RULES", help_heading = "Reading")]
    pub(crate) rules: Option<RuleSet>,
}

/// The sets of rules that have a name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum RuleSet {
    Plain,
    Comp472,
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Output {
    /// Sentences for a person
    Text,
    /// Columns for a person
    Table,
    /// A header line, then a row a puzzle, parted by tabs
    Tsv,
    /// An object a puzzle, a line each
    Json,
}

#[derive(Args, Debug)]
pub(crate) struct SolveOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    /// Draw the board after each move
    #[arg(long)]
    pub(crate) boards: bool,
    /// How to search: see `rushlab algorithms`
    #[arg(long, value_name = "NAME", value_parser = algorithm_parser(), default_value = "auto")]
    pub(crate) algorithm: AlgorithmName,
    /// Whom informed searches ask: see `rushlab algorithms`
    #[arg(long, value_name = "NAME", value_parser = heuristic_parser(), default_value = "h4")]
    pub(crate) heuristic: HeuristicName,
    /// The λ of the heuristic h3
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) weight: u32,
    /// What chance begins from, for algorithms that draw lots
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Write every position that is expanded to this file, with its f, g and h
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Replace the trace's file if it is there already
    #[arg(long, requires = "trace")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How much to do at once.
#[derive(Args, Debug)]
pub(crate) struct ThreadArgs {
    /// How many threads to use; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = ThreadArgs::parser())]
    threads: Option<u16>,
}

impl ThreadArgs {
    fn parser() -> clap::builder::RangedI64ValueParser<u16> {
        clap::value_parser!(u16).range(1..=1024)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// What searches may use.
#[derive(Args, Debug)]
pub(crate) struct LimitArgs {
    /// Give a search up after so many positions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) max_states: Option<u64>,
    /// Use at most so much memory for all searches together, as in 500M or 2G
    #[arg(long, value_name = "SIZE", default_value = "4G", help_heading = "Limits")]
    pub(crate) max_memory: Size,
    /// Give a search up after so long, as in 500ms, 10s or 2m
    #[arg(long, value_name = "DURATION", help_heading = "Limits")]
    pub(crate) timeout: Option<Timeout>,
}

impl LimitArgs {
    /// What each of so many searches at once may use.
    pub(crate) fn per_search(&self, at_once: usize) -> Limits {
        Limits { states: self.max_states.unwrap_or(u64::MAX), memory: self.max_memory.0 / at_once as u64 }
    }

    /// When a search that begins now must end.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.timeout.map(|timeout| Instant::now() + timeout.0)
    }
}

#[derive(Args, Debug)]
pub(crate) struct PropertiesOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    /// The heuristics to check; all if not given
    #[arg(long, value_name = "NAME", value_parser = heuristic_parser(), value_delimiter = ',')]
    pub(crate) heuristic: Vec<HeuristicName>,
    /// The λ of the heuristic h3
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) weight: u32,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    seed: UnusedSeed,
    #[command(flatten)]
    threads: UnusedThreads,
}

#[derive(Args, Debug)]
pub(crate) struct CheckOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    common: UnusedOptions,
}

#[derive(Args, Debug)]
pub(crate) struct ShowOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    common: UnusedOptions,
}

#[derive(Args, Debug)]
pub(crate) struct ConvertOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: FormatName,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Give the vehicles labels that the format can write
    #[arg(long)]
    pub(crate) relabel: bool,
    #[command(flatten)]
    common: UnusedOptions,
}

#[derive(Args, Debug)]
pub(crate) struct ReplayOptions {
    /// A file, `-` for standard input, or a board typed as one argument: the first puzzle in it is played
    #[arg(value_name = "INPUT")]
    pub(crate) input: String,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
    /// The moves, in any notation
    #[arg(long, value_name = "MOVES", required_unless_present = "moves_file", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// A file that holds the moves, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "moves")]
    pub(crate) moves_file: Option<PathBuf>,
    /// The notation of the moves, instead of the one they look like
    #[arg(long, value_name = "NAME", value_parser = notation_parser())]
    pub(crate) notation: Option<NotationName>,
    /// Also print the legal moves in this notation
    #[arg(long, value_name = "NAME", value_parser = notation_parser())]
    pub(crate) to: Option<NotationName>,
    /// Draw the board after each move
    #[arg(long)]
    pub(crate) boards: bool,
    /// How to print the results
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    common: UnusedOptions,
}

#[derive(Args, Debug)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Keep what was solved in this file instead of the usual one
    #[arg(long, value_name = "FILE")]
    pub(crate) progress: Option<PathBuf>,
    /// Begin with this level
    #[arg(long, value_name = "N")]
    pub(crate) level: Option<NonZeroUsize>,
}

#[derive(Args, Debug)]
pub(crate) struct ServeOptions {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 8472)]
    pub(crate) port: u16,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsOptions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManOptions {
    /// The command, as in solve or db-build; the program's own page if none
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
    /// Write the pages of the program and of every command into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) out: Option<PathBuf>,
}
