//! Options that no search would use are refused, with the option to add.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use crate::common::{name, run, text};
use rushlab_genetic::ALL_ALGORITHMS;

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

#[test]
fn options_that_no_search_uses_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("results");
    let informed = ALL_ALGORITHMS.iter().filter(|algorithm| algorithm.about().informed);
    let names: Vec<&str> = informed.map(|algorithm| algorithm.about().name).collect();
    let (last, others) = names.split_last().unwrap();
    let informed = format!("{} or {last}", others.join(", "));
    for (arguments, message) in [
        (
            &["solve", "--algorithm", "auto", "--heuristic", "h1"][..],
            format!("--heuristic is not used by auto; use --algorithm {informed}"),
        ),
        (
            &["solve", "--algorithm", "auto", "--heuristic", "h4"],
            format!("--heuristic is not used by auto; use --algorithm {informed}"),
        ),
        (&["solve", "--set", "weight=3"], format!("--set weight is not used by auto; use --algorithm {informed}")),
        (&["solve", "--set", "entries=100"], format!("--set entries is not used by auto; use --algorithm {informed}")),
        (
            &["solve", "--algorithm", "bfs", "--heuristic", "h3", "--set", "weight=3"],
            format!("--heuristic is not used by bfs; use --algorithm {informed}"),
        ),
        (
            &["solve", "--algorithm", "astar", "--heuristic", "h1", "--set", "weight=3"],
            "--set weight is a parameter of h3, not of h1; omit it, or use --heuristic h3".to_owned(),
        ),
        (
            &["explore", "--heuristic", "h1,h2", "--set", "entries=100"],
            "--set entries is a parameter of pdb, not of h1 or h2; omit it, or use --heuristic pdb".to_owned(),
        ),
        (
            &["compare", "--out", name(&out), "--algorithm", "ucs,bfs", "--heuristic", "h1"],
            format!("--heuristic is not used by dijkstra and bfs; use --algorithm {informed}"),
        ),
        (
            &["compare", "--out", name(&out), "--algorithm", "bfs", "--set", "weight=3"],
            format!("--set weight is not used by bfs; use --algorithm {informed}"),
        ),
        (
            &["compare", "--out", name(&out), "--algorithm", "a", "--heuristic", "h1", "--set", "weight=3"],
            "--set weight is a parameter of h3, not of h1; omit it, or use --heuristic h3".to_owned(),
        ),
    ] {
        let output = run(&[arguments, &[BOARD]].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(text(&output.stderr).trim_end().ends_with(&message), "{arguments:?}: {}", text(&output.stderr));
    }
    assert!(!out.exists());
    for algorithm in ALL_ALGORITHMS.iter().map(|algorithm| algorithm.about()) {
        assert_eq!(informed.split([',', ' ']).any(|word| word == algorithm.name), algorithm.informed);
    }
}

#[test]
fn options_that_a_search_uses_are_accepted() {
    for arguments in [
        &["solve"][..],
        &["solve", "--algorithm", "bfs"],
        &["solve", "--heuristic", "h1"],
        &["solve", "--heuristic", "h3", "--set", "weight=3"],
        &["solve", "--algorithm", "a", "--heuristic", "h3", "--set", "weight=3"],
        &["solve", "--algorithm", "textbook-astar", "--heuristic", "pdb", "--set", "entries=100"],
        &["explore", "--set", "weight=3", "--set", "entries=100"],
        &["explore", "--heuristic", "h1,h3", "--set", "weight=3"],
    ] {
        let output = run(&[arguments, &[BOARD]].concat());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
}
