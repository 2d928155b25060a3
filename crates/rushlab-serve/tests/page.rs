//! The page in a real browser. Each scenario has a fresh profile, and fails if the console contains errors or warnings.
//!
//! `cargo test --test page -- word` runs the scenarios with that word in their names. `RUSHLAB_PICTURES=folder` saves
//! screenshots.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "a test fails by panicking")]

mod browser;
mod common;
mod scenarios;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use browser::Browser;
use common::Server;
use rushlab_serve::Settings;
use scenarios::{Context, SCENARIOS};

fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let listing = std::env::args().any(|argument| argument == "--list");
    let selected =
        SCENARIOS.iter().filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|word| name.contains(word)));
    if listing {
        selected.for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    let Some(browser) = Browser::start() else {
        println!("skipped: no Chromium; scripts/prerequisites --for-tests installs it");
        return ExitCode::SUCCESS;
    };
    let server = Server::start(Settings::default());
    let mut failed = 0;
    for (name, scenario) in selected {
        let started = Instant::now();
        let context = Context { browser: &browser, server: &server, site: None };
        let passed = catch_unwind(AssertUnwindSafe(|| scenario(&context))).is_ok();
        println!("{name} ... {} ({:.1} s)", if passed { "ok" } else { "FAILED" }, started.elapsed().as_secs_f64());
        failed += usize::from(!passed);
    }
    println!("\n{failed} scenarios failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
