//! The files of the web page, embedded in the program.
//!
//! A file that is added to the folder of this crate belongs to the page, if `content-types.txt` has its extension; no
//! list has to be changed.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// The path within the page, such as `board.js`.
    pub name: &'static str,
    /// The content.
    pub bytes: &'static [u8],
}

/// Every file of the page, sorted by name.
pub static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The content security policy of the page. A static site has it too (`scripts/site`).
pub const POLICY: &str = include_str!("../policy.txt").trim_ascii();

/// A line for each extension: the extension, a space, and its content type.
const CONTENT_TYPES: &str = include_str!("../content-types.txt");

/// Returns the content type of a file by the end of its name.
pub fn content_type(name: &str) -> &'static str {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let mut types = CONTENT_TYPES.lines().filter_map(|line| line.split_once(' '));
    types.find(|(known, _)| *known == extension).map_or("application/octet-stream", |(_, content_type)| content_type)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_embedded() {
        for name in ["index.html", "lab.js", "puzzles.gz"] {
            assert!(FILES.iter().any(|file| file.name == name && !file.bytes.is_empty()), "{name}");
        }
        assert_eq!(content_type("lab.js"), "text/javascript; charset=utf-8");
        assert_eq!(content_type("Cargo.toml"), "application/octet-stream");
        assert!(FILES.iter().all(|file| !file.bytes.is_empty()));
    }
}
