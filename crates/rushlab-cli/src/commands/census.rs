//! `rushlab census`: finds every minimal puzzle of a size.
//!
//! The ids of boards are divided into chunks. Each thread takes the next unfinished chunk; each finished chunk is
//! appended to a journal next to the output file. When all chunks are finished, the output file and its sidecar are
//! written, the hardest puzzles first, and the journal is removed.
//!
//! A shard is an independent part of a census: every N-th chunk. `census merge` combines the files of all shards.

mod census_file;
mod chunks;
mod compact;
mod count;
#[cfg(feature = "cuda")]
mod cuda;
mod fillings;
mod hardest;
mod journal;
mod merge;
mod print;
mod recompute;
mod rows;
mod scope;
mod sidecar;
mod unit;
mod verify;

#[cfg(not(feature = "cuda"))]
use std::convert::Infallible as CudaCensus;
use std::path::Path;

use anyhow::{Result, bail};
use rushlab::puzzle::Metric;
use rushlab_census::{BoardNumbering, Chunks, Counts};
#[cfg(feature = "cuda")]
use rushlab_cuda::CudaCensus;

use crate::arguments::{BoardSize, CensusCommand, CensusOptions, CensusRun, Device};
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, interrupt, output};
use chunks::{Chunk, LibraryClassifier};
#[cfg(feature = "cuda")]
use cuda::CudaClassifier;
use journal::Journal;
use scope::{CensusScope, board_size, number_boards, wall_range};
use sidecar::Sidecar;

/// The maximum number of boards in one run: days of work.
const MAX_BOARDS: u64 = 1 << 36;

pub(crate) fn run(options: &CensusOptions) -> Result<ExitStatus> {
    match &options.command {
        Some(CensusCommand::Merge(options)) => merge::run(options),
        Some(CensusCommand::Verify(options)) => verify::run(options),
        Some(CensusCommand::Compact(options)) => compact::run(options),
        Some(CensusCommand::Count(options)) => count::run(options),
        Some(CensusCommand::Fillings(options)) => fillings::run(options),
        Some(CensusCommand::Hardest(options)) => hardest::run(options),
        Some(CensusCommand::Unit(options)) => unit::run(options),
        None => take(&options.run),
    }
}

fn take(options: &CensusRun) -> Result<ExitStatus> {
    let (Some(dimensions), Some(out)) = (options.size, &options.out) else {
        bail!("a census needs --size and --out, for example --size 5x5 --out 5x5.txt");
    };
    interrupt::defer_to_command();
    let Some((census, numbering)) = scope(options, dimensions)? else {
        return Ok(interrupt::report("the boards are not counted yet, and nothing is kept"));
    };
    if report_if_finished(options, &census, out)? {
        return Ok(ExitStatus::Success);
    }
    let device: Option<CudaCensus> = match options.device {
        Device::Cpu => None,
        #[cfg(feature = "cuda")]
        Device::Cuda => Some(cuda::open(&numbering, &census)?),
        #[cfg(not(feature = "cuda"))]
        Device::Cuda => bail!(
            "there is no CUDA in this build of rushlab; build it with `cargo build --release -p rushlab-cli --features \
             cuda` or download a release; --device cpu takes the census on the processor"
        ),
    };
    let mut journal = Journal::open(out, &census)?;
    match report_if_finished(options, &census, out) {
        Ok(false) => {}
        // Another census of the file has finished meanwhile.
        finished => {
            journal.remove()?;
            return finished.map(|_| ExitStatus::Success);
        }
    }
    let totals = process_chunks(options, &census, &numbering, device, &mut journal)?;
    let finished = journal.finished(&census)?.chunks;
    if totals.ids < census.chunks.id_count() {
        output::note(&format!(
            "{} of {} chunks are finished and kept in {}; the same command continues from there",
            output::grouped(finished.len()),
            output::grouped(census.chunks.numbers().len()),
            journal.path().display()
        ));
        return Ok(ExitStatus::Interrupted);
    }
    if finished.len() < census.chunks.numbers().len() {
        bail!("{} was damaged during the census; the same command repeats what was lost", journal.path().display());
    }
    let mut rows: Vec<String> = finished.into_values().flat_map(|chunk| chunk.rows).collect();
    rows.sort_unstable_by(|one, other| rows::compare(one, other));
    let statistics =
        census_file::write(out, options.force, &census, &totals, |write| rows.iter().try_for_each(|row| write(row)))?;
    journal.remove()?;
    print::summary(options.style.or_text(), &census, &totals, &statistics, out)?;
    Ok(ExitStatus::Success)
}

