//! `rushlab solve`: solutions, many puzzles at once, in the order of the input.

mod print;
pub(super) mod watch;

use std::sync::Mutex;
use std::time::Instant;

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::heuristic::Parameters;
use rushlab::search::{Duplicates, Outcome, Status, Task};

pub(super) use self::print::told;
pub(super) use self::print::wrapped;

use self::print::Printer;
use self::watch::{Trace, Watch};
use crate::Verdict;
use crate::arguments::SolveOptions;
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::interrupt;
use crate::output;
use crate::parallel;
use crate::progress::Line;

/// A puzzle that was solved, or not.
struct Answer {
    id: String,
    puzzle: Puzzle,
    outcome: Outcome,
    seconds: f64,
}

pub(crate) fn run(options: &SolveOptions) -> Result<Verdict> {
    interrupt::be_gentle();
    let Some(path) = &options.trace else { return solve_all(options, options.threads.count(), None) };
    let mut verdict = Verdict::Good;
    output::write_file(path, options.force, |out| {
        let trace = Mutex::new(Trace::new(out)?);
        // One search after the other, so that the trace tells one after the other.
        verdict = solve_all(options, 1, Some(&trace))?;
        Ok(trace.into_inner().map_or(Ok(()), Trace::finish)?)
    })?;
    Ok(verdict)
}

fn solve_all(options: &SolveOptions, threads: usize, trace: Option<&Mutex<Trace<'_>>>) -> Result<Verdict> {
    let mut printer = Printer::new(options)?;
    let line = Line::new();
    let mut verdict = Verdict::Good;
    let mut wrong = false;
    parallel::in_order(
        threads,
        |submit| {
            // The first waits until it is known whether another comes: a puzzle that is alone has all the memory.
            let mut first = None;
            let mut several = false;
            let mut arrive = |task| match first.take() {
                None if !several => {
                    first = Some(task);
                    Ok(())
                }
                before => {
                    several = true;
                    before.into_iter().chain([task]).try_for_each(|task| submit((task, threads)))
                }
            };
            let read = input::read(&options.reading, |event| {
                if interrupt::asked() {
                    return Ok(());
                }
                match event {
                    Event::Item(item @ Item { puzzle: Ok(_), .. }) => {
                        let id = item.id().to_string();
                        item.puzzle.into_iter().try_for_each(|puzzle| arrive((id.clone(), puzzle)))?;
                    }
                    bad => {
                        wrong = true;
                        line.aside(|| complain(&bad));
                    }
                }
                Ok(())
            });
            first.into_iter().try_for_each(|task| submit((task, 1))).and(read)
        },
        |((id, puzzle), at_once)| answer(options, at_once, &line, trace, id, puzzle),
        |answer| {
            verdict = verdict.worse(match answer.outcome.status {
                Status::Solved | Status::Unsolvable => Verdict::Good,
                Status::Limit(_) => Verdict::Limit,
                Status::Interrupted if interrupt::asked() => Verdict::Interrupted,
                Status::Interrupted => Verdict::Limit,
            });
            line.aside(|| printer.print(&answer))
        },
    )?;
    line.finish();
    printer.finish()?;
    Ok(if wrong { verdict.worse(Verdict::Wrong) } else { verdict })
}

fn answer(
    options: &SolveOptions,
    at_once: usize,
    line: &Line,
    trace: Option<&Mutex<Trace<'_>>>,
    id: String,
    puzzle: Puzzle,
) -> Answer {
    let limits = options.room.limits(at_once);
    let task = Task {
        puzzle: &puzzle,
        heuristic: options.heuristic.0,
        parameters: Parameters { weight: options.weight },
        limits,
        duplicates: Duplicates::Exact,
        seed: options.seed,
    };
    let begun = Instant::now();
    let deadline = options.room.deadline();
    let outcome = options.algorithm.0.run(&task, &mut Watch { id: &id, puzzle: &puzzle, deadline, line, trace });
    Answer { id, puzzle, outcome, seconds: begun.elapsed().as_secs_f64() }
}
