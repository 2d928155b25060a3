//! A stream of the device with its own buffers, on which batches of chunks are classified.

use std::sync::Arc;

use cudarc::driver::sys::{CUevent_flags, CUfunction_attribute_enum as FunctionAttribute};
use cudarc::driver::{CudaEvent, CudaFunction, CudaSlice, CudaStream, DevicePtr, LaunchConfig, PushKernelArg};

use rushlab_census::Counts;

use crate::tiers::{MINIMAL, Memory, SEARCH, Tier};
use crate::{CudaCensus, CudaError};

/// The sizes of the kernels' structures in 64-bit words: `Board`, `Candidate`, `Found`, `Counts`.
const BOARD_WORDS: usize = 6;
const CANDIDATE_WORDS: usize = 10;
const FOUND_WORDS: usize = 4;
const COUNTS_WORDS: usize = 4;

/// The word of a `Board` that has its place in the low half.
const PLACE_WORD: usize = 5;

/// The ids of a batch at most. More would not use the device better.
const BATCH_IDS: usize = 4 << 20;

/// The threads of a thread block of `screen`.
const SCREEN_THREADS: u32 = 256;

/// A stream takes at most this part of the device's memory: a fifth, so that four streams and the tables fit.
const MEMORY_SHARE: usize = 5;

/// A minimal puzzle that the device found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundPuzzle {
    /// The id of the board that represents its cluster.
    pub id: u64,
    /// The position of the vehicles; see [`rushlab_census::CensusTables`].
    pub key: u64,
    /// Optimal cost in the metric of the census.
    pub cost: u32,
    /// Number of positions of its cluster.
    pub positions: u32,
}

/// The results of a chunk of ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkResult {
    /// The counts of the clusters whose representatives have the ids; the host counts ids and puzzles.
    pub counts: Counts,
    /// The minimal puzzles, by id.
    pub puzzles: Vec<FoundPuzzle>,
    /// The ids that were too large for the device. They are not counted; the host must classify them.
    pub unclassified: Vec<u64>,
    /// The ids that are counted, but for which the host must find out whether the hardest position is minimal.
    pub undecided: Vec<u64>,
}

/// A list on the device, with the number of its items and the number of those taken.
#[derive(Debug)]
struct List {
    items: CudaSlice<u64>,
    counters: CudaSlice<u32>,
}

#[derive(Debug)]
struct Scratch {
    tier: Tier,
    thread_blocks: u32,
    shared_bytes: u32,
    memory_bytes: u64,
    memory: Option<CudaSlice<u64>>,
    queues: CudaSlice<u64>,
}

/// A stream of the device with its own buffers.
#[derive(Debug)]
pub struct CensusStream<'a> {
    census: &'a CudaCensus,
    stream: Arc<CudaStream>,
    chunk_ids: u32,
    max_chunks: usize,
    chunks: CudaSlice<u64>,
    counts: CudaSlice<u64>,
    /// The boards for each tier of `search`, and for none.
    boards: Vec<List>,
    /// The candidates for each tier of `minimal`, and for none.
    candidates: Vec<List>,
    found: List,
    search: Vec<Scratch>,
    minimal: Vec<Scratch>,
    /// The end of each phase of the last batch; the first event is its beginning.
    phase_ends: Vec<(&'static str, CudaEvent)>,
}

fn address<T>(slice: &CudaSlice<T>, stream: &CudaStream) -> u64 {
    slice.device_ptr(stream).0
}

impl List {
    fn new(stream: &Arc<CudaStream>, items: usize, words: usize) -> Result<List, CudaError> {
        Ok(List { items: stream.alloc_zeros(items * words)?, counters: stream.alloc_zeros(2)? })
    }

    fn items(&self, stream: &CudaStream) -> u64 {
        address(&self.items, stream)
    }

    fn count(&self, stream: &CudaStream) -> u64 {
        address(&self.counters, stream)
    }

    fn taken(&self, stream: &CudaStream) -> u64 {
        self.count(stream) + size_of::<u32>() as u64
    }

    /// Copies the items to the host.
    fn read(&self, stream: &Arc<CudaStream>, words: usize) -> Result<Vec<u64>, CudaError> {
        let count = stream.clone_dtoh(&self.counters)?.first().copied().unwrap_or(0);
        stream.synchronize()?;
        let items = stream.clone_dtoh(&self.items.slice(0..count as usize * words))?;
        stream.synchronize()?;
        Ok(items)
    }
}

