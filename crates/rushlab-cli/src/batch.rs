//! Runs a command on many puzzles: reads them, reports invalid ones on stderr, processes the others on several threads,
//! and passes the results on in the order of the input.

use anyhow::{Result, bail};

use crate::arguments::InputArgs;
use crate::input::{self, Input, InputEvent, InputPuzzle};
use crate::progress::ProgressLine;
use crate::{ExitStatus, interrupt, output};
use rushlab_study::comparison::PuzzleEntry;
use rushlab_study::parallel;

/// The part of the memory and of the threads that one of several concurrent searches may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    /// Number of searches among which memory is divided.
    pub(crate) searches: usize,
    pub(crate) threads: usize,
}

impl Share {
    /// Returns the share of the search with an index, counted from 0, if fewer searches than threads run. The first
    /// searches get the threads that remain.
    fn of(index: usize, searches: usize, threads: usize) -> Share {
        Share { searches, threads: threads / searches + usize::from(index < threads % searches) }
    }
}

/// Processes every valid puzzle on several threads: many puzzles on one thread each; if there are fewer puzzles than
/// threads, each on several.
///
/// `work` gets a puzzle and its share of the memory and the threads. `print` gets the results one at a time, in the
/// order of the puzzles, while the progress display is suspended, so it must not use the display. It returns the exit
/// status for one puzzle.
pub(crate) fn run<R: Send>(
    args: &InputArgs,
    threads: usize,
    progress: &ProgressLine,
    work: impl Fn(InputPuzzle<'_>, Share) -> R + Sync,
    mut print: impl FnMut(R) -> Result<ExitStatus> + Send,
) -> Result<ExitStatus> {
    let inputs = input::inputs(args);
    let (mut read_status, mut print_status) = (ExitStatus::Success, ExitStatus::Success);
    parallel::in_order(
        threads,
        |submit| {
            // The first puzzles wait until it is known whether there are as many as threads.
            let mut waiting = Vec::new();
            let mut submitted = 0;
            read_status = read_valid(args, &inputs, progress, |item| {
                waiting.push(item);
                if submitted + waiting.len() < threads {
                    return Ok(());
                }
                submitted += waiting.len();
                waiting.drain(..).try_for_each(|item| submit((item, Share { searches: threads, threads: 1 })))
            })?;
            let searches = waiting.len();
            let shares = (0..searches).map(|index| Share::of(index, searches, threads));
            waiting.into_iter().zip(shares).try_for_each(submit)
        },
        |(item, share)| work(item, share),
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

/// Reads the valid puzzles of a comparison. If there are more than `most`, it fails with a message that ends with the
/// remedy.
pub(crate) fn entries(
    args: &InputArgs,
    most: usize,
    remedy: impl Fn() -> String,
) -> Result<(Vec<PuzzleEntry>, ExitStatus)> {
    let mut entries = Vec::new();
    let status = for_each(args, &ProgressLine::message(), |item| {
        if entries.len() == most {
            bail!("there are more than {}{}", output::count(most, "puzzle"), remedy());
        }
        let (number, id) = (item.origin.overall_number, item.origin.id());
        entries.push(PuzzleEntry { number, id, puzzle: item.puzzle });
        Ok(ExitStatus::Success)
    })?;
    Ok((entries, status))
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
            InputEvent::Undecided(origin, stopped) => {
                status = status.worse(ExitStatus::Incomplete);
                progress.suspend(|| output::error(&origin.undecided(&stopped)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_threads_are_divided_among_the_searches() {
        for threads in 1..20 {
            for searches in 1..=threads {
                let shares: Vec<usize> =
                    (0..searches).map(|index| Share::of(index, searches, threads).threads).collect();
                assert_eq!(shares.iter().sum::<usize>(), threads);
                assert!(shares[0] - shares[searches - 1] <= 1, "{shares:?}");
            }
        }
    }
}
