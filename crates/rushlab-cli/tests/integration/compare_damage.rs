//! Tests of `rushlab compare` on damaged files and after a loss of power: nothing damaged is used.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::common::damage::{Random, damages};
use crate::common::{name, run, rushlab, text};

const EASY: [&str; 3] = [
    "..............AA.B.....B............",
    ".............AA.B.....B.............",
    "............AA.BBB..................",
];
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/starter.txt");

fn compare(out: &Path) -> Output {
    run(&[&["compare", "--rules", "plain", "--algorithm", "ucs", "--out", name(out)][..], &EASY].concat())
}

fn journal(out: &Path) -> PathBuf {
    out.join("runs/journal.jsonl")
}

/// Returns the lines of a journal, without the line breaks.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(|line| line.trim_ascii_end().to_vec()).collect()
}

fn unite(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| [&line[..], b"\n"].concat()).collect()
}

/// Returns the content of a line of a journal; `None` if it is damaged.
fn content(line: &[u8], fingerprint: Option<&str>) -> Option<Value> {
    let line = std::str::from_utf8(line).ok()?;
    let (checksum, content) =
        line.strip_prefix("{\"checksum\":\"")?.strip_suffix('}')?.split_once("\",\"content\":")?;
    let value: Value = serde_json::from_str(content).ok()?;
    let fingerprint = fingerprint.or(value["plan"]["fingerprint"].as_str())?;
    let hash = Sha256::digest(format!("{fingerprint}\n{content}"));
    let digits: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    digits.starts_with(checksum).then_some(value)
}

/// Returns the contents of the undamaged lines of a journal.
fn entries(bytes: &[u8]) -> Vec<Value> {
    let plan = lines(bytes).iter().find_map(|line| content(line, None)).unwrap();
    let fingerprint = plan["plan"]["fingerprint"].as_str().unwrap();
    lines(bytes).iter().filter_map(|line| content(line, Some(fingerprint))).collect()
}

/// Returns the index of the line of a search.
fn line_of(lines: &[Vec<u8>], stem: &str, number: usize) -> usize {
    let name = format!("{{\"search\":{{\"stem\":\"{stem}\",\"number\":{number},");
    lines.iter().position(|line| text(line).contains(&name)).unwrap()
}

/// Returns all files of a folder and its subfolders with their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            files.append(&mut contents(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

fn restore(files: &BTreeMap<PathBuf, Vec<u8>>) {
    files.iter().for_each(|(path, bytes)| fs::write(path, bytes).unwrap());
}

/// Returns the files of a comparison by their names in its folder, without the parts that depend on times. Of files
/// that show times everywhere, only the name remains.
fn without_times(out: &Path) -> BTreeMap<PathBuf, String> {
    let shown = |(path, bytes): (PathBuf, Vec<u8>)| {
        let name = path.strip_prefix(out).unwrap().to_owned();
        let extension = path.extension().unwrap_or_default().to_str().unwrap();
        let shown = match extension {
            "txt" => text(&bytes).lines().filter(|line| !line.starts_with("Runtime: ")).collect::<Vec<_>>().join("\n"),
            "csv" => analysis(text(&bytes)),
            "jsonl" => entries(&bytes).into_iter().map(entry).collect::<BTreeSet<String>>().into_iter().collect(),
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

/// Returns an entry of a journal, without times.
fn entry(mut entry: Value) -> String {
    if let Some(record) = entry["search"].as_object_mut() {
        assert!(record.remove("times").is_some());
        // The solution file contains the time.
        if let Some(files) = record["files"].as_array_mut() {
            files.retain(|file| !file[0].as_str().unwrap().contains("-sol-"));
        }
    }
    entry.to_string() + "\n"
}

#[test]
fn searches_with_damaged_files_are_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let (originals, expected) = (contents(&out), without_times(&out));
    let written = lines(&originals[&journal(&out)]);
    let [record, optimum] = [line_of(&written, "ucs", 1), line_of(&written, "optimum", 1)];
    // One file or line of each kind, of different searches.
    let [solution, search] = ["ucs-sol-2.txt", "ucs-search-3.txt"].map(|kind| out.join(kind));
    let kinds = [&written[record], &originals[&solution], &originals[&search], &written[optimum]];
    let [records, solutions, searches, optima] = [0, 1, 2, 3].map(|kind| damages(kinds[kind], 204, kind as u64));
    for (((one, two), three), four) in records.iter().zip(&solutions).zip(&searches).zip(&optima) {
        let damaged = [one, two, three, four];
        let mut lines = written.clone();
        (lines[record], lines[optimum]) = (one.1.clone(), four.1.clone());
        for (path, bytes) in [(&journal(&out), &unite(&lines)), (&solution, &two.1), (&search, &three.1)] {
            fs::write(path, bytes).unwrap();
        }
        let what = damaged.map(|(what, _)| what);
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(0), "{what:?}: {}", text(&output.stderr));
        let sentence = "0 of 3 searches and 2 of 3 optima are reused; the others are run again (4 damaged)\n";
        assert_eq!(text(&output.stderr), sentence, "{what:?}");
        assert_eq!(without_times(&out), expected, "{what:?}");
        // The lines that were written again are used, although the damaged ones are still there.
        if what[0].starts_with("bit") {
            assert_eq!(text(&compare(&out).stderr), "3 of 3 searches and 3 of 3 optima are reused\n", "{what:?}");
        }
        restore(&originals);
    }
}

#[test]
fn a_damaged_journal_gives_the_same_results_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let (originals, expected) = (contents(&out), without_times(&out));
    let mut refused = 0;
    for (damage, damaged) in damages(&originals[&journal(&out)], 204, 9) {
        fs::write(journal(&out), &damaged).unwrap();
        let output = compare(&out);
        let message = text(&output.stderr);
        if output.status.code() == Some(0) {
            assert_eq!(without_times(&out), expected, "{damage}: {message}");
        } else {
            assert_eq!(output.status.code(), Some(2), "{damage}: {message}");
            assert!(message.contains("use another folder, or add --force"), "{damage}: {message}");
            refused += 1;
        }
        restore(&originals);
    }
    assert!((1..100).contains(&refused), "{refused}");
}

