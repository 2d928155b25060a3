//! Tests of Ctrl-C: every command says on stderr what is kept, and ends with 130.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{name, run, rushlab, text};

/// A board that is finished at once.
const EASY: &str = "......A..B..AXXB..A..B......CC......";

/// A board with a broken vehicle.
const INVALID: &str = "A....A...B...XXB.....B......CC......";

/// A board without a solution.
const UNSOLVABLE: &str = ".....C.....CXX...C.....D.....D.....D";

/// A board whose cluster is far too large for a test.
const LARGE: &str = concat!(
    "A.B.C.D.E.",
    "A.B.C.D.E.",
    "..........",
    "F.G.H.I.J.",
    "F.G.H.I.J.",
    "XX......KK",
    "..LL..MM..",
    "NN..OO..PP",
    "..QQ..RR..",
    "SS..TT..UU",
);

/// Runs a command on an easy board, then on one that takes long, and interrupts it. Returns what it then prints on
/// stderr: one line.
fn interrupted(folder: &Path, arguments: &[&str], easy: &str, long: &str) -> String {
    let mut command = rushlab(&[arguments, &["-", "--threads", "1"]].concat());
    let command = command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    writeln!(input, "{easy}\n{INVALID}\n{long}").unwrap();
    drop(input);
    // The message about the invalid board says that the easy one is finished.
    let mut message = String::new();
    errors.read_line(&mut message).unwrap();
    assert!(message.starts_with("error: -:"), "{message}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}: {rest}");
    // Whether the note about the rules comes before the interrupt depends on the speed of the machine.
    let lines: Vec<&str> = rest.lines().filter(|line| !line.starts_with("note: ")).collect();
    let [line] = lines[..] else { panic!("{arguments:?}: not one line: {rest}") };
    line.to_owned()
}

#[test]
fn an_interrupted_command_says_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let built = run(&["db", "build", name(&folder.path().join("old.db")), EASY]);
    assert_eq!(text(&built.stderr).lines().count(), 1, "{}", text(&built.stderr));
    let before = fs::read(folder.path().join("old.db")).unwrap();
    for (arguments, kept) in [
        (&["solve", "--algorithm", "bfs"][..], "1 puzzle finished and printed"),
        (&["explore", "--report", "a.html"], "1 puzzle explored and printed; a.html is not written"),
        (&["explore", "--heuristic", "h1"], "1 puzzle checked and printed"),
        (&["db", "build", "new.db"], "1 puzzle read; new.db is not written"),
        (&["db", "add", "old.db"], "1 puzzle read; old.db is unchanged"),
    ] {
        let line = interrupted(folder.path(), arguments, EASY, LARGE);
        assert_eq!(line, format!("interrupted: {kept}"), "{arguments:?}");
    }
    let line = interrupted(folder.path(), &["evolve", "--pace", "1h"], "", UNSOLVABLE);
    assert_eq!(line, "interrupted: 0 finished runs printed, and the others as far as they were evolved");
    let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["old.db"]);
    assert_eq!(fs::read(folder.path().join("old.db")).unwrap(), before);
}
