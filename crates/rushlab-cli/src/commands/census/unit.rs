//! `rushlab census unit`: the hardest boards of Unit Rush Hour.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, bail};
use rushlab_census::{HardestUnit, UnitBoard, UnitSearch};
use rushlab_study::parallel;

use crate::arguments::UnitOptions;
use crate::output::{Rows, Value};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output};

/// The columns: the exit row, the steps from the hardest position, how many positions have a solution, how many of them
/// are the hardest, and one of these.
const COLUMNS: &[&str] = &["row", "steps", "positions", "hardest", "board"];

pub(super) fn run(options: &UnitOptions) -> Result<ExitStatus> {
    let (width, height) = (options.size.0, options.size.1);
    let Some(board) = UnitBoard::new(width.into(), height.into()) else {
        bail!("this census supports boards of at least 2x2 and at most 36 cells, not {width}x{height}");
    };
    interrupt::defer_to_command();
    let mut rows = Rows::new(output::stdout(), options.style.or_table(), COLUMNS)?;
    for row in board.rows().filter(|row| options.exit_row.is_none_or(|only| usize::from(only) == row + 1)) {
        let Some(found) = hardest(board, row, options.threads.count())? else {
            return Ok(ExitStatus::Interrupted);
        };
        rows.row(&[
            Value::Number(row as u64 + 1),
            Value::Number(found.steps as u64),
            Value::Number(found.positions),
            Value::Number(found.hardest),
            found.board.into(),
        ])?;
    }
    rows.finish()?;
    Ok(ExitStatus::Success)
}

/// Searches all blocks on several threads; `None` if it is interrupted.
fn hardest(board: UnitBoard, row: usize, threads: usize) -> Result<Option<HardestUnit>> {
    let line = ProgressLine::delayed(Some(board.blocks() as u64), "{bar:20} {percent}% {elapsed_precise} {wide_msg}");
    let positions = AtomicU64::new(0);
    // Each thread takes one that no other uses.
    let idle = Mutex::new(vec![UnitSearch::new(board); threads]);
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all = Some(HardestUnit::default());
    parallel::in_order(
        threads,
        |submit| (0..board.blocks()).take_while(|_| !interrupt::requested()).try_for_each(submit),
        |block| {
            let mut search = lock().pop()?;
            let found = search.hardest(row, block, |found| {
                let all = positions.fetch_add(found, Ordering::Relaxed) + found;
                line.show(|| format!("exit row {}: {} positions", row + 1, output::grouped(all as usize)));
                if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            lock().push(search);
            found
        },
        |found: Option<HardestUnit>| {
            line.increment(1);
            all = all.take().zip(found).map(|(mut all, found)| {
                all.merge(found);
                all
            });
            anyhow::Ok(())
        },
    )?;
    line.finish();
    Ok(all.filter(|_| !interrupt::requested()))
}
