//! Tests of `rushlab compare` and `generate` with the rules of COMP 472: the course's files, the handout's example, the
//! committed analysis, generated puzzles, weights, and the submission.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::common::comparison::{EASY, EXAMPLE, STARTER, analysis, contents, unzipped, without_times};
use crate::common::{name, run, text};

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
    let output = run(&["compare", name(&puzzles), "--out", name(out.path())]);
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
        let options = ["--algorithm", "ucs", "--rules", "comp472", "--tsv"];
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

/// The fourth and fifth puzzle of the course's sample. h4 proves that they have no solution before any position is
/// searched.
const REFUSED: [&str; 2] = ["BBB..MCCDD.MAAKL.MJ.KLEEJ.GG..JHHHII J0 B4", "IJBBCCIJDDL.IJAAL.EEK.L...KFF..GGHH. F0 G6"];

#[test]
fn search_files_have_as_many_lines_as_the_analysis_says() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("puzzles.txt");
    fs::write(&input, [REFUSED[0], REFUSED[1], EXAMPLE, EASY].join("\n")).unwrap();
    for duplicates in ["board", "exact"] {
        let out = folder.path().join(duplicates);
        let options = ["--rules", "comp472", "--duplicates", duplicates, "--tsv"];
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
        error(&[&["compare", input, "--algorithm", "ucs", "--out", name(&out), "--force"], more].concat())
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
fn the_weight_can_be_any_number_above_1() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let options = ["--rules", "comp472", "--algorithm", "a", "--heuristic", "h1,h3", "--set", "weight=1.5"];
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
        let weight = format!("weight={weight}");
        let options = ["--algorithm", "astar", "--heuristic", "h3", "--set", &weight, "--tsv"];
        run(&[&["solve", EASY][..], &options].concat())
    };
    assert!(text(&solve("1.5").stdout).contains("\tsolved\t2\t"));
    let properties = run(&["explore", EASY, "--heuristic", "h3", "--set", "weight=1.5"]);
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
    assert!(assignment["472-Slides-40012345-40054321.pdf"].starts_with(b"%PDF-1."));
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
