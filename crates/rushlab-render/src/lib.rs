//! Pictures of Rush Hour boards, for terminals and for documents.
//!
//! Data flows one way: puzzle and position → [`Scene`], which is what there is to see → text, or a [`Picture`], which is shapes on a
//! page → SVG, PNG, PostScript. A solution becomes panels on a sheet, or a film. No way to draw knows of another; the [`palette`] is
//! what they share, so that a vehicle has one colour everywhere.
//!
//! ```
//! use rushlab_render::{Look, Scene, beside, draw, still};
//!
//! let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......")?;
//! let scene = Scene::of(&puzzle);
//!
//! let drawing = draw(&scene).captioned("the start");
//! assert_eq!(drawing.width, 21);
//! assert!(beside(&[drawing.clone(), drawing], 80).contains('→'));
//!
//! assert!(still(&scene, &Look::default()).svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no files and prints nothing. Text always carries styles: whoever prints it strips them where they are unwanted,
//! as `anstream` does.

mod animation;
mod drawing;
mod gif;
mod letters;
pub mod palette;
mod picture;
mod postscript;
mod raster;
mod scene;
mod sheet;
mod still;
mod svg;
mod text;
mod theme;

pub use animation::{Shot, film};
pub use drawing::{Drawing, beside};
pub use gif::gif;
pub use letters::knows;
pub use picture::{Area, Paint, Picture, Shape};
pub use postscript::{PRINTABLE, postscript};
pub use raster::{MOST_PIXELS, NoPixels};
pub use scene::{Piece, Scene};
pub use sheet::{Grid, Panel, sheets, storyboard};
pub use still::{Look, still};
pub use svg::escape;
pub use text::draw;
pub use theme::Theme;
