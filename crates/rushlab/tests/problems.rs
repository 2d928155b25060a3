//! What is wrong with a text is said exactly, completely and in order.
//!
//! The cases are texts in `fixtures/problems/`: a line `== title | format`, the input, a line `--`, then what is expected. That is a
//! line for each problem, as it is printed, and `read: A B X` (the labels, in the board's order) for each puzzle without one. The
//! format is `auto` where it is to be found out; a file's name may follow it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rushlab::Puzzle;
use rushlab::format::{self, Reader};
use rushlab::puzzle::Problems;

/// One block of a fixture.
struct Case {
    title: String,
    format: String,
    file_name: Option<String>,
    input: String,
    expected: Vec<String>,
}

/// The blocks of a fixture.
fn cases(fixture: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_input = false;
    for line in fixture.lines() {
        if let Some(header) = line.strip_prefix("== ") {
            let (title, format) = header.rsplit_once(" | ").expect("== title | format");
            let (format, file_name) = match format.split_once(' ') {
                Some((format, file_name)) => (format, Some(file_name.to_owned())),
                None => (format, None),
            };
            cases.push(Case {
                title: title.to_owned(),
                format: format.to_owned(),
                file_name,
                input: String::new(),
                expected: Vec::new(),
            });
            in_input = true;
        } else if line == "--" {
            in_input = false;
        } else if let Some(case) = cases.last_mut() {
            if in_input {
                case.input += line;
                case.input += "\n";
            } else if !line.is_empty() {
                case.expected.push(line.to_owned());
            }
        }
    }
    cases
}

/// The puzzles of a text, or why there are none.
fn read(input: &[u8], format: &str, file_name: Option<&str>) -> Result<Vec<Result<Puzzle, Problems>>, String> {
    let format = (format != "auto").then(|| format::named(format).expect("a format's name"));
    let reader = Reader::open(input, format, file_name).map_err(|error| error.to_string())?;
    reader.map(|draft| Ok(Puzzle::try_from(draft.map_err(|error| error.to_string())?))).collect()
}

/// What is said of a text: a line for each problem, and one for each puzzle without any.
fn said(input: &[u8], format: &str, file_name: Option<&str>) -> Vec<String> {
    let puzzles = match read(input, format, file_name) {
        Ok(puzzles) => puzzles,
        Err(reason) => return vec![reason],
    };
    let lines = puzzles.into_iter().flat_map(|puzzle| match puzzle {
        Err(problems) => problems.0.iter().map(ToString::to_string).collect(),
        Ok(puzzle) => {
            let labels: Vec<&str> = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str()).collect();
            vec![format!("read: {}", labels.join(" "))]
        }
    });
    lines.collect()
}

#[test]
fn every_problem_is_reported_exactly_completely_and_in_order() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/problems"));
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = String::new();
    let mut count = 0;
    for file in files {
        for case in cases(&fs::read_to_string(&file).unwrap()) {
            let said = said(case.input.as_bytes(), &case.format, case.file_name.as_deref());
            count += 1;
            if said != case.expected {
                let name = file.file_name().unwrap().display();
                let _ = writeln!(wrong, "\n{name}: {}\n--\n{}", case.title, said.join("\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "these say something else:\n{wrong}");
    assert!(count > 100, "only {count} cases were found");
}
