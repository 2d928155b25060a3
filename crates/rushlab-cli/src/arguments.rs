//! The syntax of the command line. What the options do is in `commands`.
//!
//! An option means the same in every command that has it, and its help text, its type and its group are the same.
//! `help.rs` decides which options the short help leaves to a topic.

/// The examples of a command, as its help shows them.
macro_rules! examples {
    ($($arguments:literal),+) => { concat!("Examples:", $("\n  rushlab ", $arguments),+) };
}

mod census;
mod compare;
mod database;
mod evolve;
mod explore;
mod filter;
mod generate;
mod grade;
mod help;
mod heuristic_value;
mod maze;
mod names;
mod parameters;
mod play;
mod program;
mod puzzles;
mod render;
mod search;
mod seed;
mod simulate;
mod solve;
mod style;
#[cfg(test)]
mod tests;
mod train;
mod values;

pub(crate) use census::{
    CensusCommand, CensusOptions, CensusRun, CompactOptions, CountOptions, Device, FillingsOptions, HardestOptions,
    MergeOptions, RecomputeAmount, UnitOptions, VerifyOptions,
};
pub(crate) use compare::{CompareOptions, TableFormat};
pub(crate) use database::{
    Add, Build, DatabaseCommand, DatabaseOptions, Order, PuzzleSource, Query, QueryResult, SortKey, Stats,
};
pub(crate) use evolve::EvolveOptions;
pub(crate) use explore::ExploreOptions;
pub(crate) use filter::FilterArgs;
pub(crate) use generate::GenerateOptions;
pub(crate) use grade::GradeOptions;
pub(crate) use help::{EXIT_CODES, TOPICS, command_tree, examples, topic_page};
pub(crate) use maze::MazeOptions;
pub(crate) use names::{FormatName, NotationName, all_algorithms};
pub(crate) use parameters::{Parameter, ParameterArgs};
pub(crate) use play::{PlayOptions, ServeOptions};
pub(crate) use program::{CompletionsOptions, HelpOptions, ListOptions, ListTopic, ManOptions};
pub(crate) use puzzles::{CheckOptions, ConvertOptions, ReplayOptions, ShowOptions};
pub(crate) use render::RenderOptions;
pub(crate) use search::{AlgorithmArgs, HeuristicListArgs, LimitArgs, ThreadArgs, TimeArgs};
pub(crate) use seed::SeedArgs;
pub(crate) use simulate::SimulateOptions;
pub(crate) use solve::SolveOptions;
pub(crate) use style::{Output, StyleArgs};
pub(crate) use train::TrainOptions;
pub(crate) use values::{BoardSize, DurationArg, NumberRange, Range};

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use rushlab::puzzle::{Given, Label, Metric, RuleSet, Side};

use self::help::{OUTPUT, PUZZLE};
use self::names::{count_parser, format_parser, metric_parser, rule_set_parser, side_parser};
use crate::input;

/// The Rush Hour laboratory: solve, study, generate, draw and play Rush Hour puzzles.
#[derive(Debug, Parser)]
#[command(
    name = "rushlab",
    version,
    disable_help_subcommand = true,
    max_term_width = 80,
    override_usage = "rushlab COMMAND [OPTIONS] [INPUT]...\n       rushlab BOARD [OPTIONS]",
    after_help = examples!("BOARD", "generate --count 5 --out easy.txt", "render puzzles.txt --out booklet.pdf")
)]
pub(crate) struct Arguments {
    /// Print no progress and no notes
    #[arg(short, long, global = true, hide_short_help = true, help_heading = OUTPUT)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// Returns the arguments of the program. Prints help or an error and ends the program if there is nothing to run.
pub(crate) fn parse() -> Arguments {
    let parsed = command_tree().try_get_matches_from(with_command(std::env::args_os().collect()));
    parsed.and_then(|matches| Arguments::from_arg_matches(&matches)).unwrap_or_else(|error| unknown_word(error).exit())
}

/// Returns the error about a word that is no command; one that resembles no command may be the name of a file.
fn unknown_word(error: clap::Error) -> clap::Error {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(word) if error.get(ContextKind::SuggestedSubcommand).is_none() => {
            let message = format!("there is no command, file or board `{word}`; `rushlab help` lists the commands\n");
            clap::Error::raw(ErrorKind::InvalidSubcommand, message)
        }
        _ => error,
    }
}

/// Names of commands that are now options, with the words that replace them.
const FORMER_COMMANDS: [(&str, &[&str]); 2] =
    [("canonical", &["convert", "--canonical"]), ("properties", &["explore", "--heuristic", "all"])];

