//! Tests of INPUT: one puzzle of a file, databases and compact lists, constraints on the puzzles that are used, and
//! names of files.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::os::unix::ffi::OsStringExt as _;
use std::path::Path;
use std::process::{Output, Stdio};

use crate::common::{run, rushlab, text};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

/// The commands that take INPUT, each with the arguments around it.
const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["solve"], &[]),
    (&["check"], &[]),
    (&["show"], &[]),
    (&["replay"], &["--play", "AR1"]),
    (&["explore"], &[]),
    (&["compare"], &["--algorithm", "bfs"]),
    (&["evolve"], &[]),
    (&["render"], &["--out", "board.svg"]),
    (&["convert"], &["--to", "json"]),
    (&["play"], &[]),
    (&["db", "build", "b.db"], &[]),
    (&["db", "add", "a.db"], &[]),
    (&["census", "hardest", "--size", "4x4"], &[]),
    (&["simulate"], &["--players", "3"]),
    (&["train"], &["--generations", "1", "--population", "4"]),
];

/// A folder with the puzzles of a small census: as rows in `rows.txt`, as `a.db`, and as a compact list `a.puzzles`.
struct Puzzles(tempfile::TempDir);

impl Puzzles {
    fn new() -> Puzzles {
        let puzzles = Puzzles(tempfile::tempdir().unwrap());
        puzzles.print(&["census", "--size", "5x4", "--walls", "0..1", "--out", "rows.txt"]);
        puzzles.print(&["db", "build", "a.db", "rows.txt"]);
        puzzles.print(&["census", "compact", "rows.txt", "--out", "a.puzzles"]);
        puzzles
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        rushlab(arguments).current_dir(self.path()).output().unwrap()
    }

    /// Returns the output of a command that must succeed.
    fn print(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    }

    /// Returns the ids of the puzzles of an input that meet constraints.
    fn ids(&self, input: &str, constraints: &[&str]) -> BTreeSet<String> {
        let ids = self.print(&[&["convert", input, "--to", "id"], constraints].concat());
        ids.lines().map(str::to_owned).collect()
    }
}

/// Runs a command with a text as standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        rushlab(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may close its input early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns the cells of one column of a TSV text.
fn column<'a>(tsv: &'a str, name: &str) -> Vec<&'a str> {
    let index = tsv.lines().next().unwrap().split('\t').position(|own| own == name).unwrap();
    tsv.lines().skip(1).map(|line| line.split('\t').nth(index).unwrap()).collect()
}

#[test]
fn every_command_that_takes_input_takes_one_puzzle_of_it_and_refuses_a_number_that_is_too_large() {
    let puzzles = Puzzles::new();
    fs::write(puzzles.path().join("three.txt"), format!("{BOARD}\nAA..XX..........\n{BOARD}\n")).unwrap();
    let sentence = "three.txt: there is no puzzle 4; the puzzles are numbered from 1 to 3";
    for (before, after) in COMMANDS {
        let output = puzzles.run(&[*before, &["three.txt#4"], *after].concat());
        assert_eq!(output.status.code(), Some(2), "{before:?}");
        let printed = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(printed.contains(sentence), "{before:?}: {printed}");
        // A terminal is needed to play, and boards of other sizes have no place in a census.
        if !["play", "census"].contains(&before[0]) {
            let output = puzzles.run(&[*before, &["three.txt#2"], *after].concat());
            let printed = [text(&output.stdout), text(&output.stderr)].concat();
            let is_refused_move = before[0] == "replay" && printed.contains("legal");
            assert!(output.status.code() == Some(0) || is_refused_move, "{before:?}: {printed}");
        }
    }
    let pages = tempfile::tempdir().unwrap();
    assert_eq!(run(&["man", "--out", pages.path().to_str().unwrap()]).status.code(), Some(0));
    for entry in fs::read_dir(pages.path()).unwrap().map(Result::unwrap) {
        let page = fs::read_to_string(entry.path()).unwrap();
        let words: Vec<String> =
            entry.path().file_stem().unwrap().to_string_lossy().split('-').skip(1).map(str::to_owned).collect();
        let synopsis = page.split(".SH SYNOPSIS").nth(1).and_then(|rest| rest.split(".SH").next()).unwrap_or_default();
        if synopsis.contains("INPUT") && !words.is_empty() {
            assert!(
                COMMANDS.iter().any(|(before, _)| before.iter().zip(&words).all(|(a, b)| a == b)),
                "{words:?} is not tried"
            );
        }
    }
}

