//! JSON files that carry a checksum of their content and of their place: `{"checksum":"…","content":…}`.
//!
//! The checksum is that of the bytes of the content, so every change of the file is noticed, and so is a file that was copied from another
//! comparison or to another name.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checksum;

const START: &str = "{\"checksum\":\"";
const MIDDLE: &str = "\",\"content\":";
const END: &str = "}\n";

/// What a file contains.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Checked<T> {
    Missing,
    /// The checksum is wrong or missing, or the content is of another kind.
    Damaged,
    Valid(T),
}

/// Returns the text of a file.
pub(super) fn text(place: &str, value: &impl Serialize) -> Result<String> {
    let content = serde_json::to_string(value)?;
    Ok(format!("{START}{}{MIDDLE}{content}{END}", checksum::of_record(place, &content)))
}

/// Reads a file.
pub(super) fn read<T: DeserializeOwned>(path: &Path, place: &str) -> Checked<T> {
    match fs::read(path) {
        Ok(bytes) => parse(&bytes, place).map_or(Checked::Damaged, Checked::Valid),
        Err(error) if error.kind() == ErrorKind::NotFound => Checked::Missing,
        Err(_) => Checked::Damaged,
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8], place: &str) -> Option<T> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (sum, content) = text.strip_prefix(START)?.strip_suffix(END)?.split_once(MIDDLE)?;
    if checksum::of_record(place, content) == sum { serde_json::from_str(content).ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_any_byte_or_of_the_place_is_noticed() {
        let value = vec![("a".to_owned(), 1.5), ("\",\"content\":".to_owned(), 2.0)];
        let text = text("here", &value).unwrap();
        assert_eq!(parse(text.as_bytes(), "here"), Some(value));
        assert_eq!(parse::<Vec<(String, f64)>>(text.as_bytes(), "there"), None);
        for (index, bit) in (0..text.len()).flat_map(|index| (0..8).map(move |bit| (index, bit))) {
            let mut damaged = text.clone().into_bytes();
            damaged[index] ^= 1 << bit;
            assert_eq!(parse::<serde_json::Value>(&damaged, "here"), None, "bit {bit} of byte {index}");
        }
        for end in 0..text.len() {
            assert_eq!(parse::<serde_json::Value>(&text.as_bytes()[..end], "here"), None, "cut after {end} bytes");
        }
    }

    #[test]
    fn a_missing_file_is_not_a_damaged_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        assert_eq!(read::<u32>(&path, ""), Checked::Missing);
        fs::write(&path, "").unwrap();
        assert_eq!(read::<u32>(&path, ""), Checked::Damaged);
        fs::write(&path, text("", &7).unwrap()).unwrap();
        assert_eq!(read::<u32>(&path, ""), Checked::Valid(7));
        assert_eq!(read::<String>(&path, ""), Checked::Damaged, "a value of another kind");
    }
}
