//! The icons of the installed page are the icon of the page, drawn by rushlab-render.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Cursor;
use std::path::Path;

use rushlab_render::palette::Colour;
use rushlab_render::{Area, Paint, Shape, VectorImage};

const fn colour(red: u8, green: u8, blue: u8) -> Colour {
    Colour { red, green, blue }
}

/// The car of icon.svg, on 64 by 64 units: `(x, y, width, height, radius, colour)`.
const CAR: [(i32, i32, i32, i32, i32, Colour); 5] = [
    (6, 19, 52, 28, 9, colour(0xd7, 0x19, 0x1c)),
    (16, 24, 6, 18, 2, colour(0x7c, 0x0f, 0x11)),
    (40, 24, 6, 18, 2, colour(0x7c, 0x0f, 0x11)),
    (51, 23, 4, 7, 1, colour(0xff, 0xf3, 0xb0)),
    (51, 36, 4, 7, 1, colour(0xff, 0xf3, 0xb0)),
];

/// Draws the icon. Systems cut off its corners, so the car takes three quarters of the width.
fn icon(size: i32) -> Vec<u8> {
    let unit = size * 3 / 4 / 64;
    let margin = (size - 64 * unit) / 2;
    let shape = |(x, y, width, height, radius, colour): (i32, i32, i32, i32, i32, Colour)| Shape::Boxes {
        areas: vec![Area { x: margin + x * unit, y: margin + y * unit, width: width * unit, height: height * unit }],
        radius: radius * unit,
        paint: Paint::fill(colour),
    };
    let page = colour(0x3d, 0x47, 0x56);
    let shapes = CAR.map(shape).into();
    VectorImage { title: "rushlab".to_owned(), width: size, height: size, page, shapes }.png().unwrap()
}

/// Returns the pixels of a PNG file; the same picture can be compressed in several ways.
fn pixels(file: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// `RUSHLAB_WRITE_ICONS=1` writes the files anew.
#[test]
fn the_icons_are_drawn_by_rushlab_render() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page");
    for size in [192, 512] {
        let (file, drawn) = (folder.join(format!("icon-{size}.png")), icon(size));
        if std::env::var_os("RUSHLAB_WRITE_ICONS").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        let same = pixels(&std::fs::read(&file).unwrap()) == pixels(&drawn);
        assert!(same, "RUSHLAB_WRITE_ICONS=1 writes {} anew", file.display());
        assert!(drawn.len() < 10_000, "{} bytes", drawn.len());
    }
}
