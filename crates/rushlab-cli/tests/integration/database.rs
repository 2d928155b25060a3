//! Tests of `rushlab db`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::damage::damages;
use crate::common::{rushlab, text};

/// Puzzles of the 5×5 census, as `moves board positions`; the last repeats the fourth with other letters and a wrong number.
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
    assert_eq!(print(folder, &["export", "all.db"]).trim_end().lines().map(str::to_owned).collect::<Vec<_>>().len(), 5);
    let mut exported: Vec<String> = print(folder, &["export", "all.db"]).lines().map(str::to_owned).collect();
    let mut given: Vec<String> = rows.lines().map(str::to_owned).collect();
    exported.sort();
    given.sort();
    assert_eq!(exported, given, "moves and positions are found again");
    let hard = print(folder, &["query", "all.db", "--moves", "19..60", "--output", "tsv"]);
    assert_eq!(hard.lines().next(), Some("moves\tlevel\trating\tvehicles\twalls\tpositions\tboard"));
    assert_eq!(hard.lines().count(), 3);
    assert!(print(folder, &["stats", "all.db"]).starts_with("5 puzzles\n"));
    let stats = print(folder, &["stats", "all.db", "--output", "json"]);
    assert!(stats.contains("\"moves\":{\"1\":1,\"18\":1,\"2\":1,\"20\":2}"), "{stats}");
    assert_eq!(run(folder, &["query", "all.db", "--walls", "1"]).status.code(), Some(1));
    // Every match is drawn about equally often, and the same seed draws the same puzzle.
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..60 {
        let seed = seed.to_string();
        let board = print(folder, &["random", "all.db", "--moves", "18..20", "--seed", &seed]);
        assert_eq!(board, print(folder, &["random", "all.db", "--moves", "18..20", "--seed", &seed]));
        *drawn.entry(board).or_default() += 1;
    }
    assert!(drawn.len() == 3 && drawn.values().all(|times| *times >= 8), "{drawn:?}");
    let all = print(folder, &["random", "all.db", "--count", "5", "--seed", "1"]);
    assert_eq!(all.lines().collect::<std::collections::BTreeSet<_>>().len(), 5);
    let more = run(folder, &["random", "all.db", "--count", "9", "--seed", "1"]);
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
    assert!(print(folder, &["stats", "all.db"]).starts_with("6 puzzles\n"));
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
    assert_eq!(print(folder, &["export", "one.db"]), "02 ............AA.D.....D....BBCC...... 86\n");
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
        let output = run(folder, &["export", "all.db"]);
        assert_eq!(output.status.code(), Some(2), "{damage}: {}", text(&output.stdout));
        assert!(text(&output.stderr).contains("db build"), "{damage}: {}", text(&output.stderr));
    }
}
