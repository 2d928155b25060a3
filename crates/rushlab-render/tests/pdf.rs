//! PDF files are taken apart: their pages, the text on them and where it is. Where qpdf is installed, it checks the
//! files too.
#![cfg(feature = "pdf")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::process::Command;

use rushlab::{Puzzle, Solver, notation};
use rushlab_render::{
    Booklet, BookletPuzzle, Grid, ImageOptions, Paper, PaperLayout, PaperPage, Scene, Shape, Theme, draw_sheets,
    pdf_on_paper, storyboard,
};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";
const HARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";

/// Returns the drawing operators of every page, and checks the table of objects.
fn pages(file: &[u8]) -> Vec<String> {
    assert!(file.starts_with(b"%PDF-1."));
    let text = String::from_utf8_lossy(file);
    let start: usize = text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
    let table = String::from_utf8_lossy(&file[start..]);
    let entries = table.lines().skip(3).take_while(|line| line.ends_with(" n\r") || line.ends_with(" n "));
    for (number, entry) in (1..).zip(entries) {
        let place: usize = entry[..10].parse().unwrap();
        assert!(file[place..].starts_with(format!("{number} 0 obj").as_bytes()), "object {number}");
    }
    let find = |from: usize, what: &[u8]| file[from..].windows(what.len()).position(|window| window == what);
    let mut contents = Vec::new();
    let mut at = 0;
    while let Some(offset) = find(at, b"\nstream\n") {
        let begin = at + offset + b"\nstream\n".len();
        let end = begin + find(begin, b"\nendstream").unwrap();
        let inflated = miniz_oxide::inflate::decompress_to_vec_zlib(&file[begin..end]).unwrap();
        contents.push(inflated.iter().map(|byte| char::from(*byte)).collect());
        at = end;
    }
    assert_eq!(text.matches("/Type /Page\n").count(), contents.len());
    check_with_qpdf(file);
    contents
}

