//! Processing of chunks on several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use rushlab_census::{BoardClass, BoardNumbering, Classifier, Counts};

use super::rows;
use super::scope::CensusScope;
use crate::interrupt;
use crate::progress::ProgressLine;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) number: usize,
    pub(super) counts: Counts,
    /// The minimal puzzles: `moves board positions`.
    pub(super) rows: Vec<String>,
}

impl Chunk {
    pub(super) fn add(&mut self, found: BoardClass) {
        self.counts.add(&found);
        if let BoardClass::Minimal(puzzle) = found {
            self.rows.push(rows::of(&puzzle));
        }
    }
}

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
        LibraryClassifier { numbering, census, classifier: Classifier::new(census.size, census.metric) }
    }
}

impl LibraryClassifier<'_> {
    /// Classifies the boards of a chunk. Returns `None` if Ctrl-C was pressed.
    fn classify_chunk(&mut self, number: usize, line: &ProgressLine) -> Option<Chunk> {
        let (first, end) = self.census.chunks.range(number);
        let mut chunk = Chunk { number, ..Chunk::default() };
        let mut shown = 0;
        let ended = self.numbering.for_each_board(first, end, |board| {
            chunk.add(self.classifier.classify(board));
            if chunk.counts.ids.is_multiple_of(256) {
                line.increment(256);
                shown += 256;
                if interrupt::requested() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        line.increment(chunk.counts.ids - shown);
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
