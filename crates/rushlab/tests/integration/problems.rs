//! The problems of a text are reported exactly, completely and in order.
//!
//! The cases are texts in `fixtures/problems/`: a line `== title | format`, the input, a line `--`, then the expected
//! report. The report is a line for each problem, and `read: A B X; walls: 1` (the labels in the order of the board,
//! and the number of walls if there are any) for each puzzle without problems. The format is `auto` if it is to be
//! detected; the name of a file may follow it.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rushlab::Puzzle;
use rushlab::format::{self, Reader};
use rushlab::puzzle::{MAX_VEHICLES, Problems};

/// One block of a fixture.
struct Case {
    title: String,
    format: String,
    file_name: Option<String>,
    input: String,
    expected: Vec<String>,
}

/// Returns the blocks of a fixture.
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

/// Returns the puzzles of a text, or the reason why there are none.
fn read(input: &[u8], format: &str, file_name: Option<&str>) -> Result<Vec<Result<Puzzle, Problems>>, String> {
    let format = (format != "auto").then(|| format::by_name(format).expect("a format's name"));
    let reader = Reader::open(input, format, file_name).map_err(|error| error.to_string())?;
    reader.map(|draft| Ok(Puzzle::try_from(draft.map_err(|error| error.to_string())?))).collect()
}

