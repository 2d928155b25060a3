//! Drawings of Rush Hour boards: text for terminals; SVG, PNG, GIF, PostScript and PDF for documents.
//!
//! Data flows in one direction. A puzzle and a position become a [`Scene`]. A scene becomes a [`TextBlock`], or a
//! [`VectorImage`] that is written as SVG, PNG, PostScript or PDF. A solution becomes panels on a sheet, or the
//! segments of an animation; many puzzles become a booklet. The output formats do not depend on each other. They share
//! the [`palette`], so a vehicle has the same colour in all of them.
//!
//! ```
//! use rushlab_render::{ImageOptions, Scene, draw_image, draw_text, side_by_side};
//!
//! let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......")?;
//! let scene = Scene::of(&puzzle);
//!
//! let board = draw_text(&scene).captioned("the start");
//! assert_eq!(board.width, 21);
//! assert!(side_by_side(&[board.clone(), board], 80).contains('→'));
//!
//! assert!(draw_image(&scene, &ImageOptions::default()).svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Two features are on by default: `pdf` writes PDF files and booklets, `raster` PNG and GIF files.
//!
//! The crate opens no files and prints nothing. Text always contains styles as escape sequences; the caller removes
//! them where they are not wanted, for example with `anstream`.

mod animation;
mod board_image;
#[cfg(feature = "pdf")]
mod booklet;
#[cfg(feature = "raster")]
mod gif;
pub mod palette;
mod paper;
#[cfg(feature = "pdf")]
mod pdf;
mod postscript;
#[cfg(feature = "raster")]
mod raster;
mod scene;
mod sheet;
mod stroke_font;
mod svg;
mod text;
mod text_block;
mod theme;
mod vector_image;

pub use animation::{Segment, animate};
pub use board_image::{ImageOptions, draw_image};
#[cfg(feature = "pdf")]
pub use booklet::{Booklet, BookletPuzzle};
#[cfg(feature = "raster")]
pub use gif::gif;
pub use paper::{Paper, PaperLayout, PaperPage};
#[cfg(feature = "pdf")]
pub use pdf::{PathPart, PdfPage, Point, pdf, pdf_has_glyph, pdf_on_paper, text_width, wrap_text};
pub use postscript::postscript;
#[cfg(feature = "raster")]
pub use raster::{MAX_PIXELS, RasterError};
pub use scene::{Scene, SceneVehicle};
pub use sheet::{Grid, Panel, draw_sheets, storyboard};
pub use stroke_font::has_glyph;
pub use svg::escape;
pub use text::draw_text;
pub use text_block::{TextBlock, side_by_side};
pub use theme::Theme;
pub use vector_image::{Area, Paint, Shape, VectorImage};
