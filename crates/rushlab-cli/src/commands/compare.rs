//! `rushlab compare`: every algorithm and heuristic on every puzzle, as in the COMP 472 handout: its text files, and the analysis.

mod checked_json;
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

use anyhow::{Result, anyhow};
use rushlab::search::Status;

use self::configuration::configurations;
use self::folder::Folder;
use self::manifest::Manifest;
use self::model::{Comparison, PuzzleEntry, ResultStatus, Run, SearchResult};
use self::progress::SearchProgress;
use self::runner::{EarlierSearch, Job, Runner};
use self::submission::Submission;
use crate::ExitStatus;
use crate::arguments::CompareOptions;
use crate::output::{count, grouped};
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{batch, interrupt, output, parallel};
use rushlab::search::Configuration;

pub(crate) fn run(options: &CompareOptions) -> Result<ExitStatus> {
    let configurations = match options.competition.is_empty() {
        true => configurations(options)?,
        false => Vec::new(),
    };
    interrupt::defer_to_command();
    let (entries, status) = read(options, &configurations)?;
    if entries.is_empty() {
        return Ok(status);
    }
    let comparison_status = match &options.out {
        Some(out) => compare(options, out, entries, configurations)?,
        None if options.competition.is_empty() => compare_without_files(options, entries, configurations)?,
        None => competition::run(options, &entries)?,
    };
    Ok(status.worse(comparison_status))
}

/// Reads the valid puzzles. Fails if there are too many.
fn read(options: &CompareOptions, configurations: &[Configuration]) -> Result<(Vec<PuzzleEntry>, ExitStatus)> {
    let mut entries = Vec::new();
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        if entries.len() == options.max_puzzles as usize {
            return Err(too_many(options, configurations));
        }
        let (number, id) = (item.origin.overall_number, item.origin.id());
        entries.push(PuzzleEntry { number, id, puzzle: item.puzzle });
        Ok(ExitStatus::Success)
    })?;
    Ok((entries, status))
}

fn too_many(options: &CompareOptions, configurations: &[Configuration]) -> anyhow::Error {
    let files = match options.out {
        Some(_) => format!(", and each makes {} files", 2 * configurations.len()),
        None => String::new(),
    };
    let limit = count(options.max_puzzles as usize, "puzzle");
    anyhow!("there are more than {limit}{files}; compare fewer, or allow more with --max-puzzles")
}

fn compare(
    options: &CompareOptions,
    out: &Path,
    entries: Vec<PuzzleEntry>,
    configurations: Vec<Configuration>,
) -> Result<ExitStatus> {
    let folder = Folder::open(out, Manifest::new(options, &entries, &configurations), options.force)?;
    let submission = Submission::new(options)?;
    folder.claim(&submission.iter().map(Submission::name).collect::<Vec<String>>())?;
    let runner = Runner::new(options);
    let Some(results) = search(options.threads.count(), &runner, Some(&folder), &entries, &configurations)? else {
        return Ok(interrupt::report("the existing files are not verified; the same command continues from there"));
    };
    if results.contains(&None) {
        folder.sync()?;
        return Ok(interrupt::report(&format!(
            "{} are finished; the same command continues from there",
            finished(&results, &configurations)
        )));
    }
    let comparison = collect(options, &runner, entries, configurations, results.into_iter().flatten());
    csv::write(&folder, &comparison)?;
    spreadsheet::write(&folder, &comparison)?;
    if !report::write(&folder, &comparison, options.threads.count())? {
        folder.sync()?;
        return Ok(interrupt::report("the report is not written; the same command continues from there"));
    }
    if let Some(submission) = &submission {
        submission.write(&folder, &comparison)?;
    }
    folder.sync()?;
    finish(options, &runner, Some(folder.root()), &comparison)
}

/// Compares without a folder: nothing is written or reused.
fn compare_without_files(
    options: &CompareOptions,
    entries: Vec<PuzzleEntry>,
    configurations: Vec<Configuration>,
) -> Result<ExitStatus> {
    let runner = Runner::new(options);
    let results = search(options.threads.count(), &runner, None, &entries, &configurations)?.unwrap_or_default();
    if results.contains(&None) {
        return Ok(interrupt::report(&format!(
            "{} were finished; with --out FOLDER the same command would continue from there",
            finished(&results, &configurations)
        )));
    }
    let comparison = collect(options, &runner, entries, configurations, results.into_iter().flatten());
    finish(options, &runner, None, &comparison)
}

/// Returns how many searches are finished, without those for the optima: `12 of 45 searches`.
fn finished(results: &[Option<SearchResult>], configurations: &[Configuration]) -> String {
    let searches = || results.chunks(configurations.len() + 1).flat_map(|puzzle| &puzzle[1..]);
    format!("{} of {} searches", grouped(searches().flatten().count()), grouped(searches().count()))
}

