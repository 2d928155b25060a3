//! Rasterises images, and writes PNG.

use tiny_skia::{FillRule, LineCap, LineJoin, Path, PathBuilder, Pixmap, Rect, Stroke as Pen, Transform};

use crate::palette::Colour;
use crate::stroke_font::{self, Stroke};
use crate::vector_image::{Area, Paint, Shape, VectorImage};

/// The error of an image that cannot be rasterised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages and the names of the fields describe them")]
pub enum RasterError {
    #[error("an image of {width} by {height} pixels is too large; make the cells smaller")]
    TooLarge { width: i32, height: i32 },
    #[error("the pixels could not be encoded")]
    Encoding,
}

/// The largest number of pixels of an image.
pub const MAX_PIXELS: i64 = 100_000_000;

impl VectorImage {
    /// Returns the image as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        let colours = self.rgb()?;
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&colours));
        written.map(|()| bytes).map_err(|_| RasterError::Encoding)
    }

    /// Returns the colours of the pixels, row by row: red, green and blue, a byte each.
    pub fn rgb(&self) -> Result<Vec<u8>, RasterError> {
        let pixels = self.pixels()?;
        Ok(pixels.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect())
    }

    pub(crate) fn pixels(&self) -> Result<Pixmap, RasterError> {
        let too_large = RasterError::TooLarge { width: self.width, height: self.height };
        if i64::from(self.width) * i64::from(self.height) > MAX_PIXELS {
            return Err(too_large);
        }
        let mut pixels = Pixmap::new(self.width as u32, self.height as u32).ok_or(too_large)?;
        pixels.fill(opaque(self.page));
        self.draw_on(&mut pixels);
        Ok(pixels)
    }

    pub(crate) fn draw_on(&self, pixels: &mut Pixmap) {
        for shape in &self.shapes {
            match shape {
                Shape::Boxes { areas, radius, paint } => {
                    let mut path = PathBuilder::new();
                    areas.iter().for_each(|area| rounded(*area, *radius, &mut path));
                    draw(path.finish(), paint, pixels);
                }
                Shape::Lines { lines, closed, paint } => {
                    let mut path = PathBuilder::new();
                    lines.iter().for_each(|line| polyline(line, *closed, &mut path));
                    draw(path.finish(), paint, pixels);
                }
                Shape::Text { content, at, centred, size, bold, colour } => {
                    let text = stroke_font::text_strokes(content, *at, *centred, *size, *bold);
                    let mut path = PathBuilder::new();
                    for stroke in &text.strokes {
                        match *stroke {
                            Stroke::Move(x, y) => path.move_to(x, y),
                            Stroke::Line(x, y) => path.line_to(x, y),
                            Stroke::Curve([a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
                        }
                    }
                    path.finish().into_iter().for_each(|path| stroke(&path, *colour, text.thickness, pixels));
                }
            }
        }
    }
}

fn draw(path: Option<Path>, paint: &Paint, pixels: &mut Pixmap) {
    let Some(path) = path else { return };
    if let Some(colour) = paint.fill {
        pixels.fill_path(&path, &brush(colour), FillRule::Winding, Transform::identity(), None);
    }
    if let Some((colour, thickness)) = paint.stroke {
        stroke(&path, colour, thickness as f32, pixels);
    }
}

fn stroke(path: &Path, colour: Colour, width: f32, pixels: &mut Pixmap) {
    let pen = Pen { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Pen::default() };
    pixels.stroke_path(path, &brush(colour), &pen, Transform::identity(), None);
}

fn opaque(colour: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(colour.red, colour.green, colour.blue, 255)
}

fn brush(colour: Colour) -> tiny_skia::Paint<'static> {
    let mut brush = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
    brush.set_color(opaque(colour));
    brush
}

/// The distance of control points from the corner, as a share of the radius, that approximates a quarter of a circle.
const CIRCLE: f32 = 1.0 - 0.5523;

fn rounded(area: Area, radius: i32, path: &mut PathBuilder) {
    let [left, top, width, height] = [area.x, area.y, area.width, area.height].map(|number| number as f32);
    let (right, bottom) = (left + width, top + height);
    let radius = (radius as f32).min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        Rect::from_ltrb(left, top, right, bottom).into_iter().for_each(|rect| path.push_rect(rect));
        return;
    }
    let near = radius * CIRCLE;
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - near, top, right, top + near, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - near, right - near, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + near, bottom, left, bottom - near, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + near, left + near, top, left + radius, top);
    path.close();
}

fn polyline(points: &[(i32, i32)], closed: bool, path: &mut PathBuilder) {
    for (index, (x, y)) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
}
