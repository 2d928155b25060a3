//! Grades the files of a student.

use std::collections::HashMap;

use super::archive::{Archive, archive_problems};
use super::assignment::{Assignment, GradedPuzzle};
use super::course_file::CourseFile;
use super::findings::Findings;
use super::pair;
use super::report::{FileReport, FoundSolution, StudentReport, Verdict};
use super::scheme::Criterion;
use super::search_check::SearchResult;
use super::solution_file;

/// The files of a student.
pub trait Source {
    /// Returns the paths of the files, with `/` between folders.
    fn names(&self) -> Vec<String>;

    /// Reads the file with an index in the names.
    ///
    /// # Errors
    ///
    /// Returns the reason if it cannot be read.
    fn read(&mut self, index: usize) -> Result<Vec<u8>, String>;
}

/// Grades a student. `archive` is the archive that the student has handed in, if it is one. `proceed` is called before
/// each file; grading stops without a result if it returns `false`.
pub fn grade(
    assignment: &Assignment,
    student: &str,
    source: &mut dyn Source,
    archive: Option<&Archive>,
    proceed: &dyn Fn() -> bool,
) -> Option<StudentReport> {
    let mut files: Vec<FileReport> = archive.map(archive_report).into_iter().collect();
    let mut folder = Folder::new(assignment, source);
    let (mut factors, mut best) = (Vec::new(), Vec::new());
    for puzzle in &assignment.puzzles {
        let first = files.len();
        for [search, solution] in assignment.files(puzzle) {
            if !proceed() {
                return None;
            }
            let (report, searched) = folder.search_report(search, puzzle);
            let factor = searched.as_ref().and_then(|searched| searched.factor).filter(|_| pair::is_scaled(search));
            factors.extend(factor.map(|factor| (files.len(), factor)));
            let searched = searched.filter(|_| report.verdict == Verdict::Ok);
            files.push(report);
            files.push(folder.solution_report(solution, puzzle, searched.as_ref()));
        }
        let found = files[first..].iter().filter_map(|file| file.solution).chain(folder.other_solutions(puzzle));
        best.push(found.reduce(|best, other| if is_better(&other, &best) { other } else { best }));
    }
    check_factors(&mut files, &factors);
    Some(StudentReport::new(student.to_owned(), files, best, &assignment.scheme))
}

fn is_better(solution: &FoundSolution, other: &FoundSolution) -> bool {
    let seconds = |solution: &FoundSolution| solution.seconds.unwrap_or(f64::INFINITY);
    solution.cost < other.cost || solution.cost == other.cost && seconds(solution) < seconds(other)
}

fn archive_report(archive: &Archive) -> FileReport {
    let mut findings = Findings::default();
    for problem in archive_problems(archive) {
        findings.problems.push(super::Problem { criterion: Criterion::Archive, line: None, text: problem, more: 0 });
    }
    let concerned = [Criterion::Archive].into_iter();
    FileReport::new(archive.name.clone(), None, Verdict::Ok, concerned, findings)
}

/// Checks that `h3` has the same constant in all files: the one of most of them.
fn check_factors(files: &mut [FileReport], factors: &[(usize, f64)]) {
    let agreeing = |factor: f64| factors.iter().filter(|(_, other)| (other - factor).abs() < 1e-6).count();
    // Of constants in equally many files, the first one counts.
    let usual = factors.iter().rev().max_by_key(|(_, factor)| agreeing(*factor)).map(|(_, factor)| *factor);
    let Some(usual) = usual else { return };
    for (index, factor) in factors.iter().filter(|(_, factor)| (factor - usual).abs() >= 1e-6) {
        let file = &mut files[*index];
        let text = format!("h3 is h1 times {factor} here, and times {usual} in other files");
        file.problems.push(super::Problem { criterion: Criterion::Heuristics, line: None, text, more: 0 });
        file.verdict = Verdict::Wrong;
        let own = file.criteria.iter_mut().filter(|(criterion, _)| *criterion == Criterion::Heuristics);
        own.for_each(|(_, is_met)| *is_met = false);
    }
}

/// The files of a student by name.
struct Folder<'a> {
    source: &'a mut dyn Source,
    /// The paths of the files, by their name without folders; the shortest path first.
    names: HashMap<String, Vec<(String, usize)>>,
    is_only_puzzle: bool,
}

