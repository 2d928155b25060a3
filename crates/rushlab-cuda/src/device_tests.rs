//! The device finds what the library finds. Skipped where there is no CUDA.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is skipped says so")]

use std::ops::{ControlFlow, RangeInclusive};

use rushlab::Metric;
use rushlab::census::{BoardClass, BoardNumbering, Classifier, Size};

use crate::{ChunkResult, CudaCensus, CudaError};

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
    let numbering = BoardNumbering::new(Size::new(cells, cells).unwrap(), walls).unwrap();
    let census = CudaCensus::new(&numbering, metric)?;
    let chunk_ids = 3000;
    let mut lane = census.lane(chunk_ids as u32)?;
    let chunks: Vec<(u64, u64)> = (0..numbering.count())
        .step_by(chunk_ids)
        .map(|first| (first, (first + chunk_ids as u64).min(numbering.count())))
        .collect();
    let mut classifier = Classifier::with_metric(numbering.size(), metric);
    for batch in chunks.chunks(lane.max_chunks()) {
        for (result, chunk) in lane.classify(batch)?.into_iter().zip(batch) {
            compare_chunk(&numbering, &mut classifier, &result, *chunk);
        }
    }
    Ok(())
}

fn compare_chunk(numbering: &BoardNumbering, classifier: &mut Classifier, result: &ChunkResult, chunk: (u64, u64)) {
    assert_eq!((result.unclassified.len(), result.undecided.len()), (0, 0));
    let mut found = result.puzzles.iter().map(|puzzle| {
        let board = numbering.board(puzzle.id).unwrap();
        let mut classifier = Classifier::new(numbering.size());
        classifier.found_puzzle(&board, puzzle.key, puzzle.moves as usize, puzzle.positions.into())
    });
    let mut counts = [0; 4];
    let _ = numbering.for_each_board(chunk.0, chunk.1, |board| {
        let (solvable, positions) = match classifier.classify(board) {
            BoardClass::NotCanonical => return ControlFlow::Continue(()),
            BoardClass::Unsolvable { positions } => (0, positions),
            BoardClass::NotMinimal { positions, .. } => (1, positions),
            BoardClass::Minimal(puzzle) => {
                let positions = puzzle.positions;
                assert_eq!(found.next(), Some(puzzle));
                (1, positions)
            }
        };
        counts = [counts[0] + 1, counts[1] + solvable, counts[2] + positions, counts[3].max(positions)];
        ControlFlow::Continue(())
    });
    assert_eq!(found.next(), None);
    assert_eq!([result.canonical, result.solvable, result.positions, result.largest], counts);
}
