//! Pictures of Rush Hour boards, for terminals and for documents.
//!
//! Data flows one way: puzzle and position → [`Scene`], which is what there is to see → text or SVG, which is how it looks. Neither
//! way to draw knows of the other; the [`palette`] is what they share, so that a vehicle has one colour everywhere.
//!
//! ```
//! use rushlab_render::{Scene, SvgOptions, beside, draw, svg};
//!
//! let puzzle = rushlab::format::parse("......A..B..AXXB..A..B......CC......")?;
//! let scene = Scene::of(&puzzle);
//!
//! let drawing = draw(&scene).captioned("the start");
//! assert_eq!(drawing.width, 21);
//! assert!(beside(&[drawing.clone(), drawing], 80).contains('→'));
//!
//! assert!(svg(&scene, &SvgOptions::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate opens no files and prints nothing. Text always carries styles: whoever prints it strips them where they are unwanted,
//! as `anstream` does.

mod drawing;
pub mod palette;
mod scene;
mod svg;
mod text;

pub use drawing::{Drawing, beside};
pub use scene::{Piece, Scene};
pub use svg::{SvgOptions, Theme, svg};
pub use text::draw;
