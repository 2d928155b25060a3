//! The time that reading puzzles takes. Every bench checks the number of puzzles before it is timed.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a bench fails by panicking")]

use divan::counter::ItemsCount;
use rushlab::Puzzle;
use rushlab::format::{FORMATS, Format, Reader, relabel, write};

fn main() {
    divan::main();
}

/// Returns copies of the starter puzzles in a format, and their number.
fn text(format: &dyn Format, copies: usize) -> (String, usize) {
    let drafts = Reader::open(&include_bytes!("../puzzles/starter.txt")[..], None, None).unwrap();
    let puzzles: Vec<Puzzle> = drafts.map(|draft| Puzzle::try_from(draft.unwrap()).unwrap()).collect();
    let one = |puzzle: &Puzzle| write(format, &relabel(format, puzzle).unwrap());
    // Formats without a size cannot represent a board whose edges are empty.
    let texts: Vec<String> = puzzles.iter().filter_map(|puzzle| one(puzzle).ok()).collect();
    assert!(texts.len() >= 10, "{} holds {} of 12", format.about().name, texts.len());
    let all: Vec<&str> = (0..copies).flat_map(|_| texts.iter().map(String::as_str)).collect();
    (all.join(format.about().separator), all.len())
}

fn read(text: &str, format: &'static dyn Format) -> usize {
    let drafts = Reader::open(text.as_bytes(), Some(format), None).unwrap();
    drafts.filter_map(|draft| Puzzle::try_from(draft.ok()?).ok()).count()
}

#[divan::bench(args = FORMATS.iter().map(|format| format.about().name))]
fn read_and_validate(bencher: divan::Bencher<'_, '_>, name: &str) {
    let format = rushlab::format::by_name(name).unwrap();
    let (text, puzzles) = text(format, 100);
    assert_eq!(read(&text, format), puzzles);
    bencher.counter(ItemsCount::new(puzzles)).bench(|| read(&text, format));
}
