//! Tests of `rushlab compare` on damaged files and after a loss of power: nothing damaged is used.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use crate::common::damage::{Random, damages};
use crate::common::{name, run, rushlab, text};

const EASY: [&str; 3] = [
    "..............AA.B.....B............",
    ".............AA.B.....B.............",
    "............AA.BBB..................",
];
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/starter.txt");

fn compare(out: &Path) -> Output {
    run(&[&["compare", "--rules", "plain", "--algorithms", "ucs", "--out", name(out)][..], &EASY].concat())
}

/// Returns all files of a folder and its subfolders with their contents, except the lock.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.append(&mut contents(&path));
        } else if !path.ends_with("runs/lock") {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

fn restore(files: &BTreeMap<PathBuf, Vec<u8>>) {
    files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
}

/// Returns the files of a comparison by their names in its folder, without the parts that depend on times. Of files that show times
/// everywhere, only the name remains.
fn without_times(out: &Path) -> BTreeMap<PathBuf, String> {
    let shown = |(path, bytes): (PathBuf, Vec<u8>)| {
        let name = path.strip_prefix(out).unwrap().to_owned();
        let extension = path.extension().unwrap_or_default().to_str().unwrap();
        let shown = match extension {
            "txt" => text(&bytes).lines().filter(|line| !line.starts_with("Runtime: ")).collect::<Vec<_>>().join("\n"),
            "csv" => analysis(text(&bytes)),
            "json" if !path.ends_with("plan.json") => record(&bytes),
            "xlsx" | "html" | "md" | "svg" | "pdf" => String::new(),
            _ => text(&bytes).to_owned(),
        };
        (name, shown)
    };
    contents(out).into_iter().map(shown).collect()
}

/// Returns the names of the files that differ.
fn differences<'a>(one: &'a BTreeMap<PathBuf, String>, other: &'a BTreeMap<PathBuf, String>) -> Vec<&'a Path> {
    let names: BTreeSet<&PathBuf> = one.keys().chain(other.keys()).collect();
    names.into_iter().filter(|name| one.get(*name) != other.get(*name)).map(PathBuf::as_path).collect()
}

fn analysis(text: &str) -> String {
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let varies = |head: &str| ["Time", "Deviation", "Runs"].iter().any(|word| head.contains(word));
    let fields = |line: &str| {
        let fields = line.split(',').zip(&heads).filter(|(_, head)| !varies(head));
        fields.map(|(field, _)| field.to_owned()).collect::<Vec<String>>().join(",")
    };
    text.lines().map(fields).collect::<Vec<String>>().join("\n")
}

fn record(bytes: &[u8]) -> String {
    let mut record: serde_json::Value = serde_json::from_slice(bytes).unwrap();
    let content = record["content"].as_object_mut().unwrap();
    for field in ["seconds", "times"] {
        assert!(content.remove(field).is_some(), "{field}");
    }
    // The solution file contains the time.
    if let Some(files) = content["files"].as_object_mut() {
        assert!(files.remove("solution").is_some());
    }
    record["content"].to_string()
}

#[test]
fn searches_with_damaged_files_are_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let (originals, expected) = (contents(&out), without_times(&out));
    // One file of each kind, of different searches.
    let kinds =
        ["runs/ucs-1.json", "ucs-sol-2.txt", "ucs-search-3.txt", "runs/optimum-1.json"].map(|kind| out.join(kind));
    let [records, solutions, searches, optima] =
        [0, 1, 2, 3].map(|kind| damages(&originals[&kinds[kind]], 204, kind as u64));
    for (((one, two), three), four) in records.iter().zip(&solutions).zip(&searches).zip(&optima) {
        let damaged = [one, two, three, four];
        for (path, (_, bytes)) in kinds.iter().zip(damaged) {
            fs::write(path, bytes).unwrap();
        }
        let what = damaged.map(|(what, _)| what);
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(0), "{what:?}: {}", text(&output.stderr));
        let sentence = "0 of 3 searches and 2 of 3 optima are reused; the others are run again (4 damaged)\n";
        assert_eq!(text(&output.stderr), sentence, "{what:?}");
        assert_eq!(without_times(&out), expected, "{what:?}");
        restore(&originals);
    }
}

