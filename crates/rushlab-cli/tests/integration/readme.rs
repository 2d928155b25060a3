//! The commands that the README shows without output succeed, one after the other, in a folder with a few puzzles.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::process::Command;

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

/// Returns the lines of shell blocks that run the program.
fn commands(readme: &str) -> Vec<&str> {
    let blocks = readme.split("```sh\n").skip(1).filter_map(|block| block.split("```").next());
    blocks.flat_map(str::lines).filter(|line| line.starts_with("rushlab ")).collect()
}

#[test]
fn commands_in_shell_blocks_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("puzzles.txt"), format!("{BOARD}\n..............AA.B.....B............\n")).unwrap();
    fs::write(folder.path().join("maze.txt"), ". . . .\nW W . W\n. . . .\n. . . .\n").unwrap();
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let commands = commands(&readme);
    assert!(commands.len() > 5, "{commands:?}");
    // These two run until they are stopped, and have their own tests.
    for line in commands.iter().filter(|line| !line.starts_with("rushlab serve") && !line.starts_with("rushlab play")) {
        let words = line.split('#').next().unwrap().split_whitespace().skip(1);
        let words = words.map(|word| if word == "BOARD" { BOARD } else { word.trim_matches('"') });
        let output =
            Command::new(env!("CARGO_BIN_EXE_rushlab")).args(words).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    }
}
