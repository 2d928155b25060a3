//! Tests of `rushlab census`: chunks, threads, and a census that is killed and continued.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking, or says that it is skipped"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::common::damage::damages;
use crate::common::{run, rushlab, text};

/// Runs a census into a file of a folder. Returns its output and the file.
fn census(folder: &Path, name: &str, more: &[&str]) -> (String, String) {
    let path = folder.join(name);
    let arguments = [&["census", "--size", "5x5", "--json", "--out", path.to_str().unwrap()], more].concat();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    (text(&output.stdout).to_owned(), fs::read_to_string(path).unwrap())
}

#[test]
fn a_gpu_gives_the_same_file_or_the_program_says_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gpu");
    let output = run(&["census", "--size", "5x5", "--device", "cuda", "--out", path.to_str().unwrap()]);
    if output.status.code() == Some(0) {
        assert_eq!(fs::read_to_string(path).unwrap(), census(folder.path(), "whole", &[]).1);
    } else {
        assert_eq!(output.status.code(), Some(2));
        let message = text(&output.stderr);
        assert!(message.contains("there is no CUDA") && message.contains("--device cpu"), "{message}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        println!("skipped: {message}");
    }
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
    let names = ["first", "second", "threads", "whole"];
    assert_eq!(files, names.into_iter().flat_map(|name| [name.to_owned(), format!("{name}.json")]).collect());
}

#[test]
fn a_census_killed_ten_times_gives_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let (summary, whole) = census(folder.path(), "whole", &[]);
    let path = folder.path().join("killed");
    let arguments = ["census", "--size", "5x5", "--out", path.to_str().unwrap(), "--threads", "1"];
    let journal = folder.path().join("killed.part");
    let length = || fs::metadata(&journal).map_or(0, |journal| journal.len());
    let mut kills = 0;
    for kill in 0..10 {
        let before = length();
        let mut child = rushlab(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while length() <= before && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_millis(3 * kill));
        kills += usize::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        if path.exists() {
            break;
        }
    }
    assert!(kills >= 3, "{kills} kills");
    if path.exists() {
        assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    } else {
        // A record that was cut off.
        let torn = fs::read(&journal).unwrap();
        fs::write(&journal, [&torn[..], b"chunk 200 1047 3 2\n07 BBBFE"].concat()).unwrap();
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
fn a_second_census_of_the_same_file_is_refused_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let arguments = ["census", "--size", "4x4", "--out", path.to_str().unwrap()];
    // A running census has locked its journal.
    let journal = fs::File::create(folder.path().join("file.part")).unwrap();
    journal.lock().unwrap();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another census is using"), "{}", text(&output.stderr));
    // The lock ends with its process, so a killed census does not block the next.
    drop(journal);
    assert_eq!(run(&arguments).status.code(), Some(0));
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.collect::<BTreeSet<String>>(), ["file", "file.json"].map(str::to_owned).into());
}

/// The ids of a census that takes a fraction of a second.
const SOME_IDS: &str = "0..9999";

/// Starts a census of some ids and kills it when it has written some records. Returns the journal.
fn interrupted_journal(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    let journal = folder.join(format!("{name}.part"));
    let arguments = ["census", "--size", "5x5", "--ids", SOME_IDS, "--threads", "1", "--out", path.to_str().unwrap()];
    for records in [2000, 1000, 500, 500, 300, 300, 300] {
        let mut child = rushlab(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while fs::metadata(&journal).map_or(0, |journal| journal.len()) < records && !path.exists() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        if !path.exists() {
            return journal;
        }
        fs::remove_file(&path).unwrap();
    }
    panic!("the census was never killed in time");
}

#[test]
fn a_damaged_journal_is_refused_or_the_damaged_part_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let (_, whole) = census(folder.path(), "whole", &["--ids", SOME_IDS]);
    let journal = interrupted_journal(folder.path(), "damaged");
    let path = folder.path().join("damaged");
    let bytes = fs::read(&journal).unwrap();
    let (mut refused, mut repeated) = (0, 0);
    // The first bytes belong to the header, and almost all others to the records.
    let without_first = (1..4).map(|lost| (format!("the first {lost} bytes are lost"), bytes[lost..].to_vec()));
    for (damage, damaged) in damages(&bytes, 204, 1).into_iter().chain(without_first) {
        fs::write(&journal, &damaged).unwrap();
        let output = run(&["census", "--size", "5x5", "--ids", SOME_IDS, "--out", path.to_str().unwrap()]);
        let message = text(&output.stderr);
        if output.status.code() == Some(2) {
            assert!(message.contains("belongs to another census, or is damaged"), "{damage}: {message}");
            assert_eq!(fs::read(&journal).unwrap(), damaged, "{damage}: a refused journal is left unchanged");
            refused += 1;
        } else {
            assert_eq!(output.status.code(), Some(0), "{damage}: {message}");
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{damage}");
            repeated += usize::from(message.contains("are incomplete or damaged"));
            fs::remove_file(&path).unwrap();
        }
    }
    // The rest cut the journal between two records, or repeated a whole one.
    assert!(refused > 2 && repeated > 150, "{refused} refused, {repeated} repeated");
}