/// Adds the command `solve` if puzzles stand in the place of a command, and replaces former commands.
fn with_command(mut words: Vec<OsString>) -> Vec<OsString> {
    join_board_style(&mut words);
    let first = words.iter().skip(1).position(|word| word != "-q" && word != "--quiet").map(|index| index + 1);
    let Some(index) = first else { return words };
    let named = words[index].clone();
    let word = named.to_string_lossy();
    if let Some((_, others)) = FORMER_COMMANDS.iter().find(|(name, _)| *name == word) {
        let names_heuristics = words.iter().any(|word| word.to_string_lossy().starts_with("--heuristic"));
        let others = if names_heuristics { &others[..1] } else { others };
        words.splice(index..=index, others.iter().map(OsString::from));
    } else if Arguments::command().find_subcommand(&*word).is_none() && input::names_puzzles(&named) {
        words.insert(index, "solve".into());
    }
    words
}

/// Joins `--boards plain` to one word. A word after `--boards` is an INPUT otherwise.
fn join_board_style(words: &mut Vec<OsString>) {
    let is_style = |pair: &[OsString]| pair[0] == "--boards" && (pair[1] == "plain" || pair[1] == "pictures");
    if let Some(at) = words.windows(2).position(is_style) {
        let style = words.remove(at + 1);
        words[at].push("=");
        words[at].push(style);
    }
}

/// The commands, in the order of the manual.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Play in the terminal
    ///
    /// Keys are read from the terminal, also if the puzzles come from a pipe.
    #[command(after_help = examples!("play", "play --daily", "play puzzles.txt --puzzle 2"))]
    Play(PlayOptions),
    /// Serve the web page: play, edit, solve, race, explore
    #[command(after_help = examples!("serve --port 0"))]
    Serve(ServeOptions),
    /// Draw boards in the terminal
    ///
    /// With --table, --tsv or --json, prints a row for each vehicle instead: orientation, size, the row or column that
    /// it stays in, and the column or row of its first cell, from 0.
    #[command(after_help = examples!("show BOARD", "show puzzles.txt", "show BOARD --table"))]
    Show(ShowOptions),
    /// Find shortest solutions, or prove that there are none
    #[command(
        after_help = examples!(
            "solve BOARD --boards",
            "solve puzzles.txt --tsv",
            "solve BOARD --algorithm astar --heuristic h4"
        )
    )]
    Solve(SolveOptions),
    /// Validate puzzles: report every problem with its remedy
    ///
    /// All problems of a puzzle are reported at once: what is wrong, where it is, and how to fix it.
    #[command(after_help = examples!("check puzzles.txt", "check BOARD --tsv"))]
    Check(CheckOptions),
    /// Play a list of moves and report whether it is a solution
    #[command(after_help = examples!("replay BOARD --play \"BD2 XR3\""))]
    Replay(ReplayOptions),
    /// Explore every reachable position; check heuristics
    ///
    /// Prints how many positions can be reached, how far they are from the exit, the hardest of them, and how hard the
    /// puzzle is for a person. With --heuristic, heuristics are compared with the exact distances of all positions:
    /// whether they are admissible and consistent, and how accurate they are.
    #[command(
        after_help = examples!(
            "explore BOARD",
            "explore BOARD --report jam.html",
            "explore BOARD --heuristic h1,inf421-h2"
        )
    )]
    Explore(ExploreOptions),
    /// Compare searches on many puzzles; write the COMP 472 files
    ///
    /// Runs several algorithms and heuristics on every puzzle: by default the nine searches of the COMP 472 course.
    /// Writes the files of the course, a spreadsheet, a report and slides.
    #[command(
        after_help = examples!(
            "compare puzzles.txt --algorithm bfs,astar --heuristic h1,h4",
            "compare puzzles.txt --rules comp472 --out results"
        )
    )]
    Compare(CompareOptions),
    /// Grade the COMP 472 files of students
    ///
    /// Checks every claim of the files in each student's folder or archive: names, layout, fuel, moves, boards,
    /// lengths, the order of the search, f = g + h, each heuristic, optimality, and `no solution`. Prints points and
    /// ranks, and what is wrong with which file.
    #[command(
        after_help = examples!(
            "grade puzzles.txt ann.zip bob.zip --out pages",
            "grade puzzles.txt ann.zip --scheme points.toml --json"
        )
    )]
    Grade(GradeOptions),
    /// Solve puzzles with genetic algorithms
    ///
    /// Two algorithms, generation by generation: one evolves sequences of moves (`schlegel`), the other boards (`grh`).
    #[command(
        after_help = examples!(
            "evolve BOARD --seed 7",
            "evolve BOARD --setting faithful,refined --runs 10",
            "evolve BOARD --set population=50,100 --runs 10"
        )
    )]
    Evolve(Box<EvolveOptions>),
    /// Evolve a heuristic for IDA*
    ///
    /// Genetic programming: formulas over measures of a position are crossed and mutated, and those with which IDA*
    /// saves the most effort on the puzzles survive. The result is tried on other puzzles, and is a file for
    /// `--heuristic`.
    #[command(
        after_help = examples!(
            "train built-in#5 built-in#8 --test built-in#9 --generations 5",
            "train puzzles.txt --generations 2 --population 8 --out evolved.txt"
        )
    )]
    Train(Box<TrainOptions>),
    /// Find a path through a maze or a graph, as textbooks do
    ///
    /// Breadth-first search, Dijkstra's algorithm, greedy search, A* and IDA* over any graph. Prints the graph as a
    /// dictionary, the path as letters and as cells, and the maze with the path.
    #[command(after_help = examples!("maze maze.txt", "maze maze.txt --algorithm bfs,astar --tsv"))]
    Maze(MazeOptions),
    /// Simulate people who solve puzzles
    ///
    /// Every move of a simulated player is drawn from a model that was fitted to recorded moves of people. Prints how
    /// many players solve each puzzle, within how many moves, how much the first move of a shortest solution helps
    /// them, and to which position they come back most often.
    #[command(after_help = examples!("simulate BOARD", "simulate puzzles.txt --players 20 --tsv"))]
    Simulate(SimulateOptions),
    /// Generate puzzles that meet constraints
    #[command(
        after_help = examples!(
            "generate --count 3 --moves 10..15 --minimal",
            "generate --levels 1,1,0,0 --out set.txt"
        )
    )]
    Generate(GenerateOptions),
    /// Draw pictures, animations and booklets
    ///
    /// Draws boards, storyboards, animated solutions and booklets, as SVG, PNG, GIF, PostScript or PDF.
    #[command(after_help = examples!("render BOARD --out solution.gif", "render puzzles.txt --out booklet.pdf"))]
    Render(RenderOptions),
    /// Rewrite puzzles in another format, or in canonical form
    #[command(
        after_help = examples!(
            "convert puzzles.txt --to json --out puzzles.json",
            "convert BOARD --to inf421 --relabel",
            "convert BOARD puzzles.txt --canonical --mirror"
        )
    )]
    Convert(ConvertOptions),
    /// Find every minimal puzzle of a size
    #[command(after_help = examples!("census --size 4x4 --out 4x4.txt"))]
    Census(CensusOptions),
    /// Keep millions of puzzles in a database
    #[command(
        name = "db",
        after_help = examples!(
            "db build new.db puzzles.txt",
            "db query puzzles.db --random --level beginner"
        )
    )]
    Database(DatabaseOptions),
    /// List algorithms, heuristics, formats, parameters and more
    #[command(after_help = examples!("list", "list heuristics", "list parameters --json"))]
    List(ListOptions),
    /// Print the help of a command, or of a topic
    #[command(after_help = examples!("help solve", "help input"))]
    Help(HelpOptions),
    /// Print the manual page of a command, or write all of them
    #[command(after_help = examples!("man check", "man --out pages"))]
    Man(ManOptions),
    /// Print a completion script for a shell
    #[command(after_help = examples!("completions bash"))]
    Completions(CompletionsOptions),
}

