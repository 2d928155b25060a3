//! The results of grading a student.

use super::course_file::CourseFile;
use super::findings::{Findings, Problem};
use super::scheme::{Criterion, Scheme};

/// What a file is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing is wrong.
    Ok,
    /// There is no such file.
    Missing,
    /// It has no text.
    Empty,
    /// Something in it is wrong.
    Wrong,
}

impl Verdict {
    /// Returns the English word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Missing => "missing",
            Verdict::Empty => "empty",
            Verdict::Wrong => "wrong",
        }
    }
}

/// A legal solution in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FoundSolution {
    /// Its cost.
    pub cost: u32,
    /// The time in the file.
    pub seconds: Option<f64>,
}

/// The result of checking a file.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The name of the file, or of the archive.
    pub name: String,
    /// The file of the handout; `None` for the archive.
    pub file: Option<CourseFile>,
    /// The verdict.
    pub verdict: Verdict,
    /// What is wrong.
    pub problems: Vec<Problem>,
    /// Facts that cost no points.
    pub notes: Vec<String>,
    /// The solution, if it is legal and everything that the file says about it is right.
    pub solution: Option<FoundSolution>,
    /// The criteria that concern the file, and whether it meets each.
    pub(super) criteria: Vec<(Criterion, bool)>,
}

impl FileReport {
    pub(super) fn new(
        name: String,
        file: Option<CourseFile>,
        verdict: Verdict,
        concerned: impl Iterator<Item = Criterion>,
        findings: Findings,
    ) -> FileReport {
        let absent = matches!(verdict, Verdict::Missing | Verdict::Empty);
        let criteria = concerned.map(|criterion| (criterion, !absent && !findings.breaks(criterion))).collect();
        let verdict = match verdict {
            Verdict::Ok if !findings.problems.is_empty() => Verdict::Wrong,
            verdict => verdict,
        };
        let Findings { problems, notes, .. } = findings;
        FileReport { name, file, verdict, problems, notes, solution: None, criteria }
    }
}

/// The result of one criterion.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriterionReport {
    /// The criterion.
    pub criterion: Criterion,
    /// Number of files that it concerns.
    pub files: usize,
    /// Number of those that meet it.
    pub right: usize,
    /// The points.
    pub points: f64,
    /// The points if all files met it.
    pub possible: f64,
}

/// The result of a student.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct StudentReport {
    /// The student: the name of the folder or archive.
    pub student: String,
    /// The files, in the order of the puzzles and the searches; the archive comes first.
    pub files: Vec<FileReport>,
    /// The criteria that concern at least one file.
    pub criteria: Vec<CriterionReport>,
    /// The best legal solution of each puzzle.
    pub best: Vec<Option<FoundSolution>>,
}

impl StudentReport {
    pub(super) fn new(
        student: String,
        files: Vec<FileReport>,
        best: Vec<Option<FoundSolution>>,
        scheme: &Scheme,
    ) -> StudentReport {
        let criterion = |criterion: Criterion| {
            let own = || files.iter().flat_map(|file| &file.criteria).filter(|(own, _)| *own == criterion);
            let (files, right) = (own().count(), own().filter(|(_, is_met)| *is_met).count());
            let possible = scheme.points(criterion);
            let points = possible * right as f64 / files.max(1) as f64;
            (files > 0).then_some(CriterionReport { criterion, files, right, points, possible })
        };
        let criteria = Criterion::ALL.into_iter().filter_map(criterion).collect();
        StudentReport { student, files, criteria, best }
    }

    /// Returns the points, to two decimals.
    pub fn points(&self) -> f64 {
        to_hundredths(self.criteria.iter().map(|criterion| criterion.points).sum())
    }

    /// Returns the points of a student without a mistake.
    pub fn possible(&self) -> f64 {
        to_hundredths(self.criteria.iter().map(|criterion| criterion.possible).sum())
    }

    /// Returns the number of files with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.files.iter().filter(|file| file.verdict == verdict).count()
    }
}

/// Rounds down, so that full points mean no mistake.
fn to_hundredths(points: f64) -> f64 {
    (points * 100.0 + 1e-6).floor() / 100.0
}
