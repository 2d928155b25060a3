//! What the help shows: the commands in groups, and the options that many commands share in topics.
//!
//! The short help of a command (`-h`) leaves the shared options to the topics, and names the topics that apply.

use anstyle::Style;
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory as _};

use super::Arguments;

/// Options that say what a puzzle is, whether it is read or made.
pub(super) const PUZZLE: &str = "Puzzle options";
/// Options that a puzzle must meet.
pub(super) const CONSTRAINTS: &str = "Constraints";
/// Options for algorithms and heuristics.
pub(super) const SEARCH: &str = "Search options";
/// Options for the style of results and for files.
pub(super) const OUTPUT: &str = "Output options";
/// Options for time, memory and threads.
pub(super) const LIMITS: &str = "Limits";

/// The commands of the overview, in groups.
pub(super) const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve", "show"]),
    ("Solve", &["solve", "check", "replay"]),
    ("Study", &["explore", "compare", "grade", "evolve", "train", "maze", "simulate"]),
    ("Design", &["generate", "render", "convert"]),
    ("Data", &["census", "db", "list"]),
];

/// A topic of the help: what many commands have in common.
#[derive(Debug)]
pub(crate) struct Topic {
    pub(crate) name: &'static str,
    summary: &'static str,
    text: &'static str,
    pub(super) headings: &'static [&'static str],
}

pub(crate) const TOPICS: [Topic; 3] = [
    Topic {
        name: "input",
        summary: "What INPUT can be, and how puzzles are read",
        text: "\
INPUT names the puzzles that a command reads. It can be given several times:

  FILE       a file with any number of puzzles, a database, or a compact list
  -          standard input
  BOARD      a board, row by row; quote it if it has spaces
  ID         the short permanent id of a puzzle: 6x6-br4am8zr0m2
  built-in   the forty built-in puzzles, ten of each level
  grh-table  forty puzzles with the minima of Table 1 of the GRH paper
  sample     a sample of all minimal 6×6 puzzles with up to two walls

FILE#3 is the third puzzle of a file; built-in#3 and -#3 work alike. With
constraints, only puzzles that meet them are used; what is not known about a
puzzle is computed.

With no INPUT, a command reads standard input if it is a pipe or a file, and
the built-in puzzles otherwise. Invalid puzzles are reported and left out.
`rushlab list formats` describes the formats.",
        headings: &[PUZZLE, CONSTRAINTS],
    },
    Topic {
        name: "output",
        summary: "Styles, files, notes and exit codes",
        text: "\
Results are printed as sentences, or in one of the styles below. They go to
standard output, everything else to standard error. With NO_COLOR there are
no colours.

A file is written whole or not at all. An existing one is replaced only with
--force. In rows, - stands for what does not exist or is not known; in JSON,
null does.",
        headings: &[OUTPUT],
    },
    Topic {
        name: "limits",
        summary: "Time, memory and threads",
        text: "\
A search that reaches a limit ends without an answer: its status is `limit`,
and the exit code is 1. Results do not depend on the number of threads.",
        headings: &[LIMITS],
    },
];

/// The exit codes of the program.
pub(crate) const EXIT_CODES: [(&str, &str); 4] = [
    ("0", "every puzzle was decided"),
    ("1", "a limit was reached before an answer, or too few puzzles were found"),
    ("2", "the command line or an input is invalid; the other puzzles are done"),
    ("130", "interrupted; finished results are printed or kept"),
];

/// Returns the tree of commands that parses the command line and prints help.
pub(crate) fn command_tree() -> Command {
    let tree = Arguments::command();
    let overview = overview(&tree);
    tree.override_help(overview).mut_subcommands(with_short_help)
}

/// Returns a command whose short help names the topics instead of their options.
fn with_short_help(command: Command) -> Command {
    let topics: Vec<&Topic> = TOPICS.iter().filter(|topic| applies(topic, &command)).collect();
    let is_shared = |option: &Arg| {
        let heading = option.get_help_heading();
        !option.is_positional() && heading.is_some_and(|own| topics.iter().any(|topic| topic.headings.contains(&own)))
    };
    let names: Vec<&str> = topics.iter().map(|topic| topic.name).collect();
    let long = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let short = match names.as_slice() {
        [] => long.clone(),
        names => format!("{long}\n\nMore options: rushlab help {}", names.join(", rushlab help ")),
    };
    let command = command.mut_args(|option| if is_shared(&option) { option.hide_short_help(true) } else { option });
    command.after_help(short).after_long_help(long).mut_subcommands(with_short_help)
}

