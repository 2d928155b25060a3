//! `rushlab convert`: rewrites puzzles in another format, and reports those that the format cannot represent.

mod folder;

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Format, UnsupportedPuzzle};
use rushlab::generate::DistinctPuzzles;
use rushlab::puzzle::Label;

use crate::ExitStatus;
use crate::arguments::{ConvertOptions, InputArgs};
use crate::progress::ProgressLine;
use crate::puzzle_file::PuzzleFile;
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
    let (input, labelling) = labelling(options);
    let mut file = PuzzleFile::new(options.to);
    let mut distinct = Distinct::new(options.distinct);
    let status = batch::for_each(&input, &ProgressLine::message(), |item| {
        if !distinct.insert(&item.puzzle) {
            return Ok(ExitStatus::Success);
        }
        match labelling.apply(options.to.0, &item.puzzle).and_then(|puzzle| file.text(&puzzle)) {
            Ok(text) => {
                file.write(out, &item.puzzle, &text)?;
                Ok(ExitStatus::Success)
            }
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                Ok(ExitStatus::Invalid)
            }
        }
    })?;
    if file.is_empty() && options.out.is_some() {
        bail!("no puzzle could be converted, so nothing was written");
    }
    file.finish(out)?;
    distinct.report();
    Ok(status)
}

/// The puzzles so far, if duplicates are left out.
struct Distinct {
    puzzles: Option<DistinctPuzzles>,
    duplicates: usize,
}

impl Distinct {
    fn new(is_wanted: bool) -> Distinct {
        Distinct { puzzles: is_wanted.then(DistinctPuzzles::default), duplicates: 0 }
    }

    fn insert(&mut self, puzzle: &Puzzle) -> bool {
        let is_new = self.puzzles.as_mut().is_none_or(|puzzles| puzzles.insert(puzzle));
        self.duplicates += usize::from(!is_new);
        is_new
    }

    /// Prints how many puzzles were left out.
    fn report(&self) {
        if self.duplicates > 0 {
            output::note(&format!("{} left out", output::count(self.duplicates, "duplicate")));
        }
    }
}

#[derive(Clone, Copy)]
enum Labelling {
    /// Those of the input.
    Unchanged,
    /// New ones.
    New,
    /// New ones, and this one for the primary.
    Primary(Label),
}

/// Decides what `--primary` means: with `--relabel`, the label of the primary in the output, if the format leaves that
/// free; otherwise the primary of the input. Returns the input, and the labels of the output.
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
    /// Returns the puzzle with its labels in the output.
    fn apply(self, to: &dyn Format, puzzle: &Puzzle) -> Result<Puzzle, UnsupportedPuzzle> {
        match self {
            Labelling::Unchanged => Ok(puzzle.clone()),
            Labelling::New => format::relabel(to, puzzle),
            Labelling::Primary(label) => format::relabel_with_primary(to, puzzle, label),
        }
    }
}
