//! Tests of rules: a file carries those of its puzzles, every command honours them, and pictures and reports state
//! them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::comparison::unzipped;
use crate::common::{run, rushlab, text};

/// A puzzle that is solved only with the valet.
const VALET: &str = "C.B...C.BHHHAADD........EEGGGF.....F";
const PLAIN: &str = "......A..B..AXXB..A..B......CC......";

const VALET_SENTENCE: &str = "A valet removes every vehicle that reaches the exit, at no cost.";

/// A folder with a file of course puzzles that states its rules, and the same file without this line.
struct Course(tempfile::TempDir);

impl Course {
    fn new() -> Course {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("course.txt");
        let generate = ["generate", "--rules", "comp472", "--count", "4", "--seed", "3", "--out", "course.txt"];
        let output = rushlab(&generate).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let written = fs::read_to_string(&file).unwrap();
        let boards = written.strip_prefix("# rules: comp472\n").unwrap();
        fs::write(folder.path().join("bare.txt"), boards).unwrap();
        Course(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        rushlab(arguments).current_dir(self.0.path()).output().unwrap()
    }
}

/// Returns what a command printed, without the names of the two files and without times and memory.
fn printed(output: &Output) -> String {
    let out = text(&output.stdout).replace("course.txt", "FILE").replace("bare.txt", "FILE");
    let line = |line: &str| {
        let cells =
            line.split('\t').map(|cell| if cell.contains('.') && cell.parse::<f64>().is_ok() { "" } else { cell });
        cells.collect::<Vec<_>>().join("\t")
    };
    out.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_command_honours_the_rules_of_a_file_and_an_option_overrides_them() {
    let course = Course::new();
    let commands: &[&[&str]] = &[
        &["solve", "--tsv"],
        &["solve", "--algorithm", "astar", "--heuristic", "h1", "--tsv"],
        &["check", "--tsv"],
        &["explore", "--tsv"],
        &["properties", "--heuristic", "h1", "--tsv"],
        &["show"],
        &["convert", "--to", "json"],
        &["convert", "--to", "line"],
        &["convert", "--to", "id"],
        &["canonical"],
    ];
    for command in commands {
        let ask = |rest: &[&str]| course.run(&[&command[..1], rest, &command[1..]].concat());
        let from_file = ask(&["course.txt"]);
        assert_eq!(from_file.status.code(), Some(0), "{command:?}: {}", text(&from_file.stderr));
        assert_eq!(text(&from_file.stderr), "", "{command:?}");
        assert_eq!(printed(&from_file), printed(&ask(&["bare.txt", "--rules", "comp472"])), "{command:?}");
        let overridden = printed(&ask(&["course.txt", "--rules", "plain"]));
        assert_eq!(overridden, printed(&ask(&["bare.txt"])), "{command:?}");
        assert_ne!(overridden, printed(&from_file), "{command:?}");
    }
}

#[test]
fn files_and_databases_are_the_same_with_rules_from_a_file_as_with_an_option() {
    let course = Course::new();
    let solution = |rest: &[&str]| {
        let output = course.run(&[&["solve", "--jsonl"], rest].concat());
        let first: serde_json::Value = serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
        first["solution"].as_str().unwrap().to_owned()
    };
    let play = solution(&["course.txt"]);
    let replayed = course.run(&["replay", "course.txt", "--play", &play]);
    assert!(text(&replayed.stdout).ends_with(": solved\n"), "{}", text(&replayed.stdout));

    for (kind, options) in [("svg", &["--storyboard"][..]), ("pdf", &[]), ("svg", &["--sheet"])] {
        let draw = |input: &[&str], file: &str| {
            let output = course.run(&[&["render"], input, options, &["--force", "--out", file]].concat());
            assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        };
        draw(&["course.txt"], &format!("course.{kind}"));
        draw(&["bare.txt", "--rules", "comp472"], &format!("bare.{kind}"));
        let pictures = |stem: &str| -> BTreeMap<String, Vec<u8>> {
            let names =
                fs::read_dir(course.0.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
            let own = names.filter(|name| name.starts_with(stem) && name.ends_with(kind));
            own.map(|name| (name.replace(stem, ""), fs::read(course.path(&name)).unwrap())).collect()
        };
        assert!(pictures("course") == pictures("bare") && !pictures("bare").is_empty(), "{kind} {options:?}");
    }

    let built = |input: &[&str], database: &str| {
        let output = course.run(&[&["db", "build", database], input].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&course.run(&["db", "query", database, "--tsv"]).stdout).to_owned()
    };
    assert_eq!(built(&["course.txt"], "a.db"), built(&["bare.txt", "--rules", "comp472"], "b.db"));
}

/// Returns the files of a comparison that have no times in them.
fn course_files(folder: &Path) -> BTreeMap<String, String> {
    let files = fs::read_dir(folder).unwrap().map(Result::unwrap).map(|entry| entry.path());
    let searches = files.filter(|path| path.to_string_lossy().contains("-search-"));
    searches
        .map(|path| (path.file_name().unwrap().to_string_lossy().into(), fs::read_to_string(&path).unwrap()))
        .collect()
}

#[test]
fn compare_searches_course_puzzles_as_the_course_does() {
    let course = Course::new();
    let compare = |input: &[&str], out: &str| {
        let output = course.run(&[&["compare"], input, &["--algorithm", "ucs", "--out", out]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        course_files(&course.path(out))
    };
    let files = compare(&["course.txt"], "file");
    assert_eq!(files.len(), 4);
    assert_eq!(files, compare(&["bare.txt", "--rules", "comp472"], "option"));
    assert_eq!(files, compare(&["course.txt", "--duplicates", "board"], "board"));
    assert_ne!(files, compare(&["course.txt", "--duplicates", "exact"], "exact"));
    // One puzzle with other rules, and the usual duplicates are exact.
    fs::write(course.path("mixed.txt"), format!("{PLAIN}\n{}", fs::read_to_string(course.path("course.txt")).unwrap()))
        .unwrap();
    let report = |out: &str| fs::read_to_string(course.path(out).join("report.md")).unwrap();
    compare(&["mixed.txt"], "mixed");
    assert!(report("mixed").contains("duplicates if their vehicles and fuel are equal"));
    assert!(report("file").contains("duplicates if their vehicles are equal; fuel is ignored"));
    // The command in the archive of the course names the rules, because the boards in it do not.
    let output = course.run(&["compare", "course.txt", "--algorithm", "ucs", "--out", "zip", "--submission", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let archive = unzipped(&fs::read(course.path("zip").join("472-Assignment-1.zip")).unwrap());
    let readme = &unzipped(&archive["472-Code-1.zip"])["README.md"];
    assert!(
        text(readme).contains("--out output --rules comp472 --metric moves --duplicates board"),
        "{}",
        text(readme)
    );
}

#[test]
fn a_file_states_the_rules_again_where_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let mixed = folder.path().join("mixed.txt");
    fs::write(
        &mixed,
        format!("{PLAIN}\n# rules: comp472\n{VALET}\n{VALET}\n# rules: plain\n{VALET}\n# rules: steps\n{PLAIN}\n"),
    )
    .unwrap();
    let mixed = mixed.to_str().unwrap();
    let solved = run(&["solve", mixed, "--tsv"]);
    let rows: Vec<Vec<&str>> =
        text(&solved.stdout).lines().skip(1).map(|line| line.split('\t').take(3).collect()).collect();
    assert_eq!(
        rows,
        [
            ["1", "solved", "2"],
            ["2", "solved", "2"],
            ["3", "solved", "2"],
            ["4", "unsolvable", "-"],
            ["5", "solved", "5"]
        ]
    );
    for format in ["line", "grid"] {
        let written = run(&["convert", mixed, "--to", format]);
        assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
        let headers: Vec<&str> = text(&written.stdout).lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headers, ["# rules: comp472", "# rules: plain", "# rules: steps"], "{format}");
        let copy = folder.path().join("copy.txt");
        fs::write(&copy, &written.stdout).unwrap();
        let as_json = |file: &str| text(&run(&["convert", file, "--to", "json"]).stdout).to_owned();
        assert_eq!(as_json(copy.to_str().unwrap()), as_json(mixed), "{format}");
    }
}

#[test]
fn every_line_that_begins_with_a_hash_is_a_comment_after_the_rules_of_the_course() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("course.txt");
    let board = "IIB...C.BHHHC.AAD.....D.EEGGGF.....F";
    fs::write(&file, format!("# rules: comp472\n#...........AA....B.....B........... A3\n{board}\n")).unwrap();
    let checked = run(&["check", file.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    assert!(
        text(&checked.stdout).contains("1 puzzle") || text(&checked.stdout).contains(": valid"),
        "{}",
        text(&checked.stdout)
    );
}

#[test]
fn a_format_without_rules_is_refused_or_noted() {
    let refused = run(&["convert", VALET, "--rules", "comp472", "--to", "princeton", "--relabel"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        text(&refused.stderr).contains("the puzzle has rules other than the plain ones"),
        "{}",
        text(&refused.stderr)
    );
    let generate = ["generate", "--metric", "steps", "--count", "2", "--seed", "1", "--to"];
    let noted = run(&[&generate[..], &["princeton"]].concat());
    assert_eq!(noted.status.code(), Some(0));
    let note = "note: the format `princeton` cannot represent the rules (steps); read the puzzles with --rules plain --metric steps\n";
    assert_eq!(text(&noted.stderr), note);
    assert_eq!(text(&run(&[&generate[..], &["line"]].concat()).stderr), "");
}

/// Returns the text on the pages of a PDF file.
fn pdf_text(file: &[u8]) -> String {
    let find = |from: usize, what: &[u8]| file[from..].windows(what.len()).position(|window| window == what);
    let (mut all, mut at) = (String::new(), 0);
    while let Some(offset) = find(at, b"\nstream\n") {
        let begin = at + offset + b"\nstream\n".len();
        at = begin + find(begin, b"\nendstream").unwrap();
        let page = miniz_oxide::inflate::decompress_to_vec_zlib(&file[begin..at]).unwrap();
        let page: String = page.into_iter().map(char::from).collect();
        for line in page.lines().filter_map(|line| line.strip_suffix(" Tj")) {
            let inside = &line[1..line.len() - 1];
            let byte = |at: usize| char::from(u8::from_str_radix(&inside[at..at + 2], 16).unwrap());
            match line.starts_with('(') {
                true => all += inside,
                false => all.extend((0..inside.len()).step_by(2).map(byte)),
            }
            all.push(' ');
        }
    }
    all
}

#[test]
fn pictures_booklets_and_reports_state_the_rules_of_their_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let puzzle = format!("# rules: comp472\n{VALET}\n");
    fs::write(path("valet.txt"), &puzzle).unwrap();
    fs::write(path("mixed.txt"), format!("{PLAIN}\n{puzzle}")).unwrap();
    let try_run = |arguments: &[&str]| {
        let output = rushlab(arguments).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    assert!(try_run(&["show", "valet.txt"]).starts_with("1 (valet, fuel)\n"));
    assert!(try_run(&["explore", "valet.txt"]).contains("rules         A valet removes every vehicle"));

    try_run(&["render", "valet.txt", "--out", "booklet.pdf"]);
    let booklet = pdf_text(&fs::read(path("booklet.pdf")).unwrap());
    assert!(booklet.contains(VALET_SENTENCE) && booklet.contains("Every vehicle has 100 units of fuel"), "{booklet}");
    try_run(&["render", "mixed.txt", "--out", "mixed.pdf"]);
    let mixed = pdf_text(&fs::read(path("mixed.pdf")).unwrap());
    assert!(mixed.contains("Some puzzles have special rules, which are named above them."), "{mixed}");
    assert!(
        mixed.contains(&format!("valet: {VALET_SENTENCE}")) && mixed.matches("valet, fuel").count() == 1,
        "{mixed}"
    );
    try_run(&["render", PLAIN, "--out", "plain.pdf"]);
    assert!(!pdf_text(&fs::read(path("plain.pdf")).unwrap()).contains("valet"));

    try_run(&["render", "valet.txt", "--storyboard", "--out", "story.svg"]);
    assert!(fs::read_to_string(path("story.svg")).unwrap().contains("with valet, fuel"));
    try_run(&["render", "mixed.txt", "--sheet", "--out", "sheet.svg"]);
    assert!(fs::read_to_string(path("sheet.svg")).unwrap().contains("(valet, fuel)"));

    try_run(&["explore", "valet.txt", "--report", "explored.html"]);
    try_run(&["compare", "valet.txt", "--algorithm", "ucs", "--out", "compared"]);
    for report in ["explored.html", "compared/report.html", "compared/report.md", "compared/slides.html"] {
        assert!(fs::read_to_string(path(report)).unwrap().contains(VALET_SENTENCE), "{report}");
    }
}
