//! Tests of `rushlab db`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::damage::damages;
use crate::common::{rushlab, text};

/// Puzzles of the 5×5 census, as `moves board positions`; the last repeats the fourth with other letters and a wrong
/// number.
const ROWS: &str = "\
20 BBH..G.HCCGAAI.DD.IJEEFFJ 299
20 BBCCJDD.IJGAAI.G.HEEFFH.. 299
18 BBH..G.HCCGAAI.DD.I.EEFF. 154
02 .........BAA..B.......... 14
01 ..........AA............. 4
01 oooooooooOAAooOoooooooooo 14
";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    rushlab(&["db"]).args(arguments).current_dir(folder).output().unwrap()
}

/// Returns the output of a command that must succeed.
fn print(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

#[test]
fn puzzles_are_explored_and_queried() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let rows = ROWS.lines().take(5).collect::<Vec<_>>().join("\n");
    fs::write(folder.join("rows.txt"), &rows).unwrap();
    print(folder, &["build", "all.db", "rows.txt"]);
    assert_eq!(
        print(folder, &["query", "all.db", "--out", "-"])
            .trim_end()
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
            .len(),
        5
    );
    let mut exported: Vec<String> =
        print(folder, &["query", "all.db", "--out", "-"]).lines().map(str::to_owned).collect();
    let mut given: Vec<String> = rows.lines().map(str::to_owned).collect();
    exported.sort();
    given.sort();
    assert_eq!(exported, given, "moves and positions are found again");
    let hard = print(folder, &["query", "all.db", "--moves", "19..60", "--tsv"]);
    let columns = "moves\tlevel\tdifficulty\tvehicles\twalls\tpositions\tboard\tsize\texit\ttanks\tminimal\tid\trules";
    assert_eq!(hard.lines().next(), Some(columns));
    assert_eq!(hard.lines().count(), 3);
    assert!(print(folder, &["stats", "all.db"]).starts_with("5 puzzles\n"));
    let stats = print(folder, &["stats", "all.db", "--json"]);
    assert!(stats.contains("\"moves\":{\"1\":1,\"18\":1,\"2\":1,\"20\":2}"), "{stats}");
    assert_eq!(run(folder, &["query", "all.db", "--walls", "1"]).status.code(), Some(1));
    // Every match is drawn about equally often, and the same seed draws the same puzzle.
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..60 {
        let seed = seed.to_string();
        let board =
            print(folder, &["query", "all.db", "--random", "--moves", "18..20", "--seed", &seed, "--to", "line"]);
        assert_eq!(
            board,
            print(folder, &["query", "all.db", "--random", "--moves", "18..20", "--seed", &seed, "--to", "line"])
        );
        *drawn.entry(board).or_default() += 1;
    }
    assert!(drawn.len() == 3 && drawn.values().all(|times| *times >= 8), "{drawn:?}");
    let all = print(folder, &["query", "all.db", "--random", "--count", "5", "--to", "line"]);
    assert_eq!(all.lines().collect::<std::collections::BTreeSet<_>>().len(), 5);
    let more = run(folder, &["query", "all.db", "--random", "--count", "9", "--to", "line"]);
    assert_eq!((more.status.code(), text(&more.stdout).lines().count()), (Some(1), 5));
}

#[test]
fn rows_can_be_copied_without_exploring() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("rows.txt"), ROWS.to_owned() + "7 AAB\n").unwrap();
    let built = run(folder, &["build", "all.db", "rows.txt", "--trust-input"]);
    assert_eq!(built.status.code(), Some(2), "the invalid row is reported");
    assert!(text(&built.stderr).contains("rows.txt:7: a row is `moves board positions`"), "{}", text(&built.stderr));
    assert!(text(&built.stderr).contains("5 puzzles in all.db; 1 duplicate left out"), "{}", text(&built.stderr));
    assert!(print(folder, &["stats", "all.db"]).starts_with("5 puzzles\n"));
}

/// Puzzles of several sizes, exits and rules; the second is the first with other labels.
const MIXED: [&str; 6] = [
    "......A..B..AXXB..A..B......CC......",
    "......1..2..1XX2..1..2......33......",
    "BBH..G.HCCGAAI.DD.IJEEFFJ",
    "..AAB.....B.XX..B.C.....C..DD.EEE... B5",
    ".........BAA..B.......x..",
    "6x6-3cq82bk5pene3e1",
];

