//! Tests of shards: `census --shard`, `census merge`, and `census verify --recompute`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use sha2::{Digest as _, Sha256};

use crate::common::damage::damages;
use crate::common::{rushlab, text};

/// A census that takes a few milliseconds: 9,804 ids in 39 chunks, 32 puzzles.
const SMALL: [&str; 4] = ["--size", "4x4", "--walls", "0..1"];

/// Runs `rushlab census` in a folder.
fn census(folder: &Path, arguments: &[&str]) -> Output {
    rushlab(&["census"]).args(arguments).current_dir(folder).output().unwrap()
}

/// Runs `rushlab census`, which must succeed. Returns its standard output.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = census(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Runs `rushlab census`, which must be refused. Returns the message.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = census(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr).to_owned()
}

/// Takes all shards of a census. Returns the names of their files.
fn shards(folder: &Path, options: &[&str], count: usize) -> Vec<String> {
    let shard = |index: usize| {
        let (shard, file) = (format!("{index}/{count}"), format!("shard-{index}.txt"));
        printed(folder, &[options, &["--shard", &shard, "--out", &file]].concat());
        file
    };
    (0..count).map(shard).collect()
}

/// Returns the arguments of `census merge`.
fn merge<'a>(files: &'a [String], out: &'a str) -> Vec<&'a str> {
    ["merge"].into_iter().chain(files.iter().map(String::as_str)).chain(["--out", out]).collect()
}

/// Returns a census file and its sidecar.
fn contents(folder: &Path, file: &str) -> [String; 2] {
    [file.to_owned(), format!("{file}.json")].map(|file| fs::read_to_string(folder.join(file)).unwrap())
}

#[test]
fn the_merged_shards_are_the_census_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let other_rules = ["--size", "4x4", "--definition", "van-assema", "--metric", "steps"];
    for (options, count) in [(&SMALL[..], 1), (&SMALL, 130), (&["--size", "5x5"], 7), (&other_rules, 3)] {
        let json = ["--json", "--force"];
        let summary = printed(folder, &[options, &json, &["--out", "whole.txt"]].concat());
        let files = shards(folder, options, count);
        // The order of the files does not matter.
        let files: Vec<String> = files.into_iter().rev().collect();
        assert_eq!(printed(folder, &[&merge(&files, "merged.txt")[..], &json].concat()), summary);
        assert_eq!(contents(folder, "merged.txt"), contents(folder, "whole.txt"), "{options:?} in {count} shards");
        files.iter().for_each(|file| fs::remove_file(folder.join(file)).unwrap());
    }
    let left = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let unexpected: Vec<String> = left.filter(|name| name.contains("part") || name.starts_with('.')).collect();
    assert!(unexpected.is_empty(), "{unexpected:?}");
}

#[test]
fn ranges_of_ids_and_shards_of_ranges_are_merged_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let part = |more: &[&str]| printed(folder, &[&SMALL[..], more].concat());
    part(&["--out", "whole.txt"]);
    part(&["--ids", "..2999", "--out", "first.txt"]);
    part(&["--ids", "3000..6999", "--shard", "0/2", "--out", "second-0.txt"]);
    part(&["--ids", "3000..6999", "--shard", "1/2", "--out", "second-1.txt"]);
    part(&["--ids", "7000..", "--out", "third.txt"]);
    let files = ["third.txt", "second-1.txt", "first.txt", "second-0.txt"].map(str::to_owned);
    printed(folder, &merge(&files, "merged.txt"));
    assert_eq!(contents(folder, "merged.txt"), contents(folder, "whole.txt"));
    // Consecutive ranges make a longer range.
    part(&["--ids", "..6999", "--out", "range.txt"]);
    let merged = census(folder, &merge(&files[1..], "merged-range.txt"));
    assert_eq!(merged.status.code(), Some(0));
    assert!(text(&merged.stderr).contains("the whole census has the ids"), "{}", text(&merged.stderr));
    assert_eq!(contents(folder, "merged-range.txt"), contents(folder, "range.txt"));
    // A gap, an overlap, and the missing shard of a range.
    let gap = refused(folder, &merge(&[files[0].clone(), files[2].clone()], "gap.txt"));
    assert!(gap.contains("ids 3000..6999 are missing between first.txt and third.txt"), "{gap}");
    assert!(gap.contains("rushlab census --size 4x4 --walls 0..1 --ids 3000..6999"), "{gap}");
    let overlap = refused(folder, &merge(&["whole.txt".to_owned(), files[0].clone()], "overlap.txt"));
    assert!(overlap.contains("whole.txt") && overlap.contains("third.txt") && overlap.contains("overlap"), "{overlap}");
    let missing = refused(folder, &merge(&files[..3], "missing.txt"));
    assert!(missing.contains("shard 0/2 is missing") && missing.contains("--ids 3000..6999 --shard 0/2"), "{missing}");
    assert!(!["gap.txt", "overlap.txt", "missing.txt"].iter().any(|file| folder.join(file).exists()));
}

