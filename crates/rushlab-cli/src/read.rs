//! Files that are read whole. Each kind has a limit, so that a wrong name, such as that of a device, costs no memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context as _, Result};
use rushlab::format::read_limited;

/// The greatest number of bytes of one kind of file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit(u64);

const MIB: u64 = 1 << 20;

/// A file of a student to grade, and the archive that has them all.
pub(crate) const COURSE_FILE: Limit = Limit(64 * MIB);
pub(crate) const ARCHIVE: Limit = Limit(128 * MIB);
/// A scheme of points.
pub(crate) const SCHEME: Limit = Limit(MIB);
/// Moves to replay.
pub(crate) const MOVES: Limit = Limit(16 * MIB);
/// A table of recorded games.
pub(crate) const RECORDS: Limit = Limit(256 * MIB);
/// The expression of a heuristic.
pub(crate) const HEURISTIC: Limit = Limit(MIB);
/// A maze or a graph.
pub(crate) const MAZE: Limit = Limit(64 * MIB);
/// A file of the code for a submission. All of them together have a limit too.
pub(crate) const CODE: Limit = Limit(100 * MIB);
/// A file that a comparison has written.
pub(crate) const RESULTS: Limit = Limit(1024 * MIB);
/// The description beside a census file.
pub(crate) const SIDECAR: Limit = Limit(MIB);
/// The finished parts of a census or of a comparison.
pub(crate) const JOURNAL: Limit = Limit(4096 * MIB);
/// The progress of a player.
pub(crate) const PLAYER_PROGRESS: Limit = Limit(64 * MIB);

impl Limit {
    pub(crate) fn bytes(self) -> u64 {
        self.0
    }
}

/// The limit of everything that is not a regular file: it can be endless.
const ENDLESS: u64 = 16 * MIB;

/// Reads a file.
pub(crate) fn bytes(path: &Path, limit: Limit) -> io::Result<Vec<u8>> {
    of_open(&File::open(path)?, limit)
}

/// Reads a file, or standard input if the path is `-`, as UTF-8.
pub(crate) fn text(path: &Path, limit: Limit) -> Result<String> {
    let read = match path.as_os_str() == "-" {
        true => read_limited(io::stdin(), limit.0),
        false => bytes(path, limit),
    };
    let name = if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() };
    let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
    text.with_context(|| format!("{name} cannot be read"))
}

pub(crate) fn of_open(file: &File, limit: Limit) -> io::Result<Vec<u8>> {
    let limit = if file.metadata()?.is_file() { limit.0 } else { limit.0.min(ENDLESS) };
    read_limited(file, limit)
}

/// Opens a file that is read to its end in small parts. It must be a regular file, so that there is an end.
pub(crate) fn open_regular(path: &Path) -> io::Result<impl Read> {
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is not a regular file")) }
}