#[test]
fn puzzles_of_any_size_exit_and_rules_are_added_filtered_and_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    print(folder, &["build", "all.db", MIXED[0]]);
    let added = run(folder, &[&["add", "all.db"], &MIXED[..]].concat());
    assert_eq!(added.status.code(), Some(0), "{}", text(&added.stderr));
    assert!(
        text(&added.stderr).contains("4 puzzles added to all.db, which has 5 now; 2 duplicates left out"),
        "{}",
        text(&added.stderr)
    );
    let left = run(folder, &["add", "all.db", "B....XX....C....", "--exit", "left"]);
    assert_eq!(left.status.code(), Some(2), "an invalid puzzle");
    print(folder, &["add", "all.db", "B...BXX.....CC..", "--exit", "left"]);
    let again = run(folder, &["add", "all.db", "B...BXX.....CC..", "--exit", "left"]);
    assert!(text(&again.stderr).contains("0 puzzles added"), "{}", text(&again.stderr));
    // Steps cannot be stored.
    let steps = run(folder, &["add", "all.db", MIXED[2], "--metric", "steps"]);
    assert_eq!(steps.status.code(), Some(1));
    assert!(text(&steps.stderr).contains("the metric of this puzzle is steps"), "{}", text(&steps.stderr));

    let count = |more: &[&str]| {
        let found = run(folder, &[&["query", "all.db", "--json"], more].concat());
        let found: Vec<serde_json::Value> = serde_json::from_slice(&found.stdout).unwrap();
        found.len()
    };
    assert_eq!(count(&[]), 6);
    for (filter, expected) in [
        (&["--size", "6x6"][..], 3),
        (&["--size", "5x5"], 2),
        (&["--walls", "1.."], 1),
        (&["--walls", "0"], 5),
        (&["--with-exit", "left"], 1),
        (&["--tanks", "1.."], 1),
        (&["--tanks", "..0"], 5),
        (&["--moves", "20.."], 1),
        (&["--difficulty", "0.."], 6),
        (&["--difficulty", "..-1"], 0),
        (&["--vehicles", "..3", "--minimal"], 1),
        (&["--id", MIXED[1]], 1),
        (&["--id", "6x6-3cq82bk5pene3e1"], 1),
        (&["--id", "AA..XX.........."], 0),
    ] {
        assert_eq!(count(filter), expected, "{filter:?}");
    }
    let column = |name: &str, more: &[&str]| {
        let tsv = print(folder, &[&["query", "all.db", "--tsv"], more].concat());
        let index = tsv.lines().next().unwrap().split('\t').position(|column| column == name).unwrap();
        tsv.lines().skip(1).map(|row| row.split('\t').nth(index).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let walls = column("walls", &["--sort", "walls"]);
    assert_eq!(walls, ["1", "0", "0", "0", "0", "0"]);
    let mut difficulties: Vec<f64> =
        column("difficulty", &["--sort", "difficulty"]).iter().map(|text| text.parse().unwrap()).collect();
    assert!(difficulties.is_sorted_by(|one, other| one >= other), "{difficulties:?}");
    difficulties.reverse();
    let ascending = column("difficulty", &["--sort", "difficulty", "--ascending"]);
    assert_eq!(ascending.iter().map(|text| text.parse().unwrap()).collect::<Vec<f64>>(), difficulties);

    // The whole puzzle comes back, whatever the format.
    let ids: Vec<String> = column("id", &[]);
    assert_eq!(print(folder, &["query", "all.db", "--to", "id"]).lines().collect::<Vec<_>>(), ids);
    let exported: Vec<serde_json::Value> =
        serde_json::from_str(&print(folder, &["query", "all.db", "--to", "json"])).unwrap();
    let puzzles = exported.iter().map(|puzzle| puzzle.to_string().parse::<rushlab::Puzzle>().unwrap());
    assert_eq!(puzzles.map(|puzzle| puzzle.id()).collect::<Vec<_>>(), ids);
    let refused = run(folder, &["query", "all.db", "--to", "line", "--out", "lines.txt"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("cannot represent this puzzle"), "{}", text(&refused.stderr));
    assert!(!folder.join("lines.txt").exists());
}

#[test]
fn rules_are_stored_shown_and_filtered() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    print(folder, &["build", "all.db", MIXED[0]]);
    let table = print(folder, &["query", "all.db"]);
    assert_eq!(table.lines().next(), Some("moves  level     difficulty  vehicles  walls  positions  board"));
    print(folder, &["add", "all.db", MIXED[0], "--rules", "comp472"]);
    print(folder, &["add", "all.db", "B...BXX.....CC..", "--exit", "left"]);
    let table = print(folder, &["query", "all.db"]);
    let mut lines = table.lines();
    assert!(lines.next().unwrap().trim_end().ends_with("exit   rules    id"), "{table}");
    let courses: Vec<&str> = lines.filter(|line| line.contains("comp472")).collect();
    assert!(courses.len() == 1 && courses[0].contains("6x6-"), "the board alone is another puzzle: {table}");
    for (rules, expected) in [("plain", 2), ("comp472", 1)] {
        let found = print(folder, &["query", "all.db", "--with-rules", rules, "--jsonl"]);
        assert_eq!(found.lines().count(), expected, "{found}");
        assert!(found.lines().all(|line| line.contains(&format!("\"rules\":\"{rules}\""))), "{found}");
    }
    for (refused, reason) in [
        (&["--count", "0"][..], "0 is not in 1.."),
        (&["--seed", "3"], "--random"),
        (&["--random", "--sort", "walls"], "--sort"),
        (&["--to", "id", "--json"], "--json"),
    ] {
        let refused = run(folder, &[&["query", "all.db"], refused].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(reason), "{}", text(&refused.stderr));
    }
}

#[test]
fn exported_json_has_what_is_known_and_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    print(folder, &[&["build", "all.db"], &MIXED[..]].concat());
    let array: Vec<serde_json::Value> =
        serde_json::from_str(&print(folder, &["query", "all.db", "--to", "json"])).unwrap();
    let rows: Vec<serde_json::Value> = serde_json::from_str(&print(folder, &["query", "all.db", "--json"])).unwrap();
    let lines = print(folder, &["query", "all.db", "--to", "jsonl"]);
    assert_eq!(lines.lines().count(), rows.len());
    for ((object, row), line) in array.iter().zip(&rows).zip(lines.lines()) {
        assert_eq!(serde_json::from_str::<serde_json::Value>(line).unwrap(), *object);
        for field in ["moves", "level", "difficulty", "id"] {
            assert!(!row[field].is_null() && object[field] == row[field], "{field} of {object}");
        }
    }
    fs::write(folder.join("lines.jsonl"), &lines).unwrap();
    let again = run(folder, &["add", "all.db", "lines.jsonl"]);
    assert!(text(&again.stderr).contains("5 duplicates left out"), "{}", text(&again.stderr));
}

