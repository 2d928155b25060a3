//! Tests of `rushlab compare`: the course's files, the analysis, interruptions, and the competition.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use calamine::{Data, Reader as _, Xlsx, open_workbook};

use crate::common::{name, run, rushlab, text};

/// The example of the handout, with the dot that is missing in its text.
const EXAMPLE: &str = ".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0";
const EASY: &str = "..............AA.B.....B............";
/// Twelve easy puzzles.
const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/starter.txt");
const UNSOLVABLE: &str = "............AA.BBB..................";

/// Returns the rows of an analysis, without the columns that differ from run to run.
fn analysis(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("analysis.csv")).unwrap();
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let varies = |head: &str| ["Time", "Deviation", "Runs"].iter().any(|word| head.contains(word));
    let without_times = |line: &str| {
        let fields = line.split(',').zip(&heads).filter(|(_, head)| !varies(head));
        fields.map(|(field, _)| field).collect::<Vec<&str>>().join(",")
    };
    text.lines().map(without_times).collect()
}

/// Returns the rows of an analysis, each a map from heading to value.
fn table(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(folder.join("analysis.csv")).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned));
    let heads: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| heads.iter().cloned().zip(fields).collect()).collect()
}

/// Returns the files of an archive and their contents.
fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut read = |name: String| {
        let mut content = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut content).unwrap();
        (name, content)
    };
    names.into_iter().map(&mut read).collect()
}

