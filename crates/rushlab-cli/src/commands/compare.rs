//! `rushlab compare`: every algorithm and heuristic on every puzzle, as in the COMP 472 handout: its text files, and the analysis.

mod columns;
mod comp472_files;
mod competition;
mod configuration;
mod contestant;
mod csv;
mod folder;
mod manifest;
mod model;
mod print;
mod progress;
mod record;
mod report;
mod runner;
mod spreadsheet;
mod submission;
mod summary;
mod times;

use std::path::Path;

use anyhow::Result;
use rushlab::search::Status;

use self::configuration::Configuration;
use self::folder::Folder;
use self::manifest::Manifest;
use self::model::{Comparison, PuzzleEntry, ResultStatus, Run, SearchResult};
use self::progress::SearchProgress;
use self::runner::{Job, Runner};
use self::submission::Submission;
use crate::ExitStatus;
use crate::arguments::{CompareOptions, InputArgs};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{batch, interrupt, output, parallel};

pub(crate) fn run(options: &CompareOptions) -> Result<ExitStatus> {
    interrupt::defer_to_command();
    let (entries, status) = read(&options.input)?;
    if entries.is_empty() {
        return Ok(status);
    }
    let comparison_status = match &options.out {
        Some(out) => compare(options, out, entries)?,
        None => competition::run(options, &entries)?,
    };
    Ok(status.worse(comparison_status))
}

/// Reads the valid puzzles.
fn read(input: &InputArgs) -> Result<(Vec<PuzzleEntry>, ExitStatus)> {
    let mut entries = Vec::new();
    let status = batch::for_each(input, &ProgressLine::message(), |item| {
        let (number, id) = (item.origin.overall_number, item.origin.id());
        entries.push(PuzzleEntry { number, id, puzzle: item.puzzle });
        Ok(ExitStatus::Success)
    })?;
    Ok((entries, status))
}

fn compare(options: &CompareOptions, out: &Path, entries: Vec<PuzzleEntry>) -> Result<ExitStatus> {
    let configurations = Configuration::all(options);
    let folder = Folder::open(out, Manifest::new(options, &entries, &configurations), options.force)?;
    let submission = Submission::new(options)?;
    folder.claim(&submission.iter().map(Submission::name).collect::<Vec<String>>())?;
    let runner = Runner::new(options);
    let results = search(options.threads.count(), &runner, &folder, &entries, &configurations)?;
    let done = results.iter().flatten().count();
    if done < results.len() {
        output::error(&format!(
            "interrupted: {done} of {} searches are finished; the same command continues from there",
            results.len()
        ));
        return Ok(ExitStatus::Interrupted);
    }
    let comparison = collect(options, &runner, entries, configurations, results.into_iter().flatten());
    csv::write(&folder, &comparison)?;
    spreadsheet::write(&folder, &comparison)?;
    if !report::write(&folder, &comparison, options.threads.count())? {
        output::error("interrupted: the report is not written; the same command continues from there");
        return Ok(ExitStatus::Interrupted);
    }
    if let Some(submission) = &submission {
        submission.write(&folder, &comparison)?;
    }
    print::print(options.output, folder.root(), &comparison)?;
    rules_note(options, &runner, &comparison).print();
    let all = comparison.runs.iter().map(|run| &run.result).chain(&comparison.optima);
    Ok(if all.clone().any(|result| result.status == ResultStatus::Limit) {
        ExitStatus::Incomplete
    } else {
        ExitStatus::Success
    })
}

/// Returns the note about puzzles that were probably made for other rules.
fn rules_note(options: &CompareOptions, runner: &Runner, comparison: &Comparison) -> RulesNote {
    let mut note = RulesNote::new();
    for (entry, optimum) in comparison.entries.iter().zip(&comparison.optima) {
        let status = match optimum.status {
            ResultStatus::Solved => Status::Solved,
            ResultStatus::Unsolvable => Status::Unsolvable,
            ResultStatus::Limit => Status::Interrupted,
        };
        let mut watchdog = Watchdog::until(options.limits.deadline());
        note.add(rules_note::hint(&options.input.parse, &entry.puzzle, status, runner.limits, &mut watchdog));
    }
    note
}

/// Runs all searches. Returns for each puzzle the result of the search for its optimum, then that of each configuration; `None` if it was
/// interrupted.
fn search(
    threads: usize,
    runner: &Runner,
    folder: &Folder,
    entries: &[PuzzleEntry],
    configurations: &[Configuration],
) -> Result<Vec<Option<SearchResult>>> {
    let jobs = entries.iter().flat_map(|entry| {
        let all = std::iter::once(None).chain(configurations.iter().map(Some));
        all.map(move |configuration| Job { entry, configuration })
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let mut results: Vec<Option<SearchResult>> = jobs.iter().map(|job| job.finished(folder)).collect();
    let open: Vec<usize> = (0..jobs.len()).filter(|index| results[*index].is_none()).collect();
    let progress = SearchProgress::new(open.len());
    let done = parallel::in_order(
        threads,
        |submit| open.iter().copied().try_for_each(submit),
        |index: usize| (index, runner.run(&jobs[index], folder, &progress)),
        |(index, result)| {
            results[index] = result?;
            Ok(())
        },
    );
    progress.finish();
    done.map(|()| results)
}

/// Sorts the results: for each puzzle there is first its optimum, then one per configuration.
fn collect(
    options: &CompareOptions,
    runner: &Runner,
    entries: Vec<PuzzleEntry>,
    configurations: Vec<Configuration>,
    results: impl Iterator<Item = SearchResult>,
) -> Comparison {
    let (mut optima, mut runs) = (Vec::new(), Vec::new());
    for (index, result) in results.enumerate() {
        let (entry, index_of_run) = (index / (configurations.len() + 1), index % (configurations.len() + 1));
        match index_of_run.checked_sub(1) {
            None => optima.push(result),
            Some(configuration) => runs.push(Run { entry, configuration, result }),
        }
    }
    Comparison {
        entries,
        configurations,
        optima,
        runs,
        duplicates: runner.duplicates,
        parameters: options.parameters.clone(),
        repeat: runner.repeat,
    }
}
