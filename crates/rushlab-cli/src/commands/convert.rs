//! `rushlab convert`: rewrites puzzles in another format, and reports those that the format cannot represent.

mod folder;

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, UnsupportedPuzzle};

use crate::ExitStatus;
use crate::arguments::ConvertOptions;
use crate::progress::ProgressLine;
use crate::{atomic_file, batch, output};

pub(crate) fn run(options: &ConvertOptions) -> Result<ExitStatus> {
    let Some(path) = &options.out else {
        let mut out = output::stdout();
        let status = convert(options, &mut out)?;
        out.flush()?;
        return Ok(status);
    };
    if folder::is_folder(path) {
        return folder::write(options, path);
    }
    let mut status = ExitStatus::Success;
    atomic_file::write(path, options.force, |out| {
        status = convert(options, out)?;
        Ok(())
    })?;
    Ok(status)
}

fn convert(options: &ConvertOptions, out: &mut dyn Write) -> Result<ExitStatus> {
    let separator = options.to.0.about().separator;
    let mut written = 0;
    let mut preamble = None;
    let status =
        batch::for_each(&options.input, &ProgressLine::message(), |item| match rewrite(options, &item.puzzle) {
            Ok(text) => {
                let between = if written > 0 { separator } else { "" };
                written += 1;
                write!(out, "{between}")?;
                // A text that several puzzles have in common is written before the first of them.
                let own = format::preamble(options.to.0, &item.puzzle);
                if let Some(own) = own.filter(|own| preamble.as_ref() != Some(&own.name)) {
                    writeln!(out, "{}", own.text)?;
                    preamble = Some(own.name);
                }
                write!(out, "{text}")?;
                Ok(ExitStatus::Success)
            }
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                Ok(ExitStatus::Invalid)
            }
        })?;
    if written == 0 && options.out.is_some() {
        bail!("no puzzle could be converted, so nothing was written");
    }
    Ok(status)
}

fn rewrite(options: &ConvertOptions, puzzle: &Puzzle) -> Result<String, UnsupportedPuzzle> {
    let to = options.to.0;
    if options.relabel { format::write(to, &format::relabel(to, puzzle)?) } else { format::write(to, puzzle) }
}