#[test]
fn files_of_other_searches_and_missing_files_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let expected = without_times(&out);
    // The record of the first puzzle in the place of the second.
    let mut written = lines(&fs::read(journal(&out)).unwrap());
    let [first, second] = [1, 2].map(|number| line_of(&written, "ucs", number));
    written[second] = text(&written[first]).replace("\"number\":1", "\"number\":2").into_bytes();
    written.remove(first);
    fs::write(journal(&out), unite(&written)).unwrap();
    fs::write(out.join("ucs-sol-3.txt"), "").unwrap();
    let output = compare(&out);
    let sentence = "0 of 3 searches and 3 of 3 optima are reused; the others are run again (2 damaged, 1 unfinished)\n";
    assert_eq!(text(&output.stderr), sentence);
    assert_eq!(without_times(&out), expected);
    // The record of a comparison with other options.
    let other = folder.path().join("other");
    let options =
        ["compare", "--rules", "plain", "--algorithm", "ucs", "--max-states", "1000000", "--out", name(&other)];
    assert_eq!(run(&[&options[..], &EASY].concat()).status.code(), Some(0));
    let others = lines(&fs::read(journal(&other)).unwrap());
    let mut written = lines(&fs::read(journal(&out)).unwrap());
    let own = line_of(&written, "ucs", 1);
    written[own] = others[line_of(&others, "ucs", 1)].clone();
    fs::write(journal(&out), unite(&written)).unwrap();
    assert!(
        text(&compare(&out).stderr).starts_with("2 of 3 searches and 3 of 3 optima are reused"),
        "the files are the same but for times"
    );
    assert_eq!(without_times(&out), expected);
}

#[test]
fn a_damaged_plan_is_replaced_only_if_records_show_whose_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    // The spreadsheet contains the date.
    let is_compared = |path: &Path| !path.ends_with("analysis.xlsx") && path != journal(&out);
    let files = || contents(&out).into_iter().filter(|(path, _)| is_compared(path)).collect::<BTreeMap<_, _>>();
    let (expected, expected_without_times) = (files(), without_times(&out));
    let written = lines(&fs::read(journal(&out)).unwrap());
    assert!(text(&written[0]).contains("{\"plan\":"), "the plan is written first");
    let sentences = format!(
        "the plan in {} is missing or damaged; it is written again\n3 of 3 searches and 3 of 3 optima are reused\n",
        name(&journal(&out))
    );
    for (damage, damaged) in damages(&written[0], 60, 5) {
        fs::write(journal(&out), unite(&[&[damaged], &written[1..]].concat())).unwrap();
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(0), "{damage}: {}", text(&output.stderr));
        assert_eq!(text(&output.stderr), sentences, "{damage}");
        assert!(files() == expected, "{damage}: a file differs");
        assert_eq!(without_times(&out), expected_without_times, "{damage}");
    }
    fs::write(journal(&out), unite(&written[1..])).unwrap();
    assert_eq!(text(&compare(&out).stderr), sentences);

    for (damage, damaged) in damages(&written[0], 204, 6) {
        fs::write(journal(&out), unite(&[damaged])).unwrap();
        let before = contents(&out);
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(2), "{damage}");
        let message = text(&output.stderr);
        assert!(
            message.contains("journal.jsonl is damaged or from another version of rushlab; use another"),
            "{message}"
        );
        assert!(contents(&out) == before, "{damage}: a refused folder is left unchanged");
    }
    fs::remove_file(journal(&out)).unwrap();
    let (before, output) = (contents(&out), compare(&out));
    assert_eq!(output.status.code(), Some(2), "nothing shows whose the files are");
    assert!(text(&output.stderr).contains("exists already and is not from this comparison"));
    assert!(contents(&out) == before);

    let early = folder.path().join("early");
    fs::create_dir_all(early.join("runs")).unwrap();
    fs::write(journal(&early), [0; 100]).unwrap();
    assert_eq!(compare(&early).status.code(), Some(0), "lost before anything else was written");
    assert_eq!(without_times(&early), expected_without_times);
}

