//! Tests of `rushlab render`: the files, their contents, and the messages.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";
const UNSOLVABLE: &str = "............XX..BB..................";

struct TestFolder(tempfile::TempDir);

impl TestFolder {
    fn new() -> TestFolder {
        TestFolder(tempfile::tempdir().unwrap())
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

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn every_kind_of_file_is_what_its_name_says() {
    let folder = TestFolder::new();
    let beginnings: [(&str, &[u8]); 6] = [
        ("board.svg", b"<svg"),
        ("board.png", b"\x89PNG"),
        ("board.gif", b"GIF89a"),
        ("board.ps", b"%!PS-Adobe-3.0\n"),
        ("board.EPS", b"%!PS-Adobe-3.0 EPSF"),
        ("board.pdf", b"%PDF-1."),
    ];
    for (name, beginning) in beginnings {
        let output = folder.render(&[SHORT, "--out", name, "--cell", "20"]);
        assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
        assert!(fs::read(folder.path(name)).unwrap().starts_with(beginning), "{name}");
    }
    let output = folder.render(&[SHORT, "--out", "board.jpg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output_text(&output).contains("the name of a picture file must end in .svg, .png, .gif, .ps, .eps or .pdf")
    );
}

#[test]
fn several_puzzles_are_numbered_or_share_a_sheet_or_have_a_page_each() {
    let folder = TestFolder::new();
    fs::write(folder.path("three.txt"), format!("{SHORT}\n{UNSOLVABLE}\n{SHORT}\n")).unwrap();
    assert_eq!(folder.render(&["three.txt", "--out", "board.svg"]).status.code(), Some(0));
    assert_eq!(folder.names(), ["board-1.svg", "board-2.svg", "board-3.svg", "three.txt"]);
    // An invalid puzzle keeps its number, so that pictures can be found by the number of their puzzle.
    let batch = format!("{SHORT}\nAAB\n{SHORT}\n");
    fs::write(folder.path("batch.txt"), batch).unwrap();
    assert_eq!(folder.render(&["batch.txt", "--out", "some.png", "--cell", "8"]).status.code(), Some(2));
    assert!(folder.path("some-1.png").exists() && !folder.path("some-2.png").exists());
    assert!(folder.path("some-3.png").exists());

    assert_eq!(folder.render(&["three.txt", "--out", "sheet.svg", "--sheet"]).status.code(), Some(0));
    assert_eq!(fs::read_to_string(folder.path("sheet.svg")).unwrap().matches(">X</text>").count(), 3);
    assert_eq!(folder.render(&["three.txt", "--out", "pages.ps"]).status.code(), Some(0));
    assert!(fs::read_to_string(folder.path("pages.ps")).unwrap().contains("%%Pages: 3\n"));
}

#[test]
fn moves_are_drawn_and_illegal_ones_are_reported() {
    let folder = TestFolder::new();
    folder.render(&[SHORT, "--out", "start.svg"]);
    folder.render(&[SHORT, "--out", "end.svg", "--play", "BD2 XR3"]);
    let picture = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    assert_ne!(picture("start.svg"), picture("end.svg"));
    let output = folder.render(&[SHORT, "--out", "bad.svg", "--play", "XR3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        output_text(&output).contains("move 1 is not legal: X is blocked by B at row 3, column 4"),
        "{}",
        output_text(&output)
    );
    assert!(!folder.path("bad.svg").exists());

    folder.render(&[SHORT, "--out", "story.svg", "--storyboard"]);
    for caption in ["Solved in 2 moves (5 steps)", "Start", "1. B down 2", "2. X right 3"] {
        assert!(picture("story.svg").contains(&format!(">{caption}</text>")), "{caption}");
    }
    let bare = folder.render(&[SHORT, "--out", "bare.svg", "--no-labels", "--theme", "dark"]);
    assert_eq!(bare.status.code(), Some(0));
    assert!(!picture("bare.svg").contains("<text") && picture("bare.svg").contains("#12161c"));
}

#[test]
fn missing_solutions_and_unknown_letters_are_reported() {
    let folder = TestFolder::new();
    let output = folder.render(&[UNSOLVABLE, "--out", "film.gif"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output_text(&output).contains("there is no solution to draw"), "{}", output_text(&output));
    assert!(!folder.path("film.gif").exists());
    assert_eq!(folder.render(&[UNSOLVABLE, "--out", "still.png"]).status.code(), Some(0));
    let output = folder.render(&["ÄÄ....XX.", "--out", "letters.pdf"]);
    assert_eq!((output.status.code(), output_text(&output).contains("note:")), (Some(0), false), "PDF has umlauts");
    let output = folder.render(&["ЖЖ....XX.", "--out", "cyrillic.pdf"]);
    let note = "these characters are drawn in Latin letters, because the font lacks them: Ж;";
    assert!(output_text(&output).contains(note), "{}", output_text(&output));
    let output = folder.render(&["AA....XX.", "--out", "title.pdf", "--title", "Łamigłówki"]);
    assert!(output_text(&output).contains("because the font lacks them: Ł ł;"), "{}", output_text(&output));
    let output = folder.render(&["ÄÄ....XX.", "--out", "letters.png"]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("drawn as empty boxes, because the font lacks them: Ä;"),
        "{}",
        output_text(&output)
    );
}

/// Returns the number of pages of a PDF.
fn page_count(path: &Path) -> usize {
    String::from_utf8_lossy(&fs::read(path).unwrap()).matches("/Type /Page\n").count()
}

#[test]
fn many_puzzles_become_a_booklet_on_a4_or_letter() {
    let folder = TestFolder::new();
    let boards = [SHORT, UNSOLVABLE, SHORT].map(|board| format!("{board}\n")).concat();
    fs::write(folder.path("three.txt"), boards).unwrap();
    let output = folder.render(&["three.txt", "--out", "a4.pdf", "--title", "Three"]);
    assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
    assert_eq!(page_count(&folder.path("a4.pdf")), 3, "title, puzzles, solutions");
    let arguments = ["three.txt", "--out", "letter.pdf", "--paper", "letter", "--per-page", "1"];
    assert_eq!(folder.render(&arguments).status.code(), Some(0));
    assert_eq!(page_count(&folder.path("letter.pdf")), 5);
    let contains =
        |name: &str, text: &str| String::from_utf8_lossy(&fs::read(folder.path(name)).unwrap()).contains(text);
    assert!(contains("a4.pdf", "/Title (Three)") && contains("a4.pdf", "/MediaBox [0 0 595 842]"));
    assert!(contains("letter.pdf", "/MediaBox [0 0 612 792]"));
    // A puzzle that is not solved within the limits is in the booklet, and the exit status says so.
    let output = folder.render(&["three.txt", "--out", "few.pdf", "--max-states", "2"]);
    assert_eq!(output.status.code(), Some(1), "{}", output_text(&output));
    assert_eq!(page_count(&folder.path("few.pdf")), 3);
    // Under the metric steps there may be no level.
    assert_eq!(folder.render(&["three.txt", "--out", "steps.pdf", "--metric", "steps"]).status.code(), Some(0));
}

#[test]
fn storyboards_and_sheets_become_pages_of_a_pdf() {
    let folder = TestFolder::new();
    fs::write(folder.path("many.txt"), format!("{SHORT}\n").repeat(40)).unwrap();
    assert_eq!(folder.render(&["many.txt", "--sheet", "--out", "sheet.pdf"]).status.code(), Some(0));
    assert!(page_count(&folder.path("sheet.pdf")) > 1);
    let arguments = [SHORT, "--storyboard", "--play", "BD2 XR3", "--out", "story.pdf"];
    assert_eq!(folder.render(&arguments).status.code(), Some(0));
    assert_eq!(page_count(&folder.path("story.pdf")), 1);
}

#[test]
fn options_without_effect_are_refused_with_a_remedy() {
    let folder = TestFolder::new();
    let refusals = [
        (&["--out", "a.svg", "--paper", "a4"][..], "--paper is for .ps and .pdf files"),
        (&["--out", "a.ps", "--title", "T"], "--title and --per-page are for booklets"),
        (&["--out", "a.png", "--per-page", "2"], "--title and --per-page are for booklets"),
        (&["--out", "a.pdf", "--play", "BD2"], "a booklet shows shortest solutions"),
        (&["--out", "a.gif", "--sheet"], "a .gif shows the moves one after the other"),
        (&["--out", "a.pdf", "--sheet", "--title", "T"], "cannot be used with"),
    ];
    for (arguments, expected) in refusals {
        let output = folder.render(&[&[SHORT], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output_text(&output).contains(expected), "{}", output_text(&output));
    }
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn a_picture_is_overwritten_only_with_force() {
    let folder = TestFolder::new();
    fs::write(folder.path("mine.svg"), "mine").unwrap();
    assert_eq!(folder.render(&[SHORT, "--out", "mine.svg"]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(folder.path("mine.svg")).unwrap(), "mine");
    assert_eq!(folder.render(&[SHORT, "--out", "mine.svg", "--force"]).status.code(), Some(0));
    assert_eq!(folder.names(), ["mine.svg"]);
}

/// The commands of `scripts/pictures`, run in another folder, give the pictures in the documents.
#[test]
fn the_pictures_in_the_documents_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let script = fs::read_to_string(root.join("scripts/pictures")).unwrap();
    let folder = TestFolder::new();
    let lines: Vec<Vec<&str>> =
        script.lines().filter_map(|line| Some(line.strip_prefix("rushlab render ")?.split(' ').collect())).collect();
    assert!(!lines.is_empty());
    for arguments in lines {
        let shown = root.join(arguments.last().unwrap());
        let name = shown.file_name().unwrap().to_str().unwrap();
        let output = folder.render(&[&arguments[..arguments.len() - 1], &[name]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
        let (drawn, kept) = (fs::read(folder.path(name)).unwrap(), fs::read(&shown).unwrap());
        assert!(drawn == kept, "{name} has changed: run scripts/pictures and look at it");
        assert!(kept.len() < 300_000, "{name} is too large for a page");
    }
}

#[test]
fn the_number_of_puzzles_in_one_file_is_limited_and_can_be_chosen() {
    let folder = TestFolder::new();
    fs::write(folder.path("many.txt"), format!("{SHORT}\n").repeat(10_001)).unwrap();
    let output = folder.render(&["many.txt", "--sheet", "--out", "a.svg"]);
    assert_eq!(output.status.code(), Some(2), "{}", output_text(&output));
    let expected = "there are more than 10,000 puzzles for one sheet; give the number to draw with --count";
    assert!(output_text(&output).contains(expected), "{}", output_text(&output));
    assert_eq!(folder.names(), ["many.txt"]);
    for (arguments, files) in [
        (&["--sheet", "--out", "a.svg"][..], &["a.svg", "many.txt"][..]),
        (&["--out", "a.ps"], &["a.ps", "many.txt"]),
        (&["--out", "a.pdf"], &["a.pdf", "many.txt"]),
        (&["--out", "a.svg"], &["a-1.svg", "a-2.svg", "many.txt"]),
    ] {
        let output = folder.render(&[&["many.txt", "--count", "2"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", output_text(&output));
        assert_eq!(folder.names(), files);
        files.iter().filter(|file| **file != "many.txt").for_each(|file| fs::remove_file(folder.path(file)).unwrap());
    }
}
