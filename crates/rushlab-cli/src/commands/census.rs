//! `rushlab census`: finds every minimal puzzle of a size.
//!
//! The ids of boards are divided into slices. Each thread takes the next open slice; each finished slice is appended to a journal next to
//! the output file. When all slices are finished, the output file is written, the hardest puzzles first, and the journal is removed.

mod journal;
mod print;
mod tally;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, bail};
use rushlab::census::{BoardNumbering, Classifier, Size};

use crate::arguments::CensusOptions;
use crate::progress::ProgressLine;
use crate::{Verdict, atomic_file, interrupt, output};
use journal::{Journal, Slice};
use tally::Tally;

/// The minimum number of slices, if there are enough ids, so that all threads end at about the same time.
const SLICES: u64 = 256;

/// The maximum number of ids in a slice: about a second of work, which is lost if the program is killed.
const MOST_IDS: u64 = 1 << 16;

/// The maximum number of boards in one run: days of work.
const MOST_BOARDS: u64 = 1 << 36;

/// The scope of a census. It determines the slices, so a journal belongs to one plan.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plan {
    size: Size,
    walls: (u8, u8),
    /// The first id, and the id after the last.
    ids: (u64, u64),
}

impl Plan {
    fn slice_ids(&self) -> u64 {
        ((self.ids.1 - self.ids.0) / SLICES).clamp(256, MOST_IDS)
    }

    fn slices(&self) -> usize {
        (self.ids.1 - self.ids.0).div_ceil(self.slice_ids()) as usize
    }

    /// Returns the first id of a slice, and the id after its last.
    fn slice(&self, number: usize) -> (u64, u64) {
        let first = self.ids.0 + number as u64 * self.slice_ids();
        (first, (first + self.slice_ids()).min(self.ids.1))
    }
}

pub(crate) fn run(options: &CensusOptions) -> Result<Verdict> {
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
    let plan = Plan { size, walls, ids: range(options, &ids)? };
    if plan.ids.1 - plan.ids.0 > MOST_BOARDS {
        bail!(
            "these are {} boards, which would take years; choose a part of them with --ids",
            output::grouped((plan.ids.1 - plan.ids.0) as usize)
        );
    }
    let mut journal = Journal::open(&options.out, &plan)?;
    let done = journal.slices()?;
    let mut tally = Tally::default();
    done.values().for_each(|slice| tally.add(slice));
    let open: Vec<usize> = (0..plan.slices()).filter(|number| !done.contains_key(number)).collect();
    drop(done);
    explore(options.threads.count(), &ids, &plan, &open, &mut tally, &mut journal)?;
    if tally.slices < plan.slices() {
        output::note(&format!(
            "{} of {} slices are finished and kept in {}; the same command continues from there",
            output::grouped(tally.slices),
            output::grouped(plan.slices()),
            journal.path().display()
        ));
        return Ok(Verdict::Interrupted);
    }
    let mut rows: Vec<String> = journal.slices()?.into_values().flat_map(|slice| slice.rows).collect();
    rows.sort_unstable_by(|one, other| (moves(other), other).cmp(&(moves(one), one)));
    atomic_file::write(&options.out, options.force, |out| {
        rows.iter().try_for_each(|row| writeln!(out, "{row}")).map_err(Into::into)
    })?;
    journal.remove()?;
    print::summary(options.output, &plan, &tally, &rows, &options.out)?;
    Ok(Verdict::Good)
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

/// Explores the open slices on several threads, until all are finished or Ctrl-C is pressed.
fn explore(
    threads: usize,
    ids: &BoardNumbering,
    plan: &Plan,
    open: &[usize],
    tally: &mut Tally,
    journal: &mut Journal,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let line = progress(plan, open);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel::<Slice>(64);
        for _ in 0..threads.min(open.len()) {
            let (sender, next, line) = (sender.clone(), &next, &line);
            scope.spawn(move || {
                let mut classifier = Classifier::new(plan.size);
                while let Some(number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Some(slice) = look(&mut classifier, ids, plan, *number, line) else { break };
                    if sender.send(slice).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for slice in receiver {
            journal.add(&slice)?;
            tally.add(&slice);
            line.show(|| format!("{} puzzles, hardest {}", output::grouped(tally.minimal as usize), tally.hardest()));
        }
        line.finish();
        Ok(())
    })
}

/// Explores the boards of a slice; `None` if Ctrl-C was pressed.
fn look(
    classifier: &mut Classifier,
    ids: &BoardNumbering,
    plan: &Plan,
    number: usize,
    line: &ProgressLine,
) -> Option<Slice> {
    let (first, end) = plan.slice(number);
    let mut slice = Slice { number, ..Slice::default() };
    let mut shown = 0;
    let ended = ids.for_each_board(first, end, |board| {
        slice.add(classifier.classify(board));
        if slice.ids.is_multiple_of(256) {
            line.increment(256);
            shown += 256;
            if interrupt::requested() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    line.increment(slice.ids - shown);
    ended.is_continue().then_some(slice)
}

fn progress(plan: &Plan, open: &[usize]) -> ProgressLine {
    let left: u64 = open.iter().map(|number| plan.slice(*number)).map(|(first, end)| end - first).sum();
    let all = plan.ids.1 - plan.ids.0;
    let line = ProgressLine::ticking(Some(all), "{bar:20} {percent}% of {human_len} boards, {eta} left: {wide_msg}");
    line.start_at(all - left);
    line
}
