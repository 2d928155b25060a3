//! `rushlab completions`: prints a shell script that completes commands and options.

use std::io::Write as _;

use anyhow::Result;
use clap::CommandFactory as _;

use crate::ExitStatus;
use crate::arguments::{Arguments, CompletionsOptions};
use crate::output;

pub(crate) fn run(options: &CompletionsOptions) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "rushlab", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitStatus::Success)
}