/// Returns the report on a text: a line for each problem, and one for each puzzle without problems.
fn report(input: &[u8], format: &str, file_name: Option<&str>) -> Vec<String> {
    let puzzles = match read(input, format, file_name) {
        Ok(puzzles) => puzzles,
        Err(reason) => return vec![reason],
    };
    let lines = puzzles.into_iter().flat_map(|puzzle| match puzzle {
        Err(problems) => problems.0.iter().map(ToString::to_string).collect(),
        Ok(puzzle) => {
            let labels: Vec<&str> = puzzle.vehicles().iter().map(|vehicle| vehicle.label.as_str()).collect();
            let walls = puzzle.walls().len();
            let walls = if walls > 0 { format!("; walls: {walls}") } else { String::new() };
            vec![format!("read: {}{walls}", labels.join(" "))]
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
            let report = report(case.input.as_bytes(), &case.format, case.file_name.as_deref());
            count += 1;
            if report != case.expected {
                let name = file.file_name().unwrap().display();
                let _ = writeln!(wrong, "\n{name}: {}\n--\n{}", case.title, report.join("\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "these reports differ:\n{wrong}");
    assert!(count > 100, "only {count} cases were found");
}

#[test]
fn the_error_for_a_text_in_no_format_lists_the_formats() {
    let letter = b"Dear Sir or Madam, please find enclosed the parking ticket.\n";
    let names = format::names();
    let reason = format!("the text is not in a known format; name the format ({names})");
    assert_eq!(report(letter, "auto", None), [reason]);
}

#[test]
fn input_that_is_not_utf_8_text_is_rejected_with_a_reason() {
    let utf_16 = "the text is in UTF-16; save it as UTF-8";
    let binary = "the input is binary data, not text; give a text file with puzzles";
    let rejected: [(&[u8], &str); 6] = [
        (b"\xff\xfeA\0A\0.\0", utf_16),
        (b"\xfe\xff\0A\0A\0.", utf_16),
        (b"\x7fELF\x02\x01\x01\0\0", binary),
        (b"AA...XX.....BB..\0\n", binary),
        (b"", "the text is empty; a puzzle was expected"),
        (b" \n\t\n", "the text is empty; a puzzle was expected"),
    ];
    for (bytes, reason) in rejected {
        assert_eq!(report(bytes, "auto", None), [reason]);
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_reported_with_their_location() {
    let not_utf_8 = "bytes that are not UTF-8 text; save the file as UTF-8";
    let bad_label = "the label `\u{fffd}` has a character that is neither a letter nor a digit; rename the vehicle";
    let cases: [(&str, &[u8], String); 9] = [
        ("line", b"AA..\xffXX.....BB..", format!("line 1, row 2, column 1: {not_utf_8}")),
        ("grid", b"AA..\n.XX.\n...\xe9\n..BB", format!("line 3, row 3, column 4: {not_utf_8}")),
        ("exit-letter", b"4 4\n1\n.AA.\nPP..K\n\xff...\n....", format!("line 5, row 3, column 1: {not_utf_8}")),
        ("inf421", b"6\n2\n1 h 2 1 3\n\xff v 2 5 1", format!("line 4: {bad_label}")),
        ("uva", b"car,orientation,col,row,length\nX,H,1,3,2\n\xff,V,4,1,2", format!("line 3: {bad_label}")),
        (
            "princeton",
            b"First\n6\n0 2 h 2\n4 1 \xff 2\n.",
            "line 4: expected `x y h/v length`, as in `1 2 h 2`, or `.`, found `4 1 \u{fffd} 2`".into(),
        ),
        (
            "lisp",
            b"( R R * )\n( * \xff * )\n( * * * )",
            "line 2: expected a row as in `( * O O O * * )`, found `( * \u{fffd} * )`".into(),
        ),
        (
            "matrix",
            b"51 51 0\n0 0 \xff\n0 0 0",
            "line 2: expected a row of numbers from 0 on, as in `0 0 2 51 51 0`, found `0 0 \u{fffd}`".into(),
        ),
        (
            "psychology",
            b"{\"cars\": [{\"id\": \"\xff\", \"position\": 12, \"length\": 2, \"orientation\": \"horizontal\"}]}",
            format!("line 1: {bad_label}"),
        ),
    ];
    for (format, bytes, problem) in cases {
        for format in ["auto", format] {
            assert_eq!(report(bytes, format, None), [problem.as_str()], "{format}");
        }
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_ignored_in_a_comment() {
    assert_eq!(report(b"# caf\xe9\nAA...XX.....BB..", "auto", None), ["read: A X B"]);
    assert_eq!(report(b"# caf\xe9\nAA..\n.XX.\n....\n..BB", "auto", None), ["read: A X B"]);
}

#[test]
fn a_control_character_is_named_by_its_code() {
    let problem = "line 1, row 2, column 1: a control character (U+0007); \
                   write a letter or digit for a vehicle, `.` for an empty cell";
    assert_eq!(report(b"AA..\x07XX.....BB..", "auto", None), [problem]);
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_change_nothing() {
    let text = b"\xef\xbb\xbfAA...XX.....BB..\r\n\r\nAA..?XX.....BB..\r\n";
    let problem = "line 3, row 2, column 1: unknown character `?`; \
                   write a letter or digit for a vehicle, `.` for an empty cell";
    assert_eq!(report(text, "auto", None), ["read: A X B", problem]);
}

#[test]
fn the_error_of_a_failing_source_is_reported() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let error = Reader::open(Broken, None, None).err().expect("the source fails");
    assert_eq!(error.to_string(), "the text cannot be read: the disk is gone");
}

/// Returns a board of 16×16 with cars side by side, row by row, in a format that lists vehicles. Cars beyond 128
/// overlap the first ones.
fn board_of_cars(format: &str, cars: usize) -> String {
    let places = (0..cars).map(|car| (car % 128 / 8, car % 8 * 2));
    let mut text = match format {
        "inf421" => format!("16\n{cars}\n"),
        "uva" => "car,orientation,col,row,length\n".to_owned(),
        "princeton" => "Crowd\n16\n".to_owned(),
        _ => r#"{"rushlab": 1, "width": 16, "height": 16, "primary": "1", "vehicles": [{"#.to_owned(),
    };
    let vehicles: Vec<String> = (places.enumerate())
        .map(|(index, (row, column))| match format {
            "inf421" => format!("{} h 2 {} {}\n", index + 1, column + 1, row + 1),
            "uva" if index == 0 => "X,H,1,1,2\n".to_owned(),
            "uva" => format!("{index},H,{},{},2\n", column + 1, row + 1),
            "princeton" => format!("{column} {row} h 2\n"),
            _ => format!(
                r#""label": "{}", "orientation": "horizontal", "length": 2, "row": {}, "column": {}"#,
                index + 1,
                row + 1,
                column + 1
            ),
        })
        .collect();
    match format {
        "json" => text + &vehicles.join("}, {") + "}]}\n",
        _ => {
            text.extend(vehicles);
            if format == "princeton" { text + ".\n" } else { text }
        }
    }
}

#[test]
fn a_full_board_of_128_vehicles_is_read_and_one_more_is_rejected() {
    for format in ["inf421", "uva", "princeton", "json"] {
        let full = read(board_of_cars(format, MAX_VEHICLES).as_bytes(), "auto", None).unwrap();
        let [Ok(puzzle)] = full.as_slice() else { panic!("{format}: {full:?}") };
        assert_eq!(puzzle.vehicles().len(), MAX_VEHICLES, "{format}");
        for cars in [MAX_VEHICLES + 1, 3 * MAX_VEHICLES] {
            assert_eq!(
                report(board_of_cars(format, cars).as_bytes(), "auto", None),
                ["line 1: there are more than 128 vehicles or fuel entries; they do not fit on the largest board"],
                "{format}"
            );
        }
    }
}

#[test]
fn more_fuel_entries_than_any_board_has_vehicles_are_rejected() {
    let text = format!("AA...XX.....BB..{}", " A5".repeat(MAX_VEHICLES + 1));
    assert_eq!(
        report(text.as_bytes(), "line", None),
        ["line 1: there are more than 128 vehicles or fuel entries; they do not fit on the largest board"]
    );
}

#[test]
fn all_problems_of_a_puzzle_are_joined_into_one_sentence() {
    let problems = read(b"AA...XX.....BB.. C3 A-1", "line", None).unwrap().remove(0).unwrap_err();
    assert_eq!(problems.0.len(), 2);
    assert_eq!(
        problems.to_string(),
        "line 1: fuel for C, but there is no such vehicle; there are A, X, B; line 1: -1 units of fuel for A; \
         it must be from 0 to 9999: correct it, or leave it out for the default of the rules"
    );
}

#[test]
fn a_misspelt_rule_in_the_comment_of_a_file_is_reported_with_its_line() {
    let board = "......A..B..AXXB..A..B......CC......";
    let problems = |header: &str| {
        let text = format!("{header}\n{board}\n");
        let draft = Reader::open(text.as_bytes(), None, None).unwrap().next().unwrap().unwrap();
        Puzzle::try_from(draft).err().map(|problems| problems.to_string())
    };
    assert_eq!(problems("# rules: comp472"), None);
    assert_eq!(problems("# rules: see the handout"), None, "prose is a comment");
    let message = problems("# rules: comp427").unwrap();
    assert!(message.contains("comp427") && message.contains("comp472") && message.contains("line 1"), "{message}");
}
