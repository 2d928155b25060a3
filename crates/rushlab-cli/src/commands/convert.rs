//! `rushlab convert`: rewrites puzzles in another format, and reports those that the format cannot represent.

mod folder;

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Format, UnsupportedPuzzle};
use rushlab::puzzle::Label;

use crate::ExitStatus;
use crate::arguments::{ConvertOptions, InputArgs};
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
    let (input, labelling) = labelling(options);
    let mut written = 0;
    let mut preamble = None;
    let status =
        batch::for_each(&input, &ProgressLine::message(), |item| match labelling.write(options.to.0, &item.puzzle) {
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

/// The labels of the vehicles in the output.
#[derive(Clone, Copy)]
enum Labelling {
    /// Those of the input.
    Unchanged,
    /// New ones.
    New,
    /// New ones, and this one for the primary.
    Primary(Label),
}

/// Decides what `--primary` means: with `--relabel`, the label of the primary in the output, if the format leaves that free; otherwise
/// the primary of the input. Returns the input, and the labels of the output.
fn labelling(options: &ConvertOptions) -> (InputArgs, Labelling) {
    let mut input = options.input.clone();
    let labelling = match input.parse.primary {
        _ if !options.relabel => Labelling::Unchanged,
        Some(label) if options.to.0.about().capabilities.has_free_primary() => {
            (input.parse.primary, input.parse.fallback_primary) = (None, Some(label));
            Labelling::Primary(label)
        }
        _ => Labelling::New,
    };
    (input, labelling)
}

impl Labelling {
    fn write(self, to: &dyn Format, puzzle: &Puzzle) -> Result<String, UnsupportedPuzzle> {
        match self {
            Labelling::Unchanged => format::write(to, puzzle),
            Labelling::New => format::write(to, &format::relabel(to, puzzle)?),
            Labelling::Primary(label) => format::write(to, &format::relabel_with_primary(to, puzzle, label)?),
        }
    }
}
