//! The journal of a census: a text file with a line that identifies the census, then a record for each finished chunk.
//!
//! Every record carries its chunk's number and a checksum over its text and the first line of the journal. A record
//! that is damaged, incomplete or from another census is never used: its chunk is processed again. Records are only
//! appended, and synchronised with the disk at intervals.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use rushlab_census::Counts;

use super::chunks::Chunk;
use super::scope::CensusScope;
use crate::{checksum, durable, read};

/// The maximum time between two synchronisations. This much work is lost if the computer loses power.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl Chunk {
    /// Returns the record of the chunk in the journal with this first line.
    fn record(&self, head: &str) -> String {
        let Chunk { number, counts: Counts { ids, canonical, solvable, minimal, positions, largest }, rows } = self;
        let mut text = format!("chunk {number} {ids} {canonical} {solvable} {positions} {largest} {minimal}\n");
        rows.iter().for_each(|row| _ = writeln!(text, "{row}"));
        let sum = checksum::of_record(head, &text);
        let _ = writeln!(text, "end {number} {sum}");
        text
    }

    /// Reads the record at the beginning of a text; `None` if it is incomplete or damaged.
    fn read(text: &str, head: &str) -> Option<Chunk> {
        let mut lines = text.lines();
        let mut figures = lines.next()?.strip_prefix("chunk ")?.split(' ').map(|figure| figure.parse::<u64>().ok());
        let mut figure = || figures.next()?;
        let number = figure()? as usize;
        let [ids, canonical, solvable, positions, largest, minimal] = [(); 6].map(|()| figure());
        let rows = (0..minimal?).map(|_| lines.next().map(str::to_owned)).collect::<Option<_>>()?;
        let (ids, canonical, solvable) = (ids?, canonical?, solvable?);
        let counts = Counts { ids, canonical, solvable, minimal: minimal?, positions: positions?, largest: largest? };
        let chunk = Chunk { number, counts, rows };
        // The record contains its checksum, so the text is compared as a whole.
        text.starts_with(&chunk.record(head)).then_some(chunk)
    }
}

pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The first line, which identifies the census.
    head: String,
    synchronised: Instant,
}

pub(super) struct FinishedChunks {
    pub(super) chunks: BTreeMap<usize, Chunk>,
    /// Number of bytes that belong to no valid record.
    pub(super) damaged_bytes: usize,
}

impl Journal {
    /// Opens or creates the journal of an output file, and locks it.
    pub(super) fn open(out: &Path, census: &CensusScope) -> Result<Journal> {
        let mut name = OsString::from(out);
        name.push(".part");
        let path = PathBuf::from(name);
        let file = lock(&path)?;
        let head = head(census);
        let mut journal = Journal { path, file, head, synchronised: Instant::now() };
        journal.check_head()?;
        Ok(journal)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that the journal belongs to this census. Writes the first line if it is missing or was cut off.
    fn check_head(&mut self) -> Result<()> {
        let bytes = self.read()?;
        if bytes.starts_with(self.head.as_bytes()) {
            return Ok(());
        }
        if !self.head.as_bytes().starts_with(&bytes) {
            let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            bail!(
                "{} belongs to another census, or is damaged ({}); remove it, or name another file",
                self.path.display(),
                String::from_utf8_lossy(first).chars().take(80).collect::<String>()
            );
        }
        self.replace(&[])
    }

    fn read(&mut self) -> Result<Vec<u8>> {
        let read_error = || format!("{} cannot be read", self.path.display());
        self.file.seek(SeekFrom::Start(0)).with_context(read_error)?;
        read::of_open(&self.file, read::JOURNAL).with_context(read_error)
    }

    /// Returns the finished chunks. Removes everything else, so that records are appended after a valid one.
    pub(super) fn finished(&mut self, census: &CensusScope) -> Result<FinishedChunks> {
        let bytes = self.read()?;
        // Damaged bytes are replaced by a character that no record contains.
        let text = String::from_utf8_lossy(bytes.get(self.head.len()..).unwrap_or_default());
        let (mut chunks, mut records, mut rest) = (BTreeMap::new(), Vec::new(), &*text);
        let mut damaged_bytes = 0;
        while !rest.is_empty() {
            let chunk =
                Chunk::read(rest, &self.head).filter(|chunk| census.chunks.contains(chunk.number, chunk.counts.ids));
            let length = if let Some(chunk) = chunk {
                let record = chunk.record(&self.head);
                let length = record.len();
                if chunks.insert(chunk.number, chunk).is_none() {
                    records.push(record);
                }
                length
            } else {
                let length = rest.find("\nchunk ").map_or(rest.len(), |end| end + 1);
                damaged_bytes += length;
                length
            };
            rest = &rest[length..];
        }
        if damaged_bytes > 0 {
            self.replace(&records)?;
        }
        Ok(FinishedChunks { chunks, damaged_bytes })
    }

    /// Replaces the contents. A crash in between only loses finished chunks.
    fn replace(&mut self, records: &[String]) -> Result<()> {
        let write_error = || format!("{} cannot be written", self.path.display());
        self.file.set_len(0).with_context(write_error)?;
        let text = format!("{}{}", self.head, records.concat());
        self.file.write_all(text.as_bytes()).with_context(write_error)?;
        durable::sync_folder_of(&self.path).with_context(write_error)?;
        self.sync()
    }

    pub(super) fn add(&mut self, chunk: &Chunk) -> Result<()> {
        let write_error = || format!("{} cannot be written", self.path.display());
        self.file.write_all(chunk.record(&self.head).as_bytes()).with_context(write_error)?;
        if self.synchronised.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Synchronises the journal with the disk.
    pub(super) fn sync(&mut self) -> Result<()> {
        self.synchronised = Instant::now();
        durable::sync_file(&self.file, &self.path).with_context(|| format!("{} cannot be written", self.path.display()))
    }

    pub(super) fn remove(self) -> Result<()> {
        fs::remove_file(&self.path).with_context(|| format!("{} cannot be removed", self.path.display()))
    }
}

/// Opens or creates a journal and locks it. The lock ends with the process.
fn lock(path: &Path) -> Result<File> {
    loop {
        let file = File::options().read(true).append(true).create(true).open(path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        if file.try_lock().is_err() {
            bail!("another census is using {}; wait for it, or name another file", path.display());
        }
        // Another census may have finished and removed the file after it was opened here.
        if same_file(&file, path) {
            return Ok(file);
        }
    }
}

/// Returns whether an open file still has this name.
#[cfg(unix)]
fn same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(id).ok().zip(fs::metadata(path).map(id).ok()).is_some_and(|(one, other)| one == other)
}

/// Returns whether an open file still has this name. Elsewhere an open file cannot be removed.
#[cfg(not(unix))]
fn same_file(_: &File, _: &Path) -> bool {
    true
}

fn head(census: &CensusScope) -> String {
    let text = format!(
        "rushlab census 2: {}size {}x{}, walls {}..{}, ids {}..{}, {}chunks of {}",
        census.other_definition().map(|definition| format!("definition {definition}, ")).unwrap_or_default(),
        census.size.width(),
        census.size.height(),
        census.walls.0,
        census.walls.1,
        census.chunks.ids.0,
        census.chunks.ids.1,
        if census.chunks.shard.is_whole() { String::new() } else { format!("shard {}, ", census.chunks.shard) },
        census.chunks.chunk_ids()
    );
    format!("{text}, checksum {}\n", checksum::of_record("", &text))
}
