//! `rushlab census fillings`: van Assema's fillings by their distances.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use rushlab_census::{FillingCounts, Fillings, Shard, Size};
use rushlab_study::parallel;

use super::scope;
use crate::arguments::FillingsOptions;
use crate::output::{Rows, Value};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output};

const COLUMNS: &[&str] = &["distance", "fillings"];

pub(super) fn run(options: &FillingsOptions) -> Result<ExitStatus> {
    let size = scope::board_size(options.size)?;
    interrupt::defer_to_command();
    let mut all = FillingCounts::default();
    let search = Fillings::distances;
    if parts(size, options.shard, options.threads.count(), search, |counts| all.merge(&counts))?.is_break() {
        return Ok(interrupt::report("the fillings are not all searched, and nothing is printed"));
    }
    let mut rows = Rows::new(output::stdout(), options.style.or_table(), COLUMNS)?;
    for (distance, fillings) in all.distances.iter().enumerate() {
        rows.row(&[Value::Number(distance as u64), Value::Number(*fillings)])?;
    }
    rows.finish()?;
    let (fillings, positions) = (output::grouped(all.fillings() as usize), output::grouped(all.positions as usize));
    output::note(&format!("{fillings} fillings, {positions} positions"));
    Ok(ExitStatus::Success)
}

/// Returns the number of fillings of a size; `None` if it was interrupted.
pub(super) fn count(size: Size, threads: usize) -> Result<Option<u64>> {
    let mut fillings = 0;
    let counted = parts(size, Shard::WHOLE, threads, Fillings::count, |count| fillings += count)?;
    Ok(counted.is_continue().then_some(fillings))
}

/// Computes the parts of a shard on several threads. Breaks if it is interrupted.
fn parts<T: Send>(
    size: Size,
    shard: Shard,
    threads: usize,
    compute: impl Fn(&mut Fillings, usize) -> T + Sync,
    mut consume: impl FnMut(T) + Send,
) -> Result<ControlFlow<()>> {
    let fillings = Fillings::new(size);
    let parts = (shard.index as usize..fillings.parts()).step_by(shard.count as usize);
    let line = ProgressLine::delayed(Some(parts.len() as u64), "{bar:20} {percent}%, {eta} left: {wide_msg}");
    // Each thread takes one that no other uses.
    let idle = Mutex::new(vec![fillings; threads]);
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);
    let mut complete = ControlFlow::Continue(());
    parallel::in_order(
        threads,
        |submit| parts.into_iter().take_while(|_| !interrupt::requested()).try_for_each(submit),
        |part| {
            let mut fillings = lock().pop().filter(|_| !interrupt::requested())?;
            let computed = compute(&mut fillings, part);
            lock().push(fillings);
            Some(computed)
        },
        |computed| {
            match computed {
                Some(computed) => consume(computed),
                None => complete = ControlFlow::Break(()),
            }
            line.increment(1);
            line.show(|| "fillings of the rows".to_owned());
            anyhow::Ok(())
        },
    )?;
    line.finish();
    Ok(if interrupt::requested() { ControlFlow::Break(()) } else { complete })
}