/// Returns the files of a folder and their contents.
fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Returns a text file without the parts that differ from run to run.
fn without_times(text: &str) -> String {
    let line = |line: &str| if line.starts_with("Runtime: ") { "Runtime".to_owned() } else { line.to_owned() };
    text.replace('\r', "").split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_courses_files_are_reproduced_to_the_byte() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    let corpus = std::env::var_os("RUSHLAB_CORPUS").map_or(shared, PathBuf::from).join("comp472");
    if !corpus.is_dir() {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(std::io::stderr(), "skipped: no corpus; set RUSHLAB_CORPUS to its folder");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let input = corpus.join("sample-input.txt");
    let output = run(&["compare", name(&input), "--rules", "comp472", "--out", name(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut compared = 0;
    for (path, expected) in contents(&corpus.join("expected")) {
        let written = fs::read_to_string(out.join(path.file_name().unwrap())).unwrap();
        assert_eq!(without_times(&written), without_times(text(&expected)), "{}", path.display());
        let runtime = written.lines().find(|line| line.starts_with("Runtime: "));
        assert!(runtime.is_none_or(|line| line.ends_with(" seconds")), "{runtime:?}");
        compared += 1;
    }
    assert_eq!(compared, 36);
    assert_eq!(contents(&out).len(), 6 * 18 + 6, "18 text files per puzzle, the analysis, the report, and the slides");
}

#[test]
fn the_figures_of_the_committed_analysis_are_reproduced() {
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/comp472");
    let out = tempfile::tempdir().unwrap();
    let puzzles = committed.join("puzzles.txt");
    let output = run(&["compare", name(&puzzles), "--rules", "comp472", "--out", name(out.path())]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = analysis(&committed);
    assert_eq!(rows.len(), 1 + 50 * 9, "50 puzzles");
    assert_eq!(analysis(out.path()), rows, "run scripts/comp472");
    // The page states the same lengths, and its pictures exist.
    let page = fs::read_to_string(committed.join("../comp472.md")).unwrap();
    let report = fs::read_to_string(out.path().join("report.md")).unwrap();
    let lengths =
        |text: &str| text.split("\nSolutions by search\n").nth(1).unwrap().split("![").next().unwrap().to_owned();
    assert_eq!(lengths(&page), lengths(&report), "run scripts/comp472");
    for picture in page.split("](pictures/comp472/").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(committed.join("../pictures/comp472").join(picture).is_file(), "{picture}");
    }
}

#[test]
fn the_handouts_example_takes_14_moves_and_1744_states() {
    let folder = tempfile::tempdir().unwrap();
    let compare = |duplicates: &[&str]| {
        let out = folder.path().join(format!("out{}", duplicates.len()));
        let options = ["--algorithms", "ucs", "--rules", "comp472", "--output", "tsv"];
        let output = run(&[&["compare", EXAMPLE, "--out", name(&out)][..], &options, duplicates].concat());
        assert_eq!(output.status.code(), Some(0));
        let row = text(&output.stdout).lines().nth(1).unwrap().to_owned();
        let fields: Vec<&str> = row.split('\t').collect();
        (fields[4].to_owned(), fields[8].to_owned(), fs::read_to_string(out.join("ucs-sol-1.txt")).unwrap())
    };
    let (moves, states, file) = compare(&[]);
    assert_eq!((moves.as_str(), states.as_str()), ("14", "1744"));
    assert!(file.contains("Search path length: 1744 states\nSolution path length: 14 moves\n"), "{file}");
    assert!(file.contains("Solution path: B left 1; E left 2; I up 2; A right 1; H up 1;"), "{file}");
    let (moves, states, _) = compare(&["--duplicates", "exact"]);
    assert_eq!((moves.as_str(), states.as_str()), ("14", "2735"), "with exact duplicates, in the pass that decides");
}

/// The fourth and fifth puzzle of the course's sample. h4 proves that they have no solution before any position is searched.
const REFUSED: [&str; 2] = ["BBB..MCCDD.MAAKL.MJ.KLEEJ.GG..JHHHII J0 B4", "IJBBCCIJDDL.IJAAL.EEK.L...KFF..GGHH. F0 G6"];

#[test]
fn search_files_have_as_many_lines_as_the_analysis_says() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    fs::write(&input, [REFUSED[0], REFUSED[1], EXAMPLE, EASY].join("\n")).unwrap();
    for duplicates in ["board", "exact"] {
        let out = folder.path().join(duplicates);
        let options = ["--rules", "comp472", "--duplicates", duplicates, "--output", "tsv"];
        let output = run(&[&["compare", name(&input), "--out", name(&out)][..], &options].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let csv = fs::read_to_string(out.join("analysis.csv")).unwrap();
        let mut refused = 0;
        for row in csv.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()) {
            let stem = match (row[1], row[2]) {
                ("UCS", _) => "ucs".to_owned(),
                ("GBFS", heuristic) => format!("gbfs-{heuristic}"),
                (_, heuristic) => format!("a-{heuristic}"),
            };
            let file = fs::read_to_string(out.join(format!("{stem}-search-{}.txt", row[0]))).unwrap();
            let number = |column: usize| row[column].parse::<usize>().unwrap();
            // The goal is searched, but not expanded.
            let (states, searched) = (number(4), number(9) + usize::from(row[6] == "solved"));
            let reopened = number(11);
            assert_eq!(file.lines().count(), searched, "{row:?}");
            match (row[6], row[2]) {
                ("solved", _) => assert!(states + reopened >= searched, "{row:?}"),
                // h4 does not search positions that it proves unsolvable.
                (_, "h4") => refused += usize::from((states, searched) == (0, 0)),
                _ => assert_eq!(states + reopened, searched, "{row:?}"),
            }
        }
        assert_eq!(refused, 4, "both puzzles, by GBFS and by A*");
    }
}

#[test]
fn forgotten_rules_are_noted_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let needs_valet = "C.B...C.BHHHAADD........EEGGGF.....F";
    let error = |arguments: &[&str]| text(&run(arguments).stderr).to_owned();
    let compare = |input: &str, more: &[&str]| {
        let out = folder.path().join("out");
        error(&[&["compare", input, "--algorithms", "ucs", "--out", name(&out), "--force"], more].concat())
    };
    let sentence = "note: with the valet of COMP 472 there is a solution: add --rules comp472\n";
    assert_eq!(error(&["solve", needs_valet]), sentence);
    assert_eq!(error(&["explore", needs_valet]), sentence);
    assert_eq!(compare(needs_valet, &[]), sentence);
    let course = "note: primary A and fuel are as in COMP 472; for its rules, add --rules comp472\n";
    assert_eq!(error(&["solve", EXAMPLE]), course);
    assert_eq!(compare(EXAMPLE, &[]), course);
    let many = folder.path().join("many.txt");
    fs::write(&many, format!("{needs_valet}\n{EXAMPLE}\n{EASY}\n{needs_valet}\n")).unwrap();
    let several = "note: 2 of 4 puzzles are unsolvable only without the valet: add --rules comp472\n";
    assert_eq!(error(&["solve", name(&many)]), several);
    assert_eq!(compare(name(&many), &[]), several);
    for rules in ["plain", "comp472"] {
        assert_eq!(error(&["solve", name(&many), "--rules", rules]), "", "the rules are given");
        assert_eq!(compare(name(&many), &["--rules", rules]), "");
    }
    // Ordinary puzzles: solvable with the primary A, unsolvable also with a valet, with fuel but another primary.
    for ordinary in [EASY, "......A..B..AXXB..A..B......CC...... B4", "AA..BB......CC......................"] {
        assert_eq!(error(&["solve", ordinary]), "", "{ordinary}");
    }
    assert_eq!(error(&["solve", STARTER]), "");
    assert_eq!(error(&["solve"]), "", "the built-in puzzles");
}

#[test]
fn heuristics_differ_on_puzzles_generated_for_the_course() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzles, out) = (folder.path().join("puzzles.txt"), folder.path().join("out"));
    let generate = ["generate", "--rules", "comp472", "--count", "50", "--seed", "1", "--out", name(&puzzles)];
    assert_eq!(run(&generate).status.code(), Some(0));
    let lines = fs::read_to_string(&puzzles).unwrap();
    let is_course = |line: &&str| line.contains("AA") && !line.contains('X') && line.contains(' ');
    assert_eq!(lines.lines().filter(is_course).count(), 50, "the primary is A, and fuel is given: {lines}");
    let output = run(&["compare", name(&puzzles), "--rules", "comp472", "--out", name(&out)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows: Vec<String> = analysis(&out);
    // For each puzzle and search, the length of the solution and of the search path.
    let found = |search: &str| {
        let rows = rows.iter().filter(|row| row.split_once(',').is_some_and(|(_, row)| row.starts_with(search)));
        rows.map(|row| row.split(',').skip(3).take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<String>>()
    };
    let differ = |one: &str, other: &str| {
        let (one, other) = (found(one), found(other));
        assert_eq!((one.len(), other.len()), (50, 50));
        one.iter().zip(&other).filter(|(one, other)| one != other).count()
    };
    assert!(differ("A/A*,h1", "A/A*,h2") >= 20, "{}", differ("A/A*,h1", "A/A*,h2"));
    assert!(differ("A/A*,h1", "A/A*,h3") >= 40, "{}", differ("A/A*,h1", "A/A*,h3"));
    assert!(differ("GBFS,h1", "GBFS,h2") >= 5, "{}", differ("GBFS,h1", "GBFS,h2"));
    assert_eq!(differ("GBFS,h1", "GBFS,h3"), 0, "a multiple of h1 orders positions as h1 does");
}

#[test]
fn a_comparison_that_is_killed_and_continued_gives_the_same_results() {
    let folder = tempfile::tempdir().unwrap();
    let (once, twice) = (folder.path().join("once"), folder.path().join("twice"));
    assert_eq!(run(&["compare", STARTER, "--out", name(&once)]).status.code(), Some(0));

    // One search at a time, so that there is time to kill it.
    let mut slow = rushlab(&["compare", STARTER, "--out", name(&twice), "--threads", "1"]);
    let mut child = slow.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let records = || fs::read_dir(twice.join("runs")).map_or(0, Iterator::count);
    while records() < 25 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!twice.join("analysis.csv").exists(), "killed before the end");
    let finished = contents(&twice.join("runs"));
    // A temporary file, as after a crash.
    fs::write(twice.join("runs/.rushlab-a1b2c3"), "half a fi").unwrap();

    assert_eq!(run(&["compare", STARTER, "--out", name(&twice)]).status.code(), Some(0));
    assert_eq!(analysis(&twice), analysis(&once));
    let after = contents(&twice.join("runs"));
    let records = finished.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "json"));
    assert!(records.clone().count() > 5, "{finished:?}");
    records.for_each(|(path, bytes)| assert_eq!(after.get(path), Some(bytes), "finished runs are not repeated"));
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
    let output = run(&["compare", name(&input), "--out", name(&out), "--algorithms", "ucs"]);
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
    assert_eq!(workbook.sheet_names(), ["Analysis", "Summary", "Lengths", "Puzzles"]);
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

    // The board is drawn with one label per cell, below its title and its text.
    let puzzles = workbook.worksheet_range("Puzzles").unwrap();
    let cell = |row: u32, column: u32| puzzles.get_value((row, column)).map(ToString::to_string).unwrap_or_default();
    assert_eq!((cell(2, 0), cell(3, 0)), ("board 1: 2 moves".to_owned(), EASY.to_owned()));
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
    assert_eq!(sheets.len(), 4);
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
    let output = compare(&["--repeat", "4", "--output", "tsv"]);
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
        ["solution", "runs", "mean_seconds", "deviation_seconds", "min_seconds", "max_seconds", "runs_agree"]
    );

    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("Every search was timed in 4 runs."));
    assert!(report.contains("Status, solution and effort of every search were the same in all of its runs."));
    assert!(report.contains("Mean time of 4 runs ± standard deviation, puzzle by puzzle"));

    assert_eq!(compare(&["--repeat", "5"]).status.code(), Some(2), "another number of runs is another comparison");
    let summary = compare(&["--repeat", "4"]);
    assert!(text(&summary.stdout).contains("Times are means of 4 runs; the deviation is that of the total time."));
    assert!(text(&summary.stdout).lines().all(|line| line.chars().count() <= 80 || line.contains(name(&out))));
    assert_eq!(run(&["compare", EASY, "--out", name(&out), "--repeat", "0"]).status.code(), Some(2));
}