impl<'a> Folder<'a> {
    fn new(assignment: &Assignment, source: &'a mut dyn Source) -> Folder<'a> {
        let mut names: HashMap<String, Vec<(String, usize)>> = HashMap::new();
        for (index, path) in source.names().into_iter().enumerate() {
            let name = path.rsplit('/').next().unwrap_or_default().to_owned();
            names.entry(name).or_default().push((path, index));
        }
        names.values_mut().for_each(|paths| paths.sort_by_key(|(path, _)| (path.matches('/').count(), path.clone())));
        Folder { source, names, is_only_puzzle: assignment.puzzles.len() == 1 }
    }

    /// Returns the text of a file, or the verdict that it is missing or empty.
    fn text(&mut self, file: CourseFile, findings: &mut Findings) -> Result<String, Verdict> {
        let own = file.to_string();
        let other = || self.names.keys().find(|name| file.is_named(name, self.is_only_puzzle));
        let paths = self.names.get(&own).or_else(|| self.names.get(other()?));
        let Some([(path, index), others @ ..]) = paths.map(Vec::as_slice) else {
            let mut similar: Vec<&String> = self.names.keys().filter(|name| file.resembles(name)).collect();
            similar.sort();
            findings.add("missing", Criterion::Files, None, || match similar.first() {
                None => "is missing".to_owned(),
                Some(similar) => format!("is missing; {similar} must be named {own}"),
            });
            return Err(Verdict::Missing);
        };
        if let Some((other, _)) = others.first() {
            findings.notes.push(format!("{path} is graded, not {other}"));
        }
        let bytes = self.source.read(*index).map_err(|reason| {
            findings.add("unreadable", Criterion::Files, None, || reason);
            Verdict::Wrong
        });
        let text = String::from_utf8(bytes?).map_err(|_| {
            findings.add("no text", Criterion::Layout, None, || "is not a text in UTF-8".to_owned());
            findings.failed.extend(Criterion::ALL);
            Verdict::Wrong
        })?;
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            findings.add("empty", Criterion::Files, None, || "is empty".to_owned());
            return Err(Verdict::Empty);
        }
        Ok(text.to_owned())
    }

    fn search_report(&mut self, file: CourseFile, puzzle: &GradedPuzzle) -> (FileReport, Option<SearchResult>) {
        let mut findings = Findings::default();
        let (verdict, searched) = match self.text(file, &mut findings) {
            Ok(text) => (Verdict::Ok, Some(pair::check_search(&text, file, puzzle, &mut findings))),
            Err(Verdict::Empty) if pair::may_be_empty(file, puzzle) => {
                findings = Findings::default();
                (Verdict::Ok, Some(pair::check_search("", file, puzzle, &mut findings)))
            }
            Err(verdict) => (verdict, None),
        };
        (report(file, puzzle, verdict, findings), searched)
    }

    fn solution_report(
        &mut self,
        file: CourseFile,
        puzzle: &GradedPuzzle,
        searched: Option<&SearchResult>,
    ) -> FileReport {
        let mut findings = Findings::default();
        let (verdict, solution) = match self.text(file, &mut findings) {
            Ok(text) => (Verdict::Ok, pair::check_solution(&text, file, puzzle, searched, &mut findings)),
            Err(verdict) => (verdict, None),
        };
        let solution = solution.filter(|_| !findings.breaks(Criterion::Solutions));
        FileReport { solution, ..report(file, puzzle, verdict, findings) }
    }

    /// Returns the legal solutions of a puzzle in files that the handout does not name, for the competition.
    fn other_solutions(&mut self, puzzle: &GradedPuzzle) -> Vec<FoundSolution> {
        let ending = crate::comparison::comp472_files::solution_name("", puzzle.number);
        let is_other = |name: &str| {
            let stem = name.strip_suffix(&ending);
            let all = super::CourseSearch::all(&super::CourseHeuristic::ALL);
            stem.is_some_and(|stem| all.iter().all(|search| search.to_string() != stem))
        };
        let paths = self.names.iter().filter(|(name, _)| is_other(name)).flat_map(|(_, paths)| paths.first());
        let indices: Vec<usize> = paths.map(|(_, index)| *index).collect();
        let read = indices.into_iter().filter_map(|index| String::from_utf8(self.source.read(index).ok()?).ok());
        let texts: Vec<String> = read.collect();
        let any = super::CourseSearch { strategy: super::Strategy::Greedy, heuristic: None };
        let solution = |text: &String| {
            let parts = solution_file::read(text, puzzle);
            let mut findings = Findings::default();
            let found = super::solution_check::check(&parts, any, puzzle, None, &mut findings);
            found.filter(|_| !findings.breaks(Criterion::Solutions))
        };
        texts.iter().filter_map(solution).collect()
    }
}

fn report(file: CourseFile, puzzle: &GradedPuzzle, verdict: Verdict, findings: Findings) -> FileReport {
    let is_solvable = matches!(puzzle.optimum, super::Optimum::Cost(_));
    let concerned = Criterion::ALL.into_iter().filter(|criterion| criterion.concerns(&file, is_solvable));
    FileReport::new(file.to_string(), Some(file), verdict, concerned, findings)
}