#[test]
fn files_of_other_searches_and_missing_files_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let expected = without_times(&out);
    fs::copy(out.join("runs/ucs-1.json"), out.join("runs/ucs-2.json")).unwrap();
    fs::remove_file(out.join("runs/ucs-1.json")).unwrap();
    fs::write(out.join("ucs-sol-3.txt"), "").unwrap();
    let output = compare(&out);
    let sentence = "0 of 3 searches and 3 of 3 optima are reused; the others are run again (2 damaged, 1 unfinished)\n";
    assert_eq!(text(&output.stderr), sentence);
    assert_eq!(without_times(&out), expected);
    // The record of a comparison with other options.
    let other = folder.path().join("other");
    let options =
        ["compare", "--rules", "plain", "--algorithms", "ucs", "--max-states", "1000000", "--out", name(&other)];
    assert_eq!(run(&[&options[..], &EASY].concat()).status.code(), Some(0));
    fs::copy(other.join("runs/ucs-1.json"), out.join("runs/ucs-1.json")).unwrap();
    assert!(
        text(&compare(&out).stderr).starts_with("2 of 3 searches and 3 of 3 optima are reused"),
        "the files are the same but for times"
    );
    assert_eq!(without_times(&out), expected);
}

#[test]
fn a_damaged_manifest_is_replaced_only_if_records_show_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let manifest = out.join("runs/plan.json");
    // The spreadsheet contains the date.
    let files =
        || contents(&out).into_iter().filter(|(path, _)| !path.ends_with("analysis.xlsx")).collect::<BTreeMap<_, _>>();
    let expected = files();
    let bytes = fs::read(&manifest).unwrap();
    let sentences = format!(
        "{} is missing or damaged; it is written again\n3 of 3 searches and 3 of 3 optima are reused\n",
        name(&manifest)
    );
    for (damage, damaged) in damages(&bytes, 60, 5) {
        fs::write(&manifest, &damaged).unwrap();
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(0), "{damage}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr), sentences, "{damage}");
        assert!(files() == expected, "{damage}: a file differs");
    }
    fs::remove_file(&manifest).unwrap();
    assert_eq!(text(&compare(&out).stderr), sentences);

    let records = contents(&out.join("runs"));
    records.keys().filter(|path| **path != manifest).for_each(|path| fs::remove_file(path).unwrap());
    for (damage, damaged) in damages(&bytes, 204, 6) {
        fs::write(&manifest, &damaged).unwrap();
        let before = contents(&out);
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(2), "{damage}");
        let message = text(&output.stderr);
        assert!(message.contains("plan.json is damaged or from another version of rushlab; use another"), "{message}");
        assert!(contents(&out) == before, "{damage}: a refused folder is left unchanged");
    }
}

#[test]
fn damaged_names_of_claimed_files_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let claimed = out.join("runs/claimed");
    let bytes = fs::read(&claimed).unwrap();
    for (damage, damaged) in damages(&bytes, 204, 7) {
        fs::write(&claimed, &damaged).unwrap();
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(2), "{damage}");
        let message = text(&output.stderr);
        assert!(message.contains("claimed is damaged; remove it and "), "{damage}: {message}");
    }
    // The remedy in the message.
    fs::remove_file(&claimed).unwrap();
    fs::remove_dir_all(out.join("pictures")).unwrap();
    assert_eq!(text(&compare(&out).stderr), "3 of 3 searches and 3 of 3 optima are reused\n");
    assert_eq!(fs::read(&claimed).unwrap(), bytes);
}