#[test]
fn a_search_that_ends_at_a_limit_is_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--algorithms", "ucs", "--max-states", "100", "--repeat", "3"];
    let output = run(&[&["compare", EASY, EXAMPLE, "--out", name(folder.path())], &options[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    let runs: Vec<String> =
        table(folder.path()).iter().map(|row| format!("{} {}", row["Status"], row["Runs"])).collect();
    assert_eq!(runs, ["solved 3", "limit 1"]);
}

#[test]
fn the_weight_can_be_any_number_above_1() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let options = ["--rules", "comp472", "--algorithms", "a", "--heuristics", "h1,h3", "--weight", "1.5"];
    let output = run(&[&["compare", EXAMPLE, "--out", name(&out)][..], &options].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let rows = |file: &str| -> Vec<[String; 3]> {
        let text = fs::read_to_string(out.join(file)).unwrap();
        let row = |line: &str| line.split(' ').take(3).map(str::to_owned).collect::<Vec<_>>().try_into().unwrap();
        text.lines().map(row).collect()
    };
    let values = |file: &str| rows(file).into_iter().map(|[_, _, h]| h).collect::<BTreeSet<String>>();
    assert_eq!(values("a-h1-search-1.txt"), BTreeSet::from(["0", "1", "2", "3", "4"].map(str::to_owned)));
    assert_eq!(values("a-h3-search-1.txt"), BTreeSet::from(["0", "1.5", "3", "4.5", "6"].map(str::to_owned)));
    for [f, g, h] in rows("a-h3-search-1.txt") {
        let [sum, g, h]: [f64; 3] = [&f, &g, &h].map(|value| value.parse().unwrap());
        assert!(sum == g + h && !f.ends_with(".0"), "{f} {g} {h}");
    }
    let report = fs::read_to_string(out.join("report.md")).unwrap();
    assert!(report.contains("here λ = 1.5") && report.contains("h3 = λ · h1 with λ = 1.5 changes"), "{report}");
    assert!(!report.contains("λ = 5"), "the given weight, and not the default");

    let solve = |weight: &str| {
        let options = ["--algorithm", "astar", "--heuristic", "h3", "--weight", weight, "--output", "tsv"];
        run(&[&["solve", EASY][..], &options].concat())
    };
    assert!(text(&solve("1.5").stdout).contains("\tsolved\t2\t"));
    let properties = run(&["properties", EASY, "--heuristic", "h3", "--weight", "1.5"]);
    assert_eq!(properties.status.code(), Some(0), "{}", text(&properties.stderr));
    for weight in ["1", "1.0", "0.5", "0", "-2", "1000.001", "1.0001", "NaN", "x"] {
        let refused = solve(weight);
        assert_eq!(refused.status.code(), Some(2), "{weight}");
    }
    for weight in ["1", "0.5"] {
        assert!(text(&solve(weight).stderr).contains("λ, the weight, must be greater than 1 and at most 1000"));
    }
    assert!(text(&solve("1.0001").stderr).contains("the weight must have at most 3 decimals"));
}

#[test]
fn the_submission_has_the_names_and_parts_of_the_handout() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out) = (folder.path().join("code"), folder.path().join("code/out"));
    fs::create_dir_all(code.join("src/__pycache__")).unwrap();
    fs::write(code.join("src/search.py"), "print()").unwrap();
    fs::write(code.join("src/__pycache__/search.pyc"), "x").unwrap();
    fs::write(code.join(".secret"), "x").unwrap();
    let compare = |more: &[&str]| {
        let common = ["compare", EASY, EXAMPLE, "--rules", "comp472", "--out", name(&out), "--submission"];
        run(&[&common[..], more].concat())
    };
    let archive = out.join("472-Assignment-40012345-40054321.zip");
    assert_eq!(compare(&["40012345,40054321", "--code", name(&code)]).status.code(), Some(0));
    let bytes = fs::read(&archive).unwrap();
    let assignment = unzipped(&bytes);
    assert!(assignment.keys().eq(["472-Code-40012345-40054321.zip", "472-Slides-40012345-40054321.pdf"]));
    assert!(assignment["472-Slides-40012345-40054321.pdf"].starts_with(b"%PDF-1.4\n"));
    let inner = unzipped(&assignment["472-Code-40012345-40054321.zip"]);
    assert!(inner.keys().filter(|name| name.starts_with("code/")).eq(["code/src/search.py"]), "{:?}", inner.keys());
    assert_eq!(inner.keys().filter(|name| name.starts_with("output/") && name.ends_with(".txt")).count(), 2 * 18);
    assert_eq!(inner["output/ucs-sol-2.txt"], fs::read(out.join("ucs-sol-2.txt")).unwrap());
    assert!(text(&inner["README.md"]).starts_with("https://github.com/"), "the URL is on the first line");
    assert!(text(&inner["README.md"]).contains("rushlab compare puzzles.txt --out output --rules comp472"));

    assert_eq!(text(&inner["puzzles.txt"]), format!("{EASY}\n{EXAMPLE}\n"));
    // The puzzles of the archive give the same files.
    let puzzles = folder.path().join("puzzles.txt");
    fs::write(&puzzles, &inner["puzzles.txt"]).unwrap();
    let again = folder.path().join("again");
    assert_eq!(run(&["compare", name(&puzzles), "--rules", "comp472", "--out", name(&again)]).status.code(), Some(0));
    assert_eq!(fs::read(again.join("a-h4-search-2.txt")).unwrap(), inner["output/a-h4-search-2.txt"]);

    // The same command gives the same archive; the team's own README is used; no other file is replaced.
    fs::write(code.join("README.md"), "https://github.com/team/project\n").unwrap();
    assert_eq!(compare(&["40012345,40054321"]).status.code(), Some(0));
    assert_eq!(compare(&["40012345,40054321", "--code", name(&code)]).status.code(), Some(0));
    let inner = unzipped(&unzipped(&fs::read(&archive).unwrap())["472-Code-40012345-40054321.zip"]);
    assert_eq!(text(&inner["README.md"]), "https://github.com/team/project\n");
    fs::write(out.join("472-Assignment-1.zip"), "theirs").unwrap();
    let refused = compare(&["1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("472-Assignment-1.zip exists already"), "{}", text(&refused.stderr));
    assert_eq!(compare(&["../1"]).status.code(), Some(2), "a number is not a path");
    assert_eq!(compare(&["2", "--code", name(&folder.path().join("none"))]).status.code(), Some(2));
}

#[test]
fn a_folder_is_not_shared_by_two_comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare = |more: &[&str]| run(&[&["compare", "--out", name(&out), "--algorithms", "ucs"], more].concat());
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
    let options = ["--algorithms", "ucs,dfs", "--rules", "comp472", "--max-states", "200", "--output", "tsv"];
    let output = run(&[&["compare", EXAMPLE, "--out", name(folder.path())][..], &options].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1\tdijkstra\t-\tlimit\t-\t"), "{}", text(&output.stdout));
    let file = fs::read_to_string(folder.path().join("ucs-sol-1.txt")).unwrap();
    assert!(file.contains("Error: stopped at a limit\n"), "{file}");
    let expanded: usize = text(&output.stdout).lines().nth(1).unwrap().split('\t').nth(9).unwrap().parse().unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("ucs-search-1.txt")).unwrap().lines().count(), expanded);
}

