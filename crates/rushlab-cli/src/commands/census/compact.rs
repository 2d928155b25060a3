//! `rushlab census compact`: writes the puzzles of census files as one compact list.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use rushlab::format;
use rushlab::puzzle::{Puzzle, Rules};
use rushlab_census::compact::{CompactBuilder, CompactList};

use super::census_file::{self, RowReader};
use super::rows::moves;
use crate::arguments::CompactOptions;
use crate::progress::ProgressLine;
use crate::{ExitStatus, atomic_file, output};

pub(super) fn run(options: &CompactOptions) -> Result<ExitStatus> {
    atomic_file::check_new(&options.out, options.force)?;
    let mut builder = CompactBuilder::default();
    let line = ProgressLine::message();
    for path in &census_file::list(&options.files)? {
        add(path, &mut builder, &line)?;
    }
    if let Some(count) = options.sample {
        builder.thin_out(count);
    }
    line.show(|| "writing".to_owned());
    let bytes = builder.finish();
    let puzzles = CompactList::read(bytes.clone())?.count();
    line.finish();
    atomic_file::write(&options.out, options.force, |out| Ok(out.write_all(&bytes)?))?;
    let bits = bytes.len() as f64 * 8.0 / puzzles.max(1) as f64;
    let (puzzles, size) = (output::count(puzzles as usize, "puzzle"), output::grouped(bytes.len()));
    let mut out = output::stdout();
    writeln!(out, "{}: {puzzles} in {size} bytes, {bits:.1} bits each", options.out.display())?;
    out.flush()?;
    Ok(ExitStatus::Success)
}

fn add(path: &Path, builder: &mut CompactBuilder, line: &ProgressLine) -> Result<()> {
    let mut reader = RowReader::open(path)?;
    let Some(census) = reader.sidecar().scope() else {
        bail!("{} was written by another version of rushlab; use that version, or run the census again", path.display())
    };
    let mut rows = 0;
    while let Some(row) = reader.next()? {
        let cells = row.split(' ').nth(1).unwrap_or_default();
        let puzzle: Puzzle = format::parse(cells).with_context(|| format!("{} is damaged: `{row}`", path.display()))?;
        builder.add(&puzzle.with_rules(Rules::plain(census.metric)), moves(row) as u32);
        rows += 1_usize;
        if rows.is_multiple_of(1024) {
            line.show(|| format!("{}: {} puzzles", path.display(), output::grouped(rows)));
        }
    }
    Ok(())
}
