//! `rushlab grade`: an instructor's report on the COMP 472 files of each student.

mod print;
mod scheme;
mod submission;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::puzzle::COMP472;
use rushlab_study::comparison::{Comparison, PuzzleResults};
use rushlab_study::grade::{
    self, Assignment, CourseHeuristic, GradedPuzzle, StudentReport, ranking, ranking::Standing,
};
use rushlab_study::parallel::{self, Cancelled};
use rushlab_study::report::html;

use self::submission::Submission;
use crate::arguments::{GradeOptions, InputArgs, ParseArgs};
use crate::progress::ProgressLine;
use crate::watchdog::{UntilInterrupt, Watchdog};
use crate::{ExitStatus, atomic_file, batch, interrupt, output};

/// Number of puzzles that are graded. The files of each are read several times.
const MAX_PUZZLES: usize = 1000;

pub(crate) fn run(options: &GradeOptions) -> Result<ExitStatus> {
    let scheme = scheme::read(options.scheme.as_deref())?;
    let heuristics = heuristics(options)?;
    let names = names(options);
    if let Some(out) = &options.out {
        pages(out, &names).try_for_each(|path| atomic_file::check_new(&path, options.force))?;
    }
    interrupt::defer_to_command();
    let Some((puzzles, mut status)) = puzzles(options)? else {
        return Ok(interrupt::report("the shortest solutions are not known, so nothing is graded"));
    };
    if puzzles.is_empty() {
        return Ok(status);
    }
    let assignment = Assignment::new(puzzles, &heuristics, scheme);
    let mut reports = Vec::new();
    let template = "{bar:20} {pos} of {len} students are graded {wide_msg}";
    let progress = ProgressLine::delayed(Some(names.len() as u64), template);
    parallel::in_order(
        options.threads.count(),
        |submit| options.students.iter().zip(&names).try_for_each(submit),
        |(path, name)| student(&assignment, path, name),
        |report| {
            progress.increment(1);
            progress.show(String::new);
            match report {
                Ok(report) => reports.extend(report),
                Err(error) => {
                    status = status.worse(ExitStatus::Invalid);
                    progress.suspend(|| output::error(&format!("{error:#}")));
                }
            }
            Ok::<(), Cancelled>(())
        },
    )?;
    progress.finish();
    if interrupt::requested() {
        return Ok(interrupt::report("not all students are graded, so nothing is printed"));
    }
    let standings = ranking::standings(&assignment, &reports);
    if let Some(out) = &options.out {
        write_pages(options, out, &assignment, &reports, &standings)?;
    }
    print::print(options.style.or_text(), &assignment, &reports, &standings)?;
    Ok(status)
}

/// Grades a student; `None` if it was interrupted.
fn student(assignment: &Assignment, path: &Path, name: &str) -> Result<Option<StudentReport>> {
    if interrupt::requested() {
        return Ok(None);
    }
    let mut submission = Submission::open(path)?;
    let archive = submission.archive();
    Ok(grade::grade(assignment, name, &mut submission, archive.as_ref(), &|| !interrupt::requested()))
}

/// Returns the heuristics that are expected: those of the handout if none is named.
fn heuristics(options: &GradeOptions) -> Result<Vec<CourseHeuristic>> {
    let course = |name: &str| CourseHeuristic::ALL.into_iter().find(|heuristic| heuristic.name() == name);
    let named = options.heuristics.named();
    let heuristics = named.iter().map(|heuristic| {
        let name = heuristic.about().name;
        course(name).with_context(|| format!("the files of the course have no heuristic {name}; use h1, h2, h3 or h4"))
    });
    let heuristics: Vec<CourseHeuristic> = heuristics.collect::<Result<_>>()?;
    Ok(if heuristics.is_empty() { CourseHeuristic::ALL.to_vec() } else { heuristics })
}

/// Returns the name of each student: that of the folder or archive, or its whole path if several have that name.
fn names(options: &GradeOptions) -> Vec<String> {
    let last = |path: &Path| {
        // `.` has no name of its own.
        let whole = path.file_name().is_none().then(|| fs::canonicalize(path).ok()).flatten();
        let name = whole.as_deref().unwrap_or(path).file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| path.display().to_string())
    };
    let mut seen = HashSet::new();
    let repeated: HashSet<String> =
        options.students.iter().map(|path| last(path)).filter(|name| !seen.insert(name.clone())).collect();
    let name = |path: &Path| match last(path) {
        name if repeated.contains(&name) => path.display().to_string(),
        name => name,
    };
    options.students.iter().map(|path| name(path)).collect()
}

/// Reads the puzzles and finds their optima; `None` if it was interrupted.
fn puzzles(options: &GradeOptions) -> Result<Option<(Vec<GradedPuzzle>, ExitStatus)>> {
    let parse = ParseArgs { rules: options.parse.rules.or(Some(&COMP472)), ..options.parse.clone() };
    let input = InputArgs { inputs: vec![options.input.clone()], parse, ..InputArgs::default() };
    let (entries, mut status) = batch::entries(&input, MAX_PUZZLES, || "; grade fewer at a time".to_owned())?;
    let comparison = Comparison {
        entries,
        limits: options.limits.per_search(options.threads.count()),
        timeout: options.limits.time.timeout.map(|timeout| timeout.0),
        threads: options.threads.count(),
        ..Comparison::new([], Vec::new())
    };
    let Ok(results) = comparison.run(&UntilInterrupt) else { return Ok(None) };
    let mut puzzles = Vec::new();
    for (entry, PuzzleResults { optimum, .. }) in results.comparison.entries.into_iter().zip(results.puzzles) {
        let mut watchdog = Watchdog::until_interrupt();
        match GradedPuzzle::new(entry.number, entry.puzzle, optimum.status, optimum.cost(), &mut watchdog) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(error) => bail!("{}: {error}", entry.id),
        }
        if optimum.status == rushlab::search::Verdict::Limit {
            status = status.worse(ExitStatus::Incomplete);
            output::note(&format!("{}: a limit was reached, so the optimum is not known", entry.id));
        }
    }
    Ok(if interrupt::requested() { None } else { Some((puzzles, status)) })
}

/// Returns the paths of the pages of students with these names.
fn pages<'a>(out: &'a Path, names: &'a [String]) -> impl Iterator<Item = std::path::PathBuf> + 'a {
    names.iter().map(|name| out.join(format!("{}.html", name.trim_matches('/').replace(['/', '\\'], "-"))))
}

fn write_pages(
    options: &GradeOptions,
    out: &Path,
    assignment: &Assignment,
    reports: &[StudentReport],
    standings: &[Standing],
) -> Result<()> {
    fs::create_dir_all(out).with_context(|| format!("{} cannot be created", out.display()))?;
    let names: Vec<String> = reports.iter().map(|report| report.student.clone()).collect();
    for ((report, standing), path) in reports.iter().zip(standings).zip(pages(out, &names)) {
        let page = html::page(&grade::page(assignment, report, standing));
        atomic_file::write(&path, options.force, |out| Ok(out.write_all(page.as_bytes())?))?;
    }
    output::note(&format!("{}: a page for each of {}", out.display(), output::count(reports.len(), "student")));
    Ok(())
}