/// Returns whether a topic has options of a command. The constraints and the rules of puzzles that a command makes or
/// selects are its own options.
fn applies(topic: &Topic, command: &Command) -> bool {
    let reads_puzzles =
        command.get_positionals().any(|argument| argument.get_id() == "inputs" || argument.get_id() == "input");
    let mut headings = command.get_arguments().filter_map(Arg::get_help_heading);
    headings.any(|heading| topic.headings.contains(&heading)) && (topic.name != "input" || reads_puzzles)
}

/// Returns the examples of a command, each with the name of the program.
pub(crate) fn examples(command: &Command) -> Vec<String> {
    let text = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string).unwrap_or_default();
    text.lines().map(str::trim).filter(|line| line.starts_with("rushlab ")).map(str::to_owned).collect()
}

/// Returns the list of all commands, for one screen.
fn overview(tree: &Command) -> String {
    let strong = Style::new().bold();
    let mut text = format!(
        "{strong}Usage:{strong:#}  rushlab COMMAND [OPTIONS] [INPUT]...\n        \
         rushlab BOARD [OPTIONS]               solves the board\n\n"
    );
    for (group, names) in GROUPS {
        for (index, name) in names.iter().enumerate() {
            let about = tree.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let group = if index == 0 { group } else { "" };
            text += &format!("{strong}{group:8}{strong:#}{name:10}{about}\n");
        }
    }
    let topics = TOPICS.map(|topic| format!("rushlab help {}", topic.name)).join(", ");
    text + &format!(
        "{strong}Help{strong:#}    rushlab COMMAND -h, or --help for all options; rushlab man, completions\n        {topics}"
    )
}

/// Returns the help of a topic as a command with its options.
pub(crate) fn topic_page(topic: &Topic) -> Command {
    let mut options: Vec<Arg> = Vec::new();
    collect(&Arguments::command(), topic, &mut options);
    let mut text = topic.text.to_owned();
    if topic.headings.contains(&OUTPUT) {
        let codes = EXIT_CODES.map(|(code, meaning)| format!("\n  {code:5}{meaning}"));
        text += &format!("\n\nExit codes:{}", codes.concat());
    }
    Command::new(format!("rushlab-{}", topic.name))
        .about(topic.summary)
        .before_help(text)
        .disable_help_flag(true)
        .max_term_width(80)
        .help_template("{before-help}{all-args}")
        .args(options)
}

/// Collects the options of a topic, each name once.
fn collect(command: &Command, topic: &Topic, options: &mut Vec<Arg>) {
    for option in command.get_arguments().filter(|option| !option.is_positional() && !option.is_hide_set()) {
        let is_new = options.iter().all(|other| other.get_id() != option.get_id());
        let heading = option.get_help_heading().filter(|_| applies(topic, command));
        if is_new && heading.is_some_and(|heading| topic.headings.contains(&heading)) {
            options.push(shown(option));
        }
    }
    command.get_subcommands().for_each(|below| collect(below, topic, options));
}

/// Returns an option with what its help shows, and without its relations to options that the topic does not have.
fn shown(option: &Arg) -> Arg {
    let own = Arg::new(option.get_id().clone())
        .long(option.get_long().unwrap_or_default().to_owned())
        .short(option.get_short())
        .help(option.get_help().cloned().unwrap_or_default())
        .help_heading(option.get_help_heading().unwrap_or_default().to_owned());
    match option.get_value_names().filter(|_| option.get_action().takes_values()) {
        Some(names) => own
            .value_names(names.to_vec())
            .value_parser(PossibleValuesParser::new(option.get_possible_values()))
            .hide_possible_values(option.is_hide_possible_values_set() || option.get_possible_values().is_empty()),
        None => own.action(ArgAction::SetTrue),
    }
}
