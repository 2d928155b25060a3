//! Tests of the program: files, pipes, exit codes, colours.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{run, rushlab, text};
use rushlab::{Position, Puzzle, Solver, format, heuristic};

const BOARD: &str = "..A.B.CCADBEFXXD.EFGHHII.GJJKKLLMM..";

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child =
        rushlab(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The program may close its input early.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

#[test]
fn an_invalid_puzzle_in_a_batch_does_not_stop_the_others() {
    let batch = format!("{BOARD}\nAAB\n# a comment\n\n{BOARD}\n");
    let output = run_with(&["check", "-", "--tsv"], batch.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let rows: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(rows[0], "puzzle\tvalid\twidth\theight\tvehicles\twalls\tprimary\texit\tproblem\tid");
    let id = BOARD.parse::<Puzzle>().unwrap().id();
    assert_eq!(rows[1], format!("1\tyes\t6\t6\t14\t0\tX\tright\t-\t{id}"));
    assert!(rows[2].starts_with("2\tno\t-\t-\t-\t-\t-\t-\tline 2: 3 cells"), "{}", rows[2]);
    assert_eq!(rows[3], format!("3\tyes\t6\t6\t14\t0\tX\tright\t-\t{id}"));

    let output = run_with(&["convert", "-", "--to", "line"], batch.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), format!("{BOARD}\n{BOARD}\n"));
    assert!(text(&output.stderr).contains("-:2: 3 cells"));
}

#[test]
fn unreadable_inputs_are_reported_and_the_others_are_processed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("empty"), "").unwrap();
    fs::write(path("binary"), [0, 159, 146, 150]).unwrap();
    fs::write(path("utf16"), [0xff, 0xfe, b'A', 0]).unwrap();
    fs::write(path("prose"), "Once upon a time\nthere was a car.\n").unwrap();
    fs::write(path("good"), BOARD).unwrap();
    let inputs =
        [path("empty"), path("binary"), path("utf16"), path("prose"), path("absent.txt"), path(""), path("good")];
    let arguments: Vec<&str> = std::iter::once("check").chain(inputs.iter().map(String::as_str)).collect();
    let output = run(&arguments);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stdout);
    for reason in [
        "empty: the text is empty",
        "binary: the input is binary data",
        "utf16: the text is in UTF-16",
        "prose: the text is not in a known format",
        "absent.txt: there is no such file",
        "it is a directory",
    ] {
        assert!(message.contains(reason), "{reason} is missing from\n{message}");
    }
    assert!(message.contains("good: valid (line): 6×6, 14 vehicles; X leaves on the right"), "{message}");
    assert!(message.contains("1 puzzle in 7 inputs: all valid; 6 inputs could not be read"), "{message}");
}