#[test]
fn a_damaged_census_file_is_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    census(folder.path(), "file", &["--ids", SOME_IDS]);
    let path = folder.path().join("file");
    let sidecar = folder.path().join("file.json");
    let verify = || run(&["census", "verify", path.to_str().unwrap()]);
    let output = verify();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("undamaged"), "{}", text(&output.stdout));
    for damaged_file in [&path, &sidecar] {
        let bytes = fs::read(damaged_file).unwrap();
        for (damage, damaged) in damages(&bytes, 204, 2) {
            fs::write(damaged_file, &damaged).unwrap();
            let output = verify();
            assert_eq!(output.status.code(), Some(2), "{damage}");
            let message = text(&output.stderr);
            assert!(message.contains("damaged") || message.contains("another version"), "{damage}: {message}");
        }
        fs::write(damaged_file, &bytes).unwrap();
    }
    fs::remove_file(&sidecar).unwrap();
    assert!(text(&verify().stderr).contains("carries its checksum"));
}

#[test]
fn a_census_continues_after_a_loss_of_power() {
    let folder = tempfile::tempdir().unwrap();
    let (_, whole) = census(folder.path(), "whole", &["--ids", SOME_IDS]);
    let mut losses = 0;
    for attempt in 0..20 {
        let name = format!("attempt-{attempt}");
        let (path, journal) = (folder.path().join(&name), folder.path().join(format!("{name}.part")));
        let log = folder.path().join(format!("{name}.log"));
        let arguments = ["census", "--size", "5x5", "--ids", SOME_IDS, "--out", path.to_str().unwrap()];
        for length in [150 + 60 * attempt, 2000] {
            let mut command = rushlab(&arguments);
            command.env("RUSHLAB_SYNC_LOG", &log).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().unwrap();
            while fs::metadata(&journal).map_or(0, |journal| journal.len()) < length && !path.exists() {
                thread::sleep(Duration::from_millis(1));
            }
            child.kill().unwrap();
            child.wait().unwrap();
            losses += usize::from(drop_unsynchronised(&journal, &log));
            if path.exists() {
                break;
            }
        }
        if !path.exists() {
            let output = run(&arguments);
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "attempt {attempt}");
        assert_eq!(run(&["census", "verify", path.to_str().unwrap()]).status.code(), Some(0));
    }
    assert!(losses > 5, "data was lost {losses} times");
}

/// Truncates a journal to its length at the last synchronisation. Returns whether that removes data.
fn drop_unsynchronised(journal: &Path, log: &Path) -> bool {
    let log = fs::read_to_string(log).unwrap_or_default();
    let lengths = log.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        (fields[0] == "file" && Path::new(fields[2]) == journal).then(|| fields[1].parse::<u64>().unwrap())
    });
    let Ok(file) = fs::File::options().write(true).open(journal) else { return false };
    let synchronised = lengths.fold(0, |_, length| length);
    let lost = file.metadata().unwrap().len() > synchronised;
    if lost {
        file.set_len(synchronised).unwrap();
    }
    lost
}

#[test]
fn counting_the_boards_stops_at_an_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large");
    let arguments = ["census", "--size", "8x8", "--ids", "0..10", "--out", path.to_str().unwrap()];
    let mut child = rushlab(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().unwrap().is_none(), "counting takes seconds");
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-s", "INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(text(&output.stderr), "interrupted: the boards are not counted yet, and nothing is kept\n");
    assert!(!path.exists());
}
