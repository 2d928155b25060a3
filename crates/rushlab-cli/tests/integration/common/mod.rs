//! Helpers of all tests of the program.
#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod comparison;
pub(crate) mod damage;

use std::path::Path;
use std::process::{Command, Output};

/// Returns the program with some arguments, independent of the colour settings of the environment.
pub(crate) fn rushlab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rushlab"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    rushlab(arguments).output().unwrap()
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns a path as an argument.
pub(crate) fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}