#[test]
fn a_database_that_another_run_adds_to_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    print(folder, &["build", "all.db", MIXED[0]]);
    let before = fs::read(folder.join("all.db")).unwrap();
    let lock = fs::File::open(folder.join("all.db")).unwrap();
    lock.lock().unwrap();
    let refused = run(folder, &["add", "all.db", MIXED[2]]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("another rushlab process is adding"), "{}", text(&refused.stderr));
    assert_eq!(fs::read(folder.join("all.db")).unwrap(), before);
    drop(lock);
    print(folder, &["add", "all.db", MIXED[2]]);
    assert!(print(folder, &["stats", "all.db"]).starts_with("2 puzzles\n"));
}

#[test]
fn a_file_that_is_not_a_database_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("mine"), "mine").unwrap();
    for arguments in [["stats", "mine"], ["stats", "absent.db"]] {
        let output = run(folder, &arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("rushlab db build"), "{}", text(&output.stderr));
    }
    let output = run(folder, &["build", "mine", "BBH..G.HCCGAAI.DD.IJEEFFJ"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("exists already"));
    assert_eq!(fs::read_to_string(folder.join("mine")).unwrap(), "mine");
}

#[test]
fn the_primary_option_is_kept_in_the_database() {
    // Without the option, X would be the primary.
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    print(folder, &["build", "one.db", "............CC.E.....E....XXPP......", "--primary", "C"]);
    assert_eq!(print(folder, &["query", "one.db", "--out", "-"]), "02 ............AA.D.....D....BBCC...... 86\n");
}

#[test]
fn a_damaged_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("rows.txt"), ROWS).unwrap();
    print(folder, &["build", "all.db", "rows.txt"]);
    let path = folder.join("all.db");
    let bytes = fs::read(&path).unwrap();
    for (damage, damaged) in damages(&bytes, 204, 3) {
        fs::write(&path, damaged).unwrap();
        let output = run(folder, &["query", "all.db", "--out", "-"]);
        assert_eq!(output.status.code(), Some(2), "{damage}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("db build"), "{damage}: {}", text(&output.stderr));
    }
}

#[test]
fn a_puzzle_with_another_exit_is_never_written_as_its_board_alone() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let board = "..B.....B.....BAA..............CCC..";
    let added = rushlab(&["db", "build", "left.db", "--exit", "left", board]).current_dir(folder).output().unwrap();
    assert_eq!(added.status.code(), Some(0), "{}", text(&added.stderr));
    let id = print(folder, &["query", "left.db", "--to", "id"]);
    assert_eq!(print(folder, &["query", "left.db", "--random", "--to", "id"]), id);
    let refused = run(folder, &["query", "left.db", "--out", "-"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("use --to id"), "{}", text(&refused.stderr));
}
