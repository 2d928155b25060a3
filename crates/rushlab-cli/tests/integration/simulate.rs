//! `rushlab simulate`: simulated players, and how likely recorded moves are.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{run, text};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

fn result(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments);
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn recorded_moves_are_scored_row_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("moves.tsv");
    let rows = format!("person\tboard\tmoves\n1\t{BOARD}\tBD2 exit\n2\t{BOARD}\tCL2 CR2 BD2 XR3\n3\t{BOARD}\tXR9\n");
    fs::write(&table, rows).unwrap();
    let (code, printed, errors) = result(&["simulate", "--score", table.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    let printed: Vec<Vec<&str>> = printed.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(printed[0], ["board", "moves", "log_likelihood", "uniform"]);
    // The legal moves are counted by the reference rules.
    let start: rushlab::Puzzle = BOARD.parse().unwrap();
    let uniform: f64 = printed[1][3].parse().unwrap();
    assert!((uniform + (start.start().legal_moves().len() as f64).ln()).abs() < 1e-5, "{uniform}");
    let model: f64 = printed[1][2].parse().unwrap();
    assert!(model < 0.0 && model > uniform, "B down is what most people play: {model}");
    assert_eq!((printed[1][1], printed[2][1]), ("1", "4"));
    assert_eq!(printed[3][1..], ["-", "-", "-"]);
    assert!(errors.contains("moves.tsv:4: move 1, XR9: X is blocked by B"), "{errors}");
}

#[test]
fn simulated_players_are_the_same_for_a_seed() {
    let arguments = ["simulate", BOARD, "--players", "50", "--tsv"];
    let (code, printed, _) = result(&arguments);
    assert_eq!(code, Some(0));
    assert!(printed.starts_with("puzzle\tplayers\twithin\tsolved\tquarter\thalf\tthree_quarters\tmoves\thint\t"));
    assert_eq!(result(&arguments).1, printed);
    let other = result(&["simulate", BOARD, "--players", "50", "--tsv", "--seed", "2", "--threads", "2"]);
    assert_eq!(other.0, Some(0));
    let fields: Vec<&str> = printed.lines().nth(1).unwrap().split('\t').collect();
    let (share, half): (f64, u32) = (fields[3].parse().unwrap(), fields[5].parse().unwrap());
    assert!(share > 0.9 && (2..10).contains(&half) && fields[7] == "2", "{printed}");
    let (code, json, _) = result(&["simulate", BOARD, "--players", "50", "--json"]);
    assert!(code == Some(0) && json.contains("\"hint\":\"BD2\""), "{json}");
}

#[test]
fn what_cannot_be_simulated_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("wrong.tsv");
    fs::write(&table, "board\tlist\n").unwrap();
    let table = table.to_str().unwrap();
    let cases: [(&[&str], i32, &str); 3] = [
        (&["simulate", "--score", table], 2, "the first line names no column `moves`"),
        (&["simulate", "--score", "no-such-file"], 2, "no-such-file cannot be read"),
        (&["simulate", BOARD, "--rules", "comp472"], 1, "under the plain rules only"),
    ];
    for (arguments, code, message) in cases {
        let (status, _, errors) = result(arguments);
        assert!(status == Some(code) && errors.contains(message), "{arguments:?}: {status:?} {errors}");
    }
}
