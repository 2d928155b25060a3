//! The example runs, and prints what it promises.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

#[test]
fn the_example_solves_a_puzzle() {
    // `cargo test` builds the examples beside the tests.
    let tests = std::env::current_exe().unwrap();
    let folder = tests.parent().unwrap().parent().unwrap().join("examples");
    let program = folder.join("evolve").with_extension(std::env::consts::EXE_EXTENSION);
    let output = Command::new(program).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("solved at a cost of 2"), "{text}");
}
