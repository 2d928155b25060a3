//! What an argument names: a file, standard input, a built-in collection, or one puzzle of these; or a board.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rushlab::puzzle::resembles_id;

use super::source::Source;
use super::{BUILT_IN, GRH_TABLE, Input, SAMPLE};
use crate::output::printable;

/// Returns the input that an argument names.
pub(super) fn input(number: usize, argument: &OsStr, is_one_of_many: bool) -> Input {
    let (argument, only) = match numbered(argument) {
        Some((whole, only)) => (whole, Some(only)),
        None => (argument, None),
    };
    let source = source(argument);
    let name = match &source {
        Source::Argument { .. } if is_one_of_many => format!("board {number}"),
        Source::Argument { .. } => "board".to_owned(),
        _ => printable(&argument.to_string_lossy()).replace('\n', " "),
    };
    Input { name, number, source, only, is_one_of_many }
}

fn source(argument: &OsStr) -> Source {
    let exists = Path::new(argument).exists();
    match argument.to_str() {
        Some("-") => Source::StandardInput { is_named: true },
        Some(BUILT_IN) if !exists => Source::BuiltIn,
        Some(GRH_TABLE) if !exists => Source::GrhTable,
        Some(SAMPLE) if !exists => Source::Sample,
        Some(text) if !exists && looks_like_a_board(text) => {
            Source::Argument { text: text.to_owned(), resembles_name: looks_like_a_name(text) }
        }
        _ => Source::File(PathBuf::from(argument)),
    }
}

/// Divides `FILE#3` into the file and the number of a puzzle in it; `None` if the argument is a file itself, or a
/// board.
fn numbered(argument: &OsStr) -> Option<(&OsStr, usize)> {
    let bytes = argument.as_encoded_bytes();
    let mark = bytes.iter().rposition(|byte| *byte == b'#')?;
    let number = std::str::from_utf8(&bytes[mark + 1..]).ok()?;
    let number = number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse().ok())??;
    let whole = prefix(argument, mark)?;
    let is_input =
        |name: &OsStr| ["-", BUILT_IN, GRH_TABLE, SAMPLE].iter().any(|own| name == *own) || Path::new(name).exists();
    let is_board = || argument.to_str().is_some_and(looks_like_a_board) && !is_file_name(whole);
    (!Path::new(argument).exists() && (is_input(whole) || !is_board())).then_some((whole, number))
}

/// Returns the first bytes of an argument. The byte after them is an ASCII character.
#[cfg(unix)]
fn prefix(argument: &OsStr, length: usize) -> Option<&OsStr> {
    use std::os::unix::ffi::OsStrExt as _;

    argument.as_bytes().get(..length).map(OsStr::from_bytes)
}

#[cfg(not(unix))]
fn prefix(argument: &OsStr, length: usize) -> Option<&OsStr> {
    argument.to_str()?.get(..length).map(OsStr::new)
}

/// Returns whether an argument that names no file is a board rather than the name of a missing file.
fn looks_like_a_board(text: &str) -> bool {
    let is_path = text.contains(['/', '\\']) && !text.contains('\n');
    let cells = text.split_whitespace().map(|token| token.chars().count()).max().unwrap_or(0);
    let is_board = text.contains('\n') || text.starts_with(['{', '(']) || resembles_id(text);
    is_board || (!is_path && !is_file_name(OsStr::new(text)) && cells >= 9)
}

/// Returns whether an argument ends like the name of a file.
fn is_file_name(argument: &OsStr) -> bool {
    const EXTENSIONS: [&str; 6] = ["txt", "csv", "tsv", "json", "jsonl", "db"];
    Path::new(argument).extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
}

/// Returns whether a board could also be the name of a missing file: it has no empty cell and is not square.
fn looks_like_a_name(text: &str) -> bool {
    let cells = text.chars().count();
    !text.contains(['.', ':', '\n', ' ']) && !resembles_id(text) && (3..=16).all(|side| side * side != cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_after_a_hash_names_a_puzzle_unless_a_file_has_this_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).into_os_string();
        for name in ["a", "b#2", "a#b"] {
            std::fs::write(path(name), "").unwrap();
        }
        let divided = |argument: &OsStr| numbered(argument).map(|(whole, number)| (whole.to_owned(), number));
        assert_eq!(divided(&path("a#3")), Some((path("a"), 3)));
        assert_eq!(divided(&path("b#2")), None);
        assert_eq!(divided(&path("b#2#7")), Some((path("b#2"), 7)));
        assert_eq!(divided(&path("missing#4")), Some((path("missing"), 4)));
        assert_eq!(numbered(OsStr::new("missing.txt#4")), Some((OsStr::new("missing.txt"), 4)));
        for (argument, expected) in
            [("built-in#16", Some("built-in")), ("-#2", Some("-")), ("sample#0", Some("sample"))]
        {
            assert_eq!(numbered(OsStr::new(argument)).map(|(whole, _)| whole), expected.map(OsStr::new), "{argument}");
        }
        for board in [
            "......A..B..AXXB..A..B......CC...#3",
            "##..AA.#3",
            "a#",
            "built-in#x",
            "a#-1",
            "a#99999999999999999999999",
        ] {
            assert_eq!(numbered(OsStr::new(board)), None, "{board}");
        }
    }
}
