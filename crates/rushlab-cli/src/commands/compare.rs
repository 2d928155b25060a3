//! `rushlab compare`: every algorithm and heuristic on every puzzle, as in the COMP 472 handout: its text files, and
//! the analysis.

mod configuration;
mod folder;
mod journal;
mod plan;
mod print;
mod recorder;
mod reuse;
mod submission;

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;
use rushlab::search::{Configuration, Duplicates, Verdict};
use rushlab_study::comparison::{
    Comparison, ComparisonObserver, Interrupted, PuzzleEntry, Results, SearchJob, SearchResult, usual_duplicates,
};
use rushlab_study::report::{html, markdown, slides, slides_pdf};

use self::configuration::configurations;
use self::folder::Folder;
use self::plan::Plan;
use self::recorder::Recorder;
use self::submission::Submission;
use crate::ExitStatus;
use crate::arguments::CompareOptions;
use crate::output::grouped;
use crate::progress::ProgressLine;
use crate::rules_note::{self, RulesNote};
use crate::watchdog::Watchdog;
use crate::{batch, interrupt, machine};

/// Number of puzzles that are compared if their number is not limited.
const MAX_PUZZLES: usize = 10_000;

pub(crate) fn run(options: &CompareOptions) -> Result<ExitStatus> {
    // Options that do not fit together are reported before the puzzles are read.
    let searches = configurations(options, Duplicates::Exact)?.len();
    interrupt::defer_to_command();
    let max_puzzles = if options.input.count.is_none() { MAX_PUZZLES } else { usize::MAX };
    let (entries, status) = batch::entries(&options.input, max_puzzles, || too_many(options, searches))?;
    if entries.is_empty() {
        return Ok(status);
    }
    options.seed.note_if_random();
    let configurations = configurations(options, options.duplicates().unwrap_or_else(|| usual_duplicates(&entries)))?;
    let comparison = comparison(options, entries, configurations);
    let comparison_status = match &options.out {
        Some(out) => compare(options, out, comparison)?,
        None => compare_without_files(options, comparison)?,
    };
    Ok(status.worse(comparison_status))
}

/// Returns what to do about too many puzzles.
fn too_many(options: &CompareOptions, searches: usize) -> String {
    let files = match options.out {
        Some(_) => format!(", and each makes {} files", 2 * searches),
        None => String::new(),
    };
    format!("{files}; give the number to compare with --count")
}

fn comparison(options: &CompareOptions, entries: Vec<PuzzleEntry>, configurations: Vec<Configuration>) -> Comparison {
    Comparison {
        entries,
        configurations,
        runs: options.runs.map(|runs| runs as usize),
        layout: options.layout.into(),
        limits: options.limits.per_search(options.threads.count()),
        timeout: options.limits.time.timeout.map(|timeout| timeout.0),
        threads: options.threads.count(),
        machine: machine::describe(),
    }
}

fn compare(options: &CompareOptions, out: &Path, comparison: Comparison) -> Result<ExitStatus> {
    let mut folder = Folder::open(out, Plan::new(options, &comparison), options.force)?;
    let submission = Submission::new(options, &comparison)?;
    folder.claim(submission.iter().map(Submission::name).collect())?;
    let Some(earlier) = reuse::earlier(&folder, &comparison)? else {
        return Ok(interrupt::report("the existing files are not verified; the same command continues from there"));
    };
    let results = match search(Some(&folder), earlier, comparison)? {
        Ok(results) => results,
        Err(interrupted) => {
            folder.sync()?;
            return Ok(interrupt::report(&format!(
                "{} are finished; the same command continues from there",
                finished(interrupted)
            )));
        }
    };
    folder.write(plan::CSV, |out| Ok(results.write_csv(out)?))?;
    let spreadsheet = results.spreadsheet()?;
    folder.write(plan::SPREADSHEET, |out| Ok(out.write_all(&spreadsheet)?))?;
    if !write_report(&mut folder, &results)? {
        folder.sync()?;
        return Ok(interrupt::report("the report is not written; the same command continues from there"));
    }
    if let Some(submission) = &submission {
        submission.write(&folder, &results.comparison)?;
    }
    folder.sync()?;
    finish(options, Some(folder.root()), &results)
}

