//! `rushlab census`: finds every minimal puzzle of a size.
//!
//! The ids of boards are divided into chunks. Each thread takes the next unfinished chunk; each finished chunk is appended to a journal
//! next to the output file. When all chunks are finished, the output file is written, the hardest puzzles first, and the journal is
//! removed.

mod journal;
mod print;
mod totals;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, bail};
use rushlab::census::{BoardNumbering, Classifier, Size};

use crate::arguments::CensusOptions;
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, interrupt, output};
use journal::{Chunk, Journal};
use totals::CensusTotals;

/// The minimum number of chunks, so that all threads finish at about the same time; there are fewer if there are few ids.
const MIN_CHUNKS: u64 = 256;

/// The maximum number of ids in a chunk: about a second of work, which is lost if the program is killed.
const MAX_CHUNK_IDS: u64 = 1 << 16;

/// The maximum number of boards in one run: days of work.
const MAX_BOARDS: u64 = 1 << 36;

/// The board size, walls and ids of a census. They determine the chunks, so a journal belongs to one scope.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CensusScope {
    size: Size,
    walls: (u8, u8),
    /// The first id, and the id after the last.
    ids: (u64, u64),
}

impl CensusScope {
    fn chunk_ids(&self) -> u64 {
        ((self.ids.1 - self.ids.0) / MIN_CHUNKS).clamp(256, MAX_CHUNK_IDS)
    }

    fn chunks(&self) -> usize {
        (self.ids.1 - self.ids.0).div_ceil(self.chunk_ids()) as usize
    }

    /// Returns the first id of a chunk, and the id after its last.
    fn chunk(&self, number: usize) -> (u64, u64) {
        let first = self.ids.0 + number as u64 * self.chunk_ids();
        (first, (first + self.chunk_ids()).min(self.ids.1))
    }
}

pub(crate) fn run(options: &CensusOptions) -> Result<ExitStatus> {
    let Some(size) = Size::new(options.size.0.into(), options.size.1.into()) else {
        bail!("the census supports boards of 3 to 8 columns and rows, not {}x{}", options.size.0, options.size.1);
    };
    let (fewest, most) = (*options.walls.0.start(), *options.walls.0.end());
    if most > size.width() * size.height() {
        bail!("the board is too small for {}", output::count(most, "wall"));
    }
    atomic_file::check_new(&options.out, options.force)?;
    interrupt::defer_to_command();
    let walls = (fewest as u8, most as u8);
    let Some(ids) = BoardNumbering::new(size, walls.0..=walls.1) else {
        bail!("there are more boards than ids; choose a smaller size or fewer walls");
    };
    let census = CensusScope { size, walls, ids: range(options, &ids)? };
    if census.ids.1 - census.ids.0 > MAX_BOARDS {
        bail!(
            "these are {} boards, which would take years; choose a part of them with --ids",
            output::grouped((census.ids.1 - census.ids.0) as usize)
        );
    }
    let mut journal = Journal::open(&options.out, &census)?;
    let done = journal.chunks()?;
    let mut totals = CensusTotals::default();
    done.values().for_each(|chunk| totals.add(chunk));
    let open: Vec<usize> = (0..census.chunks()).filter(|number| !done.contains_key(number)).collect();
    drop(done);
    process_chunks(options.threads.count(), &ids, &census, &open, &mut totals, &mut journal)?;
    if totals.chunks < census.chunks() {
        output::note(&format!(
            "{} of {} chunks are finished and kept in {}; the same command continues from there",
            output::grouped(totals.chunks),
            output::grouped(census.chunks()),
            journal.path().display()
        ));
        return Ok(ExitStatus::Interrupted);
    }
    let mut rows: Vec<String> = journal.chunks()?.into_values().flat_map(|chunk| chunk.rows).collect();
    rows.sort_unstable_by(|one, other| (moves(other), other).cmp(&(moves(one), one)));
    atomic_file::write(&options.out, options.force, |out| {
        rows.iter().try_for_each(|row| writeln!(out, "{row}")).map_err(Into::into)
    })?;
    journal.remove()?;
    print::summary(options.output, &census, &totals, &rows, &options.out)?;
    Ok(ExitStatus::Success)
}

/// Returns the number of moves in a row.
fn moves(row: &str) -> usize {
    row.split(' ').next().and_then(|moves| moves.parse().ok()).unwrap_or(0)
}

/// Returns the first id of `--ids`, and the id after the last.
fn range(options: &CensusOptions, ids: &BoardNumbering) -> Result<(u64, u64)> {
    let count = ids.count();
    let Some(range) = options.ids else { return Ok((0, count)) };
    if range.1 >= count {
        bail!(
            "there are {} ids, from 0 to {}; {} is not one",
            output::grouped(count as usize),
            count.saturating_sub(1),
            range.1
        );
    }
    Ok((range.0, range.1 + 1))
}

/// Processes the unfinished chunks on several threads, until all are finished or Ctrl-C is pressed.
fn process_chunks(
    threads: usize,
    ids: &BoardNumbering,
    census: &CensusScope,
    open: &[usize],
    totals: &mut CensusTotals,
    journal: &mut Journal,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let line = progress(census, open);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Chunk>(64);
        for _ in 0..threads.min(open.len()) {
            let (sender, next, line) = (sender.clone(), &next, &line);
            scope.spawn(move || {
                let mut classifier = Classifier::new(census.size);
                while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(chunk) = classify_chunk(&mut classifier, ids, census, *number, line) else { break };
                    if sender.send(chunk).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for chunk in receiver {
            journal.add(&chunk)?;
            totals.add(&chunk);
            line.show(|| format!("{} puzzles, hardest {}", output::grouped(totals.minimal as usize), totals.hardest()));
        }
        line.finish();
        Ok(())
    })
}

/// Classifies the boards of a chunk. Returns `None` if Ctrl-C was pressed.
fn classify_chunk(
    classifier: &mut Classifier,
    ids: &BoardNumbering,
    census: &CensusScope,
    number: usize,
    line: &ProgressLine,
) -> Option<Chunk> {
    let (first, end) = census.chunk(number);
    let mut chunk = Chunk { number, ..Chunk::default() };
    let mut shown = 0;
    let ended = ids.for_each_board(first, end, |board| {
        chunk.add(classifier.classify(board));
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

fn progress(census: &CensusScope, open: &[usize]) -> ProgressLine {
    let left: u64 = open.iter().map(|number| census.chunk(*number)).map(|(first, end)| end - first).sum();
    let all = census.ids.1 - census.ids.0;
    let line = ProgressLine::ticking(Some(all), "{bar:20} {percent}% of {human_len} boards, {eta} left: {wide_msg}");
    line.start_at(all - left);
    line
}