fn check_with_qpdf(file: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.pdf");
    std::fs::write(&path, file).unwrap();
    if let Ok(output) = Command::new("qpdf").arg("--check").arg(&path).output() {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// Returns the lines of text of a page, each with its font size and the left end of its baseline.
fn lines(page: &str) -> Vec<(f64, f64, f64, String)> {
    let mut lines = Vec::new();
    for block in page.split("BT\n").skip(1) {
        let block = block.split("\nET").next().unwrap();
        let (matrix, shown) = block.split_once(" Tm\n").unwrap();
        let numbers: Vec<f64> = matrix.split(' ').map(|number| number.parse().unwrap()).collect();
        let size = shown.split(" Tf").next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let text = shown.lines().filter_map(|line| line.strip_suffix(" Tj")).map(decoded);
        lines.push((numbers[4], numbers[5], size, text.collect()));
    }
    lines
}

/// Decodes a string: ASCII in parentheses, or bytes in hexadecimal.
fn decoded(string: &str) -> String {
    let inside = &string[1..string.len() - 1];
    if string.starts_with('(') {
        return inside.to_owned();
    }
    let byte = |at: usize| char::from(u8::from_str_radix(&inside[at..at + 2], 16).unwrap());
    (0..inside.len()).step_by(2).map(byte).collect()
}

fn texts(page: &str) -> Vec<String> {
    lines(page).into_iter().map(|(_, _, _, text)| text).collect()
}

fn entry(number: usize, board: &str, name: &str) -> BookletPuzzle {
    let puzzle: Puzzle = rushlab::format::parse(board).unwrap();
    let outcome = Solver::new(&puzzle).run();
    BookletPuzzle {
        heading: format!("{number}. {name}"),
        details: format!("advanced · par {} moves", outcome.moves().len()),
        scene: Scene::of(&puzzle),
        solution: notation::write(notation::ARROWS, &puzzle, outcome.moves())
            .replace([' ', '\n'], "")
            .split(';')
            .map(str::to_owned)
            .collect(),
    }
}

fn booklet(count: usize) -> Booklet {
    let puzzle = |number| entry(number, if number % 2 == 0 { HARD } else { SHORT }, "Jam");
    Booklet {
        title: "Traffic".to_owned(),
        introduction: vec!["Free the red car.".to_owned()],
        puzzles: (1..=count).map(puzzle).collect(),
        paper: Paper::A4,
        per_page: 6,
        options: ImageOptions { theme: Theme::Print, ..ImageOptions::default() },
    }
}

#[test]
fn a_booklet_has_a_title_page_the_puzzles_and_their_solutions() {
    let pages = pages(&booklet(8).pdf());
    assert_eq!(pages.len(), 4);
    let title = texts(&pages[0]);
    assert!(title.contains(&"Traffic".to_owned()) && title.contains(&"Free the red car.".to_owned()), "{title:?}");
    assert!(title.contains(&"Solutions begin on page 4.".to_owned()), "{title:?}");
    for (page, headings) in [(1, 1..=6), (2, 7..=8)] {
        let texts = texts(&pages[page]);
        for number in headings {
            assert!(texts.contains(&format!("{number}. Jam")), "{texts:?}");
        }
        assert!(texts.contains(&format!("{} / 4", page + 1)), "{texts:?}");
        // The dot is a single byte of WinAnsiEncoding.
        assert!(texts.iter().any(|text| text == "advanced \u{b7} par 25 moves"), "{texts:?}");
    }
    let solutions = texts(&pages[3]);
    assert!(solutions.contains(&"Solutions".to_owned()) && solutions.contains(&"8. Jam".to_owned()));
    // In Symbol, 0xAF is an arrow down and 0xAE one to the right.
    assert!(solutions.contains(&"B\u{af}2, X\u{ae}3".to_owned()), "{solutions:?}");
}

#[test]
fn a_puzzle_with_a_page_of_its_own_is_large_and_in_the_middle() {
    let booklet = Booklet { per_page: 1, ..booklet(2) };
    let page = &booklet.pages()[1];
    let boxes = page.shapes.iter().filter_map(|shape| match shape {
        Shape::Boxes { areas, .. } => Some(areas),
        _ => None,
    });
    let areas: Vec<_> = boxes.flatten().collect();
    let (left, right) =
        (areas.iter().map(|area| area.x).min().unwrap(), areas.iter().map(|area| area.x + area.width).max().unwrap());
    let (top, bottom) =
        (areas.iter().map(|area| area.y).min().unwrap(), areas.iter().map(|area| area.y + area.height).max().unwrap());
    assert!(right - left > page.width * 3 / 4, "{left} to {right} of {}", page.width);
    // The exit is on one side of the board, and the text above it.
    assert!((left + right - page.width).abs() < page.width / 10, "{left} to {right} of {}", page.width);
    assert!((top + bottom - page.height).abs() < page.height / 10, "{top} to {bottom} of {}", page.height);
}

#[test]
fn text_is_whole_with_many_puzzles_on_a_page() {
    let mut booklet = Booklet { per_page: 20, ..booklet(20) };
    for (number, puzzle) in (1..).zip(&mut booklet.puzzles) {
        puzzle.heading = format!("{number}. The intermediate traffic jam");
        puzzle.details = "intermediate · best known solution 123 steps".to_owned();
    }
    let words = texts(&pages(&booklet.pdf())[1]).join(" ");
    assert_eq!(words.matches("intermediate \u{b7} best known solution 123 steps").count(), 20, "{words}");
    for number in 1..=20 {
        assert!(words.contains(&format!("{number}. The intermediate traffic jam")), "{number}: {words}");
    }
}

#[test]
fn a_long_introduction_makes_the_board_of_the_title_page_smaller() {
    let sentence = "A vehicle with a number has that many units of fuel, and driving a cell takes one unit.";
    for (paragraphs, paper) in [(1, Paper::Letter), (8, Paper::A4), (8, Paper::Letter)] {
        let introduction = vec![sentence.to_owned(); paragraphs];
        let pages = pages(&Booklet { introduction, paper, ..booklet(1) }.pdf());
        let lowest = lines(&pages[0]).into_iter().map(|(_, y, ..)| y).fold(f64::INFINITY, f64::min);
        // The margin.
        assert!(lowest > 36.0, "{paragraphs} paragraphs end at {lowest}");
    }
}

#[test]
fn everything_is_on_the_paper_whatever_the_layout() {
    for (count, per_page, paper) in [(1, 1, Paper::A4), (5, 4, Paper::Letter), (30, 24, Paper::A4), (10, 3, Paper::A4)]
    {
        let mut booklet = Booklet { per_page, paper, ..booklet(count) };
        booklet.title = "An extraordinarily long title of a booklet ".repeat(9);
        booklet.puzzles[0].heading = "1. An extraordinarily long name of a puzzle ".repeat(5);
        booklet.puzzles[0].solution = vec!["A→1".to_owned(); 3000];
        let (width, height) = paper.size();
        let all = pages(&booklet.pdf());
        assert!(all.len() > 2 + count / per_page, "{}", all.len());
        for page in &all {
            let lines = lines(page);
            assert!(!lines.is_empty());
            for (x, y, size, text) in lines {
                // Every byte is at most as wide as the size.
                let reach = 0.45 * size * text.len() as f64;
                assert!(x >= 30.0 && x + reach.min(20.0) < f64::from(width), "{text} at {x}");
                assert!(y > 20.0 && y + size < f64::from(height), "{text} at {y}");
            }
        }
    }
}

#[test]
fn a_booklet_is_the_same_every_time() {
    assert!(booklet(3).pdf() == booklet(3).pdf());
}

#[test]
fn other_alphabets_are_transliterated_and_can_be_searched() {
    let mut booklet = booklet(1);
    booklet.puzzles[0].heading = "1. Пробка".to_owned();
    let pages = pages(&booklet.pdf());
    assert!(texts(&pages[1]).contains(&"1. Probka".to_owned()), "{:?}", texts(&pages[1]));
    // The original is stored in UTF-16 with a byte order mark.
    let original: String = "1. Пробка".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    assert!(pages[1].contains(&format!("/ActualText <FEFF{original}>")), "{}", &pages[1][..2000]);
}

#[test]
fn sheets_and_storyboards_have_numbered_pages() {
    let puzzle: Puzzle = rushlab::format::parse(HARD).unwrap();
    let mut panels = storyboard(&puzzle, Solver::new(&puzzle).run().moves()).unwrap();
    panels.extend_from_within(..);
    let options = ImageOptions { theme: Theme::Print, ..ImageOptions::default() };
    let grid = Grid::for_paper(&panels, &options, Paper::Letter.printable(), 14);
    let images = draw_sheets("Twice", &panels, &options, grid);
    let sheets: Vec<PaperPage> =
        images.into_iter().map(|image| PaperPage { image, footer: "Puzzle 7".to_owned() }).collect();
    let layout = PaperLayout { paper: Paper::Letter, cell: options.cell, max_points: 40 };
    let pages = pages(&pdf_on_paper("Twice", &sheets, layout));
    assert_eq!(pages.len(), sheets.len());
    assert!(pages.len() > 1);
    for (number, page) in (1..).zip(&pages) {
        let footer = format!("Puzzle 7   \u{b7}   {number} / {}", pages.len());
        assert!(texts(page).contains(&footer), "{:?}", texts(page));
    }
}
