//! The journal of a census: a text file with a line that identifies the census, then a record for each finished chunk.
//!
//! Records are only appended. A record that was cut off by a crash has no end line; it is removed when the census continues.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rushlab::census::BoardClass;

use super::CensusScope;
use crate::output;

/// The results of a chunk of ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Chunk {
    pub(super) number: usize,
    pub(super) ids: u64,
    pub(super) canonical: u64,
    pub(super) solvable: u64,
    pub(super) positions: u64,
    /// The size of the largest cluster.
    pub(super) largest: u64,
    /// The minimal puzzles: `moves board positions`.
    pub(super) rows: Vec<String>,
}

impl Chunk {
    /// Adds the result of one board.
    pub(super) fn add(&mut self, found: BoardClass) {
        self.ids += 1;
        let (positions, solvable) = match &found {
            BoardClass::NotCanonical => return,
            BoardClass::Unsolvable { positions } => (*positions, false),
            BoardClass::NotMinimal { positions, .. } => (*positions, true),
            BoardClass::Minimal(row) => (row.positions, true),
        };
        self.canonical += 1;
        self.solvable += u64::from(solvable);
        self.positions += positions;
        self.largest = self.largest.max(positions);
        if let BoardClass::Minimal(row) = found {
            self.rows.push(format!("{:02} {} {}", row.moves, row.board, row.positions));
        }
    }

    fn text(&self) -> String {
        let Chunk { number, ids, canonical, solvable, positions, largest, rows } = self;
        let mut text = format!("slice {number} {ids} {canonical} {solvable} {positions} {largest} {}\n", rows.len());
        rows.iter().for_each(|row| _ = writeln!(text, "{row}"));
        let _ = writeln!(text, "end {number}");
        text
    }

    /// Reads a record; `None` if it is incomplete.
    fn read<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Option<Chunk> {
        let head = lines.next()?;
        let mut figures = head.strip_prefix("slice ")?.split(' ').map(|figure| figure.parse::<u64>().ok());
        let mut figure = || figures.next()?;
        let mut chunk = Chunk {
            number: figure()? as usize,
            ids: figure()?,
            canonical: figure()?,
            solvable: figure()?,
            positions: figure()?,
            largest: figure()?,
            rows: Vec::new(),
        };
        for _ in 0..figure()? {
            chunk.rows.push(lines.next()?.to_owned());
        }
        (lines.next()? == format!("end {}", chunk.number)).then_some(chunk)
    }
}

/// The journal of a census.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The first line, which identifies the census.
    head: String,
}

impl Journal {
    /// Opens or creates the journal of an output file, and locks it.
    pub(super) fn open(out: &Path, census: &CensusScope) -> Result<Journal> {
        let mut name = OsString::from(out);
        name.push(".part");
        let path = PathBuf::from(name);
        let write_error = || format!("{} cannot be written", path.display());
        let mut file = File::options().read(true).append(true).create(true).open(&path).with_context(write_error)?;
        if file.try_lock().is_err() {
            bail!("another census is using {}", path.display());
        }
        let head = head(census);
        let mut first = String::new();
        BufReader::new(&file).read_line(&mut first).with_context(|| format!("{} cannot be read", path.display()))?;
        if first != head {
            // A first line that was cut off is written again.
            if !head.starts_with(&first) {
                bail!(
                    "{} belongs to another census ({}); remove it, or name another file",
                    path.display(),
                    first.trim_end().chars().take(80).collect::<String>()
                );
            }
            file.set_len(0).with_context(write_error)?;
            file.write_all(head.as_bytes()).with_context(write_error)?;
        }
        Ok(Journal { path, file, head })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the finished chunks by number. Removes a record that was cut off at the end.
    pub(super) fn chunks(&mut self) -> Result<BTreeMap<usize, Chunk>> {
        let read_error = || format!("{} cannot be read", self.path.display());
        self.file.seek(SeekFrom::Start(0)).with_context(read_error)?;
        let mut bytes = Vec::new();
        self.file.read_to_end(&mut bytes).with_context(read_error)?;
        let text = String::from_utf8_lossy(&bytes);
        let mut valid_length = self.head.len();
        let mut done = BTreeMap::new();
        let mut lines = text.get(valid_length..).unwrap_or_default().lines();
        while let Some(chunk) = Chunk::read(&mut lines) {
            valid_length += chunk.text().len();
            done.insert(chunk.number, chunk);
        }
        let rest = text.get(valid_length..).unwrap_or_default();
        if rest.lines().any(|line| line.starts_with("end ")) {
            bail!(
                "{} is damaged after {}; repair it, or remove it and start again",
                self.path.display(),
                output::count(done.len(), "chunk")
            );
        }
        if bytes.len() != valid_length {
            self.file.set_len(valid_length as u64).with_context(read_error)?;
        }
        Ok(done)
    }

    /// Appends a finished chunk.
    pub(super) fn add(&mut self, chunk: &Chunk) -> Result<()> {
        let write_error = || format!("{} cannot be written", self.path.display());
        self.file.write_all(chunk.text().as_bytes()).with_context(write_error)
    }

    /// Removes the journal of a finished census.
    pub(super) fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| format!("{} cannot be removed", self.path.display()))
    }
}

/// Returns the first line of a journal.
fn head(census: &CensusScope) -> String {
    format!(
        "rushlab census 1: size {}x{}, walls {}..{}, ids {}..{}, slices of {}\n",
        census.size.width(),
        census.size.height(),
        census.walls.0,
        census.walls.1,
        census.ids.0,
        census.ids.1,
        census.chunk_ids()
    )
}