/// The puzzles to read, and how to parse them.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct InputArgs {
    /// Files, boards, ids, `-`, `built-in`: see `rushlab help input`
    #[arg(value_name = "INPUT")]
    pub(crate) inputs: Vec<OsString>,
    #[command(flatten)]
    pub(crate) parse: ParseArgs,
    #[command(flatten)]
    pub(crate) filter: FilterArgs,
    /// Number of puzzles, at most
    #[arg(short = 'n', long, value_name = "N", value_parser = count_parser())]
    pub(crate) count: Option<usize>,
}

/// How to parse a puzzle. These options take precedence over its text.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ParseArgs {
    /// The format of the input: see `rushlab list formats`
    ///
    /// Detected if not given.
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = format_parser(),
        hide_possible_values = true,
        help_heading = PUZZLE
    )]
    pub(crate) format: Option<FormatName>,
    /// The label of the primary, which must reach the exit
    #[arg(long, value_name = "LABEL", help_heading = PUZZLE)]
    pub(crate) primary: Option<Label>,
    /// The side of the board with the exit
    #[arg(long, value_name = "SIDE", value_parser = side_parser(), help_heading = PUZZLE)]
    pub(crate) exit: Option<Side>,
    /// What a shortest solution minimises: moves, or steps of one cell
    #[arg(long, value_name = "METRIC", value_parser = metric_parser(), help_heading = PUZZLE)]
    pub(crate) metric: Option<Metric>,
    /// The rules of the puzzle: see `rushlab list rules`
    #[arg(long, value_name = "RULES", value_parser = rule_set_parser(), help_heading = PUZZLE)]
    pub(crate) rules: Option<&'static RuleSet>,
    /// The number of a puzzle of standard input: `-#2` is an INPUT, but looks like an option.
    #[arg(short = '#', value_name = "N", hide = true)]
    pub(crate) of_standard_input: Option<usize>,
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
