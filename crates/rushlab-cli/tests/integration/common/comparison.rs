//! The results of `rushlab compare`, for several test files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The example of the COMP 472 handout, with the dot that is missing in its text.
pub(crate) const EXAMPLE: &str = ".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0";
pub(crate) const EASY: &str = "..............AA.B.....B............";
/// Twelve easy puzzles.
pub(crate) const STARTER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/starter.txt");

/// Returns the rows of an analysis, without the columns that differ from run to run.
pub(crate) fn analysis(folder: &Path) -> Vec<String> {
    let text = fs::read_to_string(folder.join("analysis.csv")).unwrap();
    let heads: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let varies = |head: &str| ["Time", "Deviation", "Runs"].iter().any(|word| head.contains(word));
    let without_times = |line: &str| {
        let fields = line.split(',').zip(&heads).filter(|(_, head)| !varies(head));
        fields.map(|(field, _)| field).collect::<Vec<&str>>().join(",")
    };
    text.lines().map(without_times).collect()
}

/// Returns the files of an archive and their contents.
pub(crate) fn unzipped(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut read = |name: String| {
        let mut content = Vec::new();
        archive.by_name(&name).unwrap().read_to_end(&mut content).unwrap();
        (name, content)
    };
    names.into_iter().map(&mut read).collect()
}

/// Returns the files of a folder and their contents.
pub(crate) fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    files.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Returns a text file without the parts that differ from run to run.
pub(crate) fn without_times(text: &str) -> String {
    let line = |line: &str| if line.starts_with("Runtime: ") { "Runtime".to_owned() } else { line.to_owned() };
    text.replace('\r', "").split('\n').map(line).collect::<Vec<_>>().join("\n")
}
