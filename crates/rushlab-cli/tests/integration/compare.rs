//! Tests of `rushlab compare`: the analysis, interruptions, repeated runs, and limits.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use calamine::{Data, Reader as _, Xlsx, open_workbook};

use crate::common::comparison::{EASY, EXAMPLE, STARTER, analysis, contents, unzipped, without_times};
use crate::common::{name, run, rushlab, text};

const UNSOLVABLE: &str = "............AA.BBB..................";

/// The id of the easy board.
const EASY_ID: &str = "6x6-2cwc0000900pg";

/// Returns the rows of an analysis, each a map from heading to value.
fn table(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join("analysis.csv")).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let heads: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| heads.iter().cloned().zip(fields).collect()).collect()
}

#[test]
fn a_comparison_that_is_killed_and_continued_gives_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let (once, twice) = (folder.path().join("once"), folder.path().join("twice"));
    assert_eq!(run(&["compare", STARTER, "--out", name(&once)]).status.code(), Some(0));

    // One search at a time, so that there is time to kill it.
    let mut slow = rushlab(&["compare", STARTER, "--out", name(&twice), "--threads", "1"]);
    let mut child = slow.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let journal = || fs::read_to_string(twice.join("runs/journal.jsonl")).unwrap_or_default();
    while journal().lines().count() < 25 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!twice.join("analysis.csv").exists(), "killed before the end");
    let finished = journal();
    assert!(finished.lines().count() > 5, "{finished}");
    // A temporary file, as after a crash.
    fs::write(twice.join("runs/.rushlab-a1b2c3"), "half a fi").unwrap();

    let again = run(&["compare", STARTER, "--out", name(&twice), "--threads", "1"]);
    assert_eq!(again.status.code(), Some(0), "{}", text(&again.stderr));
    assert_eq!(analysis(&twice), analysis(&once));
    let after = journal();
    assert!(after.starts_with(&finished), "lines are only appended");
    let contents_of = |line| serde_json::from_str::<serde_json::Value>(line).ok().map(|line| line["content"].clone());
    let lines = after.lines().filter_map(contents_of);
    let searches = lines.filter_map(|content| {
        content.get("search").map(|record| (record["stem"].to_string(), record["number"].to_string()))
    });
    let searches: Vec<(String, String)> = searches.collect();
    assert_eq!(searches.len(), 12 * 10, "finished runs are not repeated");
    assert_eq!(searches.iter().collect::<BTreeSet<_>>().len(), 12 * 10);
    let file_names = |folder: &Path| contents(folder).into_keys().map(|path| path.file_name().unwrap().to_owned());
    assert!(file_names(&twice).eq(file_names(&once)));
    assert!(file_names(&twice.join("runs")).eq(file_names(&once.join("runs"))), "nothing unfinished is left");
    for (path, bytes) in contents(&once).iter().filter(|(path, _)| name(path).ends_with(".txt")) {
        let again = fs::read_to_string(twice.join(path.file_name().unwrap())).unwrap();
        assert_eq!(without_times(&again), without_times(text(bytes)), "{}", path.display());
    }
}

#[test]
fn a_missing_file_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare = || run(&["compare", EASY, "--out", name(&out)]).status.code();
    assert_eq!(compare(), Some(0));
    fs::remove_file(out.join("a-h2-sol-1.txt")).unwrap();
    assert_eq!(compare(), Some(0));
    assert!(out.join("a-h2-sol-1.txt").is_file());
}

#[test]
fn an_invalid_line_does_not_stop_the_others_and_keeps_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let (input, out) = (folder.path().join("puzzles.txt"), folder.path().join("out"));
    fs::write(&input, format!("# three\n{EASY}\nAAB\n{UNSOLVABLE}\n")).unwrap();
    let output = run(&["compare", name(&input), "--out", name(&out), "--algorithm", "ucs"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("puzzles.txt:3: 3 cells"), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("2 puzzles: 1 with a solution, 1 without"), "{}", text(&output.stdout));
    for (number, there) in [(1, true), (2, false), (3, true)] {
        assert_eq!(out.join(format!("ucs-sol-{number}.txt")).exists(), there, "{number}");
    }
    let unsolvable = fs::read_to_string(out.join("ucs-sol-3.txt")).unwrap();
    assert!(
        unsolvable.contains("Sorry, could not solve the puzzle as specified.\nError: no solution found\n\nRuntime: ")
    );
}

