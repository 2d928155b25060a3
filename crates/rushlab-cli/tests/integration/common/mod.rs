//! Helpers of all tests of the program.
#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod comparison;
pub(crate) mod damage;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

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

/// Runs a program to its end. Returns the exit code and the greatest resident memory in bytes, which the system
/// records.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(command: &mut Command) -> (Option<i32>, u64) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    loop {
        // A process that has ended has no memory, but its last reading is at most a few milliseconds old.
        let status = fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        peak = line.and_then(|kilobytes| kilobytes.trim().parse().ok()).map_or(peak, |kilobytes: u64| kilobytes << 10);
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), peak);
        }
        thread::sleep(Duration::from_millis(2));
    }
}