#[test]
fn damaged_names_of_claimed_files_are_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    assert_eq!(compare(&out).status.code(), Some(0));
    let written = lines(&fs::read(journal(&out)).unwrap());
    let claimed = written.iter().position(|line| text(line).contains("\"content\":{\"files\":")).unwrap();
    let pictures = contents(&out.join("pictures"));
    for (damage, damaged) in damages(&written[claimed], 204, 7) {
        let mut lines = written.clone();
        lines[claimed] = damaged;
        fs::write(journal(&out), unite(&lines)).unwrap();
        let output = compare(&out);
        assert_eq!(output.status.code(), Some(2), "{damage}");
        let message = text(&output.stderr);
        assert!(message.contains(" exists already and is not from this comparison; "), "{damage}: {message}");
        assert!(contents(&out.join("pictures")) == pictures, "{damage}: a picture was replaced");
    }
    // Without the pictures, their names are free.
    fs::remove_dir_all(out.join("pictures")).unwrap();
    assert_eq!(text(&compare(&out).stderr), "3 of 3 searches and 3 of 3 optima are reused\n");
    assert!(contents(&out.join("pictures")).keys().eq(pictures.keys()));
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
        let options = ["--algorithm", "ucs,bfs,dfs", "--out", name(out)];
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
    if cfg!(target_os = "linux") {
        // One call for all files; only the journal has calls of its own.
        let log = fs::read_to_string(folder.path().join("whole.log")).unwrap();
        let calls: Vec<&str> = log.lines().take_while(|line| !line.starts_with("system")).collect();
        assert_eq!(log.lines().filter(|line| line.starts_with("system")).count(), 1, "{log}");
        assert!(calls.len() < 10, "{calls:?}");
    }
    let expected = without_times(&whole);
    let (mut random, mut lost, mut reused) = (Random::new(8), 0, 0);
    for attempt in 0..20 {
        let out = folder.path().join(format!("attempt-{attempt}"));
        for part in 0..3 {
            let log = folder.path().join(format!("{attempt}-{part}.log"));
            let (before, length) = (modified(&out), fs::metadata(journal(&out)).map_or(0, |file| file.len() as usize));
            let mut child = start(&out, &log).spawn().unwrap();
            thread::sleep(Duration::from_millis(random.below(duration) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            lost += lose_power(&before, &out, &log, &mut random);
            lose_lines(length, &out, &log, &mut random);
        }
        let log = folder.path().join(format!("{attempt}.log"));
        let output = start(&out, &log).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "attempt {attempt}: {message}");
        reused += usize::from(message.contains(" optima are reused"));
        assert_eq!(differences(&without_times(&out), &expected), [] as [&Path; 0], "attempt {attempt}");
        // Everything that was reported is on the disk.
        let files: BTreeSet<PathBuf> = contents(&out).into_keys().collect();
        let missing: Vec<PathBuf> = files.difference(&synchronised(&log).1).cloned().collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
    assert!(lost > 20 && reused > 2, "{lost} files were lost, {reused} comparisons reused some");
}

/// Cuts the journal or zeroes its end, after what was on the disk before (`length`) or was synchronised since.
fn lose_lines(length: usize, out: &Path, log: &Path, random: &mut Random) {
    let Ok(mut bytes) = fs::read(journal(out)) else { return };
    let log = fs::read_to_string(log).unwrap_or_default();
    let synchronised = log.lines().filter(|line| line.starts_with("file") && line.ends_with(name(&journal(out))));
    let lengths = synchronised.map(|line| line.split('\t').nth(1).unwrap().parse::<usize>().unwrap());
    let length = lengths.max().unwrap_or(0).max(length).min(bytes.len());
    let left = length + random.below(bytes.len() - length);
    match random.below(3) {
        0 => bytes.truncate(left),
        1 => bytes[left..].fill(0),
        _ => {}
    }
    fs::write(journal(out), bytes).unwrap();
}

/// Returns when each file was written.
fn modified(out: &Path) -> BTreeMap<PathBuf, SystemTime> {
    let files = if out.exists() { contents(out) } else { BTreeMap::new() };
    files.into_keys().map(|path| (path.clone(), fs::metadata(&path).unwrap().modified().unwrap())).collect()
}

/// Returns the files whose data is on the disk according to a log of synchronisations, and those whose names are on the
/// disk too.
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

/// Removes, empties or zeroes files other than the journal that were written since `before` and not synchronised; some
/// happen to be on the disk. Returns the number of files that were lost.
fn lose_power(before: &BTreeMap<PathBuf, SystemTime>, out: &Path, log: &Path, random: &mut Random) -> usize {
    let (data, names) = synchronised(log);
    let after = modified(out);
    let mut lost = 0;
    let is_new = |(path, time): &(&PathBuf, &SystemTime)| before.get(*path) != Some(*time) && **path != journal(out);
    for (path, _) in after.iter().filter(is_new).filter(|(path, _)| !names.contains(*path)) {
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
