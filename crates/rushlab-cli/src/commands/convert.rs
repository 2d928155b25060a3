//! `rushlab convert`: rewrites puzzles in another format or in canonical form, and reports those that the format cannot
//! represent.

mod folder;

use std::io::Write;

use anyhow::{Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, UnsupportedPuzzle};
use rushlab::generate::DistinctPuzzles;

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
        match form(&item.puzzle).and_then(text) {
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

/// Returns what is written of a puzzle.
type Form = Box<dyn Fn(&Puzzle) -> Result<Puzzle, UnsupportedPuzzle>>;

/// Decides what `--primary` means: with `--relabel`, the label of the primary in the output, if the format leaves that
/// free; otherwise the primary of the input. Returns the input, and what is written of each puzzle.
fn form(options: &ConvertOptions) -> (InputArgs, Form) {
    let mut input = options.input.clone();
    let form: Form = match (options.to, input.parse.primary) {
        _ if options.canonical && options.mirror => Box::new(|puzzle| Ok(puzzle.canonical_up_to_symmetry())),
        _ if options.canonical => Box::new(|puzzle| Ok(puzzle.canonical())),
        (Some(to), Some(label)) if options.relabel && to.0.about().capabilities.has_free_primary() => {
            (input.parse.primary, input.parse.fallback_primary) = (None, Some(label));
            Box::new(move |puzzle| format::relabel_with_primary(to.0, puzzle, label))
        }
        (Some(to), _) if options.relabel => Box::new(move |puzzle| format::relabel(to.0, puzzle)),
        _ => Box::new(|puzzle| Ok(puzzle.clone())),
    };
    (input, form)
}
