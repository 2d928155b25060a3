//! The image of a board in one position. All lengths are defined in 64ths of a cell and rounded to whole pixels.

mod background;
mod vehicle;

pub(crate) use background::Layout;

use crate::scene::Scene;
use crate::theme::Theme;
use crate::vector_image::VectorImage;

/// Options of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageOptions {
    /// The side of a cell in pixels, from 8 to 1024.
    pub cell: u32,
    /// Whether labels are drawn on the vehicles.
    pub labels: bool,
    /// The colour theme.
    pub theme: Theme,
}

impl Default for ImageOptions {
    fn default() -> ImageOptions {
        ImageOptions { cell: 64, labels: true, theme: Theme::Light }
    }
}

/// Draws a board.
pub fn draw_image(scene: &Scene, options: &ImageOptions) -> VectorImage {
    let layout = Layout::new(scene, options);
    let mut image = background::page(scene, &layout);
    background::frame_and_cells(scene, &layout, &mut image);
    background::walls(&scene.walls, &layout, &mut image);
    background::exit(scene, &layout, &mut image);
    if let Some(moved_from) = &scene.moved_from {
        vehicle::draw_moved_from(moved_from, scene, &layout, &mut image);
    }
    for vehicle in &scene.vehicles {
        vehicle::draw(vehicle, scene.exit.side, &layout, &mut image);
    }
    image
}

/// Draws one vehicle on the empty page of its board: the part of an animation that changes from frame to frame.
#[cfg(feature = "raster")]
pub(crate) fn draw_vehicle_image(
    vehicle: &crate::scene::SceneVehicle,
    scene: &Scene,
    options: &ImageOptions,
) -> VectorImage {
    let layout = Layout::new(scene, options);
    let mut image = background::page(scene, &layout);
    vehicle::draw(vehicle, scene.exit.side, &layout, &mut image);
    image
}
