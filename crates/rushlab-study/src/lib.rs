//! Experiments with Rush Hour puzzles, and the documents that report them.

#[allow(missing_docs)]
pub mod report;
pub mod words;
