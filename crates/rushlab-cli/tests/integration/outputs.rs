//! Tests of outputs without a reader: a closed pipe silences standard output only, and what was requested is written.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{name, run, rushlab, text};

const BOARD: &str = "..A.B.CCADBEFXXD.EFGHHII.GJJKKLLMM..";

/// Commands that write files, in a folder with `puzzles.txt`, `a.db`, and the shards `0` and `1` of a census.
const COMMANDS: &[&[&str]] = &[
    &["solve", "puzzles.txt", "--boards", "--trace", "trace.jsonl"],
    &["explore", BOARD, "--report", "report.html", "--graph", "graph.dot"],
    &["compare", "puzzles.txt", "--out", "compared", "--submission", "1,2"],
    &["grade", "puzzles.txt", ".", "--out", "pages"],
    &["convert", "puzzles.txt", "--to", "json", "--out", "puzzles.json"],
    &["convert", BOARD, "--to", "pddl", "--relabel", "--out", "pddl/"],
    &["render", "puzzles.txt", "--out", "board.svg"],
    &["render", "puzzles.txt", "--out", "booklet.pdf"],
    &["generate", "--count", "3", "--out", "generated.txt"],
    &["evolve", BOARD, "--rows", "runs.csv", "--log", "log.csv", "--plot", "plot.svg", "--runs", "3"],
    &["evolve", BOARD, "--trace", "trace.txt"],
    &["census", "--size", "4x4", "--out", "4x4.txt"],
    &["census", "merge", "0", "1", "--out", "merged.txt"],
    &["census", "compact", "0", "--out", "puzzles.compact"],
    &["db", "build", "b.db", "puzzles.txt"],
    &["db", "add", "a.db", "puzzles.txt"],
    &["db", "query", "a.db", "--out", "exported.txt"],
    &["maze", "maze.txt", "--trace", "trace.txt"],
    &["train", BOARD, "--generations", "1", "--population", "4", "--out", "evolved.txt", "--trace", "trace.tsv"],
    &["man", "--out", "man"],
];

/// Prepares the folder of [`COMMANDS`].
fn prepare(folder: &Path) {
    fs::write(folder.join("puzzles.txt"), format!("{BOARD}\nAA..XX..........\n......A..B..AXXB..A..B......CC......\n"))
        .unwrap();
    fs::write(folder.join("maze.txt"), "....\nWW.W\n....\n").unwrap();
    let census = |shard: &'static str, out| ["census", "--size", "4x4", "--shard", shard, "--out", out];
    for arguments in [&["db", "build", "a.db", BOARD][..], &census("0/2", "0"), &census("1/2", "1")] {
        let output = rushlab(arguments).current_dir(folder).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Adds the names of all files below a folder, and which of them are empty.
fn add_files(root: &Path, folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.ends_with("pictures") {
            // Their number depends on the times of searches.
        } else if path.is_dir() {
            add_files(root, &path, names);
        } else {
            let is_empty = if entry.metadata().unwrap().len() == 0 { ", empty" } else { "" };
            names.insert(format!("{}{is_empty}", name(path.strip_prefix(root).unwrap())));
        }
    }
}

/// Runs a command in a folder of its own, and returns its output and its files.
fn run_in_folder(arguments: &[&str], stdout: Stdio) -> (Output, BTreeSet<String>) {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    fs::create_dir(&work).unwrap();
    prepare(&work);
    let output = rushlab(arguments).current_dir(&work).stdout(stdout).stderr(Stdio::piped()).output().unwrap();
    let mut names = BTreeSet::new();
    add_files(&work, &work, &mut names);
    (output, names)
}

/// Returns a pipe without a reader.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// Returns a command that runs the program with a closed standard output.
fn with_closed_stdout(arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_rushlab")]).args(arguments);
    command
}

#[test]
fn every_requested_file_is_written_when_the_reader_of_standard_output_has_left() {
    for arguments in COMMANDS {
        let (usual, expected) = run_in_folder(arguments, Stdio::null());
        let (output, written) = run_in_folder(arguments, closed_pipe());
        assert_eq!(usual.status.code(), Some(0), "{arguments:?}: {}", text(&usual.stderr));
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("error"), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(written, expected, "{arguments:?}");
        let is_new = arguments[..2] != ["db", "add"];
        assert_eq!(written.len() > 7, is_new, "{arguments:?}: {written:?}");
    }
}

/// Returns the names of the options that write a file, as `solve --trace`, by the manual pages: their descriptions
/// begin with "Write" or "Also write" and name a file.
fn writing_options(pages: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(pages).unwrap().map(Result::unwrap) {
        let page = fs::read_to_string(entry.path()).unwrap();
        let file = entry.file_name().into_string().unwrap();
        let command = file.trim_start_matches("rushlab").trim_start_matches('-').trim_end_matches(".1");
        let lines: Vec<&str> = page.lines().collect();
        for pair in lines.windows(2) {
            let option = pair[0].split("\\-\\-").nth(1).and_then(|rest| rest.split("\\f").next());
            let begins_so = ["Write ", "Also write "].iter().any(|word| pair[1].starts_with(word));
            let names_file = ["file", "archive"].iter().any(|word| pair[1].contains(word));
            if let Some(option) = option.filter(|_| begins_so && names_file) {
                found.insert(format!("{} --{option}", command.replace('-', " ")));
            }
        }
    }
    found
}

#[test]
fn the_list_of_commands_that_write_files_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&["man", "--out", name(folder.path())]).status.code(), Some(0));
    let options = writing_options(folder.path());
    assert!(options.len() >= 15, "{options:?}");
    for option in options {
        let (command, flag) = option.rsplit_once(' ').unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        let is_tried = COMMANDS.iter().any(|arguments| arguments.starts_with(&words) && arguments.contains(&flag));
        assert!(is_tried, "{option} is not tried with a closed pipe");
    }
}

#[test]
fn a_pipe_without_a_reader_that_an_option_names_is_silent_and_nothing_else_is() {
    let script = format!(
        "exec 3> >(true); sleep 0.3; exec {} solve {BOARD} --trace /dev/fd/3 --force",
        env!("CARGO_BIN_EXE_rushlab")
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("solved in"), "{}", text(&output.stdout));
}

#[test]
fn a_lost_standard_error_is_not_an_error() {
    let output = rushlab(&["check", "nothing.txt", "--tsv"]).stderr(closed_pipe()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let output = rushlab(&["solve", BOARD, "--primary", "Q"]).stderr(closed_pipe()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error_unless_a_file_is_requested() {
    for arguments in
        [&["solve", BOARD][..], &["check", BOARD], &["generate"], &["db", "stats", "a.db"], &["list", "formats"]]
    {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let output = with_closed_stdout(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let sentence = "error: standard output is closed; redirect it to a file, a pipe or /dev/null\n";
        assert_eq!(text(&output.stderr), sentence, "{arguments:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.html");
    let output = with_closed_stdout(&["explore", BOARD, "--report", name(&report)]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(fs::read_to_string(report).unwrap().ends_with("</html>\n"));
    // The null device that other programs open for reading and writing is not a closed output.
    let null = fs::File::options().read(true).write(true).open("/dev/null").unwrap();
    assert_eq!(rushlab(&["solve", BOARD]).stdout(null).output().unwrap().status.code(), Some(0));
}
