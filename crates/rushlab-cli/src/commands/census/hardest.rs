//! `rushlab census hardest`: searches for the hardest puzzles of a size that has too many boards for a census.
//!
//! Climbs are numbered and run on several threads. Each depends on the seed, its number, its budget and its start
//! alone, so without a timeout the result is the same with any number of threads.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, bail};
use rushlab_census::{Annealing, CensusBoard, Climb, Size};
use rushlab_study::parallel;

use super::rows;
use super::scope;
use crate::arguments::{HardestOptions, InputArgs};
use crate::input::{self, InputEvent};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output};

pub(super) fn run(options: &HardestOptions) -> Result<ExitStatus> {
    let size = scope::board_size(options.size)?;
    let (fewest, most) = scope::wall_range(options.walls, size)?;
    let starts = starts(options, size)?;
    interrupt::defer_to_command();
    let seed = options.seed.value();
    let deadline = options.time.deadline();
    let is_over = || interrupt::requested() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let line =
        ProgressLine::ticking(Some(options.runs.into()), "{bar:20} {human_pos} of {human_len} climbs: {wide_msg}");
    let (positions, best) = (AtomicU64::new(0), AtomicUsize::new(0));
    let (mut found, mut climbs) = (BTreeSet::new(), 0);
    parallel::in_order(
        options.threads.count(),
        |submit| (0..u64::from(options.runs)).take_while(|_| !is_over()).try_for_each(submit),
        |number| {
            if is_over() {
                return None;
            }
            let start = start_of(&starts, size, number);
            let climb = Climb { seed, number, budget: options.budget, start };
            let mut before = 0;
            let mut progress = |spent: u64, moves: usize| {
                let all = positions.fetch_add(spent - before, Ordering::Relaxed) + spent - before;
                before = spent;
                let best = best.fetch_max(moves, Ordering::Relaxed).max(moves);
                line.show(|| {
                    format!("hardest {best}, {} million positions", output::grouped((all / 1_000_000) as usize))
                });
                if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let walls = fewest.into()..=most.into();
            Some(Annealing::new(size, options.metric, walls).climb(&climb, &mut progress))
        },
        |puzzle| {
            climbs += u64::from(puzzle.is_some());
            line.set_position(climbs);
            found.extend(puzzle.flatten().map(|puzzle| rows::of(&puzzle)));
            anyhow::Ok(())
        },
    )?;
    line.finish();
    let mut puzzles: Vec<String> = found.into_iter().collect();
    puzzles.sort_by(|one, other| rows::compare(one, other));
    let mut out = output::stdout();
    puzzles.iter().take(options.count).try_for_each(|row| writeln!(out, "{row}"))?;
    out.flush()?;
    let positions = output::grouped(positions.into_inner() as usize);
    output::note(&format!("{}, {positions} positions, seed {seed}", output::count(climbs as usize, "climb")));
    if interrupt::requested() {
        return Ok(interrupt::report("the puzzles found so far are printed"));
    }
    Ok(if puzzles.is_empty() { ExitStatus::Incomplete } else { ExitStatus::Success })
}

/// Returns the boards to start from, each with its size.
fn starts(options: &HardestOptions, size: Size) -> Result<Vec<(Size, CensusBoard)>> {
    if options.starts.is_empty() {
        return Ok(Vec::new());
    }
    let args = InputArgs { inputs: options.starts.clone(), ..InputArgs::default() };
    let inputs = input::inputs(&args);
    let mut starts = Vec::new();
    input::read(&args, &inputs, |event| {
        match event {
            InputEvent::Puzzle(item) => {
                let start = CensusBoard::of(&item.puzzle).filter(|(own, board)| board.within(*own, size, 0).is_some());
                let Some(start) = start else {
                    let what = format!(
                        "it cannot be placed in a census board of {}x{}: its primary must have length 2 and be the last \
                         vehicle of the middle row, with the exit on the right; leave it out",
                        size.width(),
                        size.height()
                    );
                    bail!(item.origin.message(&what));
                };
                starts.push(start);
            }
            InputEvent::Invalid(origin, problems) => {
                let problem = problems.0.first().map(|problem| origin.input.message(problem)).unwrap_or_default();
                bail!(problem);
            }
            InputEvent::Undecided(origin, stopped) => bail!(origin.undecided(&stopped)),
            InputEvent::Unreadable(input, error) => bail!(input.unreadable(&error)),
        }
        Ok(())
    })?;
    Ok(starts)
}

/// Returns the start of a climb. A smaller board is placed at the left edge, then further right in later climbs.
fn start_of(starts: &[(Size, CensusBoard)], size: Size, number: u64) -> Option<CensusBoard> {
    let count = starts.len() as u64;
    let (own, board) = starts.get(number.checked_rem(count)? as usize)?;
    let places = size.width() - own.width() + 1;
    board.within(*own, size, (number / count) as usize % places)
}
