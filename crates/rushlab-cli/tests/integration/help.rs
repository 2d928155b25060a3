//! Help, manual pages, listings, and what the program does with words that are no command.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use portable_pty::CommandBuilder;
use rushlab::format::FORMATS;
use rushlab::heuristic::HEURISTICS;
use rushlab::notation::NOTATIONS;
use rushlab::puzzle::RULE_SETS;

use crate::common::{run, rushlab, text};
use crate::play::Player;

const BOARD: &str = "......A..B..AXXB..A..B......CC......";
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Writes the files that the examples name.
fn prepare(folder: &Path) {
    fs::write(folder.join("puzzles.txt"), format!("{BOARD}\n{HARD}\n")).unwrap();
    for archive in ["ann.zip", "bob.zip"] {
        zip::ZipWriter::new(fs::File::create(folder.join(archive)).unwrap()).finish().unwrap();
    }
    fs::write(folder.join("points.toml"), "[points]\nsolutions = 20\n").unwrap();
    fs::write(folder.join("more.txt"), "xAAB.....B.C.XXB.CD..EECD.....FF....\n").unwrap();
    fs::write(folder.join("maze.txt"), ". . . .\nW W . W\n. . . .\n. . . .\n").unwrap();
    for arguments in [
        &["db", "build", "puzzles.db", "puzzles.txt"][..],
        &["census", "--size", "4x4", "--out", "4x4.txt"],
        &["census", "--size", "4x4", "--shard", "0/2", "--out", "4x4-0.txt"],
        &["census", "--size", "4x4", "--shard", "1/2", "--out", "4x4-1.txt"],
    ] {
        let output = rushlab(arguments).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// Returns the words of a command line without the name of the program.
fn words(example: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in example.split('"').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words.iter().skip(1).map(|word| if word == "BOARD" { BOARD.to_owned() } else { word.clone() }).collect()
}

/// Returns the examples of a manual page.
fn examples(page: &str) -> Vec<String> {
    let examples = page.split_once(".SH EXAMPLES\n.EX\n").and_then(|(_, rest)| rest.split_once("\n.EE"));
    let examples = examples.map(|(examples, _)| examples.replace("\\-", "-"));
    examples.iter().flat_map(|examples| examples.lines()).map(str::to_owned).collect()
}

#[test]
fn every_example_of_the_manual_runs() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let pages = folder.path().join("manual");
    assert!(run(&["man", "--out", pages.to_str().unwrap()]).status.success());
    let mut number = 0;
    for page in fs::read_dir(&pages).unwrap() {
        for example in examples(&fs::read_to_string(page.unwrap().path()).unwrap()) {
            number += 1;
            // Every example begins with the same files.
            let own = tempfile::tempdir().unwrap();
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
            for file in names.filter(|path| path.is_file()) {
                fs::copy(&file, own.path().join(file.file_name().unwrap())).unwrap();
            }
            let words = words(&example);
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words[0] {
                "play" => plays(own.path(), &words),
                "serve" => serves(&words),
                _ => {
                    let output = rushlab(&words).current_dir(own.path()).output().unwrap();
                    assert!(output.status.success(), "{example}: {}", text(&output.stderr));
                    assert!(!output.stdout.is_empty() || !output.stderr.is_empty() || words.contains(&"--out"));
                }
            }
        }
    }
    assert!(number > 40, "{number}");
}

fn plays(folder: &Path, words: &[&str]) {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rushlab"));
    command.args(words);
    command.cwd(folder);
    let mut player = Player::start(command, false, folder, (24, 80));
    player.wait_for("moves");
    player.press("q");
    assert_eq!(player.end(), 0);
}

fn serves(words: &[&str]) {
    let mut process = rushlab(words).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(line.starts_with("http://"), "{line}");
}

#[test]
fn a_board_a_file_or_an_id_in_the_place_of_a_command_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("jam"), format!("{BOARD}\n")).unwrap();
    let in_folder = |arguments: &[&str]| rushlab(arguments).current_dir(folder.path()).output().unwrap();
    let without_times = |output: &Output| {
        let row = text(&output.stdout).lines().nth(1).unwrap().to_owned();
        row.split('\t').enumerate().filter(|(column, _)| *column != 7).map(|(_, cell)| cell.to_owned()).collect()
    };
    let id = BOARD.parse::<rushlab::Puzzle>().unwrap().id();
    for input in [BOARD, "jam", &id] {
        let alone: Vec<String> = without_times(&in_folder(&[input, "--tsv", "--metric", "steps"]));
        let solved: Vec<String> = without_times(&in_folder(&["solve", input, "--tsv", "--metric", "steps"]));
        assert_eq!(alone, solved, "{input}");
    }
    assert!(text(&in_folder(&["-q", BOARD]).stdout).contains("solved in 2 moves"));
    assert_eq!(text(&in_folder(&["built-in", "--tsv"]).stdout).lines().count(), 41);
    // A file with the name of a command is not taken for one.
    fs::write(folder.path().join("list"), BOARD).unwrap();
    assert!(text(&in_folder(&["list"]).stdout).starts_with("algorithms"));
}