#[test]
fn the_spreadsheet_can_be_read_and_its_numbers_are_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = run(&["compare", EASY, UNSOLVABLE, "--out", name(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).lines().all(|line| line.chars().count() <= 80 || line.contains(name(&out))));

    let mut workbook: Xlsx<_> = open_workbook(out.join("analysis.xlsx")).unwrap();
    assert_eq!(workbook.sheet_names(), ["Analysis", "Summary", "Nodes", "Times", "Lengths", "Puzzles"]);
    let analysis = workbook.worksheet_range("Analysis").unwrap();
    let rows: Vec<&[Data]> = analysis.rows().collect();
    let course = [
        "Puzzle Number",
        "Algorithm",
        "Heuristic",
        "Length of the Solution",
        "Length of the Search Path",
        "Execution Time (in seconds)",
    ];
    assert!(rows[0].iter().map(ToString::to_string).take(6).eq(course));
    assert_eq!(rows.len(), 1 + 2 * 9);
    let order = ["UCS NA", "GBFS h1", "GBFS h2", "GBFS h3", "GBFS h4", "A/A* h1", "A/A* h2", "A/A* h3", "A/A* h4"];
    for (row, entrant) in rows[1..].iter().zip(order.iter().cycle()) {
        assert_eq!(format!("{} {}", row[1], row[2]), *entrant);
        assert!([0, 4, 5, 9].iter().all(|column| matches!(row[*column], Data::Float(_) | Data::Int(_))), "{row:?}");
    }
    assert_eq!(
        (&rows[1][0], &rows[1][3], &rows[1][7], &rows[1][8]),
        (&1.0.into(), &2.0.into(), &2.0.into(), &0.0.into())
    );
    assert_eq!(
        (&rows[10][0], &rows[10][3], &rows[10][6]),
        (&2.0.into(), &Data::Empty, &"unsolvable".to_owned().into())
    );

    let summary = workbook.worksheet_range("Summary").unwrap();
    assert_eq!(summary.height(), 1 + 9);
    let solved: Vec<&Data> = summary.rows().skip(1).map(|row| &row[1]).collect();
    assert!(solved.iter().all(|cell| **cell == 1.0), "{solved:?}");
    let lengths = workbook.worksheet_range("Lengths").unwrap();
    let lengths: Vec<&[Data]> = lengths.rows().collect();
    assert_eq!((&lengths[1][1], &lengths[1][2], &lengths[2][1]), (&2.0.into(), &2.0.into(), &Data::Empty));

    let nodes = workbook.worksheet_range("Nodes").unwrap();
    let nodes: Vec<&[Data]> = nodes.rows().collect();
    assert_eq!((&nodes[1][0], &nodes[0][1]), (&"board 1".to_owned().into(), &"UCS".to_owned().into()));
    assert_eq!(&nodes[1][1], &rows[1][4], "the length of the search path is the number of states discovered");

    // The board is drawn with one label per cell, below its title and its id.
    let puzzles = workbook.worksheet_range("Puzzles").unwrap();
    let cell = |row: u32, column: u32| puzzles.get_value((row, column)).map(ToString::to_string).unwrap_or_default();
    assert_eq!((cell(2, 0), cell(3, 0)), ("board 1: 2 moves".to_owned(), EASY_ID.to_owned()));
    assert_eq!(rows[1].last(), Some(&EASY_ID.to_owned().into()), "the analysis has the id in its last column");
    let report = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(report.contains(&format!("({EASY_ID}), search by search")));
    let board: String = (0..36).map(|index| cell(4 + index / 6, index % 6).pop().unwrap_or('.')).collect();
    assert_eq!((board.as_str(), cell(2, 7).as_str()), (EASY, "board 2: no solution"));

    let parts = unzipped(&fs::read(out.join("analysis.xlsx")).unwrap());
    assert_eq!(parts.keys().filter(|name| name.starts_with("xl/charts/chart")).count(), 4);
    let titles: String = parts.iter().filter(|(name, _)| name.contains("chart")).map(|(_, part)| text(part)).collect();
    for title in ["Mean length of the solutions", "Length of the solutions, puzzle by puzzle"] {
        assert!(titles.contains(title), "{title}");
    }
    let sheets: Vec<&str> =
        parts.iter().filter(|(name, _)| name.starts_with("xl/worksheets/sheet")).map(|(_, part)| text(part)).collect();
    assert_eq!(sheets.len(), 6);
    for sheet in sheets {
        assert!(sheet.contains("orientation=\"landscape\"") && sheet.contains("<pageSetUpPr fitToPage=\"1\"/>"));
    }
    let names = text(&parts["xl/workbook.xml"]);
    for (sheet, area) in [("Analysis", "$A$1:$I$19"), ("Lengths", "$A$1:$K$27")] {
        assert!(names.contains(&format!(">{sheet}!{area}</definedName>")), "{names}");
        assert!(names.contains(&format!(">{sheet}!$1:$1</definedName>")), "{names}");
    }
}

