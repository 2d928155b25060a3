//! `rushlab solve`: solves many puzzles at a time and prints the results in the order of the input.

mod print;
mod trace;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::analysis::RulesHint;
use rushlab::search::{Configuration, HeuristicChoice, Outcome, Selection};
use rushlab_genetic::ALL_ALGORITHMS;

pub(super) use self::print::result_sentence;
use self::trace::Trace;
use crate::ExitStatus;
use crate::arguments::SolveOptions;
use crate::batch::Share;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::search_progress::SearchProgress;
use crate::watchdog::Watchdog;
use crate::{atomic_file, batch, interrupt};

struct SolvedPuzzle {
    id: String,
    puzzle: Puzzle,
    outcome: Outcome,
    seconds: f64,
    hint: Option<RulesHint>,
}

pub(crate) fn run(options: &SolveOptions) -> Result<ExitStatus> {
    let configuration = configuration(options)?;
    interrupt::defer_to_command();
    let Some(path) = &options.trace else {
        return solve_all(options, &configuration, options.threads.count(), None);
    };
    let mut status = ExitStatus::Success;
    atomic_file::write_or_print(path, options.force, |out| {
        let trace = Mutex::new(Trace::new(out)?);
        // One search at a time, so that the trace contains one search after the other.
        status = solve_all(options, &configuration, 1, Some(&trace))?;
        Ok(trace.into_inner().map_or(Ok(()), Trace::finish)?)
    })?;
    Ok(status)
}

fn configuration(options: &SolveOptions) -> Result<Configuration> {
    options.seed.note_if_random();
    let selection = Selection {
        algorithm: only("algorithm", &options.algorithm.named())?.map(|algorithm| algorithm.about().name.to_owned()),
        heuristic: only("heuristic", &options.heuristics.named())?
            .map(|heuristic| HeuristicChoice::Custom(Arc::new(heuristic))),
        parameters: options.parameters.of_heuristics()?,
        seed: Some(options.seed.value()),
        ..Selection::default()
    };
    selection.resolve(&ALL_ALGORITHMS).map_err(|error| output::configuration_error(&error))
}

/// Returns the only name of a list, if there is one.
fn only<T: Copy>(option: &str, names: &[T]) -> Result<Option<T>> {
    match names {
        [] => Ok(None),
        [name] => Ok(Some(*name)),
        _ => bail!("solve runs one search; name one --{option}, or compare several with `rushlab compare`"),
    }
}

fn solve_all(
    options: &SolveOptions,
    configuration: &Configuration,
    threads: usize,
    trace: Option<&Mutex<Trace<'_>>>,
) -> Result<ExitStatus> {
    let mut printer = print::printer(options)?;
    let progress = ProgressLine::message();
    let mut note = RulesNote::new();
    let mut finished = 0;
    let status = batch::run(
        &options.input,
        threads,
        &progress,
        |item, share| {
            let puzzle = if options.past_border { item.puzzle.past_border() } else { Ok(item.puzzle) };
            let id = item.origin.id();
            let puzzle = puzzle.map_err(|_| item.origin.message(&"no larger board is possible for --past-border"))?;
            Ok(solve_one(options, configuration, share, &progress, trace, id, puzzle))
        },
        |solved: Result<SolvedPuzzle, String>| {
            let solved = match solved {
                Ok(solved) => solved,
                Err(message) => {
                    output::error(&message);
                    return Ok(ExitStatus::Invalid);
                }
            };
            note.add(solved.hint);
            print::print(&mut printer, options, &solved)?;
            let status = ExitStatus::of(solved.outcome.status);
            finished += usize::from(status != ExitStatus::Interrupted);
            Ok(status)
        },
    )?;
    progress.finish();
    printer.finish()?;
    note.print();
    Ok(match status {
        ExitStatus::Interrupted => interrupt::report(&format!("{} finished and printed", count(finished, "puzzle"))),
        status => status,
    })
}

fn solve_one(
    options: &SolveOptions,
    configuration: &Configuration,
    share: Share,
    progress_line: &ProgressLine,
    trace: Option<&Mutex<Trace<'_>>>,
    id: String,
    puzzle: Puzzle,
) -> SolvedPuzzle {
    let limits = options.limits.per_search(share.searches);
    let solver = configuration.solver(&puzzle).limits(limits).threads(share.threads);
    let started = Instant::now();
    let deadline = options.limits.deadline();
    let display = SearchProgress::new(&id);
    let mut watchdog = Watchdog::until(deadline).with_progress(progress_line, |progress| display.describe(progress));
    if let Some(trace) = trace {
        watchdog = watchdog.with_visitor(|pass, visit| {
            trace.lock().map_or(ControlFlow::Break(()), |mut trace| trace.write(&id, pass, visit))
        });
    }
    let outcome = solver.run_with(&mut watchdog);
    drop(watchdog);
    let seconds = started.elapsed().as_secs_f64();
    let mut watchdog = Watchdog::until(deadline);
    let hint = rules_note::hint(&options.input.parse, &puzzle, outcome.status.verdict(), limits, &mut watchdog);
    SolvedPuzzle { id, puzzle, outcome, seconds, hint }
}