#[test]
fn files_that_are_not_all_parts_of_one_census_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = shards(folder, &SMALL, 4);
    let with =
        |more: &[&str]| files.iter().cloned().chain(more.iter().map(|file| (*file).to_owned())).collect::<Vec<_>>();
    printed(folder, &[&SMALL[..], &["--shard", "1/5", "--out", "fifth.txt"]].concat());
    printed(folder, &["--size", "4x4", "--shard", "1/4", "--out", "no-walls.txt"]);
    printed(folder, &[&SMALL[..], &["--metric", "steps", "--shard", "1/4", "--out", "steps.txt"]].concat());
    printed(folder, &[&SMALL[..], &["--definition", "van-assema", "--shard", "1/4", "--out", "rules.txt"]].concat());
    printed(folder, &["--size", "4x3", "--walls", "0..1", "--shard", "1/4", "--out", "smaller.txt"]);
    for end in ["", ".json"] {
        fs::copy(folder.join(format!("shard-2.txt{end}")), folder.join(format!("copy.txt{end}"))).unwrap();
    }
    for (files, expected) in [
        (files[..3].to_vec(), &["shard 3/4 is missing", "--size 4x4 --walls 0..1 --shard 3/4"][..]),
        (files[2..3].to_vec(), &["shards 0/4, 1/4, 3/4 are missing"]),
        (with(&["shard-1.txt"]), &["shard-1.txt is given twice"]),
        (with(&["copy.txt"]), &["shard-2.txt and copy.txt overlap: both are shard 2/4"]),
        (with(&["fifth.txt"]), &["fifth.txt (shard 1/5", "overlap"]),
        (with(&["no-walls.txt"]), &["shard-0.txt and no-walls.txt", "--walls 0..1 and --size 4x4 --walls 0"]),
        (with(&["steps.txt"]), &["steps.txt", "--walls 0..1 --definition fogleman --metric steps"]),
        (with(&["rules.txt"]), &["rules.txt", "--walls 0..1 --definition van-assema --metric moves"]),
        (with(&["smaller.txt"]), &["smaller.txt", "--size 4x3"]),
        (with(&["absent.txt"]), &["absent.txt cannot be read"]),
    ] {
        let message = refused(folder, &merge(&files, "merged.txt"));
        assert!(expected.iter().all(|expected| message.contains(expected)), "{message}");
        assert!(!folder.join("merged.txt").exists() && !folder.join("merged.txt.json").exists());
    }
    // All unusable files are named at once.
    fs::write(folder.join("shard-0.txt"), "01 nonsense 1\n").unwrap();
    fs::remove_file(folder.join("shard-3.txt.json")).unwrap();
    let sidecar = fs::read_to_string(folder.join("shard-1.txt.json")).unwrap();
    fs::write(folder.join("shard-1.txt.json"), sidecar.replace("\"census\": 1", "\"census\": 99")).unwrap();
    let message = refused(folder, &merge(&files, "merged.txt"));
    for expected in ["shard-0.txt is damaged", "no shard-3.txt.json", "shard-1.txt.json was written by another version"]
    {
        assert!(message.contains(expected), "{message}");
    }
    // An existing file is not replaced.
    fs::write(folder.join("mine.txt"), "mine").unwrap();
    assert!(refused(folder, &merge(&files, "mine.txt")).contains("exists already"));
}

