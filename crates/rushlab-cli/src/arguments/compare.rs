//! The options of `rushlab compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rushlab::search::Duplicates;
use rushlab_study::comparison::comp472_files::Layout;

use super::help::{OUTPUT, SEARCH};
use super::{AlgorithmArgs, HeuristicListArgs, InputArgs, LimitArgs, ParameterArgs, SeedArgs, StyleArgs, ThreadArgs};

#[derive(Args, Debug)]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Write to this file or folder
    ///
    /// A folder for the files; an interrupted comparison continues there. Without it, only the table is printed.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
    /// Replace existing files
    ///
    /// The comparison in the folder starts again.
    #[arg(short, long, requires = "out", help_heading = OUTPUT)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) algorithm: AlgorithmArgs,
    #[command(flatten)]
    pub(crate) heuristics: HeuristicListArgs,
    #[command(flatten)]
    pub(crate) parameters: ParameterArgs,
    /// Also write the archive of the COMP 472 handout, for these student numbers
    ///
    /// The leader's number is the first.
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = student_number, requires = "out")]
    pub(crate) submission: Vec<String>,
    /// The folder with the code and its README.md, for the archive
    #[arg(long, value_name = "FOLDER", requires = "submission")]
    pub(crate) code: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    /// Run everything this many times
    ///
    /// Times are means, with their spread. If not given, at least three runs, and more of short searches; `--threads 1`
    /// gives the steadiest times.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) runs: Option<u32>,
    /// When two positions count as duplicates
    ///
    /// If not given, `board` if all puzzles have the rules `comp472`, otherwise `exact`.
    #[arg(long, value_enum, value_name = "RULE", help_heading = SEARCH)]
    duplicates: Option<DuplicateRule>,
    /// Print a table of nodes, one of times and one of lengths instead: a row for each puzzle
    ///
    /// Nodes are the states discovered. `analysis.xlsx` has the same tables.
    #[arg(long, value_enum, value_name = "FORMAT", conflicts_with_all = ["json", "jsonl", "tsv", "table"], hide_possible_values = true)]
    pub(crate) tables: Option<TableFormat>,
    /// The layout of the COMP 472 files
    #[arg(long, value_enum, value_name = "LAYOUT", default_value_t, requires = "out", help_heading = OUTPUT)]
    pub(crate) layout: FileLayout,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl CompareOptions {
    /// Returns the given rule for duplicates.
    pub(crate) fn duplicates(&self) -> Option<Duplicates> {
        self.duplicates.map(Duplicates::from)
    }
}

/// The format of tables with a row for each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns
    Text,
    /// LaTeX
    Latex,
}

/// The layout of the COMP 472 files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FileLayout {
    /// As the course's own program writes them
    #[default]
    Course,
    /// As the handout prints them: `no solution` if there is none
    Handout,
}

impl From<FileLayout> for Layout {
    fn from(layout: FileLayout) -> Layout {
        match layout {
            FileLayout::Course => Layout::Course,
            FileLayout::Handout => Layout::Handout,
        }
    }
}

/// When two positions count as duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DuplicateRule {
    /// Vehicles and fuel are equal: no solution is missed
    Exact,
    /// Vehicles are equal, as in COMP 472: can miss solutions if fuel is limited
    Board,
}

impl From<DuplicateRule> for Duplicates {
    fn from(rule: DuplicateRule) -> Duplicates {
        match rule {
            DuplicateRule::Exact => Duplicates::Exact,
            DuplicateRule::Board => Duplicates::Board,
        }
    }
}

/// Reads a student number. It is part of file names.
fn student_number(text: &str) -> Result<String, String> {
    let is_valid = !text.is_empty() && text.len() <= 20 && text.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_valid
        .then(|| text.to_owned())
        .ok_or_else(|| "write student numbers of letters and digits, separated by commas".to_owned())
}
