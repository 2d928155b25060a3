//! A page of a PDF: paths and text, and images made of them.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Name, Str, TextStr};

use super::font;
use crate::palette::Colour;
use crate::vector_image::{Paint, Shape, VectorImage};

/// A point, in points (1/72 inch) from the upper left corner of a page.
pub type Point = (f64, f64);

/// A part of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPart {
    /// Starts a line.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points, then the end.
    Curve(Point, Point, Point),
    /// A line to the start.
    Close,
}

impl PathPart {
    /// Returns a rectangle with round corners.
    pub fn rectangle((x, y): Point, (width, height): (f64, f64), radius: f64) -> Vec<PathPart> {
        use PathPart::{Close, Curve, Line, Move};
        let (right, bottom) = (x + width, y + height);
        if radius <= 0.0 {
            return vec![Move((x, y)), Line((right, y)), Line((right, bottom)), Line((x, bottom)), Close];
        }
        let radius = radius.min(width / 2.0).min(height / 2.0);
        // The control points of a quarter of a circle are at this share of the radius from the corner.
        let near = 0.448 * radius;
        vec![
            Move((x + radius, y)),
            Line((right - radius, y)),
            Curve((right - near, y), (right, y + near), (right, y + radius)),
            Line((right, bottom - radius)),
            Curve((right, bottom - near), (right - near, bottom), (right - radius, bottom)),
            Line((x + radius, bottom)),
            Curve((x + near, bottom), (x, bottom - near), (x, bottom - radius)),
            Line((x, y + radius)),
            Curve((x, y + near), (x + near, y), (x + radius, y)),
            Close,
        ]
    }

    /// Returns a circle.
    pub fn circle((x, y): Point, radius: f64) -> Vec<PathPart> {
        PathPart::rectangle((x - radius, y - radius), (2.0 * radius, 2.0 * radius), radius)
    }
}

/// A page under construction.
pub struct PdfPage {
    pub(super) size: (f64, f64),
    pub(super) content: Content,
}

impl PdfPage {
    /// Returns an empty page; the size is in points.
    pub fn new(size: (f64, f64)) -> PdfPage {
        let mut content = Content::new();
        content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
        PdfPage { size, content }
    }

    /// Writes a line of text that begins at a point on its baseline. Where the fonts lack a character, the original
    /// text is stored with the transliterated one, so that it can be searched and copied.
    pub fn text(&mut self, text: &str, at: Point, size: f64, bold: bool, colour: Colour) {
        let encoded = font::encode(text, bold);
        let [red, green, blue] = components(colour);
        let [x, y] = self.place(at);
        if !encoded.is_exact {
            let mut marked = self.content.begin_marked_content_with_properties(Name(b"Span"));
            marked.properties().actual_text(TextStr(text));
        }
        self.content.set_fill_rgb(red, green, blue);
        self.content.begin_text().set_text_matrix([1.0, 0.0, 0.0, 1.0, x, y]);
        for (font, bytes) in &encoded.runs {
            self.content.set_font(Name(font.resource()), rounded(size)).show(Str(bytes));
        }
        self.content.end_text();
        if !encoded.is_exact {
            self.content.end_marked_content();
        }
    }

    /// Fills and strokes a path; the stroke has a colour and a thickness.
    pub fn path(&mut self, parts: &[PathPart], fill: Option<Colour>, stroke: Option<(Colour, f64)>) {
        if let Some([red, green, blue]) = fill.map(components) {
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some((colour, thickness)) = stroke {
            let [red, green, blue] = components(colour);
            self.content.set_stroke_rgb(red, green, blue).set_line_width(rounded(thickness));
        }
        for part in parts {
            match *part {
                PathPart::Move(to) => {
                    let [x, y] = self.place(to);
                    self.content.move_to(x, y);
                }
                PathPart::Line(to) => {
                    let [x, y] = self.place(to);
                    self.content.line_to(x, y);
                }
                PathPart::Curve(first, second, end) => {
                    let [[x1, y1], [x2, y2], [x3, y3]] = [first, second, end].map(|point| self.place(point));
                    self.content.cubic_to(x1, y1, x2, y2, x3, y3);
                }
                PathPart::Close => {
                    self.content.close_path();
                }
            }
        }
        match (fill, stroke) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            (None, Some(_)) => self.content.stroke(),
            (None, None) => self.content.end_path(),
        };
    }

    /// Fills a rectangle.
    pub fn area(&mut self, at: Point, size: (f64, f64), colour: Colour) {
        self.path(&PathPart::rectangle(at, size, 0.0), Some(colour), None);
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: Point, to: Point, thickness: f64, colour: Colour) {
        self.path(&[PathPart::Move(from), PathPart::Line(to)], None, Some((colour, thickness)));
    }

    /// Draws the shapes of an image with its upper left corner at a point; `scale` is the number of points per pixel.
    pub fn image(&mut self, image: &VectorImage, (left, top): Point, scale: f64) {
        let place = |x: i32, y: i32| (left + scale * f64::from(x), top + scale * f64::from(y));
        let length = |pixels: i32| scale * f64::from(pixels);
        for shape in &image.shapes {
            match shape {
                Shape::Boxes { areas, radius, paint } => {
                    let rectangle = |area: &crate::Area| {
                        PathPart::rectangle(
                            place(area.x, area.y),
                            (length(area.width), length(area.height)),
                            length(*radius),
                        )
                    };
                    self.painted(&areas.iter().flat_map(rectangle).collect::<Vec<PathPart>>(), paint, scale);
                }
                Shape::Lines { lines, closed, paint } => {
                    let mut parts = Vec::new();
                    for line in lines {
                        let points = line.iter().map(|(x, y)| place(*x, *y));
                        parts.extend(points.enumerate().map(|(index, point)| match index {
                            0 => PathPart::Move(point),
                            _ => PathPart::Line(point),
                        }));
                        parts.extend(closed.then_some(PathPart::Close));
                    }
                    self.painted(&parts, paint, scale);
                }
                Shape::Text { content, at: (x, y), centred, size, bold, colour } => {
                    let (x, y) = place(*x, *y);
                    let size = length(*size);
                    let before = if *centred { font::text_width(content, size, *bold) / 2.0 } else { 0.0 };
                    // Capitals are 0.72 of the size high.
                    self.text(content, (x - before, y + 0.36 * size), size, *bold, *colour);
                }
            }
        }
    }

    fn painted(&mut self, parts: &[PathPart], paint: &Paint, scale: f64) {
        let stroke = paint.stroke.map(|(colour, thickness)| (colour, scale * f64::from(thickness)));
        self.path(parts, paint.fill, stroke);
    }

    /// Returns a point in the coordinates of PDF, which begin at the lower left corner.
    fn place(&self, (x, y): Point) -> [f32; 2] {
        [rounded(x), rounded(self.size.1 - y)]
    }
}

/// Rounds to hundredths, which keeps files small.
fn rounded(value: f64) -> f32 {
    ((value * 100.0).round() / 100.0) as f32
}

fn components(colour: Colour) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|amount| (f32::from(amount) / 255.0 * 1000.0).round() / 1000.0)
}
