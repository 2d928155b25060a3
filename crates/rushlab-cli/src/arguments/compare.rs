//! The options of `rushlab compare`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use rushlab::search::Duplicates;

use super::{
    AlgorithmName, HeuristicName, HeuristicParameterArgs, InputArgs, LimitArgs, Output, ThreadArgs, algorithm_parser,
    heuristic_parser,
};

#[derive(Args, Debug)]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The folder for the files; an interrupted comparison continues there. Without it, only the table is printed
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Start again and replace the comparison in the folder
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Rank solution files instead: one folder per contestant, with files such as `ucs-sol-1.txt`
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with = "out")]
    pub(crate) competition: Vec<PathBuf>,
    /// Every algorithm, and every heuristic with each informed algorithm
    #[arg(long, conflicts_with_all = ["algorithms", "heuristics"])]
    pub(crate) all: bool,
    /// The algorithms, separated by commas: see `rushlab algorithms`
    #[arg(
        long,
        value_name = "LIST",
        value_parser = algorithm_parser(),
        value_delimiter = ',',
        default_values = ["ucs", "gbfs", "a"]
    )]
    pub(crate) algorithms: Vec<AlgorithmName>,
    /// The heuristics of informed algorithms, separated by commas; `h1,h2,h3,h4` if not given
    #[arg(long, value_name = "LIST", value_parser = heuristic_parser(), value_delimiter = ',')]
    pub(crate) heuristics: Vec<HeuristicName>,
    /// Also write the archive that the COMP 472 handout describes; the student numbers of the team, the leader's first
    #[arg(long, value_name = "ID,…", value_delimiter = ',', value_parser = student_number, requires = "out")]
    pub(crate) submission: Vec<String>,
    /// The folder with the code and its README.md, for the archive
    #[arg(long, value_name = "FOLDER", requires = "submission")]
    pub(crate) code: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) parameters: HeuristicParameterArgs,
    /// The random seed, for randomised algorithms
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Run every search this many times: times are means, with their spread; `--threads 1` gives the steadiest times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000), conflicts_with = "competition")]
    pub(crate) repeat: Option<u32>,
    /// The most puzzles; each makes 18 files with the usual searches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), default_value_t = 10_000)]
    pub(crate) max_puzzles: u32,
    /// When two positions count as duplicates; `board` with `--rules comp472`, otherwise `exact`
    #[arg(long, value_enum, value_name = "RULE")]
    duplicates: Option<DuplicateRule>,
    /// How to print the results: text and table have a line for each algorithm and heuristic, the others a row for each
    /// search
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = Output::Text)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl CompareOptions {
    /// Returns the rule for duplicates: the given one, or the default of the rule set.
    pub(crate) fn duplicates(&self) -> Duplicates {
        let usual = self.input.parse.rules.map_or(Duplicates::Exact, |rules| rules.duplicates);
        self.duplicates.map_or(usual, Duplicates::from)
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