#[test]
fn contestants_are_ranked_and_illegal_solutions_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    fs::write(&input, format!("{EASY}\n{UNSOLVABLE}\n{EXAMPLE}\n")).unwrap();
    let [best, other, cheat] = ["best", "other", "cheat"].map(|team| folder.path().join(team));
    let common = ["compare", name(&input), "--rules", "comp472"];
    assert_eq!(run(&[&common[..], &["--out", name(&best), "--algorithms", "a"]].concat()).status.code(), Some(0));
    fs::create_dir(&other).unwrap();
    let write = |team: &Path, file: &str, moves: &str| {
        fs::write(team.join(file), format!("Runtime: 1.25 seconds\r\nSolution path: {moves}\r\n\r\n")).unwrap();
    };
    write(&other, "x-sol-1.txt", "B down 1; B up 2; B down 2; A right 2");
    write(&other, "y-sol-1.txt", "B down 1; B down 1; A right 2");
    fs::write(other.join("y-sol-3.txt"), "no solution\n").unwrap();
    fs::create_dir(&cheat).unwrap();
    write(&cheat, "x-sol-1.txt", "A right 2");
    write(&cheat, "x-sol-3.txt", "B left 1");

    let folders = [name(&cheat), name(&other), name(&best)];
    let output = run(&[&common[..], &["--output", "tsv", "--competition"], &folders].concat());
    assert_eq!(output.status.code(), Some(2));
    let rows: Vec<Vec<&str>> = text(&output.stdout).lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows[0], ["rank", "contestant", "solved", "missing", "illegal", "cost", "excess", "seconds"]);
    assert_eq!(rows[1][..7], ["1", name(&best), "3", "0", "0", "19", "0"], "{rows:?}");
    assert_eq!(rows[2], ["2", name(&other), "1", "2", "0", "3", "1", "1.250000"], "the shorter of two counts");
    assert_eq!(rows[3], ["3", name(&cheat), "0", "3", "2", "0", "0", "0.000000"]);
    let message = text(&output.stderr);
    assert!(message.contains("x-sol-1.txt: move 1, A right 2, is illegal: A is blocked by B at "), "{message}");
    assert!(message.contains("x-sol-3.txt: puzzle 3 is not solved at the end of its moves"), "{message}");

    let best_alone = run(&[&common[..], &["--competition", name(&best), name(&best)]].concat());
    assert_eq!(best_alone.status.code(), Some(0));
    assert!(text(&best_alone.stdout).contains("3 puzzles, 3 with a solution; optimal total 19 moves"));
    assert_eq!(text(&best_alone.stdout).matches("\n1 ").count(), 2, "equals share a rank");
}

