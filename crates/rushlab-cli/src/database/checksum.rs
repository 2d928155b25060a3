//! The checksum of a database: the CRC-32 of the whole file, stored in the file itself.
//!
//! It is stored in the header field that SQLite calls the user version, which SQLite ignores; this field counts as zero
//! in the checksum. A CRC-32 is fast enough to be checked whenever a database is opened.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

/// The offset of the user version in the header of a SQLite file; the field has four bytes.
const OFFSET: usize = 60;

const BLOCK: usize = 1 << 20;

/// Writes the checksum of a finished file into it.
pub(super) fn write(path: &Path) -> io::Result<()> {
    let (computed, _) = read(path)?;
    let mut file = File::options().write(true).open(path)?;
    file.seek(SeekFrom::Start(OFFSET as u64))?;
    file.write_all(&computed.to_be_bytes())
}

pub(super) fn is_correct(path: &Path) -> io::Result<bool> {
    match read(path) {
        Ok((computed, stored)) => Ok(computed == stored),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the checksum of a file, and the one stored in it.
fn read(path: &Path) -> io::Result<(u32, u32)> {
    let mut file = File::open(path)?;
    let mut header = [0; 100];
    file.read_exact(&mut header)?;
    let field = &mut header[OFFSET..OFFSET + 4];
    let stored = u32::from_be_bytes([field[0], field[1], field[2], field[3]]);
    field.fill(0);
    let mut hash = crc32fast::Hasher::new();
    hash.update(&header);
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block)? {
            0 => return Ok((hash.finalize(), stored)),
            count => hash.update(&block[..count]),
        }
    }
}
