//! Tests of written files: what a killed run has left behind is removed, and a full disk is reported with the name of
//! the file.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{rushlab, text};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";

/// Returns the names of the temporary files in a folder.
fn temporary(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with(".rushlab-")).collect()
}

/// Runs a command, and kills it as soon as it has a temporary file.
fn kill(folder: &Path, arguments: &[&str]) {
    let mut command = rushlab(arguments);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(20);
    while temporary(folder).is_empty() {
        assert!(Instant::now() < end, "{arguments:?} makes no temporary file");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn the_next_run_removes_what_a_killed_run_has_left() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    kill(folder, &["generate", "--count", "1000000", "--seed", "1", "--out", "a.txt"]);
    let left = temporary(folder);
    assert!(left.len() == 1 && left[0].starts_with(".rushlab-a.txt-"), "{left:?}");
    // The names that a killed build and a killed query leave.
    for name in [".rushlab-a.db-123456", ".rushlab-rows.txt-123456", ".rushlab-other-123456"] {
        fs::write(folder.join(name), "").unwrap();
    }
    let commands: [&[&str]; 3] = [
        &["generate", "--count", "1", "--seed", "1", "--out", "a.txt"],
        &["db", "build", "a.db", SHORT],
        &["db", "query", "a.db", "--out", "rows.txt"],
    ];
    for (number, arguments) in commands.into_iter().enumerate() {
        let output = rushlab(arguments).current_dir(folder).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        assert_eq!(temporary(folder).len(), 3 - number, "{arguments:?}: {:?}", temporary(folder));
    }
    assert_eq!(temporary(folder), [".rushlab-other-123456"], "the file of another command stays");
}

#[test]
fn a_limit_on_the_size_of_files_is_reported_and_leaves_nothing() {
    let commands = [
        "generate --count 200 --seed 1 --out a.txt",
        "convert built-in --to json --out a.json",
        "explore built-in --report a.html",
        "render built-in --out a.pdf",
        "db build a.db built-in",
        "census --size 4x4 --out 4x4.txt",
        "convert built-in --to json",
    ];
    for command in commands {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("ulimit -f 1; exec {} {command} > printed", env!("CARGO_BIN_EXE_rushlab"));
        let output = Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}: {}", text(&output.stderr));
        let named =
            if command.ends_with("--to json") { "standard output cannot be written" } else { "cannot be written" };
        assert!(text(&output.stderr).contains(named), "{command}: {}", text(&output.stderr));
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        // A census continues from its journal.
        left.retain(|name| name != "4x4.txt.part");
        assert_eq!(left, ["printed"], "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_with_the_name_of_the_file() {
    let commands: [&[&str]; 3] = [
        &["generate", "--count", "1", "--seed", "1", "--force", "--out", "/dev/full"],
        &["convert", SHORT, "--to", "json", "--force", "--out", "/dev/full"],
        &["explore", SHORT, "--force", "--report", "/dev/full"],
    ];
    for arguments in commands {
        let output = rushlab(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let expected = "error: /dev/full cannot be written: No space left on device";
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = rushlab(&["convert", SHORT, "--to", "json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: standard output cannot be written: No space left on device";
    assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
}

#[test]
fn an_existing_file_is_kept_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kept.svg");
    fs::write(&file, "mine").unwrap();
    let out = file.to_str().unwrap();
    let commands: [&[&str]; 4] = [
        &["generate", "--count", "1", "--out", out],
        &["convert", SHORT, "--to", "json", "--out", out],
        &["render", SHORT, "--out", out],
        &["evolve", SHORT, "--plot", out],
    ];
    for arguments in commands {
        let output = rushlab(arguments).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains("kept.svg") && message.contains("--force"), "{arguments:?}: {message}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine", "{arguments:?}");
    }
}
