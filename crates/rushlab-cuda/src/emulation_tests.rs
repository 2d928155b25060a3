//! The kernels, compiled for the processor and run with one thread at a time, find what the library finds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use rushlab::Metric;
use rushlab_census::{BoardNumbering, Classifier, Counts, FOGLEMAN, MinimalPuzzle, Size};

use crate::layout::Layout;
use crate::library::classify_with_library;

#[test]
fn kernels_find_what_the_library_finds() {
    if Command::new("c++").arg("--version").output().is_err() {
        println!("skipped: there is no C++ compiler");
        return;
    }
    compare((4, 4), 0..=2, 0..u64::MAX, Metric::Moves);
    compare((4, 4), 0..=1, 0..u64::MAX, Metric::Steps);
    compare((5, 4), 0..=1, 0..10_000, Metric::Moves);
    compare((5, 5), 0..=0, 100_000..110_000, Metric::Moves);
    compare((6, 6), 0..=2, 9_000_000_000..9_000_000_300, Metric::Moves);
    compare((6, 6), 0..=0, 120_000_000..120_000_500, Metric::Steps);
}

/// Compares the counts and the puzzles of some ids.
fn compare(size: (usize, usize), walls: std::ops::RangeInclusive<u8>, ids: std::ops::Range<u64>, metric: Metric) {
    let size = Size::new(size.0, size.1).unwrap();
    let numbering = BoardNumbering::new(&FOGLEMAN, size, walls, |_| ControlFlow::Continue(())).unwrap();
    let chunk_ids = 1000;
    let end = ids.end.min(numbering.count());
    let chunks: Vec<(u64, u64)> =
        (ids.start..end).step_by(chunk_ids).map(|first| (first, (first + chunk_ids as u64).min(end))).collect();
    let (counts, mut puzzles) = run_kernels(&numbering, &chunks, chunk_ids, metric);
    let (expected_counts, mut expected) = classify_with_library(&numbering, &chunks, metric);
    assert_eq!(counts, expected_counts);
    let order = |puzzle: &MinimalPuzzle| puzzle.board.clone();
    puzzles.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(puzzles, expected);
}

fn run_kernels(
    numbering: &BoardNumbering,
    chunks: &[(u64, u64)],
    chunk_ids: usize,
    metric: Metric,
) -> (Vec<Counts>, Vec<MinimalPuzzle>) {
    let layout = Layout::new(numbering, metric).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let states = layout.states.iter().flat_map(|state| {
        let before = state.before.iter().flat_map(|count| count.to_ne_bytes());
        before.chain(state.next.iter().flat_map(|index| index.to_ne_bytes())).collect::<Vec<u8>>()
    });
    fs::write(path("states"), states.collect::<Vec<u8>>()).unwrap();
    fs::write(path("table"), layout.table.iter().flat_map(|entry| entry.to_ne_bytes()).collect::<Vec<u8>>()).unwrap();
    let ids = chunks.iter().flat_map(|(first, end)| [*first, *end]).flat_map(u64::to_ne_bytes);
    fs::write(path("chunks"), ids.collect::<Vec<u8>>()).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/emulator.cpp");
    let compiler = Command::new("c++")
        .args(["-std=c++17", "-O2", "-w"])
        .args(layout.options())
        .args([Path::new("-o"), &path("kernels"), &source])
        .output()
        .unwrap();
    assert!(compiler.status.success(), "{}", String::from_utf8_lossy(&compiler.stderr));
    let program = Command::new(path("kernels"))
        .args([path("states"), path("table"), path("chunks")])
        .arg(chunk_ids.to_string())
        .output()
        .unwrap();
    assert!(program.status.success());
    let output = String::from_utf8(program.stdout).unwrap();
    let mut lines = output.lines();
    let passed = lines.next().unwrap();
    assert!(passed.ends_with("left 0 0"), "{passed}");
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
    let counts = lines.by_ref().take(chunks.len()).map(|line| {
        let [canonical, solvable, positions, largest] = numbers(line).try_into().unwrap();
        Counts { canonical, solvable, positions, largest, ..Counts::default() }
    });
    let counts = counts.collect();
    let mut classifier = Classifier::new(numbering.size(), metric);
    let puzzles = lines.map(|line| {
        let [id, key, cost, positions] = numbers(line).try_into().unwrap();
        classifier.found_puzzle(&numbering.board(id).unwrap(), key, cost as usize, positions)
    });
    (counts, puzzles.collect())
}
