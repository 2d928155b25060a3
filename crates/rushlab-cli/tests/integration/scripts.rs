//! What scripts rely on: pipes, JSON, canonical forms, open ranges, completion.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use rushlab::Puzzle;
use serde_json::Value;

use crate::common::{run, rushlab, text};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";
const RELABELLED: &str = "......1..2..1XX2..1..2......33......";
/// The same puzzle upside down; it differs in more than its labels.
const MIRRORED: &str = "..........CCA..B..AXXB..A..B........";

fn piped(arguments: &[&str], input: &str) -> Output {
    let mut child =
        rushlab(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may close its input early.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn without_input_a_pipe_or_a_file_is_read() {
    for command in ["solve", "check", "explore"] {
        let rows = piped(&[command, "--tsv"], &format!("{BOARD}\n"));
        assert_eq!((rows.status.code(), text(&rows.stdout).lines().count()), (Some(0), 2), "{command}");
    }
    assert_eq!(text(&piped(&["convert", "--to", "line"], BOARD).stdout), format!("{BOARD}\n"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    fs::write(&path, BOARD).unwrap();
    let from_file = rushlab(&["convert", "--to", "line"]).stdin(File::open(&path).unwrap()).output().unwrap();
    assert_eq!(text(&from_file.stdout), format!("{BOARD}\n"));
    // Given inputs are read instead.
    assert_eq!(text(&piped(&["convert", RELABELLED, "--to", "line"], BOARD).stdout), format!("{RELABELLED}\n"));
}

#[test]
fn an_empty_pipe_is_an_error_and_no_input_means_the_built_in_puzzles() {
    let empty = piped(&["solve"], "");
    assert_eq!(empty.status.code(), Some(2));
    assert_eq!(
        text(&empty.stderr),
        "error: standard input is empty; give a file or a board, or `built-in` for the built-in puzzles\n"
    );
    let ids = |output: Output| text(&output.stdout).lines().count();
    assert_eq!(ids(piped(&["convert", "built-in", "--to", "id"], "")), 40);
    assert_eq!(ids(rushlab(&["convert", "--to", "id"]).stdin(Stdio::null()).output().unwrap()), 40);
}

#[test]
fn json_is_one_document_and_jsonl_is_lines() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("two.db");
    let database = database.to_str().unwrap();
    let boards = [BOARD, MIRRORED];
    printed(&[&["db", "build", database], &boards[..]].concat());
    for (arguments, option) in [
        (&["convert", BOARD, MIRRORED][..], "--to"),
        (&["convert", "--canonical", BOARD, MIRRORED], "--to"),
        (&["generate", "--count", "2", "--seed", "1"], "--to"),
        (&["db", "query", database], "--to"),
        (&["db", "query", database], "--output"),
        (&["db", "query", database, "--random", "--count", "2"], "--output"),
        (&["solve", BOARD, MIRRORED], "--output"),
        (&["check", BOARD, MIRRORED], "--output"),
        (&["explore", BOARD, MIRRORED], "--output"),
        (&["compare", BOARD, MIRRORED, "--algorithm", "bfs"], "--output"),
    ] {
        let json: Value = serde_json::from_str(&printed(&[arguments, &[option, "json"]].concat())).unwrap();
        let lines = printed(&[arguments, &[option, "jsonl"]].concat());
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!((json.as_array().unwrap().len(), lines.len()), (2, 2), "{arguments:?}");
        let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(keys(&json[1]), keys(&lines[1]), "{arguments:?}");
    }
    for layout in ["json", "jsonl"] {
        let written = printed(&["convert", BOARD, MIRRORED, "--to", layout]);
        assert_eq!(text(&piped(&["convert", "--to", "line"], &written).stdout), format!("{BOARD}\n{MIRRORED}\n"));
    }
    let nothing = run(&["db", "query", database, "--moves", "99", "--json"]);
    assert_eq!((nothing.status.code(), text(&nothing.stdout)), (Some(1), "[]\n"));
}

#[test]
fn rows_of_solve_have_new_columns_last() {
    let named =
        printed(&["convert", BOARD, "--to", "json"]).replace("\"rushlab\":1", "\"rushlab\":1,\"name\":\"Jam 1\"");
    let tsv = text(&piped(&["solve", "--tsv"], &named).stdout).to_owned();
    let rows: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
    let id = BOARD.parse::<Puzzle>().unwrap().id();
    assert_eq!(rows[0][..9].join(" "), "puzzle status cost moves steps expanded generated seconds solution");
    assert_eq!(rows[0][9..], ["name", "board", "id", "bound", "gap", "states"]);
    assert_eq!(rows[1][9..], ["Jam 1", BOARD, &id, "2", "0", "38"]);
    let json: Value = serde_json::from_str(&printed(&["solve", &id, "--json"])).unwrap();
    assert_eq!(json[0]["id"], id);
    assert_eq!(json[0]["name"], Value::Null);
}

#[test]
fn relabelled_puzzles_have_one_canonical_line() {
    let lines = |arguments: &[&str]| {
        let mut lines: Vec<String> = printed(arguments).lines().map(str::to_owned).collect();
        lines.dedup();
        lines
    };
    assert_eq!(lines(&["convert", "--canonical", BOARD, RELABELLED]), ["......C..D..CAAD..C..D......BB......"]);
    assert_eq!(lines(&["convert", "--canonical", BOARD, MIRRORED]).len(), 2);
    assert_eq!(lines(&["convert", "--canonical", BOARD, MIRRORED, "--mirror"]).len(), 1);
    let id = BOARD.parse::<Puzzle>().unwrap().id();
    assert_eq!(lines(&["convert", "--canonical", BOARD, RELABELLED, "--to", "id"]), [id]);
    // The former command.
    assert_eq!(lines(&["canonical", BOARD, RELABELLED]), ["......C..D..CAAD..C..D......BB......"]);
}

#[test]
fn duplicates_are_left_out_on_request() {
    let unique = run(&["convert", BOARD, RELABELLED, MIRRORED, BOARD, "--to", "line", "--distinct"]);
    assert_eq!(text(&unique.stdout), format!("{BOARD}\n{MIRRORED}\n"));
    assert_eq!(text(&unique.stderr), "2 duplicates left out\n");
    let all = printed(&["convert", BOARD, RELABELLED, "--to", "line"]);
    assert_eq!(all.lines().count(), 2);
}

#[test]
fn ids_are_read_wherever_boards_are() {
    let id = BOARD.parse::<Puzzle>().unwrap().id();
    assert!(printed(&["solve", &id]).starts_with("1: solved in 2 moves"));
    assert!(printed(&["show", &id.to_ascii_uppercase()]).contains("A  A"));
    let replayed = run(&["replay", &id, "--play", "DD2 AR3"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", text(&replayed.stderr));
    let damaged = run(&["check", &id.replace('2', "3")]);
    assert_eq!(damaged.status.code(), Some(2));
    assert!(text(&damaged.stdout).contains("the id is damaged"), "{}", text(&damaged.stdout));
}

#[test]
fn a_comparison_without_a_folder_prints_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let compare = |more: &[&str]| {
        let arguments = [&["compare", BOARD, "--algorithm", "bfs,astar", "--heuristic", "h1"], more].concat();
        let output = rushlab(&arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let table = compare(&[]);
    assert!(table.starts_with("search") && table.contains("\nBFS ") && table.contains("\nA/A* h1 "), "{table}");
    assert!(table.ends_with("1 puzzle: 1 with a solution\n"), "{table}");
    assert_eq!(compare(&["--tsv", "--runs", "2"]).lines().count(), 3);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no file is written");
}

#[test]
fn ranges_are_open_at_either_end() {
    let generated = |more: &[&str]| printed(&[&["generate", "--seed", "1", "--count", "2"], more].concat());
    for (option, range) in [("--moves", "3.."), ("--moves", "..4"), ("--vehicles", "..9"), ("--walls", "1..2")] {
        assert_eq!(generated(&[option, range]).lines().count(), 2, "{option} {range}");
    }
    let wrong = run(&["generate", "--moves", ".."]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("30.. or ..10"), "{}", text(&wrong.stderr));
}

#[test]
fn manual_pages_are_named_as_commands_are_typed() {
    let page = printed(&["man", "db query"]);
    assert!(page.contains(".TH RUSHLAB\\-DB\\-QUERY 1"), "{page}");
    assert_eq!(printed(&["man", "db", "query"]), page);
    assert_eq!(printed(&["man", "db-query"]), page);
    let unknown = run(&["man", "db", "nothing"]);
    assert!(
        text(&unknown.stderr).contains("there is no command and no topic `db nothing`"),
        "{}",
        text(&unknown.stderr)
    );
}

/// Returns what bash completes at the end of a line, or `None` without bash.
fn completed(words: &[&str]) -> Option<Vec<String>> {
    let script = printed(&["completions", "bash"]);
    let (line, last) = (words.join(" "), words.len() - 1);
    let ask = format!(
        "{script}\nCOMP_WORDS=({line}); COMP_CWORD={last}; COMP_LINE='{line}'; \
         _rushlab_values rushlab '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words[last],
        words[last - 1]
    );
    let output = Command::new("bash").args(["--norc", "-c", &ask]).output().ok()?;
    Some(text(&output.stdout).lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_the_values_of_a_list() {
    let Some(one) = completed(&["rushlab", "compare", "--algorithm", "idas"]) else {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "skipped: bash is not installed");
        return;
    };
    assert_eq!(one, ["idastar"]);
    assert_eq!(completed(&["rushlab", "compare", "--algorithm", "bfs,idas"]).unwrap(), ["bfs,idastar"]);
    let third = completed(&["rushlab", "compare", "--heuristic", "h1,h2,h"]).unwrap();
    assert!(
        third.contains(&"h1,h2,h4".to_owned()) && third.iter().all(|list| list.starts_with("h1,h2,h")),
        "{third:?}"
    );
    let repeated = completed(&["rushlab", "compare", "--heuristic", "h1,h4,h"]).unwrap();
    assert!(!repeated.is_empty() && repeated.iter().all(|list| !["h1,h4,h1", "h1,h4,h4"].contains(&list.as_str())));
    assert_eq!(completed(&["rushlab", "conv"]).unwrap(), ["convert"]);
    for words in [&["rushlab", "solve", "bu"][..], &["rushlab", "db", "build", "a.db", "bu"]] {
        assert!(completed(words).unwrap().contains(&"built-in".to_owned()), "{words:?}");
    }
    assert!(!completed(&["rushlab", "db", "query", "bu"]).unwrap().contains(&"built-in".to_owned()));
    assert_eq!(completed(&["rushlab", "man", "db-q"]).unwrap(), ["db-query"]);
    assert_eq!(completed(&["rushlab", "help", "inp"]).unwrap(), ["input"]);
    assert_eq!(completed(&["rushlab", "evolve", "--set", "popu"]).unwrap(), ["population="]);
    let pages = completed(&["rushlab", "man", "''"]).unwrap();
    assert!(["solve", "census-verify", "man"].iter().all(|page| pages.contains(&(*page).to_owned())), "{pages:?}");
}
