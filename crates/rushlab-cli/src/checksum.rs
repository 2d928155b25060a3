//! Checksums of files and records: SHA-256, so that other programs can verify them too.

use std::fmt::Write as _;
use std::io::{self, Read, Write};

use sha2::{Digest as _, Sha256};

/// Number of hexadecimal digits of a record's checksum.
const RECORD_DIGITS: usize = 16;

/// Returns the SHA-256 of a file or of another text that identifies something, as `sha256sum` prints it.
pub(crate) fn of_file(bytes: &[u8]) -> String {
    hexadecimal(&[bytes])
}

/// Returns the checksum of a record. `place` is the file and the place in it, so that a moved record is not valid.
pub(crate) fn of_record(place: &str, text: &str) -> String {
    let mut digits = hexadecimal(&[place.as_bytes(), b"\n", text.as_bytes()]);
    digits.truncate(RECORD_DIGITS);
    digits
}

pub(crate) fn of_reader(mut reader: impl Read) -> io::Result<String> {
    let mut out = HashingWriter::new(io::sink());
    io::copy(&mut reader, &mut out)?;
    Ok(out.checksum())
}

/// A writer that computes the SHA-256 of what is written through it.
pub(crate) struct HashingWriter<W> {
    out: W,
    hash: Sha256,
}

impl<W: Write> HashingWriter<W> {
    pub(crate) fn new(out: W) -> HashingWriter<W> {
        HashingWriter { out, hash: Sha256::new() }
    }

    /// Returns the SHA-256 of everything that was written.
    pub(crate) fn checksum(self) -> String {
        digits(self.hash)
    }
}

impl<W: Write> Write for HashingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn hexadecimal(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    digits(hash)
}

fn digits(hash: Sha256) -> String {
    hash.finalize().iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_a_file_is_sha_256() {
        // The example of FIPS 180-4.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_file(b"abc"), known);
        assert_eq!(of_reader(&b"abc"[..]).unwrap(), known);
        let mut out = HashingWriter::new(Vec::new());
        ["a", "", "bc"].iter().for_each(|part| out.write_all(part.as_bytes()).unwrap());
        assert_eq!(out.checksum(), known);
        assert_ne!(of_record("a", "bc"), of_record("ab", "c"));
        assert_eq!(of_record("", "").len(), RECORD_DIGITS);
    }
}
