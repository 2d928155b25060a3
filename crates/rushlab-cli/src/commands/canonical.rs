//! `rushlab canonical`: prints the canonical form of puzzles, one per line.

use std::io::Write as _;

use anyhow::Result;

use crate::ExitStatus;
use crate::arguments::CanonicalOptions;
use crate::progress::ProgressLine;
use crate::puzzle_file::PuzzleFile;
use crate::{batch, output};

pub(crate) fn run(options: &CanonicalOptions) -> Result<ExitStatus> {
    let mut out = output::stdout();
    let mut file = options.to.map(PuzzleFile::new);
    let status = batch::for_each(&options.input, &ProgressLine::message(), |item| {
        let canonical = if options.mirror { item.puzzle.canonical_up_to_symmetry() } else { item.puzzle.canonical() };
        let Some(file) = file.as_mut() else {
            writeln!(out, "{canonical}")?;
            return Ok(ExitStatus::Success);
        };
        match file.text(&canonical) {
            Ok(text) => {
                file.write(&mut out, &canonical, &text)?;
                Ok(ExitStatus::Success)
            }
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                Ok(ExitStatus::Invalid)
            }
        }
    })?;
    if let Some(file) = file {
        file.finish(&mut out)?;
    }
    out.flush()?;
    Ok(status)
}
