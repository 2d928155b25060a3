//! What the library finds in chunks of ids, for the tests of the kernels.

use std::ops::ControlFlow;

use rushlab::Metric;
use rushlab_census::{BoardClass, BoardNumbering, Classifier, Counts, MinimalPuzzle};

/// Returns the counts of each chunk, as the device counts, and all minimal puzzles in the order of their ids.
pub(crate) fn classify_with_library(
    numbering: &BoardNumbering,
    chunks: &[(u64, u64)],
    metric: Metric,
) -> (Vec<Counts>, Vec<MinimalPuzzle>) {
    let mut classifier = Classifier::new(numbering.size(), metric);
    let mut puzzles = Vec::new();
    let counts = chunks.iter().map(|(first, end)| {
        let mut counts = Counts::default();
        let _ = numbering.for_each_board(*first, *end, |board| {
            let class = classifier.classify(board);
            counts.add(&class);
            if let BoardClass::Minimal(puzzle) = class {
                puzzles.push(puzzle);
            }
            ControlFlow::Continue(())
        });
        Counts { ids: 0, minimal: 0, ..counts }
    });
    (counts.collect(), puzzles)
}
