//! `rushlab train`, and the expressions that `--heuristic` takes.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use crate::common::{run, text};

const CARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Runs the program; returns its exit code and its output.
fn result(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = run(arguments);
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn a_trained_heuristic_is_a_file_that_searches_take() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.txt", "second.txt"].map(|name| folder.path().join(name));
    let [first, second] = [first.to_str().unwrap(), second.to_str().unwrap()];
    let boards = ["built-in#4", "built-in#5", "built-in#6", "built-in#7"];
    let options = ["--test", "built-in#8", "--generations", "3", "--population", "12"];
    let train = [&["train"][..], &boards, &options].concat();
    let (code, printed, _) = result(&[&train[..], &["--out", first, "--threads", "1", "--trace", "-"]].concat());
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("\ntraining: ") && printed.contains("\ntest: 1 of 1 puzzle solved"), "{printed}");
    // The trace has every individual, and the last generation begins with the result.
    let rows: Vec<Vec<&str>> =
        printed.lines().map(|line| line.split('\t').collect()).filter(|row: &Vec<&str>| row.len() == 7).collect();
    assert_eq!((rows[0][0], rows.len()), ("generation", 1 + 4 * 12));
    let file = fs::read_to_string(first).unwrap();
    assert!(file.starts_with("; evolved by rushlab train: 4 training puzzles, 3 generations of 12, seed 1;"), "{file}");
    assert_eq!(file.lines().nth(1), Some(rows[1 + 3 * 12][6]));
    // The result does not depend on the number of threads.
    assert_eq!(result(&[&train[..], &["--out", second, "--threads", "3"]].concat()).0, Some(0));
    assert_eq!(fs::read_to_string(second).unwrap(), file);
    assert_eq!(result(&[&train[..], &["--out", first]].concat()).0, Some(2), "an existing file is kept");
    let (code, solved, _) = result(&["solve", "built-in#8", "--algorithm", "idastar", "--heuristic", first, "--tsv"]);
    assert_eq!((code, solved.contains("solved")), (Some(0), true), "{solved}");
    let (code, compared, _) =
        result(&["compare", "built-in#8", "--algorithm", "idastar", "--heuristic", &format!("h4,{first}")]);
    assert_eq!((code, compared.contains("first.txt")), (Some(0), true), "{compared}");
}

#[test]
fn an_expression_is_a_heuristic_and_claims_only_what_its_form_proves() {
    let solve = |heuristic: &str| {
        result(&["solve", "built-in#8", "--algorithm", "idastar", "--heuristic", heuristic, "--json"])
    };
    let (_, exact, _) = solve("(max h4 recursive)");
    let (_, greedy, _) = solve("(* 4 (+ h4 blocking))");
    let optimal = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap()[0]["optimal"].as_bool();
    assert_eq!((optimal(&exact), optimal(&greedy)), (Some(true), Some(false)), "{exact} {greedy}");
    let (code, explored, _) = result(&["explore", "......A..B..AXXB..A..B......CC......", "--heuristic", "(* 4 h1)"]);
    assert_eq!((code, explored.contains("expression is not admissible: ")), (Some(0), true), "{explored}");
}

#[test]
fn what_is_no_expression_and_no_training_puzzle_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.txt");
    fs::write(&path, "; a comment\n(max h4 h9)").unwrap();
    let wrong = path.to_str().unwrap();
    for (arguments, words) in [
        (&["solve", CARD, "--heuristic", "(max h4"][..], "the expression ends too early"),
        (&["solve", CARD, "--heuristic", wrong], "wrong.txt: `h9` is no measure; the measures are h1, h2"),
        (&["solve", CARD, "--heuristic", "no-such-file.txt"], "no-such-file.txt cannot be read"),
        (&["solve", CARD, "--heuristic", "h9"], "invalid value 'h9' for '--heuristic <LIST>'"),
        (&["solve", CARD, "--algorithm", "bfs", "--heuristic", "(max h4 h1)"], "--heuristic is not used by bfs"),
        (&["train", CARD, "--max-states", "10"], "none of the puzzles can be used for training"),
    ] {
        let (code, _, error) = result(arguments);
        assert_eq!((code, error.contains(words)), (Some(2), true), "{arguments:?}: {error}");
    }
}