#[test]
fn repeated_searches_have_mean_and_spread() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare =
        |more: &[&str]| run(&[&["compare", EXAMPLE, "--rules", "comp472", "--out", name(&out)], more].concat());
    let output = compare(&["--runs", "4", "--tsv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = table(&out);
    assert_eq!(rows.len(), 9);
    let number = |row: &BTreeMap<String, String>, head: &str| row[head].parse::<f64>().unwrap();
    for row in &rows {
        let [shown, mean, deviation, least, greatest] = [
            "Execution Time (in seconds)",
            "Mean Time (in seconds)",
            "Standard Deviation (in seconds)",
            "Least Time (in seconds)",
            "Greatest Time (in seconds)",
        ]
        .map(|head| number(row, head));
        assert_eq!((row["Runs"].as_str(), row["Runs Agree"].as_str()), ("4", "yes"));
        assert!(shown == mean && least <= mean && mean <= greatest && least > 0.0, "{row:?}");
        // The deviation of n values is at most their range times √(n / (n − 1)) / 2.
        assert!(deviation <= (greatest - least) * 0.578 + 2e-6, "{row:?}");
    }
    // The course's files have the mean.
    let file = fs::read_to_string(out.join("ucs-sol-1.txt")).unwrap();
    let runtime = format!("Runtime: {} seconds\n", rows[0]["Mean Time (in seconds)"]);
    assert!(file.contains(&runtime), "{file}");
    let head: Vec<&str> = text(&output.stdout).lines().next().unwrap().split('\t').collect();
    assert_eq!(
        head[15..],
        ["solution", "runs", "mean_seconds", "deviation_seconds", "min_seconds", "max_seconds", "runs_agree", "id"]
    );

    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Times are means of 4 runs, "));
    assert!(report.contains("Status, solution and effort of every search were the same in all of its runs."));
    assert!(report.contains("Mean time ± standard deviation, puzzle by puzzle"));

    assert_eq!(compare(&["--runs", "5"]).status.code(), Some(2), "another number of runs is another comparison");
    let summary = compare(&["--runs", "4"]);
    assert!(text(&summary.stdout).contains("Times are means of 4 runs, "));
    assert!(text(&summary.stdout).lines().all(|line| line.chars().count() <= 80 || line.contains(name(&out))));
    assert_eq!(run(&["compare", EASY, "--out", name(&out), "--runs", "0"]).status.code(), Some(2));
}

#[test]
fn every_search_runs_at_least_three_times_and_the_report_names_the_method_and_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let output = run(&["compare", EXAMPLE, EASY, "--algorithm", "ucs,astar", "--out", name(&out), "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = table(&out);
    assert!(rows.iter().all(|row| (3..=10).contains(&row["Runs"].parse::<u32>().unwrap())), "{rows:?}");
    assert!(rows.iter().all(|row| row["Standard Deviation (in seconds)"].parse::<f64>().is_ok()));
    let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    for file in ["report.md", "report.html", "slides.html"] {
        let page = fs::read_to_string(out.join(file)).unwrap();
        assert!(page.contains("means of ") && page.contains("2 at a time, on "), "{file}");
        assert!(page.replace('\\', "").contains(&machine), "{file}");
    }
    assert!(text(&output.stdout).contains("spread") && text(&output.stdout).contains("±"));
}

#[test]
fn a_search_that_ends_at_a_limit_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--algorithm", "ucs", "--max-states", "100", "--runs", "3"];
    let output = run(&[&["compare", EASY, EXAMPLE, "--out", name(folder.path())], &options[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let runs: Vec<String> =
        table(folder.path()).iter().map(|row| format!("{} {}", row["Status"], row["Runs"])).collect();
    assert_eq!(runs, ["solved 3", "limit 1"]);
}

#[test]
fn a_folder_is_not_shared_by_two_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare = |more: &[&str]| run(&[&["compare", "--out", name(&out), "--algorithm", "ucs"], more].concat());
    assert_eq!(compare(&[EASY, UNSOLVABLE]).status.code(), Some(0));
    fs::write(out.join("mine.txt"), "mine").unwrap();
    for other in [&[EASY][..], &[EASY, UNSOLVABLE, "--duplicates", "board"], &[EASY, UNSOLVABLE, "--rules", "comp472"]]
    {
        let refused = compare(other);
        assert_eq!(refused.status.code(), Some(2), "{other:?}");
        assert!(text(&refused.stderr).contains("use another folder, or add --force"), "{}", text(&refused.stderr));
    }
    assert!(out.join("ucs-sol-2.txt").exists());
    assert_eq!(compare(&[EASY, "--force"]).status.code(), Some(0));
    assert!(!out.join("ucs-sol-2.txt").exists(), "nothing of the other comparison is left");
    assert_eq!(fs::read_to_string(out.join("mine.txt")).unwrap(), "mine");
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let theirs = folder.path().join("gbfs-h3-sol-1.txt");
    fs::write(&theirs, "theirs").unwrap();
    let output = run(&["compare", EASY, "--out", name(folder.path())]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("gbfs-h3-sol-1.txt exists already"), "{}", text(&output.stderr));
    assert_eq!(contents(folder.path()).len(), 1);
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "theirs");
}

#[test]
fn a_limit_is_reported_and_leaves_complete_files() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--algorithm", "ucs,dfs", "--rules", "comp472", "--max-states", "200", "--tsv"];
    let output = run(&[&["compare", EXAMPLE, "--out", name(folder.path())][..], &options].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1\tdijkstra\t-\tlimit\t-\t"), "{}", text(&output.stdout));
    let file = fs::read_to_string(folder.path().join("ucs-sol-1.txt")).unwrap();
    assert!(file.contains("Error: stopped at a limit\n"), "{file}");
    let expanded: usize = text(&output.stdout).lines().nth(1).unwrap().split('\t').nth(9).unwrap().parse().unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("ucs-search-1.txt")).unwrap().lines().count(), expanded);
}

