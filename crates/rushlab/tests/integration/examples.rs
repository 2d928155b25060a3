//! The examples run, and print what they promise.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;
use std::process::Command;

/// Each example with a part of its output.
const EXAMPLES: &[(&str, &str)] = &[
    ("solve", "25 moves, 46 steps: BL1 DD1 EL2"),
    ("custom_algorithm", "3 moves without detours"),
    ("custom_heuristic", "admissible: false, consistent: false"),
    ("eight_puzzle", "31 moves: "),
    ("explore", "144 positions, 56 goals"),
    ("fit_difficulty", "people.tsv"),
    ("generate", "X"),
];

/// Returns the program of an example, which `cargo test` builds beside the tests.
fn program(name: &str) -> PathBuf {
    let tests = std::env::current_exe().unwrap();
    tests
        .parent()
        .unwrap()
        .parent()
        .unwrap()
        .join("examples")
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

#[test]
fn every_example_runs() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).unwrap();
    assert_eq!(folder.count(), EXAMPLES.len(), "an example is not listed here");
    for (name, expected) in EXAMPLES {
        let output = Command::new(program(name)).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.contains(expected), "{name}: {text}");
    }
}
