//! Experiments with Rush Hour puzzles, and the documents that report them.

pub mod evolution;
pub mod exploration;
pub mod properties;
pub mod report;
pub mod statistics;
pub mod words;
