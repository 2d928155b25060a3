//! Puzzles in a folder, one file each, as planners read them: `domain.pddl`, `p01.pddl`, `p02.pddl`, …

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::Puzzle;
use rushlab::format::{self, Preamble};

use super::{Distinct, form};
use crate::ExitStatus;
use crate::arguments::ConvertOptions;
use crate::progress::ProgressLine;
use crate::{atomic_file, batch, output};

/// Returns whether a path is that of a folder: it exists, or it ends in a slash.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(['/', '\\'])
}

/// Writes every puzzle to a file of its own, and the text that they have in common to another.
pub(super) fn write(options: &ConvertOptions, folder: &Path) -> Result<ExitStatus> {
    let Some(format) = options.to.map(|to| to.0) else {
        bail!("{} is a folder; name the format of its files with --to", folder.display());
    };
    let (input, form) = form(options);
    let mut distinct = Distinct::new(options.distinct);
    let mut common: Option<Preamble> = None;
    let mut written = 0;
    let status = batch::for_each(&input, &ProgressLine::message(), |item| {
        let Some(own) = format::preamble(format, &item.puzzle) else {
            bail!("{} is a folder; the format `{}` is written to a file", folder.display(), format.about().name);
        };
        let text = |puzzle: Puzzle| format::write(format, &puzzle).map(|text| (puzzle, text));
        let text = match form(&item.puzzle).and_then(text) {
            Ok((puzzle, _)) if !distinct.insert(&puzzle) => return Ok(ExitStatus::Success),
            Ok((_, text)) => text,
            Err(refusal) => {
                output::error(&item.origin.message(&refusal.explain(&output::remedy)));
                return Ok(ExitStatus::Invalid);
            }
        };
        match &common {
            Some(common) if common.name != own.name => bail!(
                "{}",
                item.origin.message(&format!(
                    "this puzzle needs the domain {}, and the puzzles before it {}; write them to different folders",
                    own.name, common.name
                ))
            ),
            Some(_) => {}
            None => {
                fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
                let path = folder.join(own.file_name);
                atomic_file::write(&path, options.force, |out| Ok(out.write_all(own.text.as_bytes())?))?;
                common = Some(own);
            }
        }
        written += 1;
        let path = folder.join(format!("p{:02}.pddl", item.origin.overall_number));
        atomic_file::write(&path, options.force, |out| Ok(out.write_all(text.as_bytes())?))?;
        Ok(ExitStatus::Success)
    })?;
    if written == 0 {
        bail!("no puzzle could be converted, so nothing was written");
    }
    distinct.report();
    Ok(status)
}