/// Compares without a folder: nothing is written or reused.
fn compare_without_files(options: &CompareOptions, comparison: Comparison) -> Result<ExitStatus> {
    match search(None, HashMap::new(), comparison)? {
        Ok(results) => finish(options, None, &results),
        Err(interrupted) => Ok(interrupt::report(&format!(
            "{} were finished; with --out FOLDER the same command would continue from there",
            finished(interrupted)
        ))),
    }
}

/// Runs all searches that are not finished.
fn search(
    folder: Option<&Folder>,
    earlier: HashMap<SearchJob, SearchResult>,
    comparison: Comparison,
) -> Result<Result<Results, Interrupted>> {
    let recorder = Recorder::new(folder, earlier, comparison.jobs().count());
    let results = comparison.run(&recorder);
    recorder.finish()?;
    Ok(results)
}

/// Returns how many searches are finished: `12 of 45 searches`.
fn finished(Interrupted { finished, searches, .. }: Interrupted) -> String {
    format!("{} of {} searches", grouped(finished), grouped(searches))
}

/// Shows how many puzzles are checked for the report.
struct ReportProgress(ProgressLine);

impl ComparisonObserver for ReportProgress {
    fn is_interrupted(&self) -> bool {
        interrupt::requested()
    }

    fn checked(&self) {
        self.0.increment(1);
        self.0.show(String::new);
    }
}

/// Writes the report and the slides; `false` if it was interrupted.
fn write_report(folder: &mut Folder, results: &Results) -> Result<bool> {
    let template = "{bar:20} {pos} of {len} puzzles are checked for the report {wide_msg}";
    let progress = ReportProgress(ProgressLine::delayed(Some(results.puzzles.len() as u64), template));
    let report = results.report(&progress);
    progress.0.finish();
    let Some(report) = report else { return Ok(false) };
    let (text, pictures) = markdown::text(&report.document, plan::PICTURES);
    folder.claim(pictures.iter().map(|(name, _)| name.clone()).collect())?;
    let pages = [
        (plan::REPORT, html::page(&report.document)),
        (plan::REPORT_TEXT, text),
        (plan::SLIDES, slides::page(&report.slides)),
    ];
    let pages = pages.into_iter().map(|(name, text)| (name.to_owned(), text));
    let files = pages.chain(pictures).map(|(name, text)| (name, text.into_bytes()));
    for (name, bytes) in files.chain([(plan::SLIDES_PDF.to_owned(), slides_pdf::file(&report.slides))]) {
        folder.write(&name, |out| Ok(out.write_all(&bytes)?))?;
    }
    Ok(true)
}

fn finish(options: &CompareOptions, folder: Option<&Path>, results: &Results) -> Result<ExitStatus> {
    match options.tables {
        Some(format) => print::print_tables(format, results)?,
        None => print::print(options.style.or_text(), folder, results)?,
    }
    rules_note(options, results).print();
    let mut all = results.runs().map(|run| &run.result).chain(results.optima());
    Ok(if all.any(|result| result.status == Verdict::Limit) { ExitStatus::Incomplete } else { ExitStatus::Success })
}

/// Returns the note about puzzles that were probably made for other rules.
fn rules_note(options: &CompareOptions, results: &Results) -> RulesNote {
    let mut note = RulesNote::new();
    let template = "{bar:20} {pos} of {len} puzzles: do they fit the rules? {wide_msg}";
    let comparison = &results.comparison;
    let progress = ProgressLine::delayed(Some(comparison.entries.len() as u64), template);
    for (entry, optimum) in comparison.entries.iter().zip(results.optima()) {
        let mut watchdog = Watchdog::until(options.limits.deadline());
        note.add(rules_note::hint(
            &options.input.parse,
            &entry.puzzle,
            optimum.status,
            comparison.limits,
            &mut watchdog,
        ));
        progress.increment(1);
        progress.show(String::new);
    }
    progress.finish();
    note
}