#[test]
fn a_folder_stands_for_the_census_files_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("parts")).unwrap();
    shards(&folder.join("parts"), &SMALL, 3);
    fs::write(folder.join("parts/log"), "no census file").unwrap();
    printed(folder, &["merge", "parts", "--out", "merged.txt"]);
    printed(folder, &[&SMALL[..], &["--out", "whole.txt"]].concat());
    assert_eq!(contents(folder, "merged.txt"), contents(folder, "whole.txt"));
    assert_eq!(printed(folder, &["verify", "parts", "--seed", "1"]).lines().count(), 3);
    fs::create_dir(folder.join("empty")).unwrap();
    assert!(refused(folder, &["verify", "empty"]).contains("contains no census file"));
}

#[test]
fn a_finished_shard_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let arguments = [&SMALL[..], &["--shard", "1/3", "--out", "shard.txt", "--json"]].concat();
    let first = printed(folder, &arguments);
    let written = fs::metadata(folder.join("shard.txt")).unwrap().modified().unwrap();
    let again = census(folder, &arguments);
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(0), first.as_str()));
    assert!(text(&again.stderr).contains("shard.txt is finished"), "{}", text(&again.stderr));
    assert_eq!(fs::metadata(folder.join("shard.txt")).unwrap().modified().unwrap(), written);
    // Another census, or a damaged file, is not finished.
    let other = [&SMALL[..], &["--shard", "2/3", "--out", "shard.txt"]].concat();
    assert!(refused(folder, &other).contains("exists already"));
    let rows = fs::read(folder.join("shard.txt")).unwrap();
    fs::write(folder.join("shard.txt"), &rows[..rows.len() / 2]).unwrap();
    assert!(refused(folder, &arguments).contains("shard.txt is damaged"));
    assert_eq!(printed(folder, &[&arguments[..], &["--force"]].concat()), first);
    assert_eq!(fs::read(folder.join("shard.txt")).unwrap(), rows);
}

#[test]
fn a_damaged_shard_is_never_merged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = shards(folder, &SMALL, 2);
    for file in ["shard-1.txt", "shard-1.txt.json"] {
        let path = folder.join(file);
        let bytes = fs::read(&path).unwrap();
        for (damage, damaged) in damages(&bytes, 102, 5) {
            fs::write(&path, damaged).unwrap();
            let message = refused(folder, &merge(&files, "merged.txt"));
            assert!(message.contains("shard-1.txt"), "{damage}: {message}");
            assert!(message.contains("damaged") || message.contains("another version"), "{damage}: {message}");
            assert!(!folder.join("merged.txt").exists(), "{damage}");
        }
        fs::write(&path, bytes).unwrap();
    }
    printed(folder, &merge(&files, "merged.txt"));
}

#[test]
fn a_damaged_journal_of_a_shard_is_refused_or_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let arguments = [&SMALL[..], &["--shard", "1/2", "--out", "shard.txt"]].concat();
    printed(folder, &arguments);
    let expected = contents(folder, "shard.txt");
    let (path, journal) = (folder.join("shard.txt"), folder.join("shard.txt.part"));
    fs::remove_file(&path).unwrap();
    let bytes = killed_journal(folder);
    let (mut refused, mut repeated) = (0, 0);
    for (damage, damaged) in damages(bytes.as_bytes(), 102, 7) {
        fs::write(&journal, &damaged).unwrap();
        let output = census(folder, &arguments);
        let message = text(&output.stderr);
        if output.status.code() == Some(2) {
            assert!(message.contains("belongs to another census, or is damaged"), "{damage}: {message}");
            assert_eq!(fs::read(&journal).unwrap(), damaged, "{damage}: a refused journal is left unchanged");
            refused += 1;
        } else {
            assert_eq!(output.status.code(), Some(0), "{damage}: {message}");
            assert_eq!(contents(folder, "shard.txt"), expected, "{damage}");
            repeated += usize::from(message.contains("are incomplete or damaged"));
            fs::remove_file(&path).unwrap();
        }
    }
    assert!(refused > 2 && repeated > 50, "{refused} refused, {repeated} repeated");
    // The journal of one shard is not continued as another.
    fs::write(&journal, &bytes).unwrap();
    let message = self::refused(folder, &[&SMALL[..], &["--shard", "0/2", "--out", "shard.txt"]].concat());
    assert!(message.contains("belongs to another census"), "{message}");
}