#[test]
fn a_number_names_one_puzzle_of_every_kind_of_input() {
    let puzzles = Puzzles::new();
    let lengths = puzzles.print(&["solve", "rows.txt", "--tsv"]);
    let lengths = column(&lengths, "moves");
    for (number, length) in [(1, lengths[0]), (3, lengths[2]), (lengths.len(), lengths[lengths.len() - 1])] {
        let solved = puzzles.print(&["solve", &format!("rows.txt#{number}"), "--tsv"]);
        assert_eq!(
            (column(&solved, "puzzle"), column(&solved, "moves")),
            (vec![number.to_string().as_str()], vec![length])
        );
    }
    // In a database the easiest puzzle comes first, in a compact list the hardest.
    for input in ["a.db", "a.puzzles"] {
        let all = puzzles.print(&["convert", input, "--to", "id"]);
        for number in [1, 2, all.lines().count()] {
            let one = puzzles.print(&["convert", &format!("{input}#{number}"), "--to", "id"]);
            assert_eq!(one.trim_end(), all.lines().nth(number - 1).unwrap(), "{input}#{number}");
        }
    }
    let built_in = text(&run(&["solve", "built-in#16", "built-in#1", "--tsv"]).stdout).to_owned();
    assert_eq!(column(&built_in, "puzzle"), ["built-in#16", "built-in#1"]);
    let rows = fs::read(puzzles.path().join("rows.txt")).unwrap();
    for arguments in [&["solve", "-#2", "--tsv"][..], &["solve", "--tsv", "-#2"]] {
        let solved = run_with(arguments, &rows);
        assert_eq!(column(text(&solved.stdout), "moves"), [lengths[1]]);
    }
    let replayed = run_with(&["replay", "-#2", "--play", "AR1"], &rows);
    assert!(text(&replayed.stdout).contains("legal"), "{}", text(&replayed.stderr));
    assert_eq!(column(text(&run(&["solve", "sample#14000", "--tsv"]).stdout), "puzzle"), ["14000"]);
    // A file whose own name ends like this is opened.
    fs::write(puzzles.path().join("rows.txt#3"), BOARD).unwrap();
    assert_eq!(column(&puzzles.print(&["solve", "rows.txt#3", "--tsv"]), "moves"), ["2"]);
    fs::remove_file(puzzles.path().join("rows.txt#3")).unwrap();
    for (argument, problem) in [
        ("rows.txt#0", "there is no puzzle 0; the puzzles are numbered from 1"),
        ("no.txt#3", "no.txt: there is no such file"),
        ("built-in#41", "built-in: there is no puzzle 41; the puzzles are numbered from 1 to 40"),
        ("a.db#100000", "a.db: there is no puzzle 100000"),
    ] {
        let output = puzzles.run(&["solve", argument]);
        assert_eq!(output.status.code(), Some(2), "{argument}");
        assert!(text(&output.stderr).contains(problem), "{argument}: {}", text(&output.stderr));
    }
}

