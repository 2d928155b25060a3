//! Census files: rows, the hardest first, with a sidecar that carries their checksum.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use rushlab_census::Counts;

use super::rows::{self, RowStatistics};
use super::scope::CensusScope;
use super::sidecar::{self, Sidecar};
use crate::atomic_file::AtomicFile;
use crate::checksum::HashingWriter;

/// The maximum length of a row in bytes. A row of the largest board has less than half of it.
const MAX_ROW: u64 = 256;

/// Writes a census file and its sidecar. `write_rows` calls its argument with each row, in order.
pub(super) fn write(
    path: &Path,
    force: bool,
    census: &CensusScope,
    totals: &Counts,
    write_rows: impl FnOnce(&mut dyn FnMut(&str) -> Result<()>) -> Result<()>,
) -> Result<RowStatistics> {
    let mut file = AtomicFile::create(path, force)?;
    let (statistics, sha256) = file.fill(|out| {
        let mut out = HashingWriter::new(out);
        let mut statistics = RowStatistics::default();
        write_rows(&mut |row| {
            statistics.add(row);
            Ok(writeln!(out, "{row}")?)
        })?;
        Ok((statistics, out.checksum()))
    })?;
    // The sidecar gets its name first, so that a finished file always has one.
    Sidecar::new(census, totals, sha256).write(path)?;
    file.commit()?;
    Ok(statistics)
}

/// A census file that is read row by row. Its last row is followed by an error if the file is damaged.
pub(super) struct RowReader {
    path: PathBuf,
    file: BufReader<File>,
    hash: HashingWriter<io::Sink>,
    sidecar: Sidecar,
    rows: u64,
    row: String,
}

impl RowReader {
    pub(super) fn open(path: &Path) -> Result<RowReader> {
        let file = File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let sidecar = Sidecar::read(path)?;
        let (file, hash) = (BufReader::new(file), HashingWriter::new(io::sink()));
        Ok(RowReader { path: path.to_owned(), file, hash, sidecar, rows: 0, row: String::new() })
    }

    pub(super) fn sidecar(&self) -> &Sidecar {
        &self.sidecar
    }

    /// Returns the next row; `None` after the last row of an undamaged file.
    pub(super) fn next(&mut self) -> Result<Option<&str>> {
        let mut line = Vec::new();
        let read = (&mut self.file).take(MAX_ROW).read_until(b'\n', &mut line);
        read.with_context(|| format!("{} cannot be read", self.path.display()))?;
        if line.is_empty() {
            let hash = std::mem::replace(&mut self.hash, HashingWriter::new(io::sink()));
            let is_undamaged = hash.checksum() == self.sidecar.sha256 && self.rows == self.sidecar.minimal;
            return if is_undamaged { Ok(None) } else { Err(self.damaged()) };
        }
        self.hash.write_all(&line)?;
        let row = line.strip_suffix(b"\n").and_then(|row| std::str::from_utf8(row).ok());
        let Some(row) = row.filter(|row| self.rows == 0 || rows::compare(&self.row, row).is_lt()) else {
            return Err(self.damaged());
        };
        self.rows += 1;
        row.clone_into(&mut self.row);
        Ok(Some(&self.row))
    }

    fn damaged(&self) -> anyhow::Error {
        anyhow!(
            "{} is damaged: its checksum is not the one in its sidecar; copy both again, or run the census again with --force",
            self.path.display()
        )
    }
}

/// Checks a census file. Returns its sidecar, what it covers and the statistics of its rows.
pub(super) fn check(path: &Path) -> Result<(Sidecar, CensusScope, RowStatistics)> {
    let mut reader = RowReader::open(path)?;
    let mut statistics = RowStatistics::default();
    while let Some(row) = reader.next()? {
        statistics.add(row);
    }
    let Some(scope) = reader.sidecar.scope() else {
        bail!(
            "{} was divided into shards by another version of rushlab; use that version, or run the census again",
            path.display()
        )
    };
    Ok((reader.sidecar, scope, statistics))
}

/// Returns the named files; for a folder, the files in it that have a sidecar.
pub(super) fn list(names: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for name in names {
        if !name.is_dir() {
            files.push(name.clone());
            continue;
        }
        let read_error = || format!("{} cannot be read", name.display());
        let mut found = Vec::new();
        for entry in name.read_dir().with_context(read_error)? {
            let path = entry.with_context(read_error)?.path();
            if path.is_file() && sidecar::path_of(&path).is_file() {
                found.push(path);
            }
        }
        if found.is_empty() {
            bail!("{} contains no census file with its sidecar (FILE and FILE.json)", name.display());
        }
        found.sort();
        files.extend(found);
    }
    Ok(files)
}
