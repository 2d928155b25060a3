//! Pictures as others see them: SVG and PostScript to the byte, PNG and GIF by their pixels.
//! `RUSHLAB_UPDATE=1 cargo test` draws the snapshots anew; then look at them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Cursor;

use rushlab::Puzzle;
use rushlab::format::parse;
use rushlab::search::{Limits, solve};
use rushlab_render::palette::PRIMARY;
use rushlab_render::{
    Grid, Look, PRINTABLE, Picture, Scene, Theme, film, gif as animated, palette, postscript, sheets, still, storyboard,
};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";

/// An exit at the bottom, walls, tanks (one empty), labels of several characters and of other alphabets.
const MOTLEY: &str = r#"{"rushlab":1,"name":"Mötley","width":5,"height":4,"primary":"AB","exit":{"side":"bottom"},"vehicles":[
    {"label":"AB","orientation":"vertical","length":2,"row":1,"column":2,"fuel":123},
    {"label":"Truck12","orientation":"horizontal","length":3,"row":3,"column":1,"fuel":12},
    {"label":"Ä","orientation":"horizontal","length":2,"row":1,"column":3,"fuel":0},
    {"label":"q","orientation":"vertical","length":3,"row":1,"column":5}],
    "walls":[{"row":3,"column":4},{"row":4,"column":4}]}"#;

fn snapshot(name: &str, drawn: &str) {
    let path = format!("{}/tests/snapshots/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("RUSHLAB_UPDATE").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(expected == drawn, "{name} looks different; RUSHLAB_UPDATE=1 draws it anew");
}

fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap()
}

fn motley(theme: Theme) -> Picture {
    still(&Scene::of(&puzzle(MOTLEY)), &Look { theme, ..Look::default() })
}

#[test]
fn boards_look_as_they_did() {
    snapshot("motley-light.svg", &motley(Theme::Light).svg());
    snapshot("motley-dark.svg", &motley(Theme::Dark).svg());
    snapshot("motley-print.eps", &motley(Theme::Print).eps());
}

#[test]
fn storyboards_look_as_they_did() {
    let puzzle = puzzle(SHORT);
    let panels = storyboard(&puzzle, &solve(&puzzle, Limits::default(), &mut ()).moves).unwrap();
    let look = Look { cell: 32, ..Look::default() };
    let page = sheets("Solved in 2 moves (5 steps)", &panels, &look, Grid::for_all(&panels, &look));
    snapshot("storyboard.svg", &page[0].svg());
    let look = Look { theme: Theme::Print, ..Look::default() };
    let grid = Grid::for_paper(&panels, &look, PRINTABLE, 14);
    snapshot("storyboard.ps", &postscript("two moves", &sheets("Two moves", &panels, &look, grid), look.cell, 40));
}

#[test]
fn many_moves_take_several_pages_of_paper_and_one_of_svg() {
    let puzzle = puzzle("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K");
    let solution = solve(&puzzle, Limits::default(), &mut ()).moves;
    let mut panels = storyboard(&puzzle, &solution).unwrap();
    assert_eq!(panels.len(), 26);
    panels.extend_from_within(..);
    let look = Look::default();
    assert_eq!(sheets("", &panels, &look, Grid::for_paper(&panels, &look, PRINTABLE, 14)).len(), 2);
    assert_eq!(sheets("", &panels, &look, Grid::for_all(&panels, &look)).len(), 1);
}

/// The pixels of a PNG file, and how many are in a row.
fn decoded(bytes: &[u8]) -> (Vec<[u8; 3]>, usize) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut buffer).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (buffer[..info.buffer_size()].as_chunks().0.to_vec(), info.width as usize)
}

fn rgb(colour: palette::Colour) -> [u8; 3] {
    [colour.red, colour.green, colour.blue]
}