#[test]
fn constraints_select_the_same_puzzles_of_a_text_a_compact_list_and_a_database() {
    let puzzles = Puzzles::new();
    let all = puzzles.ids("rows.txt", &[]);
    assert!(all.len() > 100, "{}", all.len());
    let a_puzzle = all.iter().next_back().unwrap().as_str();
    let constraints: &[&[&str]] = &[
        &[],
        &["--moves", "5.."],
        &["--steps", "8..9"],
        &["--vehicles", "..4"],
        &["--walls", "0"],
        &["--size", "5x4", "--moves", "4"],
        &["--size", "5x5"],
        &["--tanks", "0", "--level", "beginner"],
        &["--level", "intermediate"],
        &["--difficulty", "10.5.."],
        &["--positions", "20..40"],
        &["--minimal", "--moves", "3..4"],
        &["--id", a_puzzle],
        &["--with-exit", "right", "--with-rules", "plain", "--vehicles", "5"],
        &["--with-rules", "comp472"],
    ];
    let mut sizes = BTreeMap::new();
    for constraint in constraints {
        let of_text = puzzles.ids("rows.txt", constraint);
        assert_eq!(puzzles.ids("a.db", constraint), of_text, "database, {constraint:?}");
        assert_eq!(puzzles.ids("a.puzzles", constraint), of_text, "compact list, {constraint:?}");
        if !constraint.contains(&"--steps") {
            let query = puzzles.run(&[&["db", "query", "a.db", "--to", "id", "--out", "-"], *constraint].concat());
            let query: BTreeSet<String> = text(&query.stdout).lines().map(str::to_owned).collect();
            assert_eq!(query, of_text, "query, {constraint:?}");
        }
        sizes.insert(of_text.len(), constraint);
    }
    assert!(sizes.len() > 8, "the constraints select different numbers of puzzles: {sizes:?}");
    let refused = puzzles.run(&["db", "query", "a.db", "--steps", "5"]);
    assert!(text(&refused.stderr).contains("a database has no column for steps"), "{}", text(&refused.stderr));
}

#[test]
fn options_that_change_a_puzzle_come_before_constraints() {
    let puzzles = Puzzles::new();
    // With the exit on the other side, other puzzles have this length.
    let moves = ["--moves", "1..2", "--exit", "left"];
    let of_text = puzzles.ids("rows.txt", &moves);
    for input in ["a.db", "a.puzzles"] {
        assert_eq!(puzzles.ids(input, &moves), of_text, "{input}");
    }
    assert_ne!(of_text.len(), puzzles.ids("rows.txt", &moves[..2]).len());
}

