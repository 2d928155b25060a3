//! The files of the web page, embedded in the program.
//!
//! A file that is added to the folder of this crate belongs to the page; no list has to be changed.

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

/// Returns the content type of a file by the end of its name.
pub fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_content_type() {
        assert!(FILES.iter().any(|file| file.name == "index.html"));
        for file in FILES {
            let known = content_type(file.name) != "application/octet-stream" || file.name.ends_with(".gz");
            assert!(known, "{}", file.name);
            assert!(!file.bytes.is_empty(), "{}", file.name);
        }
    }
}
