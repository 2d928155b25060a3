//! The options of the commands about the program itself: `list`, `help`, `man` and `completions`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::StyleArgs;

#[derive(Args, Debug)]
pub(crate) struct ListOptions {
    /// What to list; if not given, what can be listed
    #[arg(value_enum, value_name = "TOPIC")]
    pub(crate) topic: Option<ListTopic>,
    #[command(flatten)]
    pub(crate) style: StyleArgs,
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListTopic {
    /// Algorithms, and when each is optimal
    Algorithms,
    /// Heuristics, and whether each is admissible and consistent
    Heuristics,
    /// Parameters of heuristics and genetic algorithms, with defaults
    Parameters,
    /// Puzzle formats, and what each can represent
    Formats,
    /// Move notations
    Notations,
    /// Sets of rules
    Rules,
    /// Levels of difficulty for people
    Levels,
    /// Published censuses, and the boards that each counts
    Definitions,
}

#[derive(Args, Debug)]
pub(crate) struct HelpOptions {
    /// A command such as `solve` or `db query`, or a topic: input, output, limits
    #[arg(value_name = "COMMAND|TOPIC")]
    pub(crate) words: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsOptions {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManOptions {
    /// A command such as `solve` or `db query`, or a topic; the page of the program if not given
    #[arg(value_name = "COMMAND|TOPIC", conflicts_with = "out")]
    pub(crate) words: Vec<String>,
    /// Write to this file or folder
    ///
    /// A folder, which gets the pages of the program, of every command and of every topic.
    #[arg(short, long, value_name = "PATH")]
    pub(crate) out: Option<PathBuf>,
}
