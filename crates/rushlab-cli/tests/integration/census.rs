//! Tests of `rushlab census`: chunks, threads, and a census that is killed and continued.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::{run, rushlab, text};

/// Runs a census into a file of a folder. Returns its output and the file.
fn census(folder: &Path, name: &str, more: &[&str]) -> (String, String) {
    let path = folder.join(name);
    let arguments = [&["census", "--size", "5x5", "--output", "json", "--out", path.to_str().unwrap()], more].concat();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (text(&output.stdout).to_owned(), fs::read_to_string(path).unwrap())
}

#[test]
fn results_do_not_depend_on_threads_and_chunks() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, whole) = census(folder.path(), "whole", &["--threads", "1"]);
    for figure in
        ["\"ids\":268109", "\"canonical\":130299", "\"solvable\":62106", "\"minimal\":1730", "\"positions\":6795364"]
    {
        assert!(summary.contains(figure), "{summary}");
    }
    assert!(whole.starts_with("20 "), "the hardest come first");
    assert_eq!(census(folder.path(), "threads", &["--threads", "3"]), (summary, whole.clone()));
    let (_, first) = census(folder.path(), "first", &["--ids", "0..99999"]);
    let (_, second) = census(folder.path(), "second", &["--ids", "100000..268108"]);
    let rows = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    assert!(!first.is_empty() && !second.is_empty());
    assert_eq!(&rows(&first) | &rows(&second), rows(&whole));
    let files: BTreeSet<String> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(files, ["first", "second", "threads", "whole"].map(str::to_owned).into());
}

#[test]
fn a_census_killed_ten_times_gives_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, whole) = census(folder.path(), "whole", &[]);
    let path = folder.path().join("killed");
    let arguments = ["census", "--size", "5x5", "--out", path.to_str().unwrap(), "--threads", "1"];
    let journal = folder.path().join("killed.part");
    let mut kills = 0;
    let mut lengths = Vec::new();
    for wait in (0..10).map(|kill| Duration::from_millis(30 + 11 * kill)) {
        let mut child = rushlab(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(wait);
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        lengths.push(fs::metadata(&journal).map_or(0, |journal| journal.len()));
        if path.exists() {
            break;
        }
    }
    assert!(kills >= 3 && lengths.iter().any(|length| *length > 100), "{kills} kills, {lengths:?}");
    if path.exists() {
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    } else {
        // A record that was cut off.
        let torn = fs::read(&journal).unwrap();
        fs::write(&journal, [&torn[..], b"slice 200 1047 3 2\n07 BBBFE"].concat()).unwrap();
        assert_eq!(census(folder.path(), "killed", &[]), (summary, whole));
    }
    assert!(!journal.exists());
}

#[test]
fn existing_files_are_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let arguments = ["census", "--size", "4x4", "--out", path.to_str().unwrap()];
    fs::write(&path, "mine").unwrap();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("exists already"));
    fs::remove_file(&path).unwrap();
    fs::write(folder.path().join("file.part"), "rushlab census 1: size 5x5, walls 0..0\n").unwrap();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("belongs to another census"), "{}", text(&output.stderr));
    for (size, walls, ids, reason) in [
        ("9x9", "0", "0..1", "3 to 8 columns"),
        ("4x4", "17", "0..1", "too small for 17 walls"),
        ("4x4", "0", "0..1349", "1349 is not one"),
    ] {
        let output = run(&["census", "--size", size, "--walls", walls, "--ids", ids, "--out", "nowhere"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
}

#[test]
fn a_damaged_journal_is_left_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged");
    let journal = folder.path().join("damaged.part");
    let head = "rushlab census 1: size 5x5, walls 0..0, ids 0..268109, slices of 1047\n";
    let slice = |number| format!("slice {number} 1 0 0 0 0 0\nend {number}\n");
    let text_of_it = format!("{head}{}slice 1 what\nend 1\n{}", slice(0), slice(2));
    fs::write(&journal, &text_of_it).unwrap();
    let output = run(&["census", "--size", "5x5", "--out", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is damaged after 1 chunk;"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&journal).unwrap(), text_of_it);
}