#[test]
fn under_the_rules_of_comp_472_every_line_that_begins_with_a_hash_is_a_comment() {
    const AMBULANCE: &str = "IIB...C.BHHHC.AAD.....D.EEGGGF.....F";
    let batch = format!(
        "#...........AA....B.....B........... A3\n{AMBULANCE}\n#AAB...C.BHHHC.RRDD.....EEGGGF.....F C3 B4 H1\n\
         #..........AA....B.....B...........\n{AMBULANCE} D0\n"
    );
    let output = run_with(&["check", "-", "--rules", "comp472", "--tsv"], batch.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let numbers: Vec<&str> = text(&output.stdout).lines().skip(1).filter_map(|row| row.split('\t').next()).collect();
    assert_eq!(numbers, ["1", "2"]);

    // Under other rules, a line that could be a board is reported.
    let output = run_with(&["check", "-"], batch.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    let report = text(&output.stdout);
    assert!(report.contains("-:1: this line begins with `#` and could be a comment or a 6×6 board"), "{report}");
    assert!(report.contains("-:4: 35 cells do not make a square board"), "{report}");
    assert!(!report.contains("-:3:"), "{report}");
}

#[test]
fn the_advice_on_invalid_fuel_is_right_under_all_rules() {
    for rules in ["plain", "comp472"] {
        let output = run(&["check", "............AA....B.....B........... B-1", "--rules", rules]);
        assert_eq!(output.status.code(), Some(2));
        let advice = "-1 units of fuel for B; it must be from 0 to 9999: correct it, or leave it out for the default of the rules";
        assert!(text(&output.stdout).contains(advice), "{}", text(&output.stdout));
    }
}

#[test]
fn a_distance_of_0_has_the_notation_of_esau_as_a_remedy_unless_a_notation_is_given() {
    let remedy = "the distance must be at least 1; for Esau's lists use --notation esau";
    for style in ["text", "tsv"] {
        let replay = |options: &[&str]| {
            let output = run(&[&["replay", BOARD, "--play", "XR0", "--output", style], options].concat());
            assert_eq!(output.status.code(), Some(2));
            text(&output.stdout).to_owned()
        };
        assert!(replay(&[]).contains(remedy), "{}", replay(&[]));
        let given = replay(&["--notation", "letters"]);
        assert!(given.contains("the distance must be at least 1") && !given.contains("Esau"), "{given}");
    }
}

#[test]
fn a_file_is_overwritten_only_with_force() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.json");
    let name = out.to_str().unwrap();
    let convert = |more: &[&str]| run(&[&["convert", BOARD, "--to", "json", "--out", name], more].concat());
    assert_eq!(convert(&[]).status.code(), Some(0));
    fs::write(&out, "mine").unwrap();
    let refused = convert(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("exists already"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    assert_eq!(convert(&["--force"]).status.code(), Some(0));
    assert!(fs::read_to_string(&out).unwrap().starts_with("[\n{\"rushlab\":1"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left behind");
}

#[test]
fn colours_are_used_only_on_terminals() {
    let has_colours = |command: &mut Command| command.output().unwrap().stdout.contains(&0x1b);
    assert!(!has_colours(&mut rushlab(&["show", BOARD])), "not into a pipe");
    assert!(has_colours(rushlab(&["show", BOARD]).env("CLICOLOR_FORCE", "1")), "when forced");
    assert!(!has_colours(rushlab(&["show", BOARD]).env("NO_COLOR", "1")), "never with NO_COLOR");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let many = format!("{BOARD}\n").repeat(20_000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.txt");
    fs::write(&file, many).unwrap();
    let mut child =
        rushlab(&["show", file.to_str().unwrap()]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn every_format_is_listed_and_converts_the_built_in_puzzles() {
    for format in rushlab::format::FORMATS.iter().map(|format| format.about().name) {
        let written = run(&["convert", "--to", format, "--relabel"]);
        // The format `uva` has no size, so it cannot represent a board whose last row or column is empty; the others
        // represent all forty.
        assert_eq!(written.status.code(), Some(0), "{format}: {}", text(&written.stderr));
        let back = run_with(&["check", "-"], &written.stdout);
        assert_eq!(text(&back.stdout), format!("-: 40 puzzles ({format}), all valid\n"));
    }
}

#[test]
fn completions_are_generated() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("replay"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_stops_the_command() {
    for arguments in [
        &["generate", "--count", "1000000", "--seed", "1", "--threads", "1"][..],
        &["generate", "--count", "1000000", "--seed", "1", "--threads", "3"],
        &["generate", "--count", "5", "--seed", "1", "--exit", "left"],
    ] {
        let mut child = rushlab(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(ends(&mut child), "{arguments:?}");
    }
    // A command that never ends by itself.
    let mut child = rushlab(&["solve", "-", "--tsv"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while writeln!(input, "......A..B..AXXB..A..B......CC......").is_ok() {});
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    assert!(ends(&mut child));
    writer.join().unwrap();
}

/// Returns whether a process ends within a minute.
fn ends(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    false
}

#[test]
fn an_option_that_would_do_nothing_is_refused() {
    let board = "......A..B..AXXB..A..B......CC......";
    for arguments in [
        &["check", board, "--threads", "2"][..],
        &["show", board, "--seed", "3"],
        &["convert", board, "--to", "grid", "--timeout", "1h"],
        &["replay", board, "--play", "BD2", "--max-memory", "1G"],
        &["explore", board, "--seed", "3"],
        &["generate", "--max-states", "10"],
        &["convert", board, "--to", "grid", "--force"],
        &["solve", board, "--force"],
        &["render", board, "--out", "board.svg", "--threads", "2"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
    assert_eq!(run(&["solve", board, "--threads", "100000"]).status.code(), Some(2));
    assert_eq!(run(&["solve", board, "--timeout", "10000000000000000000"]).status.code(), Some(0));
}

#[test]
fn styles_are_flags_of_which_one_can_be_given() {
    let solve = |style: &[&str]| run(&[&["solve", BOARD][..], style].concat());
    for style in ["json", "jsonl", "tsv", "table"] {
        let flag = solve(&[&format!("--{style}")]);
        assert_eq!(flag.status.code(), Some(0), "{style}");
        let word = solve(&["--output", style]);
        let keys = |output: &Output| text(&output.stdout).chars().filter(|letter| !letter.is_ascii_digit()).collect();
        let (flag, word): (String, String) = (keys(&flag), keys(&word));
        assert_eq!(flag, word, "--output {style} means --{style}");
    }
    for two in [["--json", "--tsv"], ["--table", "--jsonl"]] {
        assert_eq!(solve(&two).status.code(), Some(2), "{two:?}");
    }
}

#[test]
fn quiet_leaves_results_and_errors_and_no_notes() {
    let generate = |more: &[&str]| run(&[&["generate", "--seed", "random"], more].concat());
    assert!(text(&generate(&[]).stderr).starts_with("seed "));
    assert!(generate(&["-q"]).stderr.is_empty());
    let refused = run(&["--quiet", "check", BOARD, "--primary", "Q"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(!(refused.stdout.is_empty() && refused.stderr.is_empty()));
}

#[test]
fn the_seed_is_1_if_none_is_given() {
    let generate = |seed: &[&str]| text(&run(&[&["generate"], seed].concat()).stdout).to_owned();
    assert_eq!(generate(&[]), generate(&["--seed", "1"]));
    assert_ne!(generate(&[]), generate(&["--seed", "2"]));
}

#[test]
fn one_search_takes_one_algorithm_and_says_which_command_takes_several() {
    let several = run(&["solve", BOARD, "--algorithm", "bfs,astar"]);
    assert_eq!(several.status.code(), Some(2));
    assert!(text(&several.stderr).contains("compare several with `rushlab compare`"), "{}", text(&several.stderr));
    let published = run(&["solve", BOARD, "--algorithm", "grh-faithful"]);
    assert_eq!(published.status.code(), Some(2));
    assert!(text(&published.stderr).contains("rushlab evolve --algorithm grh --setting faithful"));
}

#[test]
fn a_limit_is_reported_as_a_limit() {
    let board = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";
    let explored = run(&["explore", board, "--max-states", "10", "--tsv"]);
    assert_eq!(explored.status.code(), Some(1));
    assert_eq!(text(&explored.stdout).lines().nth(1), Some("1\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-\tmoves\t-"));
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.gif");
    let drawn = run(&["render", board, "--max-states", "10", "--out", picture.to_str().unwrap()]);
    assert_eq!(drawn.status.code(), Some(1));
    assert!(!picture.exists());
}

#[test]
fn numbers_are_numbers_in_json() {
    let output = run(&["explore", "--heuristic", "all", "......A..B..AXXB..A..B......CC......", "--jsonl"]);
    let row: serde_json::Value = serde_json::from_str(text(&output.stdout).lines().next().unwrap()).unwrap();
    assert!(row["mean_error"].is_f64() && row["positions"].is_u64(), "{row}");
}

/// The smallest counterexample to `inf421-h2`, with labels that the format `line` cannot represent.
const LONG_LABELS: &str = "6\n5\n1 h 2 1 3\n20 v 3 4 1\n30 v 3 5 1\n40 v 3 6 1\n50 h 3 4 5\n";

#[test]
fn counterexamples_of_heuristics_are_in_every_style_whatever_the_labels() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("long.txt");
    fs::write(&file, LONG_LABELS).unwrap();
    let arguments = ["explore", file.to_str().unwrap(), "--heuristic", "inf421-h2", "--output"];
    let json = run(&[&arguments[..], &["json"]].concat());
    let rows: serde_json::Value = serde_json::from_str(text(&json.stdout)).unwrap();
    let row = &rows[0];
    let read = |field: &str| format::parse(row[field].as_str().unwrap()).unwrap();
    let estimate = |position: &Position| heuristic::INF421_H2.compile(position.puzzle()).estimate(position);

    let too_high = read("counterexample");
    assert!(too_high.vehicle_named(rushlab::Label::new("50").unwrap()).is_some());
    assert_eq!(Solver::new(&too_high).run().cost().map(u64::from), row["distance"].as_u64());
    assert_eq!(estimate(&too_high.start()).map(u64::from), row["estimate"].as_u64());
    assert!(row["estimate"].as_u64() > row["distance"].as_u64());

    let before = read("inconsistency").start();
    let written: rushlab::WrittenMove = row["move"].as_str().unwrap().parse().unwrap();
    let after = before.play(before.resolve(&written).unwrap()).unwrap();
    let estimates = [estimate(&before), estimate(&after)].map(|estimate| estimate.map(u64::from));
    assert_eq!(estimates, [row["estimate_before"].as_u64(), row["estimate_after"].as_u64()]);
    assert!(estimates[0] > estimates[1].map(|after| after + 1));

    let tsv = run(&[&arguments[..], &["tsv"]].concat());
    let lines: Vec<Vec<&str>> = text(&tsv.stdout).lines().map(|line| line.split('\t').collect()).collect();
    for (name, cell) in lines[0].iter().zip(&lines[1]) {
        let value = match &row[name] {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
            serde_json::Value::Number(number) if number.is_f64() => continue,
            other => other.to_string(),
        };
        assert_eq!(*cell, value, "{name}");
    }
}
