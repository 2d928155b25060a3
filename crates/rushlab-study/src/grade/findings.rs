//! What is wrong with a file: each kind of problem once, with the number of further lines that have it.

use std::fmt;

use super::scheme::Criterion;

/// A problem of a file.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The criterion that it breaks.
    pub criterion: Criterion,
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub text: String,
    /// Number of further lines with this kind of problem.
    pub more: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.text)?;
        match self.more {
            0 => Ok(()),
            1 => f.write_str(" (and 1 more line)"),
            more => write!(f, " (and {more} more lines)"),
        }
    }
}

/// The problems of a file that are found so far.
#[derive(Default)]
pub(super) struct Findings {
    kinds: Vec<&'static str>,
    pub(super) problems: Vec<Problem>,
    /// Facts for the instructor that cost nothing.
    pub(super) notes: Vec<String>,
    /// Criteria that the file fails without a problem of their own.
    pub(super) failed: Vec<Criterion>,
}

impl Findings {
    /// Adds a problem. Of each kind, only the first one is described.
    pub(super) fn add(
        &mut self,
        kind: &'static str,
        criterion: Criterion,
        line: impl Into<Option<usize>>,
        text: impl FnOnce() -> String,
    ) {
        if let Some(index) = self.kinds.iter().position(|known| *known == kind) {
            self.problems[index].more += 1;
        } else {
            self.kinds.push(kind);
            self.problems.push(Problem { criterion, line: line.into(), text: text(), more: 0 });
        }
    }

    /// Returns whether the file breaks a criterion.
    pub(super) fn breaks(&self, criterion: Criterion) -> bool {
        self.failed.contains(&criterion) || self.problems.iter().any(|problem| problem.criterion == criterion)
    }
}
