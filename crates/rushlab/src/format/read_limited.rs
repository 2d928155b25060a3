//! Reads a source of unknown length into memory.

use std::io::{self, ErrorKind, Read};

/// Reads a source to its end.
///
/// # Errors
///
/// Fails if the source fails, or if it has more than `limit` bytes.
pub fn read_limited(source: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it has more than {} MiB, the most that is read of such a file", limit >> 20);
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_read_up_to_its_limit() {
        assert_eq!(read_limited(&b"abc"[..], 3).unwrap(), b"abc");
        let error = read_limited(io::repeat(0), 2 << 20).unwrap_err();
        assert_eq!(error.to_string(), "it has more than 2 MiB, the most that is read of such a file");
    }
}
