//! Tests of `rushlab render`: the files, their contents, and the messages.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";
const LOCKED: &str = "............XX..BB..................";

struct Studio(tempfile::TempDir);

impl Studio {
    fn new() -> Studio {
        Studio(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn render(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rushlab"));
        command.current_dir(self.0.path()).arg("render").args(arguments).output().unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_kind_of_file_is_what_its_name_says() {
    let studio = Studio::new();
    let beginnings: [(&str, &[u8]); 5] = [
        ("board.svg", b"<svg"),
        ("board.png", b"\x89PNG"),
        ("board.gif", b"GIF89a"),
        ("board.ps", b"%!PS-Adobe-3.0\n"),
        ("board.EPS", b"%!PS-Adobe-3.0 EPSF"),
    ];
    for (name, beginning) in beginnings {
        let output = studio.render(&[SHORT, "--out", name, "--cell", "20"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(fs::read(studio.path(name)).unwrap().starts_with(beginning), "{name}");
    }
    let output = studio.render(&[SHORT, "--out", "board.jpg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("name a file that ends in .svg, .png, .gif, .ps or .eps"));
}

#[test]
fn several_puzzles_are_numbered_or_share_a_sheet_or_have_a_page_each() {
    let studio = Studio::new();
    fs::write(studio.path("three.txt"), format!("{SHORT}\n{LOCKED}\n{SHORT}\n")).unwrap();
    assert_eq!(studio.render(&["three.txt", "--out", "board.svg"]).status.code(), Some(0));
    assert_eq!(studio.names(), ["board-1.svg", "board-2.svg", "board-3.svg", "three.txt"]);
    // A bad puzzle keeps its number, so that pictures can be found by the number of their puzzle.
    let batch = format!("{SHORT}\nAAB\n{SHORT}\n");
    fs::write(studio.path("batch.txt"), batch).unwrap();
    assert_eq!(studio.render(&["batch.txt", "--out", "some.png", "--cell", "8"]).status.code(), Some(2));
    assert!(studio.path("some-1.png").exists() && !studio.path("some-2.png").exists());
    assert!(studio.path("some-3.png").exists());

    assert_eq!(studio.render(&["three.txt", "--out", "sheet.svg", "--sheet"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(studio.path("sheet.svg")).unwrap().matches(">X</text>").count(), 3);
    assert_eq!(studio.render(&["three.txt", "--out", "pages.ps"]).status.code(), Some(0));
    assert!(fs::read_to_string(studio.path("pages.ps")).unwrap().contains("%%Pages: 3\n"));
}

#[test]
fn moves_are_drawn_and_illegal_ones_are_reported() {
    let studio = Studio::new();
    studio.render(&[SHORT, "--out", "start.svg"]);
    studio.render(&[SHORT, "--out", "end.svg", "--moves", "BD2 XR3"]);
    let picture = |name: &str| fs::read_to_string(studio.path(name)).unwrap();
    assert_ne!(picture("start.svg"), picture("end.svg"));
    let output = studio.render(&[SHORT, "--out", "bad.svg", "--moves", "XR3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("move 1 is not legal: X meets B at row 3, column 4"), "{}", said(&output));
    assert!(!studio.path("bad.svg").exists());

    studio.render(&[SHORT, "--out", "story.svg", "--storyboard"]);
    for caption in ["Solved in 2 moves (5 steps)", "Start", "1. B down 2", "2. X right 3"] {
        assert!(picture("story.svg").contains(&format!(">{caption}</text>")), "{caption}");
    }
    let bare = studio.render(&[SHORT, "--out", "bare.svg", "--labels", "off", "--theme", "dark"]);
    assert_eq!(bare.status.code(), Some(0));
    assert!(!picture("bare.svg").contains("<text") && picture("bare.svg").contains("#12161c"));
}

#[test]
fn missing_solutions_and_unknown_letters_are_reported() {
    let studio = Studio::new();
    let output = studio.render(&[LOCKED, "--out", "film.gif"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("there is no solution to draw"), "{}", said(&output));
    assert!(!studio.path("film.gif").exists());
    assert_eq!(studio.render(&[LOCKED, "--out", "still.png"]).status.code(), Some(0));
    let output = studio.render(&["ÄÄ....XX.", "--out", "letters.png"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("drawn as empty boxes, because only .svg can show them: Ä"), "{}", said(&output));
}

#[test]
fn a_picture_is_overwritten_only_with_force() {
    let studio = Studio::new();
    fs::write(studio.path("mine.svg"), "mine").unwrap();
    assert_eq!(studio.render(&[SHORT, "--out", "mine.svg"]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(studio.path("mine.svg")).unwrap(), "mine");
    assert_eq!(studio.render(&[SHORT, "--out", "mine.svg", "--force"]).status.code(), Some(0));
    assert_eq!(studio.names(), ["mine.svg"]);
}

/// The commands of `scripts/pictures`, run in another folder, give the pictures in the documents.
#[test]
fn the_pictures_in_the_documents_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = fs::read_to_string(root.join("scripts/pictures")).unwrap();
    let studio = Studio::new();
    let lines: Vec<Vec<&str>> =
        script.lines().filter_map(|line| Some(line.strip_prefix("rushlab render ")?.split(' ').collect())).collect();
    assert!(!lines.is_empty());
    for arguments in lines {
        let shown = root.join(arguments.last().unwrap());
        let name = shown.file_name().unwrap().to_str().unwrap();
        let output = studio.render(&[&arguments[..arguments.len() - 1], &[name]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let (drawn, kept) = (fs::read(studio.path(name)).unwrap(), fs::read(&shown).unwrap());
        assert!(drawn == kept, "{name} has changed: run scripts/pictures and look at it");
        assert!(kept.len() < 300_000, "{name} is too large for a page");
    }
}
