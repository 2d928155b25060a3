//! The device finds what the library finds. Skipped where there is no CUDA.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::ops::{ControlFlow, RangeInclusive};

use rushlab::Metric;
use rushlab_census::{BoardNumbering, Classifier, FOGLEMAN, Size};

use crate::library::classify_with_library;
use crate::{CudaCensus, CudaError};

#[test]
fn the_device_finds_what_the_library_finds() {
    for (cells, walls, metric) in [(4, 0..=2, Metric::Moves), (4, 0..=1, Metric::Steps), (5, 0..=0, Metric::Moves)] {
        if let Err(error) = compare(cells, walls, metric) {
            assert!(matches!(error, CudaError::NoDriver | CudaError::NoCompiler), "{error}");
            println!("skipped: {error}");
            return;
        }
    }
}

fn compare(cells: usize, walls: RangeInclusive<u8>, metric: Metric) -> Result<(), CudaError> {
    let size = Size::new(cells, cells).unwrap();
    let numbering = BoardNumbering::new(&FOGLEMAN, size, walls, |_| ControlFlow::Continue(())).unwrap();
    let census = CudaCensus::new(&numbering, metric)?;
    let chunk_ids = 3000;
    let mut stream = census.stream(chunk_ids as u32)?;
    let chunks: Vec<(u64, u64)> = (0..numbering.count())
        .step_by(chunk_ids)
        .map(|first| (first, (first + chunk_ids as u64).min(numbering.count())))
        .collect();
    let mut classifier = Classifier::new(numbering.size(), metric);
    let (mut counts, mut puzzles) = (Vec::new(), Vec::new());
    for batch in chunks.chunks(stream.max_chunks()) {
        for result in stream.classify(batch)? {
            assert_eq!((result.unclassified.len(), result.undecided.len()), (0, 0));
            counts.push(result.counts);
            puzzles.extend(result.puzzles.iter().map(|puzzle| {
                let board = numbering.board(puzzle.id).unwrap();
                classifier.found_puzzle(&board, puzzle.key, puzzle.cost as usize, puzzle.positions.into())
            }));
        }
    }
    assert_eq!((counts, puzzles), classify_with_library(&numbering, &chunks, metric));
    Ok(())
}
