//! `rushlab compare`: every algorithm and heuristic on every puzzle, as seed 003 asks: the course's files, and the analysis.

mod columns;
mod competition;
mod contestant;
mod course;
mod csv;
mod entrant;
mod folder;
mod laboratory;
mod model;
mod plan;
mod print;
mod progress;
mod record;
mod report;
mod spreadsheet;
mod summary;

use std::path::Path;

use anyhow::Result;

use self::entrant::Entrant;
use self::folder::Folder;
use self::laboratory::{Job, Laboratory};
use self::model::{Comparison, Ending, Finding, Run, Subject};
use self::plan::Plan;
use self::progress::Line;
use crate::Verdict;
use crate::arguments::{CompareOptions, Reading};
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::interrupt;
use crate::output;
use crate::parallel;

pub(crate) fn run(options: &CompareOptions) -> Result<Verdict> {
    interrupt::be_gentle();
    let (subjects, verdict) = read(&options.reading)?;
    if subjects.is_empty() {
        return Ok(verdict);
    }
    let done = match &options.out {
        Some(out) => compare(options, out, subjects)?,
        None => competition::run(options, &subjects)?,
    };
    Ok(verdict.worse(done))
}

/// The good puzzles; bad ones are named.
fn read(reading: &Reading) -> Result<(Vec<Subject>, Verdict)> {
    let mut subjects = Vec::new();
    let mut verdict = Verdict::Good;
    // Inputs are counted through, each from where the one before it ended.
    let (mut before, mut last, mut input) = (0, 0, 1);
    input::read(reading, |event| {
        match event {
            Event::Item(item) => {
                if item.input.number != input {
                    (before, input) = (before + last, item.input.number);
                }
                last = item.number;
                let (number, id) = (before + item.number, item.id().to_string());
                match item {
                    Item { puzzle: Ok(puzzle), .. } => subjects.push(Subject { number, id, puzzle }),
                    bad => {
                        verdict = Verdict::Wrong;
                        complain(&Event::Item(bad));
                    }
                }
            }
            unreadable => {
                verdict = Verdict::Wrong;
                complain(&unreadable);
            }
        }
        Ok(())
    })?;
    Ok((subjects, verdict))
}

fn compare(options: &CompareOptions, out: &Path, subjects: Vec<Subject>) -> Result<Verdict> {
    let entrants = Entrant::all(options);
    let folder = Folder::claim(out, Plan::new(options, &subjects, &entrants), options.force)?;
    let laboratory = Laboratory::new(options);
    let findings = search(options.threads.count(), &laboratory, &folder, &subjects, &entrants)?;
    let done = findings.iter().flatten().count();
    if done < findings.len() {
        output::error(&format!(
            "interrupted: {done} of {} searches are done; the same command goes on from there",
            findings.len()
        ));
        return Ok(Verdict::Interrupted);
    }
    let comparison = collect(&laboratory, subjects, entrants, findings.into_iter().flatten());
    csv::write(&folder, &comparison)?;
    spreadsheet::write(&folder, &comparison)?;
    if !report::write(&folder, &comparison, options.threads.count())? {
        output::error("interrupted: the report is not written; the same command goes on from there");
        return Ok(Verdict::Interrupted);
    }
    print::print(options.output, folder.root(), &comparison)?;
    let all = comparison.runs.iter().map(|run| &run.finding).chain(&comparison.optima);
    Ok(if all.clone().any(|finding| finding.ending == Ending::Limit) { Verdict::Limit } else { Verdict::Good })
}

/// What came of the search for each subject's optimum and then of each entrant's; nothing where it was interrupted.
fn search(
    threads: usize,
    laboratory: &Laboratory,
    folder: &Folder,
    subjects: &[Subject],
    entrants: &[Entrant],
) -> Result<Vec<Option<Finding>>> {
    let jobs = subjects.iter().flat_map(|subject| {
        let all = std::iter::once(None).chain(entrants.iter().map(Some));
        all.map(move |entrant| Job { subject, entrant })
    });
    let jobs: Vec<Job<'_>> = jobs.collect();
    let mut findings: Vec<Option<Finding>> = jobs.iter().map(|job| job.finished(folder)).collect();
    let open: Vec<usize> = (0..jobs.len()).filter(|index| findings[*index].is_none()).collect();
    let line = Line::new(open.len());
    let done = parallel::in_order(
        threads,
        |submit| open.iter().copied().try_for_each(submit),
        |index: usize| (index, laboratory.run(&jobs[index], folder, &line)),
        |(index, finding)| {
            findings[index] = finding?;
            Ok(())
        },
    );
    line.finish();
    done.map(|()| findings)
}

/// Puts findings in their places: for each subject first its optimum, then the entrants'.
fn collect(
    laboratory: &Laboratory,
    subjects: Vec<Subject>,
    entrants: Vec<Entrant>,
    findings: impl Iterator<Item = Finding>,
) -> Comparison {
    let (mut optima, mut runs) = (Vec::new(), Vec::new());
    for (index, finding) in findings.enumerate() {
        let (subject, place) = (index / (entrants.len() + 1), index % (entrants.len() + 1));
        match place.checked_sub(1) {
            None => optima.push(finding),
            Some(entrant) => runs.push(Run { subject, entrant, finding }),
        }
    }
    let Laboratory { duplicates, parameters, .. } = *laboratory;
    Comparison { subjects, entrants, optima, runs, duplicates, parameters }
}