#[test]
fn a_png_has_each_vehicle_in_its_colour_where_it_stands() {
    let picture = still(&Scene::of(&puzzle(SHORT)), &Look { labels: false, ..Look::default() });
    let (pixels, width) = decoded(&picture.png().unwrap());
    assert_eq!((width as i32, pixels.len() as i32), (picture.width, picture.width * picture.height));
    // The bare paint near a corner of the bodies: cells are 64 pixels wide, and begin at 20.
    let at = |column: usize, row: usize| pixels[(20 + 64 * row + 12) * width + 20 + 64 * column + 16];
    assert_eq!(at(1, 2), rgb(PRIMARY));
    assert_eq!(at(0, 1), rgb(palette::COLOURS[0]));
    assert_eq!(at(3, 1), rgb(palette::COLOURS[1]));
    assert_eq!(at(4, 4), rgb(palette::COLOURS[2]));
    assert_eq!(at(5, 5), [0xEC, 0xEF, 0xF4], "an empty cell");
    assert!(pixels.iter().filter(|pixel| **pixel == rgb(PRIMARY)).count() > 1500);
}

#[test]
fn without_colours_the_primary_still_stands_out() {
    // It alone has pure white on its body.
    let picture = still(&Scene::of(&puzzle(SHORT)), &Look { theme: Theme::Dark, labels: false, ..Look::default() });
    let (pixels, width) = decoded(&picture.png().unwrap());
    let white: Vec<usize> =
        (0..pixels.len()).filter(|index| pixels[*index] == [255; 3]).map(|index| index / width).collect();
    let row = 20 + 2 * 64..20 + 3 * 64;
    assert!(white.len() > 100 && white.iter().all(|line| row.contains(line)));
}

#[test]
fn a_gif_plays_the_solution_to_its_end_and_begins_again() {
    let puzzle = puzzle(SHORT);
    let look = Look { cell: 32, ..Look::default() };
    let bytes = animated(&film(&puzzle, &solve(&puzzle, Limits::default(), &mut ()).moves).unwrap(), &look).unwrap();
    let mut reader = gif_reader(&bytes);
    let (width, height) = (usize::from(reader.width()), usize::from(reader.height()));
    let mut canvas = vec![[0; 3]; width * height];
    let table: Vec<[u8; 3]> = reader.global_palette().unwrap().as_chunks().0.to_vec();
    let (mut frames, mut hundredths) = (0, 0);
    let reds = |canvas: &[[u8; 3]]| canvas.iter().filter(|pixel| **pixel == rgb(PRIMARY)).count();
    let mut red_at_start = 0;
    while let Some(frame) = reader.read_next_frame().unwrap() {
        let across = usize::from(frame.width);
        for (index, number) in frame.buffer.iter().enumerate().filter(|(_, number)| Some(**number) != frame.transparent)
        {
            let (row, column) = (usize::from(frame.top) + index / across, usize::from(frame.left) + index % across);
            canvas[row * width + column] = table[usize::from(*number)];
        }
        frames += 1;
        hundredths += usize::from(frame.delay);
        if frames == 1 {
            assert_eq!((across, usize::from(frame.height)), (width, height));
            red_at_start = reds(&canvas);
        } else {
            assert!(across < width || usize::from(frame.height) < height, "only what changes");
        }
    }
    assert_eq!(reader.repeat(), gif::Repeat::Infinite);
    assert!((20..60).contains(&frames) && (400..800).contains(&hundredths), "{frames} frames, {hundredths}");
    assert!(red_at_start > 300 && reds(&canvas) < red_at_start, "the primary has left, its arrow stays");
    assert!(bytes.len() < 40_000, "{} bytes", bytes.len());
}

fn gif_reader(bytes: &[u8]) -> gif::Decoder<&[u8]> {
    gif::Decoder::new(bytes).unwrap()
}

#[test]
fn what_is_too_large_is_refused() {
    let mut picture = motley(Theme::Light);
    picture.width = 100_000;
    picture.height = 100_000;
    assert!(picture.png().unwrap_err().to_string().contains("too large"));
}

#[test]
fn every_size_and_theme_can_be_drawn() {
    for cell in [8, 9, 16, 33, 128] {
        for (_, theme) in Theme::ALL {
            let picture = still(&Scene::of(&puzzle(MOTLEY)), &Look { cell, labels: true, theme });
            let (pixels, _) = decoded(&picture.png().unwrap());
            assert!(pixels.iter().filter(|pixel| **pixel == rgb(PRIMARY)).count() > 10, "{cell}");
        }
    }
}
