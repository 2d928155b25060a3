//! Planning tasks that `convert` writes are solved by a planner, and `replay` accepts its plan.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use crate::common::{run, text};

/// A board of 4×4 cells, so that also a planner that grounds actions naively is fast.
const BOARD: &str = "..B.XXB..CC.DD..";

/// Writes the task and runs the first planner that is installed. Returns the path of the plan.
fn plan(folder: &Path) -> Option<std::path::PathBuf> {
    let (domain, problem) = (folder.join("domain.pddl"), folder.join("p01.pddl"));
    let planners: [(&str, &[&str], &[&str], &str); 3] = [
        ("fast-downward", &[], &["--search", "astar(blind())"], "sas_plan"),
        ("fast-downward.py", &[], &["--search", "astar(blind())"], "sas_plan"),
        ("pyperplan", &["-s", "bfs"], &[], "p01.pddl.soln"),
    ];
    for (program, before, after, plan) in planners {
        let mut command = Command::new(program);
        let output = command.args(before).args([&domain, &problem]).args(after).current_dir(folder).output();
        if let Ok(output) = output {
            assert!(output.status.success(), "{program}: {}{}", text(&output.stdout), text(&output.stderr));
            return Some(folder.join(plan));
        }
    }
    let _ = writeln!(std::io::stderr(), "skipped: no planner is installed (fast-downward or pyperplan)");
    None
}

#[test]
fn an_optimal_plan_of_a_planner_replays_with_the_optimal_cost() {
    for metric in ["moves", "steps"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("tasks/");
        let written = run(&["convert", BOARD, "--to", "pddl", "--metric", metric, "--out", out.to_str().unwrap()]);
        assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
        let Some(plan) = plan(&out) else { return };
        let replayed = run(&["replay", BOARD, "--metric", metric, "--moves-file", plan.to_str().unwrap()]);
        let replayed = text(&replayed.stdout);
        let solved = run(&["solve", BOARD, "--metric", metric, "--tsv"]);
        let cost = text(&solved.stdout).lines().nth(1).unwrap().split('\t').nth(2).unwrap().to_owned();
        assert!(replayed.ends_with(": solved\n"), "{replayed}");
        assert!(replayed.lines().last().unwrap().contains(&format!("{cost} {metric}")), "{cost}: {replayed}");
    }
}

#[test]
fn a_folder_gets_the_domain_and_a_file_per_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let write = |arguments: &[&str]| run(&[&["convert", "--to", "pddl", "--out", out], arguments].concat());
    assert_eq!(write(&[]).status.code(), Some(0));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 41);
    let domain = fs::read_to_string(folder.path().join("domain.pddl")).unwrap();
    assert_eq!(domain.matches("(:action").count(), 40);
    let files: Vec<String> = (1..=40).map(|number| format!("{out}/p{number:02}.pddl")).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let lines = |output: std::process::Output| -> Vec<String> {
        text(&output.stdout).lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    };
    let original = lines(run(&["convert", "--to", "line"]));
    assert_eq!(lines(run(&[&["convert", "--to", "line"], files.as_slice()].concat())), original);
    let again = write(&[]);
    assert!(text(&again.stderr).contains("exists already"), "{}", text(&again.stderr));
    let mixed = write(&["--force", BOARD, "..B..XXB....B............"]);
    assert_eq!(mixed.status.code(), Some(2));
    assert!(text(&mixed.stderr).contains("needs the domain rush-hour-moves-5"), "{}", text(&mixed.stderr));
    let grid = run(&["convert", BOARD, "--to", "grid", "--out", out]);
    assert!(
        text(&grid.stderr).contains("is a folder; the format `grid` is written to a file"),
        "{}",
        text(&grid.stderr)
    );
}

#[test]
fn a_domain_given_as_a_puzzle_is_reported_as_a_domain() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("tasks/");
    assert_eq!(run(&["convert", BOARD, "--to", "pddl", "--out", out.to_str().unwrap()]).status.code(), Some(0));
    let output = run(&["solve", out.join("domain.pddl").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let message = text(&output.stderr);
    let expected = "domain.pddl: this is a PDDL domain, and there is no puzzle in it; give a problem";
    assert!(message.contains(expected), "{message}");
}
