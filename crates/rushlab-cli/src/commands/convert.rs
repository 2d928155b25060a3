//! `rushlab convert`: rewrites puzzles in another format, or says why that cannot hold one.

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Refusal};

use crate::Verdict;
use crate::arguments::ConvertOptions;
use crate::commands::complain;
use crate::input::{self, Event, Item};
use crate::output;

pub(crate) fn run(options: &ConvertOptions) -> Result<Verdict> {
    let mut verdict = Verdict::Good;
    match &options.out {
        None => {
            let mut out = output::stdout();
            convert(options, &mut out, &mut verdict)?;
            out.flush()?;
        }
        Some(path) => {
            output::write_file(path, options.force, |out| convert(options, out, &mut verdict))?;
        }
    }
    Ok(verdict)
}

fn convert(options: &ConvertOptions, out: &mut dyn Write, verdict: &mut Verdict) -> Result<()> {
    let separator = options.to.0.about().separator;
    let mut written = 0;
    input::read(&options.reading, |event| {
        let Event::Item(Item { puzzle: Ok(puzzle), input, line, .. }) = &event else {
            *verdict = Verdict::Wrong;
            complain(&event);
            return Ok(());
        };
        match rewrite(options, puzzle) {
            Ok(text) => {
                let between = if written > 0 { separator } else { "" };
                written += 1;
                write!(out, "{between}{text}")?;
            }
            Err(refusal) => {
                *verdict = Verdict::Wrong;
                output::error(&input.message_at(*line, &refusal));
            }
        }
        Ok(())
    })?;
    if written == 0 && options.out.is_some() {
        bail!("no puzzle could be converted, so nothing was written");
    }
    Ok(())
}

fn rewrite(options: &ConvertOptions, puzzle: &Puzzle) -> Result<String, Refusal> {
    let to = options.to.0;
    if options.relabel { format::write(to, &format::relabel(to, puzzle)?) } else { format::write(to, puzzle) }
}