#[test]
fn puzzles_keep_their_order_and_their_numbers_and_count_ends_the_reading() {
    let puzzles = Puzzles::new();
    let solved =
        |constraints: &[&str]| puzzles.print(&[&["solve", "rows.txt", "rows.txt", "--tsv"], constraints].concat());
    let all = solved(&[]);
    let rows = |tsv: &str| -> Vec<(String, String)> {
        column(tsv, "puzzle")
            .into_iter()
            .zip(column(tsv, "moves"))
            .map(|(one, other)| (one.to_owned(), other.to_owned()))
            .collect()
    };
    let mut expected = rows(&all);
    expected.retain(|(_, moves)| moves == "3");
    assert_eq!(rows(&solved(&["--moves", "3"])), expected);
    for count in [1, 5, expected.len()] {
        let some = solved(&["--moves", "3", "--count", &count.to_string()]);
        assert_eq!(rows(&some), expected[..count]);
    }
    // Standard input that never ends.
    let mut child = rushlab(&["solve", "-", "--moves", "2", "-n", "3", "--tsv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while writeln!(input, "AA..XX..........\n{BOARD}").is_ok() {});
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(column(text(&output.stdout), "puzzle"), ["2", "4", "6"]);
}

#[test]
fn a_puzzle_for_which_a_constraint_cannot_be_decided_is_reported_and_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.txt");
    // Nine vehicles that move freely have 9⁹ positions.
    let row = |label: char| format!("{label}{label}........");
    let large: String = ('A'..='H').map(row).chain([row('X'), "..........".to_owned()]).collect();
    fs::write(&file, format!("{BOARD}\n{large}\n{BOARD}\n")).unwrap();
    let output = run(&["solve", file.to_str().unwrap(), "--positions", "1..", "--tsv"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(column(text(&output.stdout), "puzzle"), ["1", "3"]);
    assert!(
        text(&output.stderr).contains("large.txt:2: whether it matches is not known: "),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn puzzles_are_selected_at_random_from_every_kind_of_input() {
    let puzzles = Puzzles::new();
    let all = puzzles.ids("rows.txt", &["--moves", "4..5"]);
    for input in ["rows.txt", "a.db", "a.puzzles"] {
        let generate = |seed: &str| {
            puzzles.print(&["generate", "--from", input, "--moves", "4..5", "-n", "6", "--seed", seed, "--to", "id"])
        };
        let selected = generate("1");
        let ids: BTreeSet<&str> = selected.lines().collect();
        assert_eq!(ids.len(), 6, "{input}");
        assert!(ids.iter().all(|id| all.contains(*id)), "{input}: {selected}");
        assert_eq!(selected, generate("1"), "{input}");
        assert_ne!(selected, generate("2"), "{input}");
    }
}

#[test]
fn a_database_is_read_from_a_file_only() {
    let puzzles = Puzzles::new();
    let output = run_with(&["solve", "-"], &fs::read(puzzles.path().join("a.db")).unwrap());
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a database cannot be read from standard input; give its name"));
    // A compact list can.
    let output = run_with(&["check", "-"], &fs::read(puzzles.path().join("a.puzzles")).unwrap());
    assert!(text(&output.stdout).contains("all valid"), "{}", text(&output.stdout));
    let mut damaged = fs::read(puzzles.path().join("a.db")).unwrap();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    fs::write(puzzles.path().join("a.db"), damaged).unwrap();
    let output = puzzles.run(&["solve", "a.db"]);
    assert!(
        text(&output.stderr).contains("a.db: the database is damaged: its checksum is wrong"),
        "{}",
        text(&output.stderr)
    );
    fs::write(puzzles.path().join("other.db"), [b"SQLite format 3\0", &[0_u8; 4096][..]].concat()).unwrap();
    let output = puzzles.run(&["solve", "other.db"]);
    assert!(text(&output.stderr).contains("other.db: this is not a database of puzzles"), "{}", text(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf_8() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |name: &[u8]| OsString::from_vec(name.to_vec());
    let latin = bytes(b"r\xe4tsel.txt");
    fs::write(folder.path().join(&latin), format!("{BOARD}\nAA..XX..........\n")).unwrap();
    let run = |arguments: &[&OsStr]| {
        let output = rushlab(&[]).args(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let word = OsStr::new;
    let solved = run(&[word("solve"), &latin, &bytes(b"r\xe4tsel.txt#2"), word("--tsv")]);
    assert_eq!(column(&solved, "puzzle"), ["r\u{fffd}tsel.txt#1", "r\u{fffd}tsel.txt#2", "r\u{fffd}tsel.txt#2"]);
    assert!(run(&[&latin]).contains("solved in 2 moves"), "without a command, it is solved");
    run(&[word("convert"), &latin, word("--to"), word("json"), word("--out"), &bytes(b"\xe4.json")]);
    run(&[word("db"), word("build"), &bytes(b"\xe4.db"), &bytes(b"\xe4.json")]);
    run(&[word("render"), &bytes(b"\xe4.db#1"), word("--out"), &bytes(b"\xe4.svg")]);
    run(&[word("render"), &latin, word("--out"), &bytes(b"\xe4.svg")]);
    assert!(folder.path().join(bytes(b"\xe4-2.svg")).exists());
    run(&[word("explore"), &bytes(b"\xe4.db"), word("--report"), &bytes(b"\xe4.html")]);
    let moves = column(&run(&[word("solve"), &bytes(b"\xe4.db"), word("--tsv")]), "moves").len();
    assert_eq!(moves, 2);
}
