//! The errors of the library, and what a user can do about them.
//!
//! An error is a value that says what is wrong and where. Its `Display` is a complete message in the library's own
//! words. Some errors have a [`Remedy`] that a front end words in its own terms: an option, a form field, an argument.
//! Such errors have a method `explain`, which takes the words for each remedy.

use std::fmt;

use crate::format::{ReadError, UnsupportedPuzzle};
use crate::notation::NotationError;
use crate::puzzle::Problems;

/// An action that resolves an error. How the user takes it depends on the front end: an option, a field, an argument.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// Name the primary.
    NamePrimary,
    /// Name the format of the text.
    NameFormat,
    /// Let the format choose new labels for the vehicles.
    Relabel,
    /// Use the plain rules: no valet, no default fuel, and moves as the metric.
    PlainRules,
    /// Name the notation of Esau's lists, in which the red vehicle may have the distance 0.
    EsauNotation,
}

/// Returns a front end's imperative clause for a remedy, such as `add --relabel`.
pub type Phrasing<'a> = &'a dyn Fn(Remedy) -> &'static str;

impl Remedy {
    /// Returns the library's own words for the remedy.
    pub fn words(self) -> &'static str {
        match self {
            Remedy::NamePrimary => "name the primary",
            Remedy::NameFormat => "name the format",
            Remedy::Relabel => "choose new labels",
            Remedy::PlainRules => "choose plain rules",
            Remedy::EsauNotation => "for Esau's lists choose the notation esau",
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Returns items as `a, b or c`.
#[doc(hidden)]
pub fn listed<T: AsRef<str>>(items: &[T], conjunction: &str) -> String {
    match items {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", first.join(", "), last.as_ref())
        }
    }
}

/// Any error of reading or writing puzzles and moves.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No puzzle could be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The puzzle is invalid.
    #[error(transparent)]
    Invalid(#[from] Problems),
    /// The format cannot represent the puzzle.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedPuzzle),
    /// The text is not a list of moves.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl Error {
    /// Returns the message, in which `phrasing` words the remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            Error::Read(error) => error.explain(phrasing),
            Error::Invalid(problems) => problems.explain(phrasing),
            Error::Unsupported(error) => error.explain(phrasing),
            Error::Notation(error) => error.to_string(),
        }
    }
}