#[test]
fn a_misspelt_command_gets_the_commands_that_resemble_it() {
    for (word, expected) in [
        ("slove", "'solve'"),
        ("genrate", "'generate'"),
        ("completion", "'completions'"),
        ("puzles.txt", "there is no command, file or board `puzles.txt`"),
    ] {
        let output = run(&[word]);
        assert_eq!(output.status.code(), Some(2), "{word}");
        assert!(text(&output.stderr).contains(expected), "{word}: {}", text(&output.stderr));
    }
}

#[test]
fn the_program_alone_lists_its_commands_on_one_screen() {
    let alone = run(&[]);
    assert_eq!(alone.status.code(), Some(0));
    for arguments in [&["help"][..], &["-h"], &["--help"]] {
        assert_eq!(text(&run(arguments).stdout).trim_end(), text(&alone.stdout).trim_end(), "{arguments:?}");
    }
    for group in ["Play", "Solve", "Study", "Design", "Data"] {
        assert!(text(&alone.stdout).lines().any(|line| line.starts_with(group)), "{group}");
    }
    assert!(!text(&alone.stdout).contains('\x1b'), "no colours into a pipe");
}

#[test]
fn topics_describe_what_commands_share() {
    for (topic, expected) in [
        ("input", &["built-in", "standard input", "--primary <LABEL>", "--rules <RULES>"][..]),
        ("output", &["Exit codes:", "130", "--json", "-f, --force", "-q, --quiet"]),
        ("limits", &["--max-memory <SIZE>", "--timeout <DURATION>", "-j, --threads <N>"]),
    ] {
        let help = run(&["help", topic]);
        assert!(expected.iter().all(|expected| text(&help.stdout).contains(expected)), "{}", text(&help.stdout));
        assert!(text(&help.stdout).lines().all(|line| line.chars().count() <= 80));
        assert!(text(&run(&["man", topic]).stdout).starts_with(&format!(".TH RUSHLAB\\-{} 1", topic.to_uppercase())));
    }
    assert_eq!(text(&run(&["help", "db", "query"]).stdout), text(&run(&["db", "query", "--help"]).stdout));
    for command in ["help", "man"] {
        let unknown = run(&[command, "nothing"]);
        assert_eq!(unknown.status.code(), Some(2));
        assert!(text(&unknown.stderr).contains("there is no command and no topic `nothing`"));
    }
}

#[test]
fn manual_pages_have_the_usual_sections_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    assert!(run(&["man", "--out", folder.path().to_str().unwrap()]).status.success());
    let page = |name: &str| fs::read_to_string(folder.path().join(format!("rushlab{name}.1"))).unwrap();
    let sections = |page: &str| -> Vec<String> {
        page.lines().filter_map(|line| line.strip_prefix(".SH ")).map(str::to_owned).collect()
    };
    assert_eq!(
        sections(&page("")).join(", "),
        "NAME, SYNOPSIS, DESCRIPTION, COMMANDS, OPTIONS, EXAMPLES, EXIT STATUS, SEE ALSO"
    );
    let solve = page("-solve");
    let expected = "NAME, SYNOPSIS, DESCRIPTION, ARGUMENTS, OPTIONS, EXAMPLES, EXIT STATUS, SEE ALSO";
    assert_eq!(sections(&solve).join(", "), expected);
    let groups: Vec<&str> = solve.lines().filter_map(|line| line.strip_prefix(".SS ")).collect();
    assert_eq!(groups, ["Puzzle options", "Constraints", "Search options", "Output options", "Limits"]);
    assert!(solve.contains("\\fB\\-\\-algorithm\\fR \\fILIST\\fR"));
    assert_eq!(sections(&page("-input")).join(", "), "NAME, DESCRIPTION, OPTIONS, SEE ALSO");
    assert!(page("-db-query").contains("rushlab db query"));
    // The formatter finds nothing to complain about, where there is one.
    if let Ok(formatter) = Command::new("groff").arg("--version").stdout(Stdio::null()).status() {
        assert!(formatter.success());
        for entry in fs::read_dir(folder.path()).unwrap() {
            let page = entry.unwrap().path();
            let formatted = Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(&page).output().unwrap();
            assert_eq!(text(&formatted.stderr), "", "{}", page.display());
        }
    }
}

