//! Runs a command on many puzzles: reads them, reports invalid ones on stderr, processes the others on several threads, and passes the
//! results on in the order of the input.

use anyhow::Result;

use crate::arguments::InputArgs;
use crate::input::{self, Input, InputEvent, InputPuzzle};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output, parallel};

/// Processes every valid puzzle on several threads.
///
/// `work` gets a puzzle and the number of searches among which memory is divided: the number of threads, or 1 if there is only one puzzle.
/// `print` gets the results one at a time, in the order of the puzzles, while the progress display is suspended, so it must not use the
/// display. It returns the exit status for one puzzle.
pub(crate) fn run<R: Send>(
    args: &InputArgs,
    threads: usize,
    progress: &ProgressLine,
    work: impl Fn(InputPuzzle<'_>, usize) -> R + Sync,
    mut print: impl FnMut(R) -> Result<ExitStatus> + Send,
) -> Result<ExitStatus> {
    let inputs = input::inputs(args);
    let (mut read_status, mut print_status) = (ExitStatus::Success, ExitStatus::Success);
    parallel::in_order(
        threads,
        |submit| {
            // The first puzzle waits until it is known whether there is a second.
            let mut first = None;
            let mut several = threads == 1;
            read_status = read_valid(args, &inputs, progress, |item| match first.take() {
                None if !several => {
                    first = Some(item);
                    Ok(())
                }
                first => {
                    several = true;
                    first.into_iter().chain([item]).try_for_each(|item| submit((item, threads)))
                }
            })?;
            first.into_iter().try_for_each(|item| submit((item, 1)))
        },
        |(item, concurrency)| work(item, concurrency),
        |result| {
            let status = progress.suspend(|| print(result))?;
            print_status = print_status.worse(status);
            Ok(())
        },
    )?;
    Ok(read_status.worse(print_status))
}

/// Processes every valid puzzle, one after the other. `work` returns the exit status for one puzzle.
pub(crate) fn for_each(
    args: &InputArgs,
    progress: &ProgressLine,
    mut work: impl FnMut(InputPuzzle<'_>) -> Result<ExitStatus>,
) -> Result<ExitStatus> {
    let mut work_status = ExitStatus::Success;
    let read_status = read_valid(args, &input::inputs(args), progress, |item| {
        work_status = work_status.worse(work(item)?);
        Ok(())
    })?;
    Ok(read_status.worse(work_status))
}

/// Passes every valid puzzle to `each` and reports the others. After Ctrl-C the rest is skipped.
pub(crate) fn read_valid<'a>(
    args: &InputArgs,
    inputs: &'a [Input],
    progress: &ProgressLine,
    mut each: impl FnMut(InputPuzzle<'a>) -> Result<()>,
) -> Result<ExitStatus> {
    let mut status = ExitStatus::Success;
    input::read(args, inputs, |event| {
        match event {
            _ if interrupt::requested() => status = status.worse(ExitStatus::Interrupted),
            InputEvent::Puzzle(item) => each(item)?,
            InputEvent::Invalid(origin, problems) => {
                status = status.worse(ExitStatus::Invalid);
                progress
                    .suspend(|| problems.0.iter().for_each(|problem| output::error(&origin.input.message(problem))));
            }
            InputEvent::Unreadable(input, error) => {
                status = status.worse(ExitStatus::Invalid);
                progress.suspend(|| output::error(&input.unreadable(&error)));
            }
        }
        Ok(())
    })?;
    Ok(status)
}
