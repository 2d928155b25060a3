//! What the library finds in chunks of ids, for the tests of the kernels.

use std::ops::ControlFlow;

use rushlab::Metric;
use rushlab_census::{BoardClass, BoardNumbering, Classifier, MinimalPuzzle};

/// The counts of a chunk: canonical, solvable, positions, largest.
pub(crate) type Counts = [u64; 4];

/// Returns the counts of each chunk, and all minimal puzzles in the order of their ids.
pub(crate) fn classify_with_library(
    numbering: &BoardNumbering,
    chunks: &[(u64, u64)],
    metric: Metric,
) -> (Vec<Counts>, Vec<MinimalPuzzle>) {
    let mut classifier = Classifier::with_metric(numbering.size(), metric);
    let mut puzzles = Vec::new();
    let counts = chunks.iter().map(|(first, end)| {
        let mut counts = Counts::default();
        let _ = numbering.for_each_board(*first, *end, |board| {
            let (is_solvable, positions) = match classifier.classify(board) {
                BoardClass::NotCanonical => return ControlFlow::Continue(()),
                BoardClass::Unsolvable { positions } => (0, positions),
                BoardClass::NotMinimal { positions, .. } => (1, positions),
                BoardClass::Minimal(puzzle) => {
                    let positions = puzzle.positions;
                    puzzles.push(puzzle);
                    (1, positions)
                }
            };
            let [canonical, solvable, all_positions, largest] = counts;
            counts = [canonical + 1, solvable + is_solvable, all_positions + positions, largest.max(positions)];
            ControlFlow::Continue(())
        });
        counts
    });
    (counts.collect(), puzzles)
}
