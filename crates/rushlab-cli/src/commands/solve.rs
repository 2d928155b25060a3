//! `rushlab solve`: solves many puzzles at a time and prints the results in the order of the input.

mod print;
mod trace;

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::search::{Outcome, Progress, Solver, Status};

use self::print::Printer;
use self::trace::Trace;
use crate::Verdict;
use crate::arguments::SolveOptions;
use crate::output::{count, grouped};
use crate::progress::ProgressLine;
use crate::watchdog::Watchdog;
use crate::{atomic_file, batch, interrupt};

/// The result of one search.
struct Answer {
    id: String,
    puzzle: Puzzle,
    outcome: Outcome,
    seconds: f64,
}

pub(crate) fn run(options: &SolveOptions) -> Result<Verdict> {
    interrupt::defer_to_command();
    let Some(path) = &options.trace else { return solve_all(options, options.threads.count(), None) };
    let mut verdict = Verdict::Good;
    atomic_file::write(path, options.force, |out| {
        let trace = Mutex::new(Trace::new(out)?);
        // One search at a time, so that the trace holds one after the other.
        verdict = solve_all(options, 1, Some(&trace))?;
        Ok(trace.into_inner().map_or(Ok(()), Trace::finish)?)
    })?;
    Ok(verdict)
}

fn solve_all(options: &SolveOptions, threads: usize, trace: Option<&Mutex<Trace<'_>>>) -> Result<Verdict> {
    let mut printer = Printer::new(options)?;
    let line = ProgressLine::message();
    let verdict = batch::run(
        &options.input,
        threads,
        &line,
        |item, at_once| answer(options, at_once, &line, trace, item.origin.id(), item.puzzle),
        |answer| printer.print(&answer).map(|()| verdict(answer.outcome.status)),
    )?;
    line.finish();
    printer.finish()?;
    Ok(verdict)
}

/// The verdict on a search that ended with a status.
pub(super) fn verdict(status: Status) -> Verdict {
    match status {
        Status::Solved | Status::Unsolvable => Verdict::Good,
        Status::Limit(_) => Verdict::Limit,
        Status::Interrupted if interrupt::requested() => Verdict::Interrupted,
        Status::Interrupted => Verdict::Limit,
    }
}

/// Describes a search that is going on: how far it is, and what is known about the solution.
pub(super) fn describe(id: &str, puzzle: &Puzzle, progress: &Progress) -> String {
    let metric = puzzle.rules().metric.word();
    let best = progress.best.map_or_else(String::new, |best| format!(", best {best}"));
    let positions = count(progress.statistics.expanded as usize, "position");
    format!("{id}: {positions}, at least {} {metric}{best}", grouped(progress.bound as usize))
}

fn answer(
    options: &SolveOptions,
    at_once: usize,
    line: &ProgressLine,
    trace: Option<&Mutex<Trace<'_>>>,
    id: String,
    puzzle: Puzzle,
) -> Answer {
    let limits = options.limits.per_search(at_once);
    let heuristic = options.parameters.apply(options.heuristic.0);
    let solver = Solver::new(&puzzle).algorithm(options.algorithm.0).heuristic(heuristic.as_ref());
    let solver = solver.limits(limits).seed(options.seed);
    let begun = Instant::now();
    let mut watchdog =
        Watchdog::until(options.limits.deadline()).showing(line, |progress| describe(&id, &puzzle, progress));
    if let Some(trace) = trace {
        watchdog = watchdog.visiting(|pass, visit| {
            trace.lock().map_or(ControlFlow::Break(()), |mut trace| trace.write(&id, pass, visit))
        });
    }
    let outcome = solver.run_with(&mut watchdog);
    drop(watchdog);
    Answer { id, puzzle, outcome, seconds: begun.elapsed().as_secs_f64() }
}
