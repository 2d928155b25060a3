//! A picture as a list of shapes on a page: what SVG, PNG, GIF and PostScript all draw from.
//!
//! There are three kinds of shape, all in whole pixels and opaque colours, so that each way to draw them is a page of code and all
//! give the same picture. Lines have round ends and corners everywhere.

use crate::palette::Colour;

/// Shapes on a page, painted in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What there is to see, in words.
    pub title: String,
    /// The page's width in pixels.
    pub width: i32,
    /// The page's height in pixels.
    pub height: i32,
    /// The colour of the page.
    pub page: Colour,
    /// What is on it, from back to front.
    pub shapes: Vec<Shape>,
}

/// Something on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Boxes of one look, with round corners.
    Boxes {
        /// Where they are.
        areas: Vec<Area>,
        /// How round they are.
        radius: i32,
        /// What they are painted in.
        paint: Paint,
    },
    /// Lines through points.
    Lines {
        /// The points of each line.
        lines: Vec<Vec<(i32, i32)>>,
        /// Whether each ends where it began.
        closed: bool,
        /// What they are painted in.
        paint: Paint,
    },
    /// A line of text.
    Text {
        /// What it says.
        content: String,
        /// The middle of its capitals: of the whole text, or of the first.
        at: (i32, i32),
        /// Whether `at` is its middle or its left end.
        centred: bool,
        /// The size of the letters, as fonts count it.
        size: i32,
        /// Whether the letters are thick.
        bold: bool,
        /// Their colour.
        colour: Colour,
    },
}

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// Its inside.
    pub fill: Option<Colour>,
    /// The line around it, and how thick that is.
    pub stroke: Option<(Colour, i32)>,
}

impl Paint {
    /// The inside alone.
    pub fn fill(colour: Colour) -> Paint {
        Paint { fill: Some(colour), stroke: None }
    }

    /// The line alone.
    pub fn stroke(colour: Colour, thickness: i32) -> Paint {
        Paint { fill: None, stroke: Some((colour, thickness)) }
    }
}

/// A box of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its left edge.
    pub x: i32,
    /// Its upper edge.
    pub y: i32,
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

impl Area {
    /// The box that is smaller by so much on each side.
    pub(crate) fn inset(self, by: i32) -> Area {
        Area { x: self.x + by, y: self.y + by, width: self.width - 2 * by, height: self.height - 2 * by }
    }

    /// The box moved.
    pub(crate) fn moved(self, x: i32, y: i32) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    /// Its middle.
    pub(crate) fn centre(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

impl Picture {
    /// An empty page.
    pub(crate) fn new(title: String, width: i32, height: i32, page: Colour) -> Picture {
        Picture { title, width, height, page, shapes: Vec::new() }
    }

    /// Adds a box.
    pub(crate) fn area(&mut self, area: Area, radius: i32, paint: Paint) {
        self.areas(vec![area], radius, paint);
    }

    /// Adds boxes. On a small board a part may come out smaller than nothing, or rounder than it is wide: here that is put right.
    pub(crate) fn areas(&mut self, mut areas: Vec<Area>, radius: i32, paint: Paint) {
        for area in &mut areas {
            (area.width, area.height) = (area.width.max(1), area.height.max(1));
        }
        let narrowest = areas.iter().map(|area| area.width.min(area.height)).min().unwrap_or_default();
        self.shapes.push(Shape::Boxes { areas, radius: radius.clamp(0, narrowest / 2), paint });
    }

    /// Adds a closed line.
    pub(crate) fn polygon(&mut self, points: Vec<(i32, i32)>, paint: Paint) {
        self.shapes.push(Shape::Lines { lines: vec![points], closed: true, paint });
    }

    /// Adds bold text around a point.
    pub(crate) fn label(&mut self, content: &str, at: (i32, i32), size: i32, colour: Colour) {
        self.shapes.push(Shape::Text { content: content.to_owned(), at, centred: true, size, bold: true, colour });
    }

    /// Adds text that begins at a point.
    pub(crate) fn text(&mut self, content: &str, at: (i32, i32), size: i32, bold: bool, colour: Colour) {
        self.shapes.push(Shape::Text { content: content.to_owned(), at, centred: false, size, bold, colour });
    }

    /// Adds what is on another page, with that page's corner at a point; the other's own colour is left out.
    pub(crate) fn place(&mut self, other: Picture, x: i32, y: i32) {
        self.shapes.extend(other.shapes.into_iter().map(|shape| shape.moved(x, y)));
    }
}

impl Shape {
    fn moved(self, right: i32, down: i32) -> Shape {
        let point = |(x, y): (i32, i32)| (x + right, y + down);
        match self {
            Shape::Boxes { areas, radius, paint } => {
                Shape::Boxes { areas: areas.into_iter().map(|area| area.moved(right, down)).collect(), radius, paint }
            }
            Shape::Lines { lines, closed, paint } => {
                let lines = lines.into_iter().map(|line| line.into_iter().map(point).collect()).collect();
                Shape::Lines { lines, closed, paint }
            }
            Shape::Text { content, at, centred, size, bold, colour } => {
                Shape::Text { content, at: point(at), centred, size, bold, colour }
            }
        }
    }
}
