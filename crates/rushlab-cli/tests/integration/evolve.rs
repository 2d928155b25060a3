//! Tests of `rushlab evolve`, and of the genetic algorithms in other commands.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{name, run, text};
use serde_json::Value;

const EASY: &str = "......A..B..AXXB..A..B......CC......";
const CARD: &str = "A..OOOA..B.PXX.BCPQQQ.CP..D.EEFFDGG.";
const UNSOLVABLE: &str = "............AA.BBB..................";

/// Returns the output of a command that must succeed.
fn print(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// Returns the rows of a TSV table, without the columns of times.
fn rows(table: &str) -> Vec<Vec<String>> {
    let mut lines = table.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let without_times = |row: Vec<String>| {
        head.iter()
            .zip(row)
            .filter(|(name, _)| !["seconds", "slowest"].contains(&name.as_str()))
            .map(|(_, cell)| cell)
            .collect()
    };
    lines.map(without_times).collect()
}

#[test]
fn each_run_has_its_own_seed_and_results_do_not_depend_on_threads() {
    let with = |threads| {
        rows(&print(&[
            "evolve",
            CARD,
            EASY,
            "--runs",
            "4",
            "--metric",
            "steps",
            "--seed",
            "3",
            "--threads",
            threads,
            "--output",
            "tsv",
        ]))
    };
    let one = with("1");
    assert_eq!(one.len(), 2);
    assert_eq!(one[0][1..3], ["4", "4"], "four runs, all solved");
    assert_eq!(one, with("3"));
}

#[test]
fn the_table_has_the_columns_of_the_grh_paper() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("beginner.txt");
    fs::write(&path, format!("{EASY}\n{CARD}\n")).unwrap();
    let table = print(&["evolve", name(&path), "--table", "--metric", "steps", "--output", "tsv"]);
    assert_eq!(
        table.lines().next().unwrap(),
        "level\tnumber\toptimum\tbest\tmean\tseconds\tat_optimum\tas_evolved\tslowest\tsolved"
    );
    let rows = rows(&table);
    assert_eq!(rows[0][..4], ["beginner", "1", "5", "5"]);
    assert_eq!(rows[1][..3], ["beginner", "2", "14"]);
    assert!(rows.iter().all(|row| row.last().unwrap() == "5 of 5"), "{rows:?}");
}

#[test]
fn generations_are_logged_and_plotted() {
    let folder = tempfile::tempdir().unwrap();
    let (log, plot) = (folder.path().join("log.jsonl"), folder.path().join("plot.svg"));
    let arguments = ["evolve", CARD, "--metric", "steps", "--seed", "7", "--log", name(&log), "--plot", name(&plot)];
    print(&arguments);
    let lines: Vec<Value> =
        fs::read_to_string(&log).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (end, generations) = lines.split_last().unwrap();
    assert_eq!((&end["status"], &end["seed"]), (&"solved".into(), &7.into()));
    assert!(generations.len() > 2);
    for (number, generation) in generations.iter().enumerate() {
        assert_eq!(generation["generation"], number);
        let crossovers = &generation["crossovers"];
        assert!(crossovers["legal"].as_u64().unwrap() <= crossovers["tried"].as_u64().unwrap());
    }
    let picture = fs::read_to_string(&plot).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("polyline"), "{picture}");
    assert_eq!(run(&arguments).status.code(), Some(2), "existing files are not overwritten");
    // The printed solution is legal.
    let moves = end["solution"].as_str().unwrap();
    assert!(print(&["replay", CARD, "--moves", moves]).trim_end().ends_with("steps: solved"));
}

#[test]
fn individuals_are_printed_as_in_schlegels_paper() {
    let printed = print(&[
        "evolve",
        EASY,
        "--algorithm",
        "schlegel",
        "--setting",
        "faithful",
        "--population",
        "5",
        "--individuals",
    ]);
    assert!(printed.starts_with("Generation 0:\n1 ((("), "{printed}");
    assert!(printed.contains("\naverage fitness = ") && printed.contains("Solution found!"), "{printed}");
}

#[test]
fn a_run_without_a_solution_is_undecided() {
    for algorithm in ["schlegel", "grh"] {
        let output = run(&["evolve", UNSOLVABLE, "--algorithm", algorithm, "--generations", "20"]);
        assert_eq!(output.status.code(), Some(1));
        assert!(text(&output.stdout).contains("this does not prove that there is none"), "{}", text(&output.stdout));
        let output = run(&["solve", EASY, "--algorithm", algorithm, "--seed", "2", "--output", "tsv"]);
        assert!(text(&output.stdout).contains("\tsolved\t"), "{}", text(&output.stdout));
    }
    let output = run(&["evolve", EASY, "--population", "1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("from 2 to"), "{}", text(&output.stderr));
}

#[test]
fn genetic_algorithms_take_part_in_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, out) = (folder.path().join("puzzles.txt"), folder.path().join("out"));
    fs::write(&puzzles, format!("{EASY}\n{CARD}\n")).unwrap();
    print(&["compare", name(&puzzles), "--algorithms", "ucs,schlegel,grh", "--metric", "steps", "--out", name(&out)]);
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    let is_row = |line: &str| line.starts_with("| grh") || line.starts_with("| GRH");
    assert!(report.lines().any(is_row), "{report}");
    let analysis = fs::read_to_string(out.join("analysis.csv")).unwrap();
    assert_eq!(analysis.to_lowercase().matches("schlegel").count(), 2, "{analysis}");
}

#[test]
fn a_run_whose_mutations_are_never_legal_ends() {
    let board = "AAABCCCBXXD.EEDx";
    let output = run(&[
        "evolve",
        board,
        "--algorithm",
        "schlegel",
        "--setting",
        "faithful",
        "--mutation",
        "1",
        "--generations",
        "2",
    ]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
}
