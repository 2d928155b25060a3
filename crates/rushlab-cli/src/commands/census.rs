//! `rushlab census`: finds every minimal puzzle of a size.
//!
//! The ids of boards are divided into chunks. Each thread takes the next unfinished chunk; each finished chunk is appended to a journal
//! next to the output file. When all chunks are finished, the output file and its sidecar are written, the hardest puzzles first, and
//! the journal is removed.

mod journal;
mod print;
mod sidecar;
mod totals;
mod verify;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, bail};
use rushlab::census::{BoardNumbering, Classifier, NumberingError, Size};

use crate::arguments::{CensusCommand, CensusOptions, CensusRun};
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, interrupt, output};
use journal::{Chunk, Journal};
use sidecar::Sidecar;
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

    /// Returns whether there is a chunk with this number and this many ids.
    fn is_chunk(&self, number: usize, ids: u64) -> bool {
        number < self.chunks() && {
            let (first, end) = self.chunk(number);
            end - first == ids
        }
    }
}

pub(crate) fn run(options: &CensusOptions) -> Result<ExitStatus> {
    match &options.command {
        Some(CensusCommand::Verify(options)) => verify::run(options),
        None => take(&options.run),
    }
}

/// Takes the census.
fn take(options: &CensusRun) -> Result<ExitStatus> {
    let (Some(dimensions), Some(out)) = (options.size, &options.out) else {
        bail!("a census needs --size and --out, for example --size 5x5 --out 5x5.txt");
    };
    let Some(size) = Size::new(dimensions.0.into(), dimensions.1.into()) else {
        bail!("the census supports boards of 3 to 8 columns and rows, not {}x{}", dimensions.0, dimensions.1);
    };
    let (fewest, most) = options.walls.up_to(size.width() * size.height()).into_inner();
    if most > size.width() * size.height() {
        bail!("the board is too small for {}", output::count(most, "wall"));
    }
    check_new(options, out)?;
    interrupt::defer_to_command();
    let walls = (fewest as u8, most as u8);
    let Some(ids) = number_boards(size, walls)? else {
        return Ok(interrupt::report("the boards are not counted yet, and nothing is kept"));
    };
    let census = CensusScope { size, walls, ids: range(options, &ids)? };
    if census.ids.1 - census.ids.0 > MAX_BOARDS {
        bail!(
            "these are {} boards, which would take years; choose a part of them with --ids",
            output::grouped((census.ids.1 - census.ids.0) as usize)
        );
    }
    let mut journal = Journal::open(out, &census)?;
    if let Err(exists) = check_new(options, out) {
        // Another census of the file has finished meanwhile.
        journal.remove()?;
        return Err(exists);
    }
    let finished = journal.finished(&census)?;
    if finished.damaged_bytes > 0 {
        output::note(&format!(
            "{} of {} are incomplete or damaged; the chunks concerned are processed again",
            output::count(finished.damaged_bytes, "byte"),
            journal.path().display(),
        ));
    }
    let mut totals = CensusTotals::default();
    finished.chunks.values().for_each(|chunk| totals.add(chunk));
    let open: Vec<usize> = (0..census.chunks()).filter(|number| !finished.chunks.contains_key(number)).collect();
    drop(finished);
    process_chunks(options.threads.count(), &ids, &census, &open, &mut totals, &mut journal)?;
    journal.sync()?;
    if totals.chunks < census.chunks() {
        output::note(&format!(
            "{} of {} chunks are finished and kept in {}; the same command continues from there",
            output::grouped(totals.chunks),
            output::grouped(census.chunks()),
            journal.path().display()
        ));
        return Ok(ExitStatus::Interrupted);
    }
    let finished = journal.finished(&census)?.chunks;
    if finished.len() < census.chunks() {
        bail!("{} was damaged during the census; the same command repeats what was lost", journal.path().display());
    }
    let mut rows: Vec<String> = finished.into_values().flat_map(|chunk| chunk.rows).collect();
    rows.sort_unstable_by(|one, other| (moves(other), other).cmp(&(moves(one), one)));
    let text: String = rows.iter().flat_map(|row| [row.as_str(), "\n"]).collect();
    // The sidecar is written first, so that a finished file always has one.
    Sidecar::new(&census, &totals, text.as_bytes()).write(out)?;
    atomic_file::write(out, options.force, |file| Ok(file.write_all(text.as_bytes())?))?;
    journal.remove()?;
    print::summary(options.output, &census, &totals, &rows, out)?;
    Ok(ExitStatus::Success)
}

/// Fails if the census file or its sidecar exists and must not be replaced.
fn check_new(options: &CensusRun, out: &Path) -> Result<()> {
    atomic_file::check_new(out, options.force)?;
    // A sidecar without its file is from a census that was killed.
    let sidecar = sidecar::path_of(out);
    atomic_file::check_new(&sidecar, options.force || Sidecar::read(out).is_ok())
}

/// Numbers the boards; `None` if Ctrl-C was pressed.
fn number_boards(size: Size, walls: (u8, u8)) -> Result<Option<BoardNumbering>> {
    let line = ProgressLine::message();
    let numbering = BoardNumbering::with_progress(size, walls.0..=walls.1, |states| {
        line.show(|| format!("counting the boards: {} states", output::grouped(states)));
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    line.finish();
    match numbering {
        Ok(numbering) => Ok(Some(numbering)),
        Err(NumberingError::Stopped) => Ok(None),
        Err(NumberingError::TooManyBoards) => {
            bail!("there are more boards than ids; choose a smaller size or fewer walls")
        }
    }
}

/// Returns the number of moves in a row.
fn moves(row: &str) -> usize {
    row.split(' ').next().and_then(|moves| moves.parse().ok()).unwrap_or(0)
}

/// Returns the first id of `--ids`, and the id after the last.
fn range(options: &CensusRun, ids: &BoardNumbering) -> Result<(u64, u64)> {
    let count = ids.count();
    let Some(range) = options.ids else { return Ok((0, count)) };
    let (first, last) = (range.first.unwrap_or(0), range.last.unwrap_or(count.saturating_sub(1)));
    if let Some(outside) = [first, last].into_iter().find(|id| *id >= count) {
        bail!(
            "there are {} ids, from 0 to {}; {outside} is not one",
            output::grouped(count as usize),
            count.saturating_sub(1)
        );
    }
    Ok((first, last + 1))
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
