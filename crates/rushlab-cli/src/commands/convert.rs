//! `rushlab convert`: rewrites puzzles in another format or in canonical form, and reports those that the format cannot
//! represent.

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
    let (input, form) = form(options);
    let mut file = options.to.map(PuzzleFile::new);
    let mut distinct = Distinct::new(options.distinct);
    let mut written = 0;
    let status = batch::for_each(&input, &ProgressLine::message(), |item| {
        let text = |puzzle: Puzzle| match &file {
            Some(file) => file.text(&puzzle).map(|text| (puzzle, text)),
            None => Ok((puzzle.clone(), format!("{puzzle}\n"))),
        };
        match form.apply(&item.puzzle).and_then(text) {
            Ok((puzzle, _)) if !distinct.insert(&puzzle) => Ok(ExitStatus::Success),
            Ok((puzzle, text)) => {
                written += 1;
                match &mut file {
                    Some(file) => file.write(out, &puzzle, &text)?,
                    None => write!(out, "{text}")?,
                }
                Ok(ExitStatus::Success)
            }
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                Ok(ExitStatus::Invalid)
            }
        }
    })?;
    if written == 0 && options.out.is_some() {
        bail!("no puzzle could be converted, so nothing was written");
    }
    if let Some(file) = file {
        file.finish(out)?;
    }
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

/// What is written of each puzzle.
#[derive(Clone, Copy)]
enum Form {
    /// The puzzle as it is.
    Same,
    /// With new labels for a format.
    Relabelled(&'static dyn Format),
    /// With new labels for a format, and this one for the primary.
    WithPrimary(&'static dyn Format, Label),
    /// Its canonical form.
    Canonical,
    /// Its canonical form, equal for mirror images.
    CanonicalUpToSymmetry,
}

/// Decides what `--primary` means: with `--relabel`, the label of the primary in the output, if the format leaves that
/// free; otherwise the primary of the input. Returns the input, and what is written of each puzzle.
fn form(options: &ConvertOptions) -> (InputArgs, Form) {
    let mut input = options.input.clone();
    let form = match (options.to, input.parse.primary) {
        _ if options.canonical && options.mirror => Form::CanonicalUpToSymmetry,
        _ if options.canonical => Form::Canonical,
        (Some(to), Some(label)) if options.relabel && to.0.about().capabilities.has_free_primary() => {
            (input.parse.primary, input.parse.fallback_primary) = (None, Some(label));
            Form::WithPrimary(to.0, label)
        }
        (Some(to), _) if options.relabel => Form::Relabelled(to.0),
        _ => Form::Same,
    };
    (input, form)
}

impl Form {
    fn apply(self, puzzle: &Puzzle) -> Result<Puzzle, UnsupportedPuzzle> {
        match self {
            Form::Same => Ok(puzzle.clone()),
            Form::Relabelled(to) => format::relabel(to, puzzle),
            Form::WithPrimary(to, label) => format::relabel_with_primary(to, puzzle, label),
            Form::Canonical => Ok(puzzle.canonical()),
            Form::CanonicalUpToSymmetry => Ok(puzzle.canonical_up_to_symmetry()),
        }
    }
}