#[test]
fn names_that_look_like_formulas_are_texts_in_spreadsheets() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let names = ["=1+2.txt", "@SUM.txt", "-3.txt"];
    names.iter().for_each(|file| fs::write(folder.path().join(file), format!("{EASY}\n")).unwrap());
    let options = ["compare", "=1+2.txt", "@SUM.txt", "--algorithms", "ucs", "--out", name(&out), "--", "-3.txt"];
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
fn too_many_puzzles_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let compare = |more: &[&str]| run(&[&["compare", EASY, EASY, EASY, "--out", name(&out)], more].concat());
    let output = compare(&["--max-puzzles", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let sentence =
        "there are more than 2 puzzles, and each makes 18 files; compare fewer, or allow more with --max-puzzles\n";
    assert_eq!(text(&output.stderr), format!("error: {sentence}"));
    assert!(!out.exists());
    assert_eq!(compare(&["--max-puzzles", "0"]).status.code(), Some(2));
    assert_eq!(compare(&["--max-puzzles", "3", "--algorithms", "ucs"]).status.code(), Some(0));
    let many = folder.path().join("many.txt");
    fs::write(&many, format!("{EASY}\n").repeat(10_001)).unwrap();
    let output = run(&["compare", name(&many), "--out", name(&out)]);
    assert!(text(&output.stderr).contains("there are more than 10,000 puzzles"), "{}", text(&output.stderr));
}
