//! The model of people is the one that fits the recorded moves best, and predicts them as well as its documentation
//! says.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use rushlab_study::people::FEATURES;

#[path = "../examples/fit_people/report.rs"]
mod report;

/// Returns the table of moves of the corpus.
fn moves() -> Option<String> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let folder = env::var_os("RUSHLAB_CORPUS").map_or_else(beside, PathBuf::from);
    let text = fs::read_to_string(folder.join("people/moves.tsv"));
    if text.is_err() {
        // Written directly, because the test runner hides the output of passing tests.
        let _ = writeln!(io::stderr(), "skipped: no people/moves.tsv; set RUSHLAB_CORPUS to the folder of the corpus");
    }
    text.ok()
}

#[test]
fn the_weights_and_the_figures_of_the_documentation_are_recomputed() {
    let Some(text) = moves() else { return };
    let fitted = report::Fitted::of(&text).unwrap();
    for (feature, weight) in FEATURES.iter().zip(fitted.weights) {
        assert!((feature.weight - weight).abs() < 0.0051, "{} should be {weight:.3}", feature.name);
    }
    let report = fitted.report();
    let document = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/difficulty.md")).unwrap();
    assert!(document.contains(&format!("```text\n{report}```")), "docs/difficulty.md should show\n{report}");
}
