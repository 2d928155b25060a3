//! Tests of what reaches a terminal: names come from files, and none of their characters is one that a terminal obeys.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Read as _;
use std::path::Path;

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Control characters of both sets, sequences that set the title and clear the screen, an override of the direction of
/// the text, a space without width, and a line separator.
const HOSTILE: &str = "a\u{202e}b\x1b]0;title\x07c\u{9b}2Jd\u{200b}e\u{2028}f\x1b[2Jg\u{85}\u{feff}h\u{2066}i";

/// Runs a command in a terminal. Returns everything that it wrote there, and its exit code.
fn written(folder: &Path, arguments: &[&str]) -> (String, u32) {
    let pair = native_pty_system().openpty(PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 }).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rushlab"));
    command.args(arguments);
    command.cwd(folder);
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    let mut bytes = Vec::new();
    // On Linux, the end of the other side is an error.
    let _ = reader.read_to_end(&mut bytes);
    (String::from_utf8(bytes).unwrap(), child.wait().unwrap().exit_code())
}

/// Returns the characters of a text that are neither letters nor part of a line break or of a colour.
fn controls(text: &str) -> Vec<char> {
    let mut rest = text.to_owned();
    // Colours, and what moves the cursor of a progress display.
    while let Some(start) = rest.find("\x1b[") {
        let length = rest[start + 2..].find(|letter: char| letter.is_ascii_alphabetic()).unwrap();
        let is_usual = ["m", "K", "A", "B", "G"].contains(&&rest[start + 2 + length..start + 3 + length]);
        assert!(is_usual, "{:?}", &rest[start..start + 3 + length]);
        rest.replace_range(start..start + 3 + length, "");
    }
    let format = ['\u{202e}', '\u{200b}', '\u{2028}', '\u{feff}', '\u{2066}'];
    rest.chars()
        .filter(|letter| (letter.is_control() && !"\r\n\t".contains(*letter)) || format.contains(letter))
        .collect()
}

#[test]
fn names_of_puzzles_and_files_cannot_control_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......").unwrap();
    let text = rushlab::format::write(rushlab::format::JSON, &puzzle.with_name(Some(HOSTILE.to_owned()))).unwrap();
    let name = HOSTILE.replace('/', "");
    fs::write(folder.path().join(&name), text).unwrap();
    let broken = format!("{name}!");
    fs::write(folder.path().join(&broken), "AAB\n").unwrap();
    let name = name.as_str();
    for (arguments, code) in [
        (&["show", name][..], 0),
        (&["solve", name, name], 0),
        (&["solve", name, "--json"], 0),
        (&["solve", name, "--tsv"], 0),
        (&["solve", name, "--table"], 0),
        (&["check", name, &broken], 2),
        (&["solve", &broken], 2),
        (&["solve", "missing\u{202e}/\x1b]0;a\x07.txt"], 2),
        (&["explore", name], 0),
        (&["compare", name, "--algorithm", "bfs"], 0),
        (&["evolve", name], 1),
        (&["convert", name, "--to", "princeton"], 0),
        (&["convert", name, "--to", "json"], 0),
        (&["convert", name, "--to", "line", "--out", name], 2),
        (&["render", name, "--out", &format!("{name}.svg")], 0),
        (&["replay", name, "--play", "AR1"], 2),
        (&["db", "build", &format!("{name}.db"), name], 0),
        (&["db", "query", &format!("{name}.db")], 0),
    ] {
        let (written, ended) = written(folder.path(), arguments);
        assert_eq!(controls(&written), Vec::<char>::new(), "{arguments:?}: {written:?}");
        assert!(ended == code || arguments[0] == "evolve", "{arguments:?}: {written:?}");
        assert!(!written.is_empty(), "{arguments:?}");
    }
}
