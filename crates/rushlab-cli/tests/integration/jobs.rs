//! Whole jobs from start to end, as a teacher, a designer and a user of the shell do them, with default options.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::process::Command;

use crate::common::text;

/// Runs a script whose every command must succeed, in a new folder.
fn job(script: &str) {
    let folder = tempfile::tempdir().unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_rushlab")).parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-exc", script]).current_dir(folder.path()).env("PATH", path).env_remove("RUSHLAB_CORPUS");
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
}

#[test]
fn a_teacher_makes_a_course_solves_it_and_compares_searches() {
    job(r#"
        rushlab generate --rules comp472 -n 6 -o course.txt
        test "$(rushlab check course.txt --tsv | cut -f2 | grep -c yes)" = 6
        rushlab solve course.txt --tsv >key.tsv
        rushlab solve course.txt --rules comp472 --tsv >same.tsv
        test "$(cut -f1-5 key.tsv)" = "$(cut -f1-5 same.tsv)"
        rushlab solve course.txt#2 | grep -q '[0-9] move\|no solution'
        rushlab render course.txt -o booklet.pdf
        test "$(head -c 5 booklet.pdf)" = %PDF-
        rushlab compare course.txt -n 2 -o results | grep -q 'Times are means of'
        test -s results/ucs-sol-1.txt && test -s results/analysis.xlsx && test -s results/slides.html
        grep -q valet results/report.html
        rushlab compare course.txt -n 2 -o results 2>notes
        grep -q '18 of 18 searches and 2 of 2 optima are reused' notes
    "#);
}

#[test]
fn a_designer_makes_a_set_and_publishes_it() {
    job(r#"
        rushlab generate --levels 2,1,0,0 --minimal -o set.txt
        test "$(rushlab explore set.txt --tsv | cut -f11 | tail -n 3 | xargs)" = 'beginner beginner intermediate'
        rushlab generate --walls 1..2 --minimal --unique -n 2 -o walls.txt
        test "$(rushlab explore walls.txt --jsonl | grep -c '"same_moves":true')" = 2
        rushlab explore set.txt#3 --report page.html --graph cluster.dot | head -n 1
        test -s page.html && test -s cluster.dot
        rushlab convert set.txt walls.txt --to json -o all.json
        rushlab db build all.db all.json
        test "$(rushlab solve all.db --tsv | wc -l)" = 6
        rushlab solve all.db --level intermediate -n 1 --boards | grep -q 'solved in'
        rushlab render all.json -o booklet.pdf
        rushlab render set.txt#1 -o first.svg
        grep -q '<svg' first.svg
    "#);
}

#[test]
fn a_user_of_the_shell_connects_commands() {
    job(r#"
        rushlab ......A..B..AXXB..A..B......CC...... | grep -q 'solved in 2 moves'
        rushlab convert built-in --to line >all.txt
        test "$(rushlab convert all.txt --canonical | sort -u | wc -l)" -eq 40
        rushlab solve --moves 20.. --tsv <all.txt | awk -F'\t' 'NR > 1 && $4 < 20 { exit 1 }'
        rushlab solve all.txt --jsonl | head -n 1 | grep -q '"status":"solved"'
        rushlab solve all.txt#16 --tsv | cut -f9 | tail -n 1 >moves.txt
        rushlab replay all.txt#16 --moves-file moves.txt
        if rushlab solve missing.txt 2>problem; then exit 1; fi
        grep -q missing.txt problem
        rushlab show all.txt#1 -q | cat >board.txt
        test -s board.txt
        rushlab list algorithms --json | grep -q '"auto"'
    "#);
}
