//! SVG and PostScript are compared with snapshots, byte by byte; PNG and GIF are decoded and their pixels checked.
//! `RUSHLAB_UPDATE=1 cargo test` replaces the snapshots; look at them afterwards.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::io::Cursor;

use rushlab::Puzzle;
use rushlab::Solver;
use rushlab::format::parse;
use rushlab_render::palette::PRIMARY;
use rushlab_render::{
    Grid, ImageOptions, Paper, PaperLayout, PaperPage, Scene, Theme, VectorImage, animate, draw_image, draw_sheets,
    gif as encode_gif, palette, postscript, storyboard,
};

const SHORT: &str = "......A..B..AXXB..A..B......CC......";

/// An exit at the bottom, walls, tanks (one empty), labels of several characters and of other alphabets.
const MIXED: &str = r#"{"rushlab":1,"name":"Übung","width":5,"height":4,"primary":"AB","exit":{"side":"bottom"},"vehicles":[
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
    assert!(expected == drawn, "{name} has changed; RUSHLAB_UPDATE=1 replaces the snapshot");
}

fn puzzle(text: &str) -> Puzzle {
    parse(text).unwrap()
}

fn mixed(theme: Theme) -> VectorImage {
    draw_image(&Scene::of(&puzzle(MIXED)), &ImageOptions { theme, ..ImageOptions::default() })
}

#[test]
fn boards_equal_their_snapshots() {
    snapshot("mixed-light.svg", &mixed(Theme::Light).svg());
    snapshot("mixed-dark.svg", &mixed(Theme::Dark).svg());
    snapshot("mixed-print.eps", &mixed(Theme::Print).eps());
}

#[test]
fn storyboards_equal_their_snapshots() {
    let puzzle = puzzle(SHORT);
    let panels = storyboard(&puzzle, Solver::new(&puzzle).run().moves()).unwrap();
    let options = ImageOptions { cell: 32, ..ImageOptions::default() };
    let page = draw_sheets("Solved in 2 moves (5 steps)", &panels, &options, Grid::for_all(&panels, &options));
    snapshot("storyboard.svg", &page[0].svg());
    let options = ImageOptions { theme: Theme::Print, ..ImageOptions::default() };
    let grid = Grid::for_paper(&panels, &options, Paper::A4.printable(), 14);
    let page = |image| PaperPage { image, footer: String::new() };
    let pages: Vec<PaperPage> = draw_sheets("Two moves", &panels, &options, grid).into_iter().map(page).collect();
    let layout = PaperLayout { paper: Paper::A4, cell: options.cell, max_points: 40 };
    snapshot("storyboard.ps", &postscript("two moves", &pages, layout));
}

#[test]
fn many_moves_take_several_pages_of_paper_and_one_of_svg() {
    let puzzle = puzzle("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K");
    let solution = Solver::new(&puzzle).run().moves().to_vec();
    let mut panels = storyboard(&puzzle, &solution).unwrap();
    assert_eq!(panels.len(), 26);
    panels.extend_from_within(..);
    let options = ImageOptions::default();
    assert_eq!(
        draw_sheets("", &panels, &options, Grid::for_paper(&panels, &options, Paper::A4.printable(), 14)).len(),
        2
    );
    assert_eq!(draw_sheets("", &panels, &options, Grid::for_all(&panels, &options)).len(), 1);
}

/// Returns the pixels of a PNG file and its width.
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
fn a_png_has_each_vehicle_in_its_colour_and_position() {
    let image = draw_image(&Scene::of(&puzzle(SHORT)), &ImageOptions { labels: false, ..ImageOptions::default() });
    let (pixels, width) = decoded(&image.png().unwrap());
    assert_eq!((width as i32, pixels.len() as i32), (image.width, image.width * image.height));
    // A point of the plain body near a corner. Cells are 64 pixels wide; the first one starts at 20.
    let at = |column: usize, row: usize| pixels[(20 + 64 * row + 12) * width + 20 + 64 * column + 16];
    assert_eq!(at(1, 2), rgb(PRIMARY));
    assert_eq!(at(0, 1), rgb(palette::COLOURS[0]));
    assert_eq!(at(3, 1), rgb(palette::COLOURS[1]));
    assert_eq!(at(4, 4), rgb(palette::COLOURS[2]));
    assert_eq!(at(5, 5), [0xEC, 0xEF, 0xF4], "an empty cell");
    assert!(pixels.iter().filter(|pixel| **pixel == rgb(PRIMARY)).count() > 1500);
}

#[test]
fn the_primary_is_recognisable_without_colours() {
    // Only the primary has pure white on its body.
    let image = draw_image(
        &Scene::of(&puzzle(SHORT)),
        &ImageOptions { theme: Theme::Dark, labels: false, ..ImageOptions::default() },
    );
    let (pixels, width) = decoded(&image.png().unwrap());
    let white: Vec<usize> =
        (0..pixels.len()).filter(|index| pixels[*index] == [255; 3]).map(|index| index / width).collect();
    let row = 20 + 2 * 64..20 + 3 * 64;
    assert!(white.len() > 100 && white.iter().all(|line| row.contains(line)));
}

#[test]
fn a_gif_plays_the_whole_solution_and_repeats() {
    let puzzle = puzzle(SHORT);
    let options = ImageOptions { cell: 32, ..ImageOptions::default() };
    let bytes = encode_gif(&animate(&puzzle, Solver::new(&puzzle).run().moves()).unwrap(), &options).unwrap();
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
            assert!(across < width || usize::from(frame.height) < height, "a later frame contains only what changes");
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
fn images_that_are_too_large_are_refused() {
    let mut image = mixed(Theme::Light);
    image.width = 100_000;
    image.height = 100_000;
    assert!(image.png().unwrap_err().to_string().contains("too large"));
}

#[test]
fn every_size_and_theme_can_be_drawn() {
    for cell in [8, 9, 16, 33, 128] {
        for (_, theme) in Theme::ALL {
            let image = draw_image(&Scene::of(&puzzle(MIXED)), &ImageOptions { cell, labels: true, theme });
            let (pixels, _) = decoded(&image.png().unwrap());
            assert!(pixels.iter().filter(|pixel| **pixel == rgb(PRIMARY)).count() > 10, "{cell}");
        }
    }
}
