//! Tests of `rushlab generate` and `rushlab explore`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::fs;

use crate::common::{run, text};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let with = |threads: &str| {
        let options = ["--fuel", "0..20", "--unsolvable", "20%", "--to", "line"];
        let output = run(&[&["generate", "--count", "50", "--seed", "1", "--threads", threads], &options[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "the seed was given, so it is not printed");
        text(&output.stdout).to_owned()
    };
    let lines = with("1");
    assert_eq!(with("3"), lines);
    assert_eq!(lines.lines().collect::<HashSet<_>>().len(), 50, "no board twice");
    assert!(lines.lines().filter(|line| line.contains(' ')).count() > 10, "some have fuel");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, &lines).unwrap();
    let solved = run(&["solve", file.to_str().unwrap(), "--output", "tsv"]);
    let rows: Vec<Vec<&str>> = text(&solved.stdout).lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.iter().filter(|row| row[1] == "unsolvable").count(), 10);
    let lengths: HashSet<&str> = rows.iter().map(|row| row[2]).collect();
    assert!(lengths.len() > 6 && !lengths.contains("0"), "easy ones and hard ones: {lengths:?}");
}

#[test]
fn a_failed_run_reports_the_nearest_attempts() {
    let output = run(&["generate", "--size", "4x4", "--moves", "30..40", "--seed", "1", "--patience", "2"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    let message = text(&output.stderr);
    assert!(
        message.contains("no puzzle was found that meets the constraints in 2 attempts: the nearest had"),
        "{message}"
    );
    // The same with a file, which is not written.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.txt");
    let options = ["generate", "--size", "4x4", "--moves", "30..40", "--seed", "1", "--patience", "2"];
    let output = run(&[&options[..], &["--out", path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!path.exists() && text(&output.stderr).contains("the nearest had"), "{}", text(&output.stderr));
    let output = run(&["generate", "--moves", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the range of moves must include 1 or more"), "{}", text(&output.stderr));
    let output = run(&["generate", "--moves", "9..4"]);
    assert!(text(&output.stderr).contains("write the smaller number first: 4..9"), "{}", text(&output.stderr));
    // There are only a few boards of this size.
    let output = run(&["generate", "--size", "3x3", "--vehicles", "1", "--count", "9", "--seed", "1"]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), "...XX....\n"));
    assert!(text(&output.stderr).contains("only 1 of 9 puzzles were found"), "{}", text(&output.stderr));
}

#[test]
fn a_puzzle_is_explored_in_every_style() {
    let tsv = run(&["explore", BOARD, "--output", "tsv"]);
    let expected = "puzzle\tpositions\tgoals\tsolvable\tmoves\tdepth\thardest\tminimal\n1\t144\t56\tyes\t2\t3\t";
    assert!(text(&tsv.stdout).starts_with(expected), "{}", text(&tsv.stdout));
    let json = run(&["explore", BOARD, "--output", "json"]);
    let found: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&found["moves"], &found["depth"]), (&2.into(), &3.into()));
    assert_eq!(found["redundant"]["vehicles"], serde_json::json!(["A", "C"]));

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for graph in ["jam.graphml", "jam.dot"] {
        let output = run(&["explore", BOARD, "--report", &path("jam.html"), "--graph", &path(graph), "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let graph = fs::read_to_string(path("jam.graphml")).unwrap();
    assert_eq!(graph.matches("<node").count(), 144);
    assert!(fs::read_to_string(path("jam.dot")).unwrap().contains("p0 -- p1 [tooltip=\""));
    let page = fs::read_to_string(path("jam.html")).unwrap();
    assert!(page.contains("144 positions, 56 goals; 2 moves from the start") && page.matches("<svg").count() >= 3);

    let refused = run(&["explore", BOARD, "--graph", &path("jam.png")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the name of a graph file must end in .graphml or .dot"));
    let limited = run(&["explore", BOARD, "--max-states", "100"]);
    assert_eq!(limited.status.code(), Some(1));
    assert!(text(&limited.stderr).contains("raise --max-states"), "{}", text(&limited.stderr));
}

#[test]
fn a_wall_range_beyond_the_board_is_accepted() {
    let output = run(&["generate", "--walls", "0..4294967295", "--seed", "1", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}
