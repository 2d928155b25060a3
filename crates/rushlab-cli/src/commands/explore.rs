//! `rushlab explore`: explores the cluster of each puzzle, several at a time, in the order of the input.

mod heuristics;
mod json;
mod neighbours;
mod print;
mod unexplored;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use rushlab::analysis::{Cluster, RulesHint, Stopped};
use rushlab::search::{Limit, Progress, Verdict};
use rushlab_study::exploration::{self, Findings, GraphFormat, GraphTooLarge};
use rushlab_study::report::html;

use self::unexplored::{CountReached, Unexplored};
use crate::ExitStatus;
use crate::arguments::ExploreOptions;
use crate::input::InputPuzzle;
use crate::output::{self, count};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{atomic_file, batch, interrupt};

/// The findings about a puzzle, its graph if `--graph` was given, and a hint that it was made for other rules.
type Explored = (Findings, Option<Result<String, GraphTooLarge>>, Option<RulesHint>);

pub(crate) fn run(options: &ExploreOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    if !options.heuristics.named().is_empty() {
        return heuristics::run(options);
    }
    if options.neighbours {
        return neighbours::run(options);
    }
    let graph_format = options.graph.as_deref().map(graph_format).transpose()?;
    for path in files(options) {
        atomic_file::check_new(path, options.force)?;
    }
    let mut printer = print::printer(options.style.or_text())?;
    let line = ProgressLine::message();
    let mut kept = Vec::new();
    let mut graphs = Vec::new();
    let mut note = RulesNote::new();
    let mut finished = 0;
    let status = batch::run(
        &options.input,
        options.threads.count(),
        &line,
        |item, share| explore(options, graph_format, share.searches, &line, &item),
        |explored| match explored {
            Ok((findings, graph, hint)) => {
                note.add(hint);
                print::print(&mut printer, &findings)?;
                finished += 1;
                graphs.extend(graph);
                kept.extend(options.report.is_some().then_some(findings));
                Ok(ExitStatus::Success)
            }
            Err(unexplored) if unexplored.stopped == Stopped::Interrupted && interrupt::requested() => {
                Ok(ExitStatus::Interrupted)
            }
            Err(unexplored) => {
                output::error(&unexplored.message);
                print::print_unexplored(&mut printer, &unexplored)?;
                Ok(ExitStatus::Incomplete)
            }
        },
    )?;
    line.finish();
    printer.finish()?;
    note.print();
    if status == ExitStatus::Interrupted || interrupt::requested() {
        let files: Vec<String> = files(options).map(|path| format!("; {} is not written", path.display())).collect();
        let finished = count(finished, "puzzle");
        return Ok(interrupt::report(&format!("{finished} explored and printed{}", files.concat())));
    }
    write_files(options, &kept, graphs)?;
    Ok(status)
}

fn write_files(
    options: &ExploreOptions,
    explored: &[Findings],
    graphs: Vec<Result<String, GraphTooLarge>>,
) -> Result<()> {
    if let Some(path) = &options.report {
        atomic_file::write(path, options.force, |out| {
            Ok(out.write_all(html::page(&exploration::document(explored)).as_bytes())?)
        })?;
    }
    if let Some(path) = &options.graph {
        let [graph] = <[_; 1]>::try_from(graphs)
            .map_err(|graphs| anyhow::anyhow!("--graph requires exactly one puzzle, and there are {}", graphs.len()))?;
        let graph = graph?;
        atomic_file::write(path, options.force, |out| Ok(out.write_all(graph.as_bytes())?))?;
    }
    Ok(())
}

fn files(options: &ExploreOptions) -> impl Iterator<Item = &PathBuf> {
    [&options.report, &options.graph].into_iter().flatten()
}

/// Returns the format that the extension of a graph file names.
fn graph_format(path: &Path) -> Result<GraphFormat> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("graphml") => Ok(GraphFormat::GraphMl),
        Some("dot" | "gv") => Ok(GraphFormat::Dot),
        _ => bail!("{}: the name of a graph file must end in .graphml or .dot", path.display()),
    }
}

fn explore(
    options: &ExploreOptions,
    graph_format: Option<GraphFormat>,
    concurrency: usize,
    line: &ProgressLine,
    item: &InputPuzzle<'_>,
) -> Result<Explored, Box<Unexplored>> {
    let id = item.origin.id();
    let limits = options.limits.per_search(concurrency);
    let deadline = options.limits.deadline();
    let observer = || Watchdog::until(deadline).with_progress(line, |progress| describe(&id, progress));
    let started = Instant::now();
    let mut reaching = CountReached { watchdog: observer(), reached: 0 };
    let explored = Cluster::new(&item.puzzle, limits, &mut reaching).and_then(|cluster| {
        let graph = graph_format.map(|format| exploration::graph(&cluster, format));
        let verdict = if cluster.distance(0).is_some() { Verdict::Solved } else { Verdict::Unsolvable };
        let hint = rules_note::hint(&options.input.parse, &item.puzzle, verdict, limits, &mut observer());
        Ok((Findings::new(id.clone(), &cluster, limits, &mut observer())?, graph, hint))
    });
    explored.map_err(|stopped| {
        let message = item.origin.message(&explain(stopped));
        let reached = if stopped == Stopped::Limit(Limit::States) { limits.states } else { reaching.reached };
        Box::new(Unexplored::search(id.clone(), item.puzzle.clone(), message, stopped, (reached, started), limits))
    })
}

/// Returns why a cluster was not explored, with a remedy.
fn explain(stopped: Stopped) -> String {
    match stopped {
        Stopped::Limit(Limit::States) => format!("{stopped}; raise --max-states to explore it"),
        Stopped::Limit(_) => format!("{stopped}; raise --max-memory, or use fewer --threads, to explore it"),
        Stopped::Interrupted => "not explored in time; raise --timeout".to_owned(),
    }
}

fn describe(id: &str, progress: &Progress) -> String {
    format!("{id}: {} so far", count(progress.statistics.states as usize, "position"))
}
