//! Grades the files that students hand in for the COMP 472 project. Every claim of a file is checked; what the handout
//! leaves open (spacing, capitals, decimals, order of ties, fuel in search files) is not.
//!
//! Data flows one way: an [`Assignment`] and the [`Source`] of a student's files → a [`StudentReport`] → [`ranking`], a
//! page for the student.

mod archive;
mod assignment;
mod course_file;
mod findings;
mod layout;
mod open_list;
mod page;
mod pair;
pub mod ranking;
mod replay;
mod report;
mod scheme;
mod search_check;
mod search_file;
mod solution_check;
mod solution_file;
mod student;
#[cfg(test)]
mod tests;

pub use self::archive::{Archive, archive_problems};
pub use self::assignment::{Assignment, GradedPuzzle, Optimum, UngradablePuzzle};
pub use self::course_file::{CourseFile, CourseHeuristic, CourseSearch, FileKind, Strategy};
pub use self::findings::Problem;
pub use self::page::page;
pub use self::report::{CriterionReport, FileReport, FoundSolution, StudentReport, Verdict};
pub use self::scheme::{Criterion, Scheme, SchemeError};
pub use self::student::{Source, grade};