/// Returns the scope of a census and the numbering of its boards; `None` if Ctrl-C was pressed.
fn scope(options: &CensusRun, dimensions: BoardSize) -> Result<Option<(CensusScope, BoardNumbering)>> {
    let size = board_size(dimensions)?;
    let walls = wall_range(options.walls, size)?;
    let metric = options.metric.unwrap_or(options.definition.metric);
    let Some(numbering) = number_boards(options.definition, size, walls)? else { return Ok(None) };
    let ids = range(options, &numbering)?;
    let census =
        CensusScope { rules: options.definition, metric, size, walls, chunks: Chunks { ids, shard: options.shard } };
    if census.chunks.id_count() > MAX_BOARDS {
        bail!(
            "these are {} boards, which would take years; choose a part of them with --ids or --shard",
            output::grouped(census.chunks.id_count() as usize)
        );
    }
    Ok(Some((census, numbering)))
}

/// Processes the chunks that the journal does not have, and adds them to it. Returns the totals of all finished chunks.
fn process_chunks(
    options: &CensusRun,
    census: &CensusScope,
    numbering: &BoardNumbering,
    device: Option<CudaCensus>,
    journal: &mut Journal,
) -> Result<Counts> {
    let finished = journal.finished(census)?;
    if finished.damaged_bytes > 0 {
        output::note(&format!(
            "{} of {} are incomplete or damaged; the chunks concerned are processed again",
            output::count(finished.damaged_bytes, "byte"),
            journal.path().display(),
        ));
    }
    let mut totals = Counts::default();
    finished.chunks.values().for_each(|chunk| totals.merge(&chunk.counts));
    let open: Vec<usize> = census.chunks.numbers().filter(|number| !finished.chunks.contains_key(number)).collect();
    drop(finished);
    let line = ProgressLine::ticking(
        Some(census.chunks.id_count()),
        "{bar:20} {percent}% of {human_len} boards, {eta} left: {wide_msg}",
    );
    line.start_at(totals.ids);
    let mut most_moves = 0;
    let finish = |chunk: Chunk| {
        journal.add(&chunk)?;
        totals.merge(&chunk.counts);
        most_moves = chunk.rows.iter().map(|row| rows::moves(row)).fold(most_moves, usize::max);
        line.show(|| format!("{} puzzles, hardest {most_moves}", output::grouped(totals.minimal as usize)));
        Ok(())
    };
    match device {
        None => {
            let classifier = || Ok(LibraryClassifier::new(numbering, census));
            chunks::process(options.threads.count(), classifier, &open, &line, finish)?;
        }
        #[cfg(feature = "cuda")]
        Some(device) => {
            let classifier = || CudaClassifier::new(&device, numbering, census);
            chunks::process(cuda::STREAMS, classifier, &open, &line, finish)?;
        }
    }
    line.finish();
    journal.sync()?;
    Ok(totals)
}

/// Returns whether the census file exists and is the result of this census, and prints its summary then. Fails if there
/// is another file that must not be replaced.
fn report_if_finished(options: &CensusRun, census: &CensusScope, out: &Path) -> Result<bool> {
    if out.exists() && !out.is_file() {
        bail!("{} is not a regular file; name another file", out.display());
    }
    if options.force {
        return Ok(false);
    }
    let sidecar = Sidecar::read(out);
    let is_same = sidecar.as_ref().is_ok_and(|sidecar| sidecar.scope().as_ref() == Some(census));
    if out.exists() && is_same {
        let (sidecar, _, statistics) = census_file::check(out)?;
        output::note(&format!("{} is finished; --force repeats the census", out.display()));
        print::summary(options.style.or_text(), census, &sidecar.totals(census), &statistics, out)?;
        return Ok(true);
    }
    atomic_file::check_new(out, false)?;
    // A sidecar without its file is from a census that was killed.
    atomic_file::check_new(&sidecar::path_of(out), sidecar.is_ok())?;
    Ok(false)
}

/// Checks a file whose rows are copied into a database, if it is a census file with a sidecar.
pub(crate) fn check_sidecar(path: &Path) -> Result<()> {
    if !sidecar::path_of(path).exists() {
        return Ok(());
    }
    let (_, census, _) = census_file::check(path)?;
    if census.metric != Metric::Moves {
        bail!("{} counts {}, but a database counts moves; leave out --trust-input", path.display(), census.metric);
    }
    Ok(())
}

/// Returns the first id of `--ids`, and the id after the last.
fn range(options: &CensusRun, numbering: &BoardNumbering) -> Result<(u64, u64)> {
    let count = numbering.count();
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