impl Scratch {
    fn new(
        census: &CudaCensus,
        stream: &Arc<CudaStream>,
        kernel: &CudaFunction,
        tier: Tier,
    ) -> Result<Scratch, CudaError> {
        let fixed = kernel.shared_size_bytes()?.unsigned_abs();
        let (shared_bytes, memory_bytes) = match tier.memory {
            Memory::Shared(bytes) => (bytes, u64::from(bytes)),
            Memory::AllShared => {
                let bytes = census.shared_memory.saturating_sub(fixed) / 1024 * 1024;
                (bytes, bytes.into())
            }
            Memory::Device(bytes) => (0, bytes.into()),
        };
        let most =
            kernel.get_attribute(FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)?.unsigned_abs();
        if shared_bytes > most {
            kernel.set_attribute(
                FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                shared_bytes.cast_signed(),
            )?;
        }
        let resident =
            kernel.occupancy_max_active_blocks_per_multiprocessor(tier.threads, shared_bytes as usize, None)?.max(1);
        let thread_blocks = match tier.memory {
            Memory::Device(_) => census.multiprocessors,
            _ => census.multiprocessors * resident,
        };
        let memory = match tier.memory {
            Memory::Device(bytes) => Some(stream.alloc_zeros(thread_blocks as usize * bytes as usize / 8)?),
            _ => None,
        };
        let queue = 2 * tier.max_blocks as usize + tier.max_positions as usize;
        let queues = stream.alloc_zeros(thread_blocks as usize * queue)?;
        Ok(Scratch { tier, thread_blocks, shared_bytes, memory_bytes, memory, queues })
    }

    fn bytes(&self) -> usize {
        self.queues.num_bytes() + self.memory.as_ref().map_or(0, CudaSlice::num_bytes)
    }

    fn launch_config(&self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.thread_blocks, 1, 1),
            block_dim: (self.tier.threads, 1, 1),
            shared_mem_bytes: self.shared_bytes,
        }
    }

    fn memory(&self, stream: &CudaStream) -> u64 {
        self.memory.as_ref().map_or(0, |memory| address(memory, stream))
    }
}