/// Prints the results and returns the exit status.
fn finish(
    options: &CompareOptions,
    runner: &Runner,
    folder: Option<&Path>,
    comparison: &Comparison,
) -> Result<ExitStatus> {
    print::print(options.output, folder, comparison)?;
    rules_note(options, runner, comparison).print();
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
    let template = "{bar:20} {pos} of {len} puzzles: do they fit the rules? {wide_msg}";
    let progress = ProgressLine::delayed(Some(comparison.entries.len() as u64), template);
    for (entry, optimum) in comparison.entries.iter().zip(&comparison.optima) {
        let status = match optimum.status {
            ResultStatus::Solved => Status::Solved,
            ResultStatus::Unsolvable => Status::Unsolvable,
            ResultStatus::Limit => Status::Interrupted,
        };
        let mut watchdog = Watchdog::until(options.limits.deadline());
        note.add(rules_note::hint(&options.input.parse, &entry.puzzle, status, runner.limits, &mut watchdog));
        progress.increment(1);
        progress.show(String::new);
    }
    progress.finish();
    note
}

/// Runs all searches that are not finished. Returns for each puzzle the result of the search for its optimum, then that of each
/// configuration; `None` if it was interrupted. Returns `None` if the verification of finished searches was interrupted.
fn search(
    threads: usize,
    runner: &Runner,
    folder: Option<&Folder>,
    entries: &[PuzzleEntry],
    configurations: &[Configuration],
) -> Result<Option<Vec<Option<SearchResult>>>> {
    let jobs = entries.iter().flat_map(|entry| {
        let all = std::iter::once(None).chain(configurations.iter().map(Some));
        all.map(move |configuration| Job { entry, configuration })
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let mut results = vec![None; jobs.len()];
    if let Some(folder) = folder {
        let Some(reused) = reuse(threads, folder, &jobs)? else { return Ok(None) };
        results = reused;
    }
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
    done.map(|()| Some(results))
}

/// Verifies and returns the results of an earlier run, and prints how many there are; `None` if it was interrupted.
fn reuse(threads: usize, folder: &Folder, jobs: &[Job<'_>]) -> Result<Option<Vec<Option<SearchResult>>>> {
    let template = "{bar:20} {pos} of {len} searches and optima are verified {wide_msg}";
    let progress = ProgressLine::delayed(Some(jobs.len() as u64), template);
    let (mut results, mut searches, mut optima) = (Vec::new(), Tally::default(), Tally::default());
    parallel::in_order(
        threads,
        |submit| jobs.iter().try_for_each(submit),
        |job: &Job<'_>| if interrupt::requested() { EarlierSearch::Unfinished } else { job.earlier(folder) },
        |earlier| {
            let is_optimum = jobs[results.len()].configuration.is_none();
            if is_optimum { &mut optima } else { &mut searches }.add(&earlier);
            results.push(if let EarlierSearch::Finished(result) = earlier { Some(result) } else { None });
            progress.increment(1);
            progress.show(String::new);
            Ok(())
        },
    )?;
    progress.finish();
    if interrupt::requested() {
        return Ok(None);
    }
    if let Some(sentence) = reused(searches, optima) {
        output::note(&sentence);
    }
    Ok(Some(results))
}

/// The number of searches of an earlier run.
#[derive(Clone, Copy, Default)]
struct Tally {
    finished: usize,
    damaged: usize,
    unfinished: usize,
}

impl Tally {
    fn add(&mut self, earlier: &EarlierSearch) {
        match earlier {
            EarlierSearch::Finished(_) => self.finished += 1,
            EarlierSearch::Damaged => self.damaged += 1,
            EarlierSearch::Unfinished => self.unfinished += 1,
        }
    }

    /// Returns the finished ones and all: `12 of 45`.
    fn share(self) -> String {
        format!("{} of {}", grouped(self.finished), grouped(self.finished + self.damaged + self.unfinished))
    }
}

/// Returns the sentence about the results of an earlier run, if there are any.
fn reused(searches: Tally, optima: Tally) -> Option<String> {
    let [finished, damaged, unfinished] =
        [|tally: Tally| tally.finished, |tally: Tally| tally.damaged, |tally: Tally| tally.unfinished]
            .map(|number| number(searches) + number(optima));
    if finished + damaged == 0 {
        return None;
    }
    let reused = format!("{} searches and {} optima are reused", searches.share(), optima.share());
    let others = [(damaged, "damaged"), (unfinished, "unfinished")];
    let others: Vec<String> = others
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| format!("{} {what}", grouped(*number)))
        .collect();
    Some(match others.as_slice() {
        [] => reused,
        others => format!("{reused}; the others are run again ({})", others.join(", ")),
    })
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

#[cfg(test)]
mod tests {
    use super::{Tally, reused};

    #[test]
    fn the_sentence_about_reused_searches_counts_all() {
        let tally = |finished, damaged, unfinished| Tally { finished, damaged, unfinished };
        assert_eq!(reused(tally(0, 0, 18), tally(0, 0, 2)), None, "a new comparison");
        let sentence = "18 of 18 searches and 2 of 2 optima are reused";
        assert_eq!(reused(tally(18, 0, 0), tally(2, 0, 0)).unwrap(), sentence);
        let sentence =
            "1,230 of 1,250 searches and 3 of 5 optima are reused; the others are run again (5 damaged, 17 unfinished)";
        assert_eq!(reused(tally(1230, 4, 16), tally(3, 1, 1)).unwrap(), sentence);
    }
}
