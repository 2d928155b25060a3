//! The driver of commands that work on many puzzles: it reads them, reports bad ones on stderr, works on several at a time, passes the
//! results on in the order of the input, and returns the verdict of the whole batch.

use anyhow::Result;

use crate::arguments::InputArgs;
use crate::input::{self, Event, Input, Item};
use crate::progress::ProgressLine;
use crate::{Verdict, interrupt, output, parallel};

/// Works on every valid puzzle on several threads.
///
/// `work` gets a puzzle and the number of puzzles that are worked on at the same time: 1 if there is only one in all. `print` gets the
/// results one at a time, in the order of the puzzles, while the progress display is suspended, so it must not use the display. It
/// returns the verdict of one puzzle.
pub(crate) fn run<R: Send>(
    args: &InputArgs,
    threads: usize,
    line: &ProgressLine,
    work: impl Fn(Item<'_>, usize) -> R + Sync,
    mut print: impl FnMut(R) -> Result<Verdict> + Send,
) -> Result<Verdict> {
    let inputs = input::inputs(args);
    let (mut read, mut printed) = (Verdict::Good, Verdict::Good);
    parallel::in_order(
        threads,
        |submit| {
            // The first puzzle waits until it is known whether there is a second.
            let mut first = None;
            let mut several = threads == 1;
            read = read_valid(args, &inputs, line, |item| match first.take() {
                None if !several => {
                    first = Some(item);
                    Ok(())
                }
                before => {
                    several = true;
                    before.into_iter().chain([item]).try_for_each(|item| submit((item, threads)))
                }
            })?;
            first.into_iter().try_for_each(|item| submit((item, 1)))
        },
        |(item, at_once)| work(item, at_once),
        |result| {
            let verdict = line.suspend(|| print(result))?;
            printed = printed.worse(verdict);
            Ok(())
        },
    )?;
    Ok(read.worse(printed))
}

/// Works on every valid puzzle, one after the other. `work` returns the verdict of one puzzle.
pub(crate) fn for_each(
    args: &InputArgs,
    line: &ProgressLine,
    mut work: impl FnMut(Item<'_>) -> Result<Verdict>,
) -> Result<Verdict> {
    let mut worked = Verdict::Good;
    let read = read_valid(args, &input::inputs(args), line, |item| {
        worked = worked.worse(work(item)?);
        Ok(())
    })?;
    Ok(read.worse(worked))
}

/// Passes every valid puzzle to `each` and reports the others. After Ctrl-C the rest is skipped.
pub(crate) fn read_valid<'a>(
    args: &InputArgs,
    inputs: &'a [Input],
    line: &ProgressLine,
    mut each: impl FnMut(Item<'a>) -> Result<()>,
) -> Result<Verdict> {
    let mut verdict = Verdict::Good;
    input::read(args, inputs, |event| {
        match event {
            _ if interrupt::requested() => verdict = verdict.worse(Verdict::Interrupted),
            Event::Puzzle(item) => each(item)?,
            Event::Invalid(origin, problems) => {
                verdict = verdict.worse(Verdict::Wrong);
                line.suspend(|| problems.0.iter().for_each(|problem| output::error(&origin.input.message(problem))));
            }
            Event::Unreadable(input, error) => {
                verdict = verdict.worse(Verdict::Wrong);
                line.suspend(|| output::error(&input.unreadable(&error)));
            }
        }
        Ok(())
    })?;
    Ok(verdict)
}
