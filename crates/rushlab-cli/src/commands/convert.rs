//! `rushlab convert`: rewrites puzzles in another format, and reports those that the format cannot hold.

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Refusal};

use crate::Verdict;
use crate::arguments::ConvertOptions;
use crate::progress::ProgressLine;
use crate::{atomic_file, batch, output};

pub(crate) fn run(options: &ConvertOptions) -> Result<Verdict> {
    let Some(path) = &options.out else {
        let mut out = output::stdout();
        let verdict = convert(options, &mut out)?;
        out.flush()?;
        return Ok(verdict);
    };
    let mut verdict = Verdict::Good;
    atomic_file::write(path, options.force, |out| {
        verdict = convert(options, out)?;
        Ok(())
    })?;
    Ok(verdict)
}

fn convert(options: &ConvertOptions, out: &mut dyn Write) -> Result<Verdict> {
    let separator = options.to.0.about().separator;
    let mut written = 0;
    let verdict =
        batch::for_each(&options.input, &ProgressLine::message(), |item| match rewrite(options, &item.puzzle) {
            Ok(text) => {
                let between = if written > 0 { separator } else { "" };
                written += 1;
                write!(out, "{between}{text}")?;
                Ok(Verdict::Good)
            }
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                Ok(Verdict::Wrong)
            }
        })?;
    if written == 0 && options.out.is_some() {
        bail!("no puzzle could be converted, so nothing was written");
    }
    Ok(verdict)
}

fn rewrite(options: &ConvertOptions, puzzle: &Puzzle) -> Result<String, Refusal> {
    let to = options.to.0;
    if options.relabel { format::write(to, &format::relabel(to, puzzle)?) } else { format::write(to, puzzle) }
}
