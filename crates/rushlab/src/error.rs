//! The errors of the library, and what a user can do about them.
//!
//! An error is a value that says what is wrong and where. Its `Display` is a complete sentence in the library's own words. Some errors
//! have a [`Remedy`] that a front end words in its own terms: an option, a form field, a keyword argument. Such errors have a method
//! `explain`, which takes the words for each remedy.

use std::fmt;

use crate::format::{ReadError, Refusal};
use crate::notation::NotationError;
use crate::puzzle::Problems;

/// Something that a user can do about an error, where how to do it depends on the front end.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remedy {
    /// Say which vehicle is the primary.
    NamePrimary,
    /// Say which format the text is in.
    NameFormat,
    /// Let the format choose new labels for the vehicles.
    Relabel,
    /// Drop the rules: no valet, no default fuel, and moves as the metric.
    PlainRules,
}

/// The words of a front end for a remedy, as a clause in the imperative.
pub type Phrasing<'a> = &'a dyn Fn(Remedy) -> &'static str;

impl Remedy {
    /// Returns the library's own words for the remedy.
    pub fn words(self) -> &'static str {
        match self {
            Remedy::NamePrimary => "say which one it is",
            Remedy::NameFormat => "name the format",
            Remedy::Relabel => "choose new labels",
            Remedy::PlainRules => "choose plain rules",
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Any error of reading or writing puzzles and moves.
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The text holds no puzzle that can be read.
    #[error("the text {0}")]
    Read(#[from] ReadError),
    /// The puzzle was read, and is not valid.
    #[error(transparent)]
    Invalid(#[from] Problems),
    /// The format cannot hold the puzzle.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The text is not a list of moves.
    #[error(transparent)]
    Notation(#[from] NotationError),
}

impl Error {
    /// Returns the sentence with a front end's words for remedies.
    pub fn explain(&self, phrasing: Phrasing<'_>) -> String {
        match self {
            Error::Read(error) => format!("the text {}", error.explain(phrasing)),
            Error::Invalid(problems) => problems.explain(phrasing),
            Error::Refused(refusal) => refusal.explain(phrasing),
            Error::Notation(error) => error.to_string(),
        }
    }
}
