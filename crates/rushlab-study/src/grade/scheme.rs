//! How points are given: a number for each criterion.

use std::fmt;

use super::course_file::{CourseFile, CourseHeuristic, FileKind};

/// What is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// The files are there, under their names, and not empty.
    Files,
    /// Every part that the handout asks for is in the file, and can be read.
    Layout,
    /// Solutions are legal and complete; boards, fuel and lengths are right; `no solution` is true.
    Solutions,
    /// Solutions of searches that guarantee it are shortest ones.
    Optimality,
    /// Search files: states, their order, `g`, and `f`.
    Search,
    /// The values of `h1`, `h2` and `h3`.
    Heuristics,
    /// The team's own heuristic is admissible.
    H4,
    /// The names and the contents of the archive.
    Archive,
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Criterion; 8] = [
        Criterion::Files,
        Criterion::Layout,
        Criterion::Solutions,
        Criterion::Optimality,
        Criterion::Search,
        Criterion::Heuristics,
        Criterion::H4,
        Criterion::Archive,
    ];

    /// Returns the word for it in schemes and reports.
    pub fn word(self) -> &'static str {
        match self {
            Criterion::Files => "files",
            Criterion::Layout => "layout",
            Criterion::Solutions => "solutions",
            Criterion::Optimality => "optimality",
            Criterion::Search => "search",
            Criterion::Heuristics => "heuristics",
            Criterion::H4 => "h4",
            Criterion::Archive => "archive",
        }
    }

    /// Returns whether it is about a file of a puzzle; `is_solvable` is whether the optimum of the puzzle is known.
    pub(super) fn concerns(self, file: &CourseFile, is_solvable: bool) -> bool {
        let heuristic = file.search.heuristic;
        match self {
            Criterion::Files | Criterion::Layout => true,
            Criterion::Solutions => file.kind == FileKind::Solution,
            Criterion::Optimality => file.kind == FileKind::Solution && file.search.is_optimal() && is_solvable,
            Criterion::Search => file.kind == FileKind::Search,
            Criterion::Heuristics => {
                file.kind == FileKind::Search && heuristic.is_some_and(|heuristic| heuristic != CourseHeuristic::H4)
            }
            Criterion::H4 => file.kind == FileKind::Search && heuristic == Some(CourseHeuristic::H4),
            Criterion::Archive => false,
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The points of each criterion.
///
/// A criterion gives its points times the share of the files that it concerns and that it finds right.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme([f64; Criterion::ALL.len()]);

/// The reason why there is no such scheme.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SchemeError {
    /// No criterion has that name.
    #[error("there is no criterion `{name}`; use {}", criteria())]
    UnknownCriterion {
        /// The name.
        name: String,
    },
    /// The points are not a number from 0 to 1000.
    #[error("the points of `{name}` must be a number from 0 to 1000")]
    WrongPoints {
        /// The name of the criterion.
        name: String,
    },
}

fn criteria() -> String {
    Criterion::ALL.map(Criterion::word).join(", ")
}

impl Scheme {
    /// Returns the scheme with these points. A criterion that is left out gives none.
    ///
    /// # Errors
    ///
    /// Fails if a name is not that of a criterion, or if its points are out of range.
    pub fn new(points: impl IntoIterator<Item = (String, f64)>) -> Result<Scheme, SchemeError> {
        let mut scheme = Scheme([0.0; Criterion::ALL.len()]);
        for (name, points) in points {
            let Some(index) = Criterion::ALL.iter().position(|criterion| criterion.word() == name) else {
                return Err(SchemeError::UnknownCriterion { name });
            };
            if !(0.0..=1000.0).contains(&points) {
                return Err(SchemeError::WrongPoints { name });
            }
            scheme.0[index] = points;
        }
        Ok(scheme)
    }

    /// Returns the points of a criterion.
    pub fn points(&self, criterion: Criterion) -> f64 {
        self.0[criterion as usize]
    }
}

/// What a program can check of the evaluation scheme of the handout, section 6: 35 for the searches, 2.5 for the
/// format, 5 for `h4`.
impl Default for Scheme {
    fn default() -> Scheme {
        Scheme([5.0, 2.5, 10.0, 5.0, 10.0, 5.0, 5.0, 0.0])
    }
}
