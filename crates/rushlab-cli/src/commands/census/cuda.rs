//! The census on a GPU: the device classifies chunks; the host writes the rows and classifies what does not fit there.

use anyhow::{Context as _, Result, anyhow};
use rushlab_census::{BoardClass, BoardNumbering, Classifier, FOGLEMAN};
use rushlab_cuda::{CensusStream, ChunkResult, CudaCensus, CudaError};

use super::chunks::{Chunk, ChunkClassifier};
use super::rows;
use super::scope::CensusScope;
use crate::interrupt;
use crate::progress::ProgressLine;

/// Number of threads that give work to the device. While the device works on the batch of one, the others write rows.
pub(super) const STREAMS: usize = 4;

pub(super) fn open(numbering: &BoardNumbering, census: &CensusScope) -> Result<CudaCensus> {
    if *census.rules != FOGLEMAN {
        return Err(anyhow!(
            "--device cuda supports the definition `fogleman` only; leave out --device or --definition"
        ));
    }
    CudaCensus::new(numbering, census.metric).map_err(|error| match error {
        CudaError::NoDriver | CudaError::NoCompiler | CudaError::TooLarge => {
            anyhow!("{error}; --device cpu takes the census on the processor")
        }
        error => error.into(),
    })
}

/// The engine of the device, with a stream of its own.
pub(super) struct CudaClassifier<'a> {
    numbering: &'a BoardNumbering,
    census: &'a CensusScope,
    stream: CensusStream<'a>,
    /// Classifies what does not fit on the device.
    classifier: Classifier,
}

impl<'a> CudaClassifier<'a> {
    pub(super) fn new(
        device: &'a CudaCensus,
        numbering: &'a BoardNumbering,
        census: &'a CensusScope,
    ) -> Result<CudaClassifier<'a>> {
        let stream = device.stream(census.chunks.chunk_ids() as u32)?;
        Ok(CudaClassifier { numbering, census, stream, classifier: Classifier::new(census.size, census.metric) })
    }

    /// Completes a chunk with what the host has to do.
    fn complete(&mut self, number: usize, result: &ChunkResult) -> Result<Chunk> {
        let board =
            |id| self.numbering.board(id).with_context(|| format!("the device returned {id}, which is not an id"));
        let mut chunk = Chunk { number, counts: result.counts, ..Chunk::default() };
        for puzzle in &result.puzzles {
            let board = board(puzzle.id)?;
            let positions = puzzle.positions.into();
            chunk.rows.push(rows::of(&self.classifier.found_puzzle(
                &board,
                puzzle.key,
                puzzle.cost as usize,
                positions,
            )));
        }
        for id in &result.unclassified {
            chunk.add(self.classifier.classify(&board(*id)?));
        }
        for id in &result.undecided {
            if let BoardClass::Minimal(puzzle) = self.classifier.classify(&board(*id)?) {
                chunk.rows.push(rows::of(&puzzle));
            }
        }
        (chunk.counts.ids, chunk.counts.minimal) = (self.census.chunks.length(number), chunk.rows.len() as u64);
        Ok(chunk)
    }
}

impl ChunkClassifier for CudaClassifier<'_> {
    fn batch(&self) -> usize {
        self.stream.max_chunks()
    }

    fn classify(&mut self, numbers: &[usize], line: &ProgressLine) -> Result<Option<Vec<Chunk>>> {
        if interrupt::requested() {
            return Ok(None);
        }
        let chunks: Vec<(u64, u64)> = numbers.iter().map(|number| self.census.chunks.range(*number)).collect();
        let results = self.stream.classify(&chunks)?;
        let chunks = numbers.iter().zip(&results).map(|(number, result)| self.complete(*number, result));
        let chunks = chunks.collect::<Result<Vec<Chunk>>>()?;
        line.increment(chunks.iter().map(|chunk| chunk.counts.ids).sum());
        Ok(Some(chunks))
    }
}
