//! Heuristics checked against the exact distances of every position: whether they are admissible and consistent.

mod print;

use std::sync::Arc;

use anyhow::Result;
use rushlab::Puzzle;
use rushlab::analysis::{Cluster, Stopped};
use rushlab::heuristic::Heuristic;
use rushlab::search::configure_heuristics;
use rushlab_study::properties::HeuristicCheck;

use super::{describe, explain};
use crate::arguments::ExploreOptions;
use crate::output::{self, Printer, count};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{ExitStatus, batch, interrupt};

struct PuzzleChecks {
    id: String,
    cluster: Cluster,
    checks: Vec<HeuristicCheck>,
}

pub(super) fn run(options: &ExploreOptions) -> Result<ExitStatus> {
    let parameters = options.parameters.of_heuristics()?;
    let heuristics = configure_heuristics(&options.heuristics.named(), &parameters)
        .map_err(|error| output::configuration_error(&error))?;
    let mut printer = Printer::new(options.style.or_text(), &print::NAMES)?;
    let progress = ProgressLine::message();
    let mut note = RulesNote::new();
    let mut finished = 0;
    let status = batch::run(
        &options.input,
        options.threads.count(),
        &progress,
        |item, share| {
            let limits = options.limits.per_search(share.searches);
            let hint = rules_note::hint_without_search(&options.input.parse, &item.puzzle, limits);
            let checked = examine(options, &heuristics, &progress, share.searches, item.origin.id(), &item.puzzle);
            (hint, checked.map_err(|stopped| (item.origin.message(&explain(stopped)), stopped)))
        },
        |(hint, checked)| {
            note.add(hint);
            match checked {
                Ok(checked) => {
                    print::print(&mut printer, &checked)?;
                    finished += 1;
                    Ok(ExitStatus::Success)
                }
                Err((_, Stopped::Interrupted)) if interrupt::requested() => Ok(ExitStatus::Interrupted),
                Err((message, _)) => {
                    output::error(&message);
                    Ok(ExitStatus::Incomplete)
                }
            }
        },
    )?;
    progress.finish();
    printer.finish()?;
    note.print();
    Ok(match status {
        ExitStatus::Interrupted => interrupt::report(&format!("{} checked and printed", count(finished, "puzzle"))),
        status => status,
    })
}

fn examine(
    options: &ExploreOptions,
    heuristics: &[Arc<dyn Heuristic>],
    progress: &ProgressLine,
    concurrency: usize,
    id: String,
    puzzle: &Puzzle,
) -> Result<PuzzleChecks, Stopped> {
    let limits = options.limits.per_search(concurrency);
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