/// Returns the journal of shard 1 of 2 after a kill: the first line and the records of three chunks.
fn killed_journal(folder: &Path) -> String {
    let text = "rushlab census 2: size 4x4, walls 0..1, ids 0..9804, shard 1/2, chunks of 256";
    let head = format!("{text}, checksum {}\n", record_checksum("", text));
    let mut journal = head.clone();
    for number in [1, 3, 17] {
        let ids = format!("{}..{}", number * 256, number * 256 + 255);
        let options = ["--ids", &ids, "--out", "chunk.txt", "--force", "--json"];
        let summary: serde_json::Value =
            serde_json::from_str(&printed(folder, &[&SMALL[..], &options].concat())).unwrap();
        let figures =
            ["ids", "canonical", "solvable", "positions", "largest", "minimal"].map(|name| summary[name].to_string());
        let rows = fs::read_to_string(folder.join("chunk.txt")).unwrap();
        let record = format!("chunk {number} {}\n{rows}", figures.join(" "));
        journal += &format!("{record}end {number} {}\n", record_checksum(&head, &record));
    }
    journal
}

/// Returns the checksum of a record: the first 16 digits of the SHA-256 of its place, a line break and its text.
fn record_checksum(place: &str, text: &str) -> String {
    sha256(format!("{place}\n{text}").as_bytes())[..16].to_owned()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Replaces the rows of a census file and its sidecar, as a faulty machine would write them: with valid checksums.
fn forge(folder: &Path, file: &str, rows: &str, fields: &[(&str, String)]) {
    let path: PathBuf = folder.join(format!("{file}.json"));
    let sidecar = fs::read_to_string(&path).unwrap();
    let minimal = ("minimal", rows.lines().count().to_string());
    let sha = ("sha256", format!("\"{}\"", sha256(rows.as_bytes())));
    let own = ("checksum", "\"\"".to_owned());
    let mut lines: Vec<String> = sidecar.lines().map(str::to_owned).collect();
    for (field, value) in [minimal, sha, own].iter().chain(fields) {
        let line = lines.iter_mut().find(|line| line.trim().starts_with(&format!("\"{field}\""))).unwrap();
        let comma = if line.ends_with(',') { "," } else { "" };
        *line = format!("  \"{field}\": {value}{comma}");
    }
    let compact: String = lines.join("").split_whitespace().collect();
    let sidecar = lines
        .join("\n")
        .replace("\"checksum\": \"\"", &format!("\"checksum\": \"{}\"", record_checksum("sidecar", &compact)));
    fs::write(&path, sidecar + "\n").unwrap();
    fs::write(folder.join(file), rows).unwrap();
}

#[test]
fn recomputation_finds_errors_that_no_checksum_shows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    printed(folder, &[&SMALL[..], &["--out", "file.txt"]].concat());
    let [rows, sidecar] = contents(folder, "file.txt");
    let reset = || {
        fs::write(folder.join("file.txt"), &rows).unwrap();
        fs::write(folder.join("file.txt.json"), &sidecar).unwrap();
    };
    let all = ["verify", "file.txt", "--recompute", "all"];
    let report = printed(folder, &all);
    assert!(report.contains("39 of 39 chunks recomputed, no difference"), "{report}");
    assert!(printed(folder, &["verify", "file.txt", "--recompute", "20", "--seed", "3"]).contains("20 of 39 chunks"));
    assert!(printed(folder, &["verify", "file.txt"]).contains("1 of 39 chunks recomputed"));
    assert!(printed(folder, &["verify", "file.txt", "--recompute", "0"]).ends_with("ids 0..9803\n"));

    // The analysis of rows follows the rules and the metric of the census.
    for (rules, metric) in [("fogleman", "steps"), ("van-assema", "moves"), ("servais", "steps")] {
        printed(folder, &[&SMALL[..], &["--definition", rules, "--metric", metric, "--out", rules]].concat());
        let report = printed(folder, &["verify", rules, "--recompute", "20", "--seed", "1"]);
        assert!(
            report.contains("analysed, no difference") && report.contains(&format!("{rules}, {metric}")),
            "{report}"
        );
    }

    // A puzzle is lost.
    let lost = rows.lines().nth(3).unwrap();
    let without: String = rows.lines().filter(|row| *row != lost).map(|row| format!("{row}\n")).collect();
    forge(folder, "file.txt", &without, &[]);
    assert!(printed(folder, &["verify", "file.txt", "--recompute", "0"]).contains("undamaged"));
    let message = refused(folder, &all);
    assert!(message.contains("1 puzzle of ids") && message.contains(&format!("is missing: {lost}")), "{message}");
    let found = (0..40).any(|seed| {
        let seed = seed.to_string();
        let some = census(folder, &["verify", "file.txt", "--recompute", "10%", "--seed", &seed]);
        text(&some.stderr).contains(lost)
    });
    assert!(found, "a tenth of the chunks has the lost puzzle now and then");

    // A puzzle has a wrong number of moves. Both a recomputed chunk and the analysis of the row show it.
    reset();
    let last = rows.lines().last().unwrap();
    let wrong = format!("00 {}", &last[3..]);
    forge(folder, "file.txt", &rows.replace(last, &wrong), &[]);
    let message = refused(folder, &all);
    assert!(message.contains(&format!("not found again: {wrong}")), "{message}");
    let message = refused(folder, &["verify", "file.txt", "--recompute", "38", "--seed", "1"]);
    assert!(message.contains("wrong") && message.contains(&wrong), "{message}");

    // A count is wrong.
    reset();
    forge(folder, "file.txt", &rows, &[("largest", "7".to_owned())]);
    assert!(refused(folder, &all).contains("largest 7"));
}