#[test]
fn an_algorithm_without_passes_has_a_search_file_and_a_trace() {
    let folder = tempfile::tempdir().unwrap();
    let (out, trace) = (folder.path().join("out"), folder.path().join("trace.tsv"));
    let output = run(&["compare", EASY, "--algorithm", "grh", "--out", name(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_ne!(fs::read_to_string(out.join("grh-search-1.txt")).unwrap(), "");
    let output = run(&["solve", EASY, "--algorithm", "grh", "--trace", name(&trace)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let trace = fs::read_to_string(trace).unwrap();
    assert!(trace.lines().skip(1).all(|line| line.split('\t').nth(6) == Some("1")), "{trace}");
}

#[test]
fn names_that_look_like_formulas_are_texts_in_spreadsheets() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let names = ["=1+2.txt", "@SUM.txt", "-3.txt"];
    names.iter().for_each(|file| fs::write(folder.path().join(file), format!("{EASY}\n")).unwrap());
    let options = ["compare", "=1+2.txt", "@SUM.txt", "--algorithm", "ucs", "--out", name(&out), "--", "-3.txt"];
    let output = rushlab(&options).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown: Vec<String> = table(&out).iter().map(|row| row["Puzzle"].clone()).collect();
    assert_eq!(shown, ["'=1+2.txt#1", "'@SUM.txt#1", "'-3.txt#1"]);
    assert_eq!(table(&out)[0]["Length of the Solution"], "2", "a number stays a number");

    let mut workbook: Xlsx<_> = open_workbook(out.join("analysis.xlsx")).unwrap();
    for sheet in workbook.sheet_names() {
        assert!(workbook.worksheet_formula(&sheet).unwrap().is_empty(), "{sheet}");
    }
    let cells: Vec<Data> =
        workbook.worksheet_range("Analysis").unwrap().rows().skip(1).map(|row| row[16].clone()).collect();
    assert_eq!(cells, names.map(|name| Data::String(format!("{name}#1"))));
}

#[test]
fn too_many_puzzles_are_refused_unless_their_number_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare = |more: &[&str]| run(&[&["compare", EASY, EASY, EASY, "--out", name(&out)], more].concat());
    assert_eq!(compare(&["--count", "0"]).status.code(), Some(2));
    let many = folder.path().join("many.txt");
    fs::write(&many, format!("{EASY}\n").repeat(10_001)).unwrap();
    let output = run(&["compare", name(&many), "--out", name(&out)]);
    let sentence =
        "there are more than 10,000 puzzles, and each makes 18 files; give the number to compare with --count\n";
    assert_eq!(text(&output.stderr), format!("error: {sentence}"));
    assert!(!out.exists());
    assert_eq!(compare(&["--count", "2", "--algorithm", "ucs"]).status.code(), Some(0));
    assert!(out.join("ucs-sol-2.txt").exists() && !out.join("ucs-sol-3.txt").exists());
}
