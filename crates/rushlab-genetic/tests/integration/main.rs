//! The tests of the public API, in one binary: linking takes most of the time of building them.

#[path = "../../../rushlab/tests/integration/common/mod.rs"]
mod common;
mod example;
mod genetic;
mod genetic_trace;
mod grh_paths;
mod limits;
