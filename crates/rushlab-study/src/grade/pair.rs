//! The two files of a search on a puzzle, which are checked together.

use super::assignment::{GradedPuzzle, Optimum};
use super::course_file::{CourseFile, CourseHeuristic};
use super::findings::Findings;
use super::report::FoundSolution;
use super::scheme::Criterion;
use super::search_check::{self, SearchResult};
use super::{search_file, solution_check, solution_file};

/// Checks the text of a search file.
pub(super) fn check_search(
    text: &str,
    file: CourseFile,
    puzzle: &GradedPuzzle,
    findings: &mut Findings,
) -> SearchResult {
    let states = search_file::read(text, puzzle, findings);
    if states.is_empty() && findings.problems.is_empty() && may_be_empty(file, puzzle) {
        findings.notes.push("the search path is empty: h4 can prove that there is no solution".to_owned());
        return SearchResult::default();
    }
    if states.is_empty() {
        findings.add("no states", Criterion::Layout, None, || "has no states".to_owned());
        findings.failed.extend([Criterion::Search, Criterion::Heuristics, Criterion::H4]);
        return SearchResult::default();
    }
    let result = search_check::check(&states, file.search, puzzle, findings);
    if let Some(factor) = result.factor.filter(|factor| *factor <= 1.0 && is_scaled(file)) {
        findings.add("factor", Criterion::Heuristics, None, || {
            format!("h3 is h1 times {factor}; the factor must be above 1")
        });
    }
    result
}

/// Returns whether a search may expand nothing: the team's own heuristic can prove that there is no solution.
pub(super) fn may_be_empty(file: CourseFile, puzzle: &GradedPuzzle) -> bool {
    file.search.heuristic == Some(CourseHeuristic::H4) && puzzle.optimum == Optimum::Unsolvable
}

/// Returns whether the heuristic of a search has a constant that each team chooses.
pub(super) fn is_scaled(file: CourseFile) -> bool {
    file.search.heuristic == Some(CourseHeuristic::H3)
}

/// Checks the text of a solution file. `searched` is the result of the search file, if nothing is wrong with it.
pub(super) fn check_solution(
    text: &str,
    file: CourseFile,
    puzzle: &GradedPuzzle,
    searched: Option<&SearchResult>,
    findings: &mut Findings,
) -> Option<FoundSolution> {
    let parts = solution_file::read(text, puzzle);
    solution_check::check(&parts, file.search, puzzle, searched, findings)
}