#[test]
fn everything_in_the_registries_is_listed() {
    let names = |topic: &str| -> Vec<String> {
        let output = run(&["list", topic, "--json"]);
        let rows: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
        let printed = run(&["list", topic]);
        assert!(text(&printed.stdout).lines().all(|line| line.chars().count() <= 80), "{topic}");
        let name = |row: &serde_json::Value| {
            assert!(row["summary"].is_string(), "{topic}: {row}");
            row["name"].as_str().unwrap().to_owned()
        };
        let names: Vec<String> = rows.iter().map(name).collect();
        assert!(names.iter().all(|name| text(&printed.stdout).contains(name)), "{topic}");
        names
    };
    let topics = run(&["list", "--json"]);
    let topics: Vec<serde_json::Value> = serde_json::from_slice(&topics.stdout).unwrap();
    assert!(topics.iter().all(|topic| !names(topic["name"].as_str().unwrap()).is_empty()));
    assert!(names("heuristics").iter().eq(HEURISTICS.iter().map(|heuristic| heuristic.about().name)));
    assert!(names("formats").iter().eq(FORMATS.iter().map(|format| format.about().name)));
    assert!(names("notations").iter().eq(NOTATIONS.iter().map(|notation| notation.about().name)));
    for name in names("algorithms") {
        let solved = run(&["solve", BOARD, "--algorithm", &name]);
        assert_eq!(solved.status.code(), Some(0), "{name}: {}", text(&solved.stderr));
    }
    for name in names("levels").iter().map(String::as_str) {
        assert!(["beginner", "intermediate", "advanced", "expert"].contains(&name));
    }
    assert!(names("rules").iter().eq(RULE_SETS.iter().map(|rules| rules.name)));
}

#[test]
fn a_parameter_is_listed_with_its_defaults_and_set_by_its_name() {
    let rows = run(&["list", "parameters", "--jsonl"]);
    for row in text(&rows.stdout).lines() {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        let (name, greatest) = (row["name"].as_str().unwrap(), row["greatest"].as_f64().unwrap());
        let of = row["of"].as_str().unwrap().split(", ").next().unwrap();
        let default = [&row["default"], &row[format!("{of}_faithful")]].into_iter().find_map(serde_json::Value::as_f64);
        let set = |value: f64| {
            let set = format!("{name}={value}");
            match of {
                "schlegel" | "grh" => {
                    run(&["evolve", BOARD, "--algorithm", of, "--setting", "faithful", "--set", &set])
                }
                of => run(&["explore", BOARD, "--heuristic", of, "--set", &set]),
            }
        };
        let accepted = set(default.unwrap());
        assert!(matches!(accepted.status.code(), Some(0 | 1)), "{name}: {}", text(&accepted.stderr));
        let refused = set(greatest + 1.0);
        assert_eq!(refused.status.code(), Some(2), "{name}");
        let error = text(&refused.stderr);
        assert!(error.contains(name) && error.contains(&greatest.to_string()), "{name}: {error}");
    }
}

#[test]
fn a_parameter_that_cannot_be_set_is_explained() {
    for (arguments, expected) in [
        (&["solve", BOARD, "--set", "populaton=1"][..], "a similar value exists: 'population'"),
        (&["solve", BOARD, "--set", "weight"], "write the parameter and a number: weight=1"),
        (&["solve", BOARD, "--set", "population=50"], "set it in `rushlab evolve`"),
        (&["solve", BOARD, "--heuristic", "h3", "--set", "weight=2,3"], "takes one value"),
        (&["evolve", BOARD, "--set", "weight=3"], "weight is a parameter of a heuristic"),
        (&["evolve", BOARD, "--set", "near=1", "--set", "near=2"], "near is set twice"),
        (&["evolve", BOARD, "--algorithm", "bfs"], "bfs is not a genetic algorithm"),
        (
            &["explore", BOARD, "--heuristic", "h1", "--set", "entries=9"],
            "--set entries is a parameter of pdb, not of h1",
        ),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn all_stands_for_every_algorithm_and_every_heuristic() {
    let compared = run(&["compare", BOARD, "--algorithm", "all", "--heuristic", "all", "--tsv"]);
    let searches = text(&compared.stdout).lines().skip(1).map(|line| line.split('\t').take(3).collect::<Vec<_>>());
    let of = |name: &str| searches.clone().filter(|row| row[1] == name).count();
    assert_eq!((of("bfs"), of("astar"), of("grh")), (1, HEURISTICS.len(), 1));
    let checked = run(&["explore", BOARD, "--heuristic", "all", "--tsv"]);
    assert_eq!(text(&checked.stdout).lines().count(), 1 + HEURISTICS.len());
    // The former command, which outside checks use.
    assert_eq!(text(&run(&["properties", BOARD, "--tsv"]).stdout), text(&checked.stdout));
    let one = run(&["properties", BOARD, "--heuristic", "h1", "--tsv"]);
    assert_eq!(text(&one.stdout).lines().count(), 2);
}