impl<'a> CensusStream<'a> {
    pub(crate) fn new(census: &'a CudaCensus, chunk_ids: u32) -> Result<CensusStream<'a>, CudaError> {
        let stream = census.context.new_stream()?;
        let scratch = |kernel, tier| Scratch::new(census, &stream, kernel, tier);
        let (free, total) = census.context.mem_get_info()?;
        let search = SEARCH.into_iter().map(|tier| scratch(&census.search, tier)).collect::<Result<Vec<_>, _>>()?;
        let minimal = MINIMAL.into_iter().map(|tier| scratch(&census.minimal, tier)).collect::<Result<Vec<_>, _>>()?;
        // Every list has room for all ids of a batch.
        let words = (SEARCH.len() + 1) * BOARD_WORDS + (MINIMAL.len() + 1) * CANDIDATE_WORDS + FOUND_WORDS;
        let chunk_bytes = words * 8 * chunk_ids as usize;
        let share = (total / MEMORY_SHARE).min(free);
        let used: usize = search.iter().chain(&minimal).map(Scratch::bytes).sum();
        let max_chunks = (BATCH_IDS / chunk_ids as usize).max(1).min(share.saturating_sub(used) / chunk_bytes);
        if max_chunks == 0 {
            let megabytes = |bytes: usize| bytes as u64 >> 20;
            return Err(CudaError::OutOfMemory { free: megabytes(share), needed: megabytes(used + chunk_bytes) });
        }
        let ids = max_chunks * chunk_ids as usize;
        let lists =
            |count: usize, words| (0..=count).map(|_| List::new(&stream, ids, words)).collect::<Result<Vec<_>, _>>();
        let (boards, candidates) = (lists(SEARCH.len(), BOARD_WORDS)?, lists(MINIMAL.len(), CANDIDATE_WORDS)?);
        Ok(CensusStream {
            chunk_ids,
            max_chunks,
            chunks: stream.alloc_zeros(2 * max_chunks)?,
            counts: stream.alloc_zeros(COUNTS_WORDS * max_chunks)?,
            boards,
            candidates,
            found: List::new(&stream, ids, FOUND_WORDS)?,
            search,
            minimal,
            phase_ends: Vec::new(),
            census,
            stream,
        })
    }

    /// Returns the maximum number of chunks in a batch.
    pub fn max_chunks(&self) -> usize {
        self.max_chunks
    }

    /// Classifies the boards of up to [`CensusStream::max_chunks`] chunks, each a first id and the id after the last.
    pub fn classify(&mut self, chunks: &[(u64, u64)]) -> Result<Vec<ChunkResult>, CudaError> {
        let chunks = &chunks[..chunks.len().min(self.max_chunks)];
        self.phase_ends.clear();
        self.clear(chunks)?;
        self.end_phase("copy")?;
        self.launch_screen(chunks.len())?;
        self.end_phase("screen")?;
        for (number, tier) in SEARCH.iter().enumerate() {
            self.launch_search(number)?;
            self.end_phase(tier.name)?;
        }
        for (number, tier) in MINIMAL.iter().enumerate() {
            self.launch_minimal(number)?;
            self.end_phase(tier.name)?;
        }
        self.results(chunks)
    }

    /// Returns the milliseconds that each kernel took in the last batch.
    pub fn phases(&self) -> Result<Vec<(&'static str, f32)>, CudaError> {
        let pairs = self.phase_ends.iter().zip(self.phase_ends.iter().skip(1));
        pairs.map(|((_, begin), (name, end))| Ok((*name, begin.elapsed_ms(end)?))).collect()
    }

    fn end_phase(&mut self, name: &'static str) -> Result<(), CudaError> {
        self.phase_ends.push((name, self.stream.record_event(Some(CUevent_flags::CU_EVENT_DEFAULT))?));
        Ok(())
    }

    /// Empties all lists and copies the chunks to the device.
    fn clear(&mut self, chunks: &[(u64, u64)]) -> Result<(), CudaError> {
        let lists = self.boards.iter_mut().chain(&mut self.candidates).chain([&mut self.found]);
        for list in lists {
            self.stream.memset_zeros(&mut list.counters)?;
        }
        self.stream.memset_zeros(&mut self.counts)?;
        let ids: Vec<u64> = chunks.iter().flat_map(|(first, end)| [*first, *end]).collect();
        self.stream.memcpy_htod(&ids, &mut self.chunks.slice_mut(0..ids.len()))?;
        Ok(())
    }

    fn launch_screen(&self, chunks: usize) -> Result<(), CudaError> {
        let stream = &*self.stream;
        let thread_blocks = self.chunk_ids.div_ceil(SCREEN_THREADS);
        let config = LaunchConfig {
            grid_dim: (thread_blocks * chunks as u32, 1, 1),
            block_dim: (SCREEN_THREADS, 1, 1),
            shared_mem_bytes: 0,
        };
        let (counts, boards) = (address(&self.counts, stream), &self.boards[0]);
        let (items, count) = (boards.items(stream), boards.count(stream));
        let mut launch = self.stream.launch_builder(&self.census.screen);
        launch.arg(&self.census.states).arg(&self.census.table).arg(&self.chunks).arg(&self.chunk_ids);
        launch.arg(&thread_blocks).arg(&counts).arg(&items).arg(&count);
        #[allow(unsafe_code, reason = "launching a kernel is unsafe")]
        // SAFETY: the arguments are those of `screen` in census.cu, in order and of the same types. The lists have room
        // for all ids of the batch, and `counts` and `chunks` for all its chunks.
        let launched = unsafe { launch.launch(config) };
        launched?;
        Ok(())
    }

    fn launch_search(&self, tier: usize) -> Result<(), CudaError> {
        let stream = &*self.stream;
        let (scratch, boards, too_large) = (&self.search[tier], &self.boards[tier], &self.boards[tier + 1]);
        let candidates = &self.candidates[0];
        let counts = address(&self.counts, stream);
        let (items, count, taken) = (boards.items(stream), boards.count(stream), boards.taken(stream));
        let (large, large_count) = (too_large.items(stream), too_large.count(stream));
        let (candidate, candidate_count) = (candidates.items(stream), candidates.count(stream));
        let memory = scratch.memory(stream);
        let mut launch = self.stream.launch_builder(&self.census.search);
        launch.arg(&self.census.table).arg(&self.chunk_ids).arg(&counts).arg(&items).arg(&count).arg(&taken);
        launch.arg(&large).arg(&large_count).arg(&candidate).arg(&candidate_count).arg(&scratch.queues);
        launch.arg(&scratch.tier.max_blocks).arg(&scratch.tier.max_positions).arg(&memory).arg(&scratch.memory_bytes);
        #[allow(unsafe_code, reason = "launching a kernel is unsafe")]
        // SAFETY: the arguments are those of `search` in census.cu, in order and of the same types. The lists have room
        // for all ids of the batch; `queues` and `memory` have the sizes of the tier for each thread block.
        let launched = unsafe { launch.launch(scratch.launch_config()) };
        launched?;
        Ok(())
    }

    fn launch_minimal(&self, tier: usize) -> Result<(), CudaError> {
        let stream = &*self.stream;
        let (scratch, candidates, too_large) =
            (&self.minimal[tier], &self.candidates[tier], &self.candidates[tier + 1]);
        let (items, count, taken) = (candidates.items(stream), candidates.count(stream), candidates.taken(stream));
        let (large, large_count) = (too_large.items(stream), too_large.count(stream));
        let (found, found_count) = (self.found.items(stream), self.found.count(stream));
        let memory = scratch.memory(stream);
        let mut launch = self.stream.launch_builder(&self.census.minimal);
        launch.arg(&self.census.table).arg(&items).arg(&count).arg(&taken).arg(&large).arg(&large_count);
        launch.arg(&found).arg(&found_count).arg(&scratch.queues).arg(&scratch.tier.max_positions);
        launch.arg(&memory).arg(&scratch.memory_bytes);
        #[allow(unsafe_code, reason = "launching a kernel is unsafe")]
        // SAFETY: the arguments are those of `minimal` in census.cu, in order and of the same types. The lists have
        // room for all ids of the batch; `queues` and `memory` have the sizes of the tier for each thread block.
        let launched = unsafe { launch.launch(scratch.launch_config()) };
        launched?;
        Ok(())
    }

    fn results(&self, chunks: &[(u64, u64)]) -> Result<Vec<ChunkResult>, CudaError> {
        let counts = self.stream.clone_dtoh(&self.counts)?;
        let found = self.found.read(&self.stream, FOUND_WORDS)?;
        let mut results: Vec<ChunkResult> = counts
            .chunks_exact(COUNTS_WORDS)
            .take(chunks.len())
            .map(|counts| {
                let (canonical, solvable) = (counts[0], counts[1]);
                let counts =
                    Counts { canonical, solvable, positions: counts[2], largest: counts[3], ..Counts::default() };
                ChunkResult { counts, ..ChunkResult::default() }
            })
            .collect();
        let locate = |place: u64| {
            let (chunk, offset) = (place as u32 / self.chunk_ids, place as u32 % self.chunk_ids);
            (chunk as usize, chunks[chunk as usize].0 + u64::from(offset))
        };
        for words in found.chunks_exact(FOUND_WORDS) {
            let (chunk, id) = locate(words[1]);
            let (positions, cost) = ((words[1] >> 32) as u32, words[2] as u32);
            results[chunk].puzzles.push(FoundPuzzle { id, key: words[0], cost, positions });
        }
        for words in last(&self.boards).read(&self.stream, BOARD_WORDS)?.chunks_exact(BOARD_WORDS) {
            let (chunk, id) = locate(words[PLACE_WORD]);
            results[chunk].unclassified.push(id);
        }
        for words in last(&self.candidates).read(&self.stream, CANDIDATE_WORDS)?.chunks_exact(CANDIDATE_WORDS) {
            let (chunk, id) = locate(words[PLACE_WORD]);
            results[chunk].undecided.push(id);
        }
        for result in &mut results {
            result.puzzles.sort_unstable_by_key(|puzzle| puzzle.id);
        }
        Ok(results)
    }
}

/// Returns the list behind the last tier. There is always one.
fn last(lists: &[List]) -> &List {
    &lists[lists.len() - 1]
}
