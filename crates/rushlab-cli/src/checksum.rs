//! Checksums of files and records: SHA-256, so that other programs can verify them too.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The number of hexadecimal digits of a record's checksum.
const RECORD_DIGITS: usize = 16;

/// Returns the SHA-256 of some bytes, as `sha256sum` prints it.
pub(crate) fn of_file(bytes: &[u8]) -> String {
    hexadecimal(&[bytes])
}

/// Returns the checksum of a record. `place` identifies the file and the place in it, so that a record that was moved is not valid.
pub(crate) fn of_record(place: &str, text: &str) -> String {
    let mut digits = hexadecimal(&[place.as_bytes(), b"\n", text.as_bytes()]);
    digits.truncate(RECORD_DIGITS);
    digits
}

fn hexadecimal(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
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
        assert_ne!(of_record("a", "bc"), of_record("ab", "c"));
        assert_eq!(of_record("", "").len(), RECORD_DIGITS);
    }
}
