//! Boards for documents: one SVG that needs nothing else.
//!
//! Everything is drawn in 64ths of a cell and rounded to whole numbers, so the text is the same on every machine. Nothing has an `id`:
//! any number of pictures can stand in one page without one's hatching turning up in another.

mod board;
mod element;
#[cfg(test)]
mod tests;
mod theme;
mod vehicle;

pub use theme::Theme;

use crate::scene::Scene;

/// How the picture is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgOptions {
    /// The side of a cell in pixels; anything from 16 to 512.
    pub cell: u32,
    /// Whether vehicles bear their labels.
    pub labels: bool,
    /// The colours around the vehicles.
    pub theme: Theme,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions { cell: 64, labels: true, theme: Theme::Light }
    }
}

/// Draws a board as an SVG document.
pub fn svg(scene: &Scene, options: &SvgOptions) -> String {
    let measure = board::Measure::new(scene, options);
    let mut out = String::new();
    board::open(scene, &measure, &mut out);
    board::ground(scene, &measure, &mut out);
    for wall in &scene.walls {
        board::wall(*wall, &measure, &mut out);
    }
    board::exit(scene, &measure, &mut out);
    for piece in &scene.pieces {
        vehicle::draw(piece, scene.exit.side, &measure, &mut out);
    }
    out.push_str("</svg>\n");
    out
}
