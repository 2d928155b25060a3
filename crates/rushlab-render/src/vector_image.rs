//! A vector image: a list of shapes on a page, from which SVG, PNG, GIF, PostScript and PDF are written.
//!
//! There are three kinds of shape, all with whole pixels and opaque colours, so each writer is short and all give the
//! same image. Lines have round ends and corners.

use crate::palette::Colour;

/// Shapes on a page, drawn in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorImage {
    /// A description of the content, for the metadata of the file.
    pub title: String,
    /// The page's width in pixels.
    pub width: i32,
    /// The page's height in pixels.
    pub height: i32,
    /// The colour of the page.
    pub page: Colour,
    /// The shapes from back to front.
    pub shapes: Vec<Shape>,
}

/// A shape on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the fields describe them")]
pub enum Shape {
    /// Rectangles with round corners, all painted alike.
    Boxes { areas: Vec<Area>, radius: i32, paint: Paint },
    /// Polylines.
    Lines {
        lines: Vec<Vec<(i32, i32)>>,
        /// Whether the last point of each is joined to the first.
        closed: bool,
        paint: Paint,
    },
    /// A line of text.
    Text {
        content: String,
        /// The anchor: vertically the middle of the capitals, horizontally the middle or the left end of the text.
        at: (i32, i32),
        /// Whether `at` is the middle of the text or its left end.
        centred: bool,
        size: i32,
        bold: bool,
        colour: Colour,
    },
}

/// The fill and the stroke of a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// The colour of the inside.
    pub fill: Option<Colour>,
    /// Colour and thickness of the outline, in pixels.
    pub stroke: Option<(Colour, i32)>,
}

impl Paint {
    /// Returns a fill without a stroke.
    pub fn fill(colour: Colour) -> Paint {
        Paint { fill: Some(colour), stroke: None }
    }

    /// Returns a stroke without a fill.
    pub fn stroke(colour: Colour, thickness: i32) -> Paint {
        Paint { fill: None, stroke: Some((colour, thickness)) }
    }
}

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width in pixels.
    pub width: i32,
    /// The height in pixels.
    pub height: i32,
}

impl Area {
    /// Returns the rectangle made smaller by `by` pixels on each side.
    pub(crate) fn inset(self, by: i32) -> Area {
        Area { x: self.x + by, y: self.y + by, width: self.width - 2 * by, height: self.height - 2 * by }
    }

    pub(crate) fn moved(self, x: i32, y: i32) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    pub(crate) fn centre(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }
}

impl VectorImage {
    pub(crate) fn new(title: String, width: i32, height: i32, page: Colour) -> VectorImage {
        VectorImage { title, width, height, page, shapes: Vec::new() }
    }

    pub(crate) fn area(&mut self, area: Area, radius: i32, paint: Paint) {
        self.areas(vec![area], radius, paint);
    }

    /// Adds rectangles. On small boards, sizes below 1 and radii above half the width are corrected.
    pub(crate) fn areas(&mut self, mut areas: Vec<Area>, radius: i32, paint: Paint) {
        for area in &mut areas {
            (area.width, area.height) = (area.width.max(1), area.height.max(1));
        }
        let narrowest = areas.iter().map(|area| area.width.min(area.height)).min().unwrap_or_default();
        self.shapes.push(Shape::Boxes { areas, radius: radius.clamp(0, narrowest / 2), paint });
    }

    pub(crate) fn polygon(&mut self, points: Vec<(i32, i32)>, paint: Paint) {
        self.shapes.push(Shape::Lines { lines: vec![points], closed: true, paint });
    }

    /// Adds bold text centred at a point.
    pub(crate) fn label(&mut self, content: &str, at: (i32, i32), size: i32, colour: Colour) {
        self.centred_text(content, at, size, true, colour);
    }

    pub(crate) fn centred_text(&mut self, content: &str, at: (i32, i32), size: i32, bold: bool, colour: Colour) {
        self.shapes.push(Shape::Text { content: content.to_owned(), at, centred: true, size, bold, colour });
    }

    /// Adds text that starts at a point.
    pub(crate) fn text(&mut self, content: &str, at: (i32, i32), size: i32, bold: bool, colour: Colour) {
        self.shapes.push(Shape::Text { content: content.to_owned(), at, centred: false, size, bold, colour });
    }

    /// Adds the shapes of another image, moved by `x` and `y`. The other's page colour is not drawn.
    pub(crate) fn insert(&mut self, other: VectorImage, x: i32, y: i32) {
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
