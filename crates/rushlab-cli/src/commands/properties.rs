//! `rushlab properties`: checks on every position of a puzzle whether heuristics are admissible and consistent.

mod print;

use std::sync::Arc;

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::heuristic::{HEURISTICS, Heuristic};
use rushlab::search::{Limit, Limits, configure_heuristics};
use rushlab_study::properties::HeuristicCheck;

use self::print::Printer;
use crate::ExitStatus;
use crate::arguments::PropertiesOptions;
use crate::commands::explore::describe;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{batch, interrupt};

struct PuzzleChecks {
    id: String,
    cluster: Cluster,
    checks: Vec<HeuristicCheck>,
}

const DEFAULT_MAX_STATES: u64 = 5_000_000;

pub(crate) fn run(options: &PropertiesOptions) -> Result<ExitStatus> {
    let heuristics = configure_heuristics(&chosen(options), &options.heuristics.parameters.values())
        .map_err(|error| output::configuration_error(&error))?;
    interrupt::defer_to_command();
    let mut printer = Printer::new(options.style.or_text())?;
    let progress = ProgressLine::message();
    let mut note = RulesNote::new();
    let mut finished = 0;
    let status = batch::for_each(&options.input, &progress, |item| {
        note.add(rules_note::hint_without_search(&options.input.parse, &item.puzzle, options.limits.per_search(1)));
        match examine(options, &heuristics, &progress, item.origin.id(), &item.puzzle) {
            Ok(checked) => {
                progress.suspend(|| printer.print(&checked))?;
                finished += 1;
                Ok(ExitStatus::Success)
            }
            Err(Stopped::Interrupted) if interrupt::requested() => Ok(ExitStatus::Interrupted),
            Err(stopped) => {
                let max = count(max_states(options) as usize, "position");
                let what = match stopped {
                    Stopped::Limit(Limit::States) => format!("more than {max}; raise --max-states to check them all"),
                    Stopped::Limit(_) => format!("{stopped}; raise --max-memory to check all positions"),
                    Stopped::Interrupted => "not explored in time; raise --timeout".to_owned(),
                };
                progress.suspend(|| output::error(&item.origin.message(&what)));
                Ok(ExitStatus::Incomplete)
            }
        }
    })?;
    progress.finish();
    printer.finish()?;
    note.print();
    Ok(match status {
        ExitStatus::Interrupted => interrupt::report(&format!("{} checked and printed", count(finished, "puzzle"))),
        status => status,
    })
}

fn max_states(options: &PropertiesOptions) -> u64 {
    options.limits.max_states.unwrap_or(DEFAULT_MAX_STATES)
}

/// Returns the heuristics that the options name; all if they name none.
fn chosen(options: &PropertiesOptions) -> Vec<&'static dyn Heuristic> {
    match options.heuristics.heuristic.as_slice() {
        [] => HEURISTICS.to_vec(),
        names => names.iter().map(|name| name.0).collect(),
    }
}

fn examine(
    options: &PropertiesOptions,
    heuristics: &[Arc<dyn Heuristic>],
    progress: &ProgressLine,
    id: String,
    puzzle: &Puzzle,
) -> Result<PuzzleChecks, Stopped> {
    let limits = Limits { states: max_states(options), ..options.limits.per_search(1) };
    let mut watchdog =
        Watchdog::until(options.limits.deadline()).with_progress(progress, |progress| describe(&id, progress));
    let cluster = Cluster::new(puzzle, limits, &mut watchdog)?;
    drop(watchdog);
    let mut checks = Vec::with_capacity(heuristics.len());
    for heuristic in heuristics {
        if interrupt::requested() {
            return Err(Stopped::Interrupted);
        }
        progress.show(|| format!("{id}: {}", heuristic.about().name));
        checks.push(HeuristicCheck::new(&cluster, heuristic.as_ref()));
    }
    Ok(PuzzleChecks { id, cluster, checks })
}
