//! A board at one moment, as a picture. Everything is measured in 64ths of a cell and rounded to whole pixels.

mod board;
mod vehicle;

pub(crate) use board::Measure;

use crate::picture::Picture;
use crate::scene::{Piece, Scene};
use crate::theme::Theme;

/// How a picture is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The side of a cell in pixels; anything from 8 to 512.
    pub cell: u32,
    /// Whether vehicles bear their labels.
    pub labels: bool,
    /// The colours.
    pub theme: Theme,
}

impl Default for Look {
    fn default() -> Look {
        Look { cell: 64, labels: true, theme: Theme::Light }
    }
}

/// Draws a board.
pub fn still(scene: &Scene, look: &Look) -> Picture {
    let measure = Measure::new(scene, look);
    let mut picture = board::page(scene, &measure);
    board::ground(scene, &measure, &mut picture);
    board::walls(&scene.walls, &measure, &mut picture);
    board::exit(scene, &measure, &mut picture);
    if let Some(ghost) = &scene.ghost {
        vehicle::ghost(ghost, scene, &measure, &mut picture);
    }
    for piece in &scene.pieces {
        vehicle::draw(piece, scene.exit.side, &measure, &mut picture);
    }
    picture
}

/// A vehicle alone, on the page of its board: what changes from frame to frame.
pub(crate) fn alone(piece: &Piece, scene: &Scene, look: &Look) -> Picture {
    let measure = Measure::new(scene, look);
    let mut picture = board::page(scene, &measure);
    vehicle::draw(piece, scene.exit.side, &measure, &mut picture);
    picture
}
