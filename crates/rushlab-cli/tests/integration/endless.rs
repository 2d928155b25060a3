//! Inputs without an end: `/dev/zero` in the place of every file that is read. The program refuses it, and its memory
//! stays small.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;

use crate::common::{peak_memory, rushlab, text};

const ZERO: &str = "/dev/zero";
const BOARD: &str = "......A..B..AXXB..A..B......CC......";

/// The greatest memory of a command.
const MAX_MEMORY: u64 = 200 << 20;

/// Commands that read `/dev/zero`, directly or by a link in the folder of [`prepare`].
const COMMANDS: &[&[&str]] = &[
    &["solve", ZERO],
    &["solve", ZERO, "--format", "json"],
    &["solve", "/dev/zero#3"],
    &["solve", "-"],
    &["check", ZERO],
    &["show", ZERO],
    &["replay", ZERO, "--play", "AR1"],
    &["replay", BOARD, "--moves-file", ZERO],
    &["replay", BOARD, "--moves-file", "-"],
    &["explore", ZERO],
    &["compare", ZERO],
    &["compare", BOARD, "--out", "compared"],
    &["grade", ZERO, "team"],
    &["grade", BOARD, ZERO],
    &["grade", BOARD, "team", "--scheme", ZERO],
    &["evolve", ZERO],
    &["render", ZERO, "--out", "board.svg"],
    &["convert", ZERO, "--to", "json"],
    &["play", ZERO],
    &["play", BOARD, "--progress", ZERO],
    &["generate", "--from", ZERO],
    &["census", "--size", "4x4", "--out", "4x4.txt"],
    &["census", "verify", "zero.txt"],
    &["census", "merge", "zero.txt", "rows.txt", "--out", "merged.txt"],
    &["census", "compact", "zero.txt", "--out", "list"],
    &["census", "hardest", "--size", "4x4", ZERO],
    &["db", "build", "b.db", ZERO],
    &["db", "build", "b.db", "--trust-input", "lines"],
    &["db", "build", "b.db", "--trust-input", "-"],
    &["db", "add", "a.db", ZERO],
    &["db", "add", "zero.db", BOARD],
    &["db", "query", "zero.db"],
    &["db", "stats", "zero.db"],
];

/// Makes files and links to `/dev/zero`: a database, the sidecar of a census file, the journals of a census and of a
/// comparison, and a solution of a contestant.
fn prepare(folder: &Path) {
    for arguments in [&["census", "--size", "4x4", "--out", "rows.txt"][..], &["db", "build", "a.db", BOARD]] {
        assert!(rushlab(arguments).current_dir(folder).status().unwrap().success());
    }
    fs::write(folder.join("zero.txt"), "").unwrap();
    for folders in ["compared/runs", "team"] {
        fs::create_dir_all(folder.join(folders)).unwrap();
    }
    for link in
        ["zero.db", "zero.txt.json", "4x4.txt.part", "compared/runs/journal.jsonl", "team/ucs-sol-1.txt", "lines"]
    {
        symlink(ZERO, folder.join(link)).unwrap();
    }
}

#[test]
fn no_command_reads_a_device_without_a_limit() {
    for arguments in COMMANDS {
        let folder = tempfile::tempdir().unwrap();
        prepare(folder.path());
        let command = || {
            let mut command = rushlab(arguments);
            command.current_dir(folder.path()).stdin(File::open(ZERO).unwrap());
            command
        };
        let (code, peak) = peak_memory(&mut command());
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(peak <= MAX_MEMORY, "{arguments:?} takes {} MB", peak >> 20);
        let output = command().output().unwrap();
        let printed = [text(&output.stdout), text(&output.stderr)].concat();
        assert!(!printed.trim().is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_board_without_an_end_takes_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.txt");
    let short_rows = ["6 6\n3\n", &"AABB..\n".repeat(3_000_000)].concat();
    let long_rows = ["6 6\n3\n", &(".".repeat(15 << 20) + "\n").repeat(20)].concat();
    for (format, text) in [("exit-letter", &short_rows), ("exit-letter", &long_rows), ("lisp", &long_rows)] {
        fs::write(&path, text).unwrap();
        let (code, peak) = peak_memory(rushlab(&["check", "long.txt", "--format", format]).current_dir(folder.path()));
        assert_eq!(code, Some(2), "{format}");
        assert!(peak <= MAX_MEMORY, "{format} takes {} MB", peak >> 20);
    }
}

#[test]
fn the_error_names_the_file_and_the_limit() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let error = |arguments: &[&str]| {
        let output = rushlab(arguments).current_dir(folder.path()).output().unwrap();
        text(&output.stderr).to_owned()
    };
    for (arguments, expected) in [
        (&["replay", BOARD, "--moves-file", ZERO][..], "/dev/zero cannot be read: it has more than 16 MiB"),
        (&["census", "verify", "zero.txt"], "zero.txt.json cannot be read: it has more than 1 MiB"),
        (&["census", "--size", "4x4", "--out", "4x4.txt"], "4x4.txt.part"),
        (
            &["compare", BOARD, "--out", "compared"],
            "compared/runs/journal.jsonl cannot be read: it has more than 16 MiB",
        ),
        (&["db", "build", "b.db", "--trust-input", "lines"], "lines cannot be read: line 1 is longer than 16 MiB"),
        (&["solve", ZERO], "/dev/zero: the input is binary data, not text"),
    ] {
        assert!(error(arguments).contains(expected), "{arguments:?}: {}", error(arguments));
    }
}