#[test]
fn a_database_is_built_from_merged_shards() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let files = shards(folder, &SMALL, 3);
    printed(folder, &merge(&files, "merged.txt"));
    let rows = fs::read_to_string(folder.join("merged.txt")).unwrap();
    let database = |arguments: &[&str]| rushlab(&["db"]).args(arguments).current_dir(folder).output().unwrap();
    let sorted = |text: &str| {
        let mut rows: Vec<String> = text.lines().map(str::to_owned).collect();
        rows.sort();
        rows
    };
    // The numbers are computed again, or copied; from the merged file, or from the shards.
    let sharded: Vec<&str> = files.iter().map(String::as_str).collect();
    for (inputs, more) in
        [(&["merged.txt"][..], &[][..]), (&["merged.txt"], &["--trust-input"]), (&sharded, &["--trust-input"])]
    {
        let built = database(&[&["build", "all.db", "--force"], inputs, more].concat());
        assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
        assert_eq!(
            sorted(text(&database(&["query", "all.db", "--out", "-"]).stdout)),
            sorted(&rows),
            "{inputs:?} {more:?}"
        );
    }
    // Steps are not taken for moves, and a damaged file is not trusted.
    printed(folder, &["--size", "4x4", "--metric", "steps", "--out", "steps.txt"]);
    let built = database(&["build", "other.db", "steps.txt", "--trust-input"]);
    assert!(
        text(&built.stderr).contains("steps.txt counts steps, but a database counts moves"),
        "{}",
        text(&built.stderr)
    );
    fs::write(folder.join("shard-0.txt"), rows.lines().next().unwrap().to_owned() + "\n").unwrap();
    let built = database(&["build", "other.db", "shard-0.txt", "--trust-input"]);
    assert_eq!(built.status.code(), Some(2));
    assert!(text(&built.stderr).contains("shard-0.txt is damaged"), "{}", text(&built.stderr));
    assert!(!folder.join("other.db").exists());
}
