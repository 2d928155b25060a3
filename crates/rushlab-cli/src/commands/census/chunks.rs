//! Processing of chunks on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use rushlab_census::{BoardClass, BoardNumbering, Classifier, MinimalPuzzle};

use super::rows;
use super::scope::CensusScope;
use crate::interrupt;
use crate::progress::ProgressLine;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) number: usize,
    pub(super) ids: u64,
    pub(super) canonical: u64,
    pub(super) solvable: u64,
    pub(super) positions: u64,
    pub(super) largest: u64,
    /// The minimal puzzles: `moves board positions`.
    pub(super) rows: Vec<String>,
}

impl Chunk {
    pub(super) fn add(&mut self, found: BoardClass) {
        self.ids += 1;
        let (positions, solvable) = match &found {
            BoardClass::NotCanonical => return,
            BoardClass::Unsolvable { positions } => (*positions, false),
            BoardClass::NotMinimal { positions, .. } => (*positions, true),
            BoardClass::Minimal(row) => (row.positions, true),
        };
        self.canonical += 1;
        self.solvable += u64::from(solvable);
        self.positions += positions;
        self.largest = self.largest.max(positions);
        if let BoardClass::Minimal(puzzle) = found {
            self.add_row(&puzzle);
        }
    }

    pub(super) fn add_row(&mut self, puzzle: &MinimalPuzzle) {
        self.rows.push(rows::of(puzzle));
    }
}

/// An engine that classifies the boards of chunks.
pub(super) trait ChunkClassifier {
    /// Returns the number of chunks that it classifies at once.
    fn batch(&self) -> usize;

    /// Classifies the boards of some chunks and advances the display by each. Returns `None` if Ctrl-C was pressed.
    fn classify(&mut self, numbers: &[usize], line: &ProgressLine) -> Result<Option<Vec<Chunk>>>;
}

/// The engine of the library, on one thread.
pub(super) struct LibraryClassifier<'a> {
    numbering: &'a BoardNumbering,
    census: &'a CensusScope,
    classifier: Classifier,
}

impl<'a> LibraryClassifier<'a> {
    pub(super) fn new(numbering: &'a BoardNumbering, census: &'a CensusScope) -> LibraryClassifier<'a> {
        LibraryClassifier { numbering, census, classifier: Classifier::with_metric(census.size, census.metric) }
    }
}

impl LibraryClassifier<'_> {
    /// Classifies the boards of a chunk. Returns `None` if Ctrl-C was pressed.
    fn classify_chunk(&mut self, number: usize, line: &ProgressLine) -> Option<Chunk> {
        let (first, end) = self.census.chunk(number);
        let mut chunk = Chunk { number, ..Chunk::default() };
        let mut shown = 0;
        let ended = self.numbering.for_each_board(first, end, |board| {
            chunk.add(self.classifier.classify(board));
            if chunk.ids.is_multiple_of(256) {
                line.increment(256);
                shown += 256;
                if interrupt::requested() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        line.increment(chunk.ids - shown);
        ended.is_continue().then_some(chunk)
    }
}

impl ChunkClassifier for LibraryClassifier<'_> {
    fn batch(&self) -> usize {
        1
    }

    fn classify(&mut self, numbers: &[usize], line: &ProgressLine) -> Result<Option<Vec<Chunk>>> {
        Ok(numbers.iter().map(|number| self.classify_chunk(*number, line)).collect())
    }
}

/// Processes chunks on several threads, each with its own classifier, until all are finished or Ctrl-C is pressed.
/// `finish` receives each chunk as soon as it is finished.
pub(super) fn process<C: ChunkClassifier>(
    threads: usize,
    classifier: impl Fn() -> Result<C> + Sync,
    numbers: &[usize],
    line: &ProgressLine,
    mut finish: impl FnMut(Chunk) -> Result<()>,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Result<Chunk>>(64);
        for _ in 0..threads.min(numbers.len()) {
            let (sender, next, classifier) = (sender.clone(), &next, &classifier);
            scope.spawn(move || {
                let classified = classifier().and_then(|mut classifier| {
                    let batch = classifier.batch();
                    loop {
                        let first = next.fetch_add(batch, Ordering::Relaxed).min(numbers.len());
                        let numbers = &numbers[first..numbers.len().min(first + batch)];
                        let finished = if numbers.is_empty() { None } else { classifier.classify(numbers, line)? };
                        let Some(chunks) = finished else { return Ok(()) };
                        if chunks.into_iter().any(|chunk| sender.send(Ok(chunk)).is_err()) {
                            return Ok(());
                        }
                    }
                });
                if let Err(error) = classified {
                    // The receiver is gone if another thread has failed too.
                    let _ = sender.send(Err(error));
                }
            });
        }
        drop(sender);
        receiver.into_iter().try_for_each(|chunk| finish(chunk?))
    })
}
