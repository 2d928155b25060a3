//! Tests of `--threads`: it changes the time of a search, not its result.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::Value;

use crate::common::{run, text};

/// An 8×8 board with too many positions for the first method of `auto`.
const LARGE: &str = "BBB.CC.O.DD.EEEO..J..M.PAAJ.LM.PI.J.LM.PI.KFFGGG..K...N.HHH...N.";
const SMALL: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Solves boards and returns the rows without times and memory.
fn rows(boards: &[&str], threads: &str) -> Vec<Value> {
    let output = run(&[&["solve", "--threads", threads, "--json"], boards].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let mut rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        row.retain(|key, _| !["seconds", "peak_memory"].contains(&key.as_str()));
    }
    rows
}

#[test]
fn the_number_of_threads_changes_no_result() {
    let one = rows(&[LARGE, SMALL], "1");
    assert_eq!((one.len(), &one[0]["optimal"]), (2, &Value::Bool(true)));
    // Fewer puzzles than threads: the searches get the threads that remain.
    for threads in ["2", "3", "5"] {
        assert_eq!(rows(&[LARGE, SMALL], threads), one, "{threads}");
    }
    let mut alone = rows(&[LARGE], "3");
    // With several inputs, the names differ.
    alone[0]["puzzle"] = one[0]["puzzle"].clone();
    assert_eq!(alone[0], one[0]);
}