#[test]
fn a_comparison_continues_after_a_loss_of_power() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles.txt");
    let starter = fs::read_to_string(STARTER).unwrap();
    let boards: Vec<&str> = starter.lines().filter(|line| !line.starts_with('#')).take(4).collect();
    fs::write(&puzzles, boards.join("\n")).unwrap();
    let arguments = |out: &Path| {
        // Uninformed searches only: for others, the number of pictures in the report depends on the times.
        let options = ["--algorithms", "ucs,bfs,dfs", "--out", name(out)];
        [&["compare", name(&puzzles)][..], &options].concat().into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    let start = |out: &Path, log: &Path| {
        let arguments = arguments(out);
        let mut command = rushlab(&arguments.iter().map(String::as_str).collect::<Vec<&str>>());
        command.env("RUSHLAB_SYNC_LOG", log).stdout(Stdio::null()).stderr(Stdio::piped());
        command
    };
    let whole = folder.path().join("whole");
    let started = SystemTime::now();
    assert!(start(&whole, &folder.path().join("whole.log")).output().unwrap().status.success());
    let duration = started.elapsed().unwrap().as_millis() as usize;
    let expected = without_times(&whole);
    let (mut random, mut lost, mut reused) = (Random::new(8), 0, 0);
    for attempt in 0..20 {
        let out = folder.path().join(format!("attempt-{attempt}"));
        for part in 0..3 {
            let log = folder.path().join(format!("{attempt}-{part}.log"));
            let before = modified(&out);
            let mut child = start(&out, &log).spawn().unwrap();
            thread::sleep(Duration::from_millis(random.below(duration) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            lost += lose_power(&before, &out, &log, &mut random);
        }
        let log = folder.path().join(format!("{attempt}.log"));
        let output = start(&out, &log).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "attempt {attempt}: {message}");
        reused += usize::from(message.contains(" optima are reused"));
        assert_eq!(differences(&without_times(&out), &expected), [] as [&Path; 0], "attempt {attempt}");
        // Everything that was reported is on the disk.
        let files: BTreeSet<PathBuf> = contents(&out).into_keys().collect();
        let missing: Vec<PathBuf> =
            files.difference(&synchronised(&log).1).filter(|path| !is_index(path)).cloned().collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(lost > 20 && reused > 2, "{lost} files were lost, {reused} comparisons reused some");
}

/// Whether a file was synchronised by an earlier run.
fn is_index(path: &Path) -> bool {
    path.ends_with("runs/plan.json") || path.ends_with("runs/claimed")
}

/// Returns when each file was written.
fn modified(out: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let files = if out.exists() { contents(out) } else { BTreeMap::new() };
    files.into_keys().map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

/// Returns the files whose data is on the disk according to a log of synchronisations, and those whose names are on the disk too.
fn synchronised(log: &Path) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
    let (mut data, mut names) = (BTreeSet::new(), BTreeSet::new());
    for line in fs::read_to_string(log).unwrap_or_default().lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let path = PathBuf::from(fields[2]);
        if fields[0] == "file" {
            data.insert(path);
        } else {
            names.extend(data.iter().filter(|file| file.parent() == path.parent()).cloned());
        }
    }
    (data, names)
}

/// Removes, empties or zeroes files that were written since `before` and not synchronised; some happen to be on the disk. Returns the
/// number of files that were lost.
fn lose_power(before: &BTreeMap<PathBuf, SystemTime>, out: &Path, log: &Path, random: &mut Random) -> usize {
    let (data, names) = synchronised(log);
    let after = modified(out);
    let mut lost = 0;
    for (path, _) in after.iter().filter(|(path, time)| before.get(*path) != Some(*time) && !names.contains(*path)) {
        lost += 1;
        match random.below(4) {
            0 => fs::remove_file(path).unwrap(),
            1 if !data.contains(path) => fs::write(path, "").unwrap(),
            2 if !data.contains(path) => fs::write(path, vec![0; fs::metadata(path).unwrap().len() as usize]).unwrap(),
            _ => lost -= 1,
        }
    }
    lost
}
