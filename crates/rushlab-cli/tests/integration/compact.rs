//! Tests of `rushlab census compact` and `rushlab census hardest`, and of commands that read compact lists.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{run, text};

/// Runs a command that succeeds, and returns its output.
fn output(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?} {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Writes the census of 4×4 and a compact list of it. Returns both paths.
fn census(folder: &Path) -> [String; 2] {
    let [rows, list] = ["4x4.txt", "4x4.puzzles"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    output(&["census", "--size", "4x4", "--out", &rows]);
    let report = output(&["census", "compact", &rows, "--out", &list]);
    assert!(report.contains(" puzzles in ") && report.contains(" bits each"), "{report}");
    [rows, list]
}

#[test]
fn a_compact_list_is_read_like_the_census_file() {
    let folder = tempfile::tempdir().unwrap();
    let [rows, list] = census(folder.path());
    let boards = |path: &str| output(&["convert", path, "--to", "id"]).lines().map(str::to_owned).collect::<Vec<_>>();
    let (from_rows, from_list) = (boards(&rows), boards(&list));
    assert_eq!(from_rows.len(), from_list.len());
    assert_eq!(from_rows.iter().collect::<BTreeSet<_>>(), from_list.iter().collect::<BTreeSet<_>>());
    let solved = output(&["solve", &list, "--tsv"]);
    let costs: Vec<usize> =
        solved.lines().skip(1).map(|row| row.split('\t').nth(2).unwrap().parse().unwrap()).collect();
    assert!(costs.is_sorted_by(|one, other| one >= other), "the hardest first: {costs:?}");
    // The file is not replaced by accident.
    let again = run(&["census", "compact", &rows, "--out", &list]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("--force"), "{}", text(&again.stderr));
    let sample = folder.path().join("sample").to_str().unwrap().to_owned();
    output(&["census", "compact", &rows, "--sample", "2", "--out", &sample]);
    let sampled = boards(&sample);
    assert!(sampled.len() < 20 && sampled.iter().all(|id| from_rows.contains(id)), "{sampled:?}");
}

#[test]
fn puzzles_are_generated_from_a_compact_list() {
    let folder = tempfile::tempdir().unwrap();
    let [_, list] = census(folder.path());
    let draw = |from: &str, more: &[&str]| {
        output(&[&["generate", "--from", from, "--seed", "1", "--count", "3", "--to", "id"], more].concat())
    };
    let solve = |ids: &str| output(&[&["solve", "--tsv"], &ids.lines().collect::<Vec<_>>()[..]].concat());
    let drawn = draw(&list, &["--moves", "5..6", "--walls", "0"]);
    assert_eq!(drawn.lines().count(), 3);
    assert!(solve(&drawn).lines().skip(1).all(|row| ["5", "6"].contains(&row.split('\t').nth(2).unwrap())));
    assert_eq!(draw(&list, &["--moves", "5..6", "--walls", "0", "--threads", "1"]), drawn);
    assert_eq!(draw("sample", &["--moves", "50..", "--minimal"]).lines().count(), 3);
    let none = run(&["generate", "--from", &list, "--size", "5x5"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("among 0 candidates"), "{}", text(&none.stderr));
}

#[test]
fn a_damaged_compact_list_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [_, list] = census(folder.path());
    let bytes = fs::read(&list).unwrap();
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    for (bytes, message) in [(&bytes[..bytes.len() - 1], "is cut off after"), (&changed, "is damaged")] {
        fs::write(&list, bytes).unwrap();
        for command in [&["solve", &list][..], &["generate", "--from", &list]] {
            let refused = run(command);
            assert_eq!(refused.status.code(), Some(2), "{command:?}");
            let error = text(&refused.stderr);
            assert!(error.contains(message) && error.contains("copy it again"), "{error}");
            assert!(refused.stdout.is_empty(), "{}", text(&refused.stdout));
        }
    }
}

#[test]
fn hard_puzzles_are_the_same_with_any_number_of_threads() {
    let search = |more: &[&str]| {
        let options = ["census", "hardest", "--size", "5x5", "--runs", "3", "--budget", "100000", "--seed", "4"];
        output(&[&options[..], more].concat())
    };
    let found = search(&[]);
    assert_eq!(search(&["--threads", "1"]), found);
    assert!(found.lines().count() <= 3 && !found.is_empty());
    for row in found.lines() {
        let [moves, board, positions] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let explored = output(&["explore", board, "--tsv"]);
        let fields: Vec<&str> = explored.lines().nth(1).unwrap().split('\t').collect();
        assert_eq!((fields[1], fields[5], fields[6], fields[7]), (positions, moves, board, "yes"));
    }
    // From a puzzle of 20 moves, which is the hardest of this size.
    let rows = search(&["BBH..G.HCCGAAI.DD.IJEEFFJ"]);
    assert_eq!(rows, "20 BBH..G.HCCGAAI.DD.IJEEFFJ 299\n");
}

#[test]
fn what_hardest_cannot_search_is_an_error() {
    for (arguments, message) in [
        (&["--size", "9x9"][..], "supports boards of 3 to 8 columns and rows"),
        (&["--size", "5x5", "no-such.txt"], "there is no such file"),
        (&["--size", "5x5", "XX.............."], "cannot be placed in a census board of 5x5"),
        (&["--size", "4x4", "BBH..G.HCCGAAI.DD.IJEEFFJ"], "cannot be placed in a census board of 4x4"),
    ] {
        let refused = run(&[&["census", "hardest", "--seed", "1"], arguments].concat());
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
    }
}
