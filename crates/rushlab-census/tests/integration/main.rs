//! The tests of the public API, in one binary: linking takes most of the time of building them.

mod census;
#[path = "../../../rushlab/tests/integration/common/mod.rs"]
mod common;
mod compact;
