//! Tests of `rushlab generate` and `rushlab explore`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{run, rushlab, text};

const BOARD: &str = "......A..B..AXXB..A..B......CC......";

/// A puzzle that does not need B any more, but from the hardest position of its cluster it does.
const NOT_MINIMAL: &str = "..B.....B.A.XX..A.....A....CC.......";

/// A puzzle of 25 moves.
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let with = |threads: &str| {
        let options = ["--fuel", "0..20", "--unsolvable", "20%", "--to", "line"];
        let output = run(&[&["generate", "--count", "50", "--seed", "1", "--threads", threads], &options[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "", "the seed was given, so it is not printed");
        text(&output.stdout).to_owned()
    };
    let lines = with("1");
    assert_eq!(with("3"), lines);
    assert_eq!(lines.lines().collect::<HashSet<_>>().len(), 50, "no board twice");
    assert!(lines.lines().filter(|line| line.contains(' ')).count() > 10, "some have fuel");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.txt");
    fs::write(&file, &lines).unwrap();
    let solved = run(&["solve", file.to_str().unwrap(), "--tsv"]);
    let rows: Vec<Vec<&str>> = text(&solved.stdout).lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert_eq!(rows.iter().filter(|row| row[1] == "unsolvable").count(), 10);
    let lengths: HashSet<&str> = rows.iter().map(|row| row[2]).collect();
    assert!(lengths.len() > 6 && !lengths.contains("0"), "easy ones and hard ones: {lengths:?}");
}

#[test]
fn a_failed_run_reports_the_nearest_attempts() {
    let options = ["generate", "--size", "5x5", "--walls", "9", "--moves", "30..40", "--seed", "1", "--patience", "5s"];
    let output = run(&options);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    let message = text(&output.stderr);
    let (found, nearest) = ("no puzzle was found that meets the constraints in ", "the nearest had");
    assert!(message.contains(found) && message.contains(nearest) && message.contains("raise --patience"), "{message}");
    // The same with a file, which is not written.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.txt");
    let output = run(&[&options[..], &["--out", path.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(!path.exists() && text(&output.stderr).contains("the nearest had"), "{}", text(&output.stderr));
    let output = run(&["generate", "--moves", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("the range of moves must include 1 or more"), "{}", text(&output.stderr));
    let output = run(&["generate", "--moves", "9..4"]);
    assert!(text(&output.stderr).contains("write the smaller number first: 4..9"), "{}", text(&output.stderr));
    // There are only a few boards of this size.
    let few = ["generate", "--size", "3x3", "--vehicles", "1", "--count", "9", "--seed", "1", "--patience", "1s"];
    let output = run(&few);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), "...XX....\n"));
    assert!(text(&output.stderr).contains("only 1 of 9 puzzles were found"), "{}", text(&output.stderr));
}

#[test]
fn a_puzzle_is_explored_in_every_style() {
    let tsv = run(&["explore", BOARD, "--tsv"]);
    let rows: Vec<Vec<&str>> = text(&tsv.stdout).lines().map(|line| line.split('\t').collect()).collect();
    let header = "puzzle positions goals solvable moves depth hardest minimal hardest_minimal difficulty level \
                  difficulty_length difficulty_misleading difficulty_stuck difficulty_depth hard_because metric cost";
    assert_eq!(rows[0], header.split(' ').collect::<Vec<_>>());
    assert_eq!(rows[1][..6], ["1", "144", "56", "yes", "2", "3"]);
    assert_eq!(rows[1][7..], ["no", "no", "3.5", "beginner", "2.0", "0.0", "0.0", "1.5", "-", "moves", "2"]);
    let steps = run(&["explore", BOARD, "--tsv", "--metric", "steps"]);
    let row: Vec<&str> = text(&steps.stdout).lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((row[4], row[16], row[17]), ("-", "steps", "5"), "no column called moves holds steps");
    let hard = run(&["explore", HARD, "--jsonl"]);
    let hard: serde_json::Value = serde_json::from_slice(&hard.stdout).unwrap();
    let terms =
        ["length", "misleading", "stuck", "depth"].map(|term| hard[format!("difficulty_{term}")].as_f64().unwrap());
    let difference = terms.iter().sum::<f64>() - hard["difficulty"].as_f64().unwrap();
    assert!(difference.abs() < 0.01 && !hard["hard_because"].as_array().unwrap().is_empty(), "{hard}");
    let json = run(&["explore", BOARD, "--json"]);
    let found: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let found = &found[0];
    assert_eq!((&found["moves"], &found["depth"]), (&2.into(), &3.into()));
    assert_eq!(found["redundant"]["vehicles"], serde_json::json!(["A", "C"]));
    assert_eq!((&found["difficulty"], &found["level"]), (&3.5.into(), &"beginner".into()));
    assert_eq!(found["start"]["misleading"], 0.0);

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for graph in ["jam.graphml", "jam.dot"] {
        let output = run(&["explore", BOARD, "--report", &path("jam.html"), "--graph", &path(graph), "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let graph = fs::read_to_string(path("jam.graphml")).unwrap();
    assert_eq!(graph.matches("<node").count(), 144);
    assert!(fs::read_to_string(path("jam.dot")).unwrap().contains("p0 -- p1 [tooltip=\""));
    let page = fs::read_to_string(path("jam.html")).unwrap();
    assert!(page.contains("144 positions, 56 goals; 2 moves from the start") && page.matches("<svg").count() >= 3);

    let refused = run(&["explore", BOARD, "--graph", &path("jam.png")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("the name of a graph file must end in .graphml or .dot"));
    let limited = run(&["explore", BOARD, "--max-states", "100"]);
    assert_eq!(limited.status.code(), Some(1));
    assert!(text(&limited.stderr).contains("raise --max-states"), "{}", text(&limited.stderr));
}

#[test]
fn explore_says_of_this_puzzle_and_of_the_hardest_position_whether_it_is_minimal() {
    let minimal = |board: &str| {
        let tsv = run(&["explore", board, "--tsv"]);
        let row: Vec<String> = text(&tsv.stdout).lines().nth(1).unwrap().split('\t').map(str::to_owned).collect();
        (row[6].clone(), row[7].clone(), row[8].clone())
    };
    let (hardest, own, of_hardest) = minimal(NOT_MINIMAL);
    assert_eq!((own.as_str(), of_hardest.as_str()), ("no", "yes"));
    assert_eq!(minimal(&hardest), (hardest, "yes".to_owned(), "yes".to_owned()));
}

#[test]
fn explore_says_why_a_puzzle_is_hard() {
    let hard = run(&["explore", HARD]);
    let shown = text(&hard.stdout);
    assert!(shown.contains("hard because") && shown.contains("positions that look nearer to the exit"), "{shown}");
    let steps = run(&["explore", HARD, "--metric", "steps"]);
    assert!(!text(&steps.stdout).contains("difficulty"), "{}", text(&steps.stdout));
    let row = run(&["explore", HARD, "--metric", "steps", "--tsv"]);
    assert!(text(&row.stdout).contains("\tyes\t-\t-\t-\t-\t-\t-\t-\tsteps\t"), "{}", text(&row.stdout));
}

#[test]
fn a_set_has_the_wanted_numbers_of_each_level_in_order_on_any_number_of_threads() {
    let set = |threads: &str| {
        let output = run(&["generate", "--levels", "3,2,1,0", "--minimal", "--seed", "1", "--threads", threads]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout).to_owned()
    };
    let lines = set("1");
    assert_eq!(set("3"), lines);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.txt");
    fs::write(&file, &lines).unwrap();
    let explored = run(&["explore", file.to_str().unwrap(), "--tsv"]);
    let rows: Vec<Vec<&str>> = text(&explored.stdout).lines().skip(1).map(|row| row.split('\t').collect()).collect();
    let levels: Vec<&str> = rows.iter().map(|row| row[10]).collect();
    assert_eq!(levels, ["beginner", "beginner", "beginner", "intermediate", "intermediate", "advanced"]);
    assert!(rows.iter().all(|row| row[7] == "yes"), "all are minimal: {rows:?}");
}

#[test]
fn numbers_of_levels_that_make_no_set_are_rejected() {
    for (levels, message) in [
        ("5,5", "write four numbers, for beginner, intermediate, advanced and expert: 5,5,5,5"),
        ("5,5,x,5", "write four numbers"),
        ("0,0,0,0", "at least one of the four numbers must be greater than 0"),
    ] {
        let output = run(&["generate", "--levels", levels]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    let both = run(&["generate", "--levels", "1,1,1,1", "--count", "4"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(text(&both.stderr).contains("cannot be used with"), "{}", text(&both.stderr));
}

#[test]
fn a_set_that_lacks_puzzles_says_of_which_level() {
    // No puzzle this short is for experts.
    let small = ["generate", "--size", "5x5", "--moves", "2..9"];
    let output = run(&[&small[..], &["--levels", "1,0,0,2", "--seed", "1", "--patience", "10s"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert!(text(&output.stderr).contains("expert: no puzzle was found"), "{}", text(&output.stderr));
}

#[test]
fn a_set_has_difficulties_from_one_number_to_another() {
    let output = run(&["generate", "--levels", "10..49", "--count", "4", "--seed", "1", "--to", "line"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.txt");
    fs::write(&file, &output.stdout).unwrap();
    let explored = run(&["explore", file.to_str().unwrap(), "--tsv"]);
    let tenth = |row: &str| row.split('\t').nth(9).unwrap().parse::<f64>().unwrap() / 10.0;
    let tens: Vec<u32> = text(&explored.stdout).lines().skip(1).map(|row| tenth(row) as u32).collect();
    assert_eq!(tens, [1, 2, 3, 4], "the easiest first, evenly spread");
    let one = run(&["generate", "--difficulty", "40..45", "--seed", "3", "--out", file.to_str().unwrap(), "--force"]);
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    let explored = run(&["explore", file.to_str().unwrap(), "--tsv"]);
    let tenth = tenth(text(&explored.stdout).lines().nth(1).unwrap());
    assert!((4.0..4.6).contains(&tenth), "{tenth}");
    let open = run(&["generate", "--levels", "10.."]);
    assert!(text(&open.stderr).contains("write both ends of the difficulties"), "{}", text(&open.stderr));
}

#[test]
fn a_deadline_and_patience_hold_inside_an_attempt() {
    for limit in ["--timeout", "--patience"] {
        // An attempt takes far longer on a board of this size.
        let started = Instant::now();
        let output = run(&["generate", "--size", "16x16", "--level", "expert", "--seed", "1", limit, "1s"]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(started.elapsed() < Duration::from_secs(15), "{limit}: {:?}", started.elapsed());
        assert!(text(&output.stderr).contains(&format!("raise {limit}")), "{}", text(&output.stderr));
    }
}

#[test]
fn what_no_puzzle_of_a_size_reaches_is_refused_at_once() {
    for options in [["--moves", "30..40"], ["--level", "intermediate"], ["--levels", "0,0,0,1"]] {
        let output = run(&[&["generate", "--size", "4x4"], &options[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let message = text(&output.stderr);
        assert!(message.contains("4x4 puzzles reach at most 7 moves and a difficulty of 24"), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn puzzles_are_printed_when_found_and_kept_when_the_run_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("found.txt");
    let mut process =
        rushlab(&["generate", "--count", "1000000", "--seed", "1"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap().len(), 36, "a puzzle is printed while the run goes on");
    process.kill().unwrap();
    process.wait().unwrap();
    let endless = ["generate", "--count", "1000000", "--seed", "1", "--out", file.to_str().unwrap()];
    let mut process = rushlab(&endless).stderr(Stdio::null()).spawn().unwrap();
    thread::sleep(Duration::from_secs(2));
    assert!(Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap().success());
    assert_eq!(process.wait().unwrap().code(), Some(130));
    assert!(fs::read_to_string(&file).unwrap().lines().count() > 1, "the puzzles are in the file");
}

#[test]
fn a_wall_range_beyond_the_board_is_accepted() {
    let output = run(&["generate", "--walls", "0..4294967295", "--seed", "1", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn the_primary_has_the_label_of_the_option_or_of_the_rules() {
    let generate = |more: &[&str]| run(&[&["generate", "--seed", "1"], more].concat());
    let plain = text(&generate(&["--count", "3"]).stdout).to_owned();
    assert!(plain.lines().all(|line| line.contains("XX") && line.contains('A')), "{plain}");
    let lettered = text(&generate(&["--count", "3", "--primary", "A"]).stdout).to_owned();
    assert!(lettered.lines().all(|line| line.contains("AA") && !line.contains('X')), "{lettered}");
    let letters = |lines: &str| lines.replace(|cell: char| cell.is_ascii_uppercase(), "#");
    assert_eq!(letters(&lettered), letters(&plain), "the same boards");
    let course = |more: &[&str]| generate(&[&["--rules", "comp472"], more].concat());
    let json: Vec<serde_json::Value> =
        serde_json::from_slice(&course(&["--count", "3", "--to", "json"]).stdout).unwrap();
    assert_eq!(json.len(), 3);
    assert!(json.iter().all(|puzzle| puzzle["primary"] == "A" && puzzle["rules"]["valet"] == true), "{json:?}");
    let renamed = course(&["--count", "3", "--primary", "X"]);
    let boards = text(&renamed.stdout).lines().filter(|line| !line.starts_with('#'));
    assert!(boards.clone().count() == 3 && boards.clone().all(|line| line.contains("XX")), "{}", text(&renamed.stdout));
    for (options, message) in [
        (["--primary", "A", "--to", "lisp"], "in this format the primary is labelled R, not A; use `json`"),
        (["--primary", "Q", "--to", "line"], "it does not mark the primary Q"),
        (["--primary", "Q", "--to", "line"], "use another --primary, or use `json`"),
    ] {
        let refused = course(&[&options[..], &["--count", "9"]].concat());
        assert_eq!(refused.status.code(), Some(2), "{options:?}");
        assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
    }
}

#[test]
fn a_file_is_lettered_as_in_the_course() {
    let convert = |board: &str, more: &[&str]| run(&[&["convert", board, "--relabel", "--to"], more].concat());
    let shown = |board: &str, more: &[&str]| text(&convert(board, more).stdout).trim_end().to_owned();
    // The primary X becomes A, and the vehicle A another letter. Fuel keeps its vehicle, and walls stay.
    assert_eq!(shown(BOARD, &["line", "--primary", "A"]), "......B..C..BAAC..B..C......DD......");
    let detailed = "x.....A..B..AXXB..A..B......CC...... B4 X9";
    assert_eq!(shown(detailed, &["line", "--primary", "A"]), "x.....B..C..BAAC..B..C......DD...... C4 A9");
    assert_eq!(shown(BOARD, &["line"]), BOARD);
    // A primary that only the option names is found by it.
    let unmarked = "............QQ..BB..................";
    assert_eq!(shown(unmarked, &["json", "--primary", "Q"]).matches("\"Q\"").count(), 2);
    let unknown = convert(unmarked, &["json", "--primary", "A"]);
    assert!(text(&unknown.stderr).contains("name it with --primary"), "{}", text(&unknown.stderr));
    // A format that fixes the label leaves only the other meaning.
    assert!(shown(unmarked, &["lisp", "--primary", "Q"]).contains("( R R "), "{}", shown(unmarked, &["lisp"]));
    let both = "......AA........XX..BB..............";
    let named = text(&run(&["convert", both, "--to", "json", "--primary", "B"]).stdout).to_owned();
    assert!(named.contains("\"primary\":\"B\"") || named.contains("\"primary\": \"B\""), "{named}");
}

/// Makes a database of boards. With `trusted`, levels and minimality are missing in it.
fn database(folder: &std::path::Path, name: &str, rows: &str, trusted: bool) -> String {
    let (input, path) = (folder.join("rows.txt"), folder.join(name).to_str().unwrap().to_owned());
    fs::write(&input, rows).unwrap();
    let build = ["db", "build", &path, input.to_str().unwrap()];
    let output = if trusted { run(&[&build[..], &["--trust-input"]].concat()) } else { run(&build) };
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    path
}

/// Rows of puzzles: of several lengths, one not minimal, one of 4×4 cells.
const ROWS: &str = "\
02 ......A..B..AXXB..A..B......CC...... 144
25 A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K 3493
02 ....XX.A...A.... 6
02 ............XX..A.....A............. 25
03 ............XXA.B...A.B.CC..B....... 40
";

#[test]
fn puzzles_are_drawn_from_a_database_without_repetition_and_what_it_lacks_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let boards = ROWS.lines().map(|row| format!("{}\n", row.split(' ').nth(1).unwrap())).collect::<String>();
    let complete = database(folder.path(), "complete.db", &boards, false);
    let trusted = database(folder.path(), "trusted.db", ROWS, true);
    let draw = |path: &str, more: &[&str]| run(&[&["generate", "--from", path, "--seed", "1"], more].concat());
    let all = draw(&complete, &["--count", "5"]);
    assert_eq!(all.status.code(), Some(0), "{}", text(&all.stderr));
    let ids =
        |lines: &str| lines.lines().map(|line| line.parse::<rushlab::Puzzle>().unwrap().id()).collect::<HashSet<_>>();
    assert_eq!(ids(text(&all.stdout)), ids(&boards), "every puzzle once, whatever its size");
    for constraint in [&["--level", "advanced"][..], &["--minimal"], &["--size", "4x4"], &["--moves", "2..3"]] {
        let drawn = draw(&complete, constraint);
        assert_eq!(drawn.status.code(), Some(0), "{constraint:?} {}", text(&drawn.stderr));
        assert_eq!(text(&draw(&complete, &[constraint, &["--threads", "3"]].concat()).stdout), text(&drawn.stdout));
        let many = |path: &str| {
            let drawn = draw(path, &[constraint, &["--count", "9"]].concat());
            assert_eq!(drawn.status.code(), Some(1), "{}", text(&drawn.stderr));
            ids(text(&drawn.stdout))
        };
        let found = many(&complete);
        assert!(!found.is_empty() && found.len() < 5, "{constraint:?} {found:?}");
        assert_eq!(many(&trusted), found, "{constraint:?}");
    }
}

#[test]
fn a_database_with_too_few_puzzles_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path(), "few.db", "....XX.A...A....\n............XX..A.....A.............\n", false);
    let few = run(&["generate", "--from", &path, "--count", "5", "--seed", "1"]);
    assert_eq!((few.status.code(), text(&few.stdout).lines().count()), (Some(1), 2));
    let message = text(&few.stderr);
    assert!(message.contains("only 2 of 5 puzzles were found among 2 candidates of"), "{message}");
    assert!(message.contains("relax the constraints, or make new puzzles without --from"), "{message}");
    let none = run(&["generate", "--from", &path, "--levels", "1,0,0,1", "--seed", "1"]);
    assert_eq!((none.status.code(), text(&none.stdout).lines().count()), (Some(1), 1));
    assert!(text(&none.stderr).contains("expert: no puzzle was found"), "{}", text(&none.stderr));
    let missing = run(&["generate", "--from", "no-such.db"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("no-such.db: there is no such file"), "{}", text(&missing.stderr));
    let rules = run(&["generate", "--from", &path, "--metric", "steps"]);
    assert!(text(&rules.stderr).contains("cannot be used with"), "{}", text(&rules.stderr));
}

/// The two commands of `docs/generate.md`, with fewer puzzles.
#[test]
fn two_commands_make_a_booklet() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let constraints = ["--walls", "1..2", "--minimal", "--unique", "--seed", "1", "--patience", "10m"];
    let set = run(&[&["generate", "--levels", "2,1,0,0", "--out", &path("set.txt")], &constraints[..]].concat());
    assert_eq!(set.status.code(), Some(0), "{}", text(&set.stderr));
    let lines = fs::read_to_string(path("set.txt")).unwrap();
    assert!(lines.lines().count() == 3 && lines.lines().all(|line| line.contains('x')), "{lines}");
    let booklet = run(&["render", &path("set.txt"), "--out", &path("booklet.pdf"), "--title", "Three puzzles"]);
    assert_eq!(booklet.status.code(), Some(0), "{}", text(&booklet.stderr));
    assert!(fs::read(path("booklet.pdf")).unwrap().starts_with(b"%PDF"));
}

#[test]
fn a_cluster_that_is_too_large_is_described_by_what_was_reached_and_by_bounds() {
    let explore = |more: &[&str]| run(&[&["explore", HARD, "--max-states", "500"], more].concat());
    let output = explore(&[]);
    assert_eq!(output.status.code(), Some(1));
    let printed = text(&output.stdout);
    assert!(printed.contains("too large to explore; ") && printed.contains(" positions reached"), "{printed}");
    assert!(printed.contains("moves are needed") || printed.contains("solved in 25 moves"), "{printed}");
    assert!(text(&output.stderr).contains("raise --max-states"), "{}", text(&output.stderr));
    let rows: serde_json::Value = serde_json::from_slice(&explore(&["--json"]).stdout).unwrap();
    let row = &rows[0];
    assert!(row["positions"].is_null() && row["reached"].as_u64().unwrap() > 100, "{row}");
    assert!((1..=25).contains(&row["bound"].as_u64().unwrap()), "{row}");
    assert_eq!(text(&explore(&["--tsv"]).stdout).lines().nth(1).unwrap().split('\t').count(), 18);
}
