//! `rushlab compare`: every algorithm and heuristic on every puzzle, as in the COMP 472 handout: the course's files, and the analysis.

mod columns;
mod competition;
mod configuration;
mod contestant;
mod course;
mod csv;
mod folder;
mod model;
mod plan;
mod print;
mod progress;
mod record;
mod report;
mod runner;
mod spreadsheet;
mod summary;

use std::path::Path;

use anyhow::Result;

use self::configuration::Configuration;
use self::folder::Folder;
use self::model::{Comparison, Ending, Finding, PuzzleEntry, Run};
use self::plan::Plan;
use self::progress::SearchProgress;
use self::runner::{Job, Runner};
use crate::Verdict;
use crate::arguments::{CompareOptions, InputArgs};
use crate::progress::ProgressLine;
use crate::{batch, interrupt, output, parallel};

pub(crate) fn run(options: &CompareOptions) -> Result<Verdict> {
    interrupt::defer_to_command();
    let (entries, verdict) = read(&options.input)?;
    if entries.is_empty() {
        return Ok(verdict);
    }
    let done = match &options.out {
        Some(out) => compare(options, out, entries)?,
        None => competition::run(options, &entries)?,
    };
    Ok(verdict.worse(done))
}

/// Reads the valid puzzles.
fn read(input: &InputArgs) -> Result<(Vec<PuzzleEntry>, Verdict)> {
    let mut entries = Vec::new();
    let verdict = batch::for_each(input, &ProgressLine::message(), |item| {
        let (number, id) = (item.origin.overall_number, item.origin.id());
        entries.push(PuzzleEntry { number, id, puzzle: item.puzzle });
        Ok(Verdict::Good)
    })?;
    Ok((entries, verdict))
}

fn compare(options: &CompareOptions, out: &Path, entries: Vec<PuzzleEntry>) -> Result<Verdict> {
    let configurations = Configuration::all(options);
    let folder = Folder::claim(out, Plan::new(options, &entries, &configurations), options.force)?;
    let runner = Runner::new(options);
    let findings = search(options.threads.count(), &runner, &folder, &entries, &configurations)?;
    let done = findings.iter().flatten().count();
    if done < findings.len() {
        output::error(&format!(
            "interrupted: {done} of {} searches are finished; the same command continues from there",
            findings.len()
        ));
        return Ok(Verdict::Interrupted);
    }
    let comparison = collect(&runner, entries, configurations, findings.into_iter().flatten());
    csv::write(&folder, &comparison)?;
    spreadsheet::write(&folder, &comparison)?;
    if !report::write(&folder, &comparison, options.threads.count())? {
        output::error("interrupted: the report is not written; the same command continues from there");
        return Ok(Verdict::Interrupted);
    }
    print::print(options.output, folder.root(), &comparison)?;
    let all = comparison.runs.iter().map(|run| &run.finding).chain(&comparison.optima);
    Ok(if all.clone().any(|finding| finding.ending == Ending::Limit) { Verdict::Limit } else { Verdict::Good })
}

/// Runs all searches. Returns for each puzzle the result of the search for its optimum, then that of each configuration; `None` if it was
/// interrupted.
fn search(
    threads: usize,
    runner: &Runner,
    folder: &Folder,
    entries: &[PuzzleEntry],
    configurations: &[Configuration],
) -> Result<Vec<Option<Finding>>> {
    let jobs = entries.iter().flat_map(|entry| {
        let all = std::iter::once(None).chain(configurations.iter().map(Some));
        all.map(move |configuration| Job { entry, configuration })
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let mut findings: Vec<Option<Finding>> = jobs.iter().map(|job| job.finished(folder)).collect();
    let open: Vec<usize> = (0..jobs.len()).filter(|index| findings[*index].is_none()).collect();
    let progress = SearchProgress::new(open.len());
    let done = parallel::in_order(
        threads,
        |submit| open.iter().copied().try_for_each(submit),
        |index: usize| (index, runner.run(&jobs[index], folder, &progress)),
        |(index, finding)| {
            findings[index] = finding?;
            Ok(())
        },
    );
    progress.finish();
    done.map(|()| findings)
}

/// Sorts the findings: for each puzzle there is first its optimum, then one per configuration.
fn collect(
    runner: &Runner,
    entries: Vec<PuzzleEntry>,
    configurations: Vec<Configuration>,
    findings: impl Iterator<Item = Finding>,
) -> Comparison {
    let (mut optima, mut runs) = (Vec::new(), Vec::new());
    for (index, finding) in findings.enumerate() {
        let (entry, place) = (index / (configurations.len() + 1), index % (configurations.len() + 1));
        match place.checked_sub(1) {
            None => optima.push(finding),
            Some(configuration) => runs.push(Run { entry, configuration, finding }),
        }
    }
    Comparison { entries, configurations, optima, runs, duplicates: runner.duplicates }
}
