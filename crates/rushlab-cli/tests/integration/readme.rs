//! The commands that the README and the list of commands show without output succeed, one after the other, in a folder
//! with a few puzzles.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

/// Returns the lines of shell blocks that run the program.
fn commands(document: &str) -> Vec<&str> {
    let blocks = document.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    blocks.flat_map(str::lines).filter(|line| line.starts_with("rushlab ")).collect()
}

/// Runs the commands of a document by the shell, as a reader does.
fn run_commands(document: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("puzzles.txt"), format!("{BOARD}\n..............AA.B.....B............\n")).unwrap();
    fs::write(folder.path().join("others.txt"), format!("{BOARD}\n")).unwrap();
    fs::write(folder.path().join("maze.txt"), ". . . .\nW W . W\n. . . .\n. . . .\n").unwrap();
    let document = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document)).unwrap();
    let commands = commands(&document);
    assert!(commands.len() > 5, "{commands:?}");
    let program = Path::new(env!("CARGO_BIN_EXE_rushlab")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    // These two run until they are stopped, and have their own tests.
    for line in commands.iter().filter(|line| !line.starts_with("rushlab serve") && !line.starts_with("rushlab play")) {
        let line = line.replace("BOARD", BOARD);
        let output =
            Command::new("sh").args(["-c", &line]).env("PATH", &path).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.starts_with(b"error"), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn commands_of_the_readme_work() {
    run_commands("README.md");
}

#[test]
fn commands_of_the_list_of_commands_work() {
    run_commands("docs/commands.md");
}
