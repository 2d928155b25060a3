//! Pictures in PDF. Reads the SVG that this program writes: rectangles, circles, polylines, texts, and paths of straight lines and
//! quadratic curves.

use rushlab_render::palette::{Colour, WHITE, colour as rgb};
use rushlab_render::{PathPart, PdfPage, Point, text_width};

/// The colour of lines and text that have the colour of the page's text.
const INK: Colour = rgb(0x222222);

/// Returns the size of a picture.
pub(super) fn size(svg: &str) -> Option<(f64, f64)> {
    let mut numbers = attribute(svg, "viewBox")?.split(' ').map(str::parse);
    let (_, _) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    numbers.next()?.ok().zip(numbers.next()?.ok())
}

/// Draws a picture with its upper left corner at a point. Returns the number of elements that were not drawn, because they are unknown.
pub(super) fn draw(page: &mut PdfPage, svg: &str, at: (f64, f64), scale: f64) -> usize {
    let mut pen = Pen { page, at, scale };
    let mut unknown = 0;
    let mut font_size = 14.0;
    for piece in svg.split('<').skip(1) {
        let Some((tag, content)) = piece.split_once('>') else { continue };
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        let is_drawn = match name {
            // The names of closing tags are empty.
            "" | "title" => true,
            "svg" => {
                font_size = number(tag, "font-size").unwrap_or(font_size);
                true
            }
            "rect" => pen.rectangle(tag).is_some(),
            "circle" => pen.circle(tag).is_some(),
            "polyline" => pen.polyline(tag).is_some(),
            "path" => pen.path(tag).is_some(),
            "text" => pen.text(tag, content, font_size).is_some(),
            _ => false,
        };
        unknown += usize::from(!is_drawn);
    }
    unknown
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

fn number(tag: &str, name: &str) -> Option<f64> {
    attribute(tag, name)?.parse().ok()
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}

/// Returns the colour of an attribute over white; `None` if there is none.
fn colour(tag: &str, name: &str) -> Option<Colour> {
    let opacity = number(tag, &format!("{name}-opacity")).unwrap_or(1.0);
    let value = attribute(tag, name)?;
    let colour = match value.strip_prefix('#') {
        Some(digits) => rgb(u32::from_str_radix(digits, 16).ok()?),
        None if value == "currentColor" => INK,
        None => return None,
    };
    Some(colour.mix(WHITE, (100.0 * (1.0 - opacity)).round() as u8))
}

/// Replaces the entities of escaped text.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Draws shapes of a picture on a page.
struct Pen<'a> {
    page: &'a mut PdfPage,
    at: (f64, f64),
    scale: f64,
}

impl Pen<'_> {
    /// Returns the place of a point of the picture on the page.
    fn place(&self, (x, y): (f64, f64)) -> Point {
        (self.at.0 + self.scale * x, self.at.1 + self.scale * y)
    }

    /// Draws a path with the colours of a tag; without colours, it is filled.
    fn painted(&mut self, tag: &str, parts: &[PathPart]) {
        let stroke = colour(tag, "stroke");
        let stroke = stroke.map(|colour| (colour, self.scale * number(tag, "stroke-width").unwrap_or(1.0)));
        self.page.path(parts, colour(tag, "fill"), stroke);
    }

    fn rectangle(&mut self, tag: &str) -> Option<()> {
        let (x, y) = (number(tag, "x").unwrap_or(0.0), number(tag, "y").unwrap_or(0.0));
        let (width, height) = (self.scale * number(tag, "width")?, self.scale * number(tag, "height")?);
        let radius = self.scale * number(tag, "rx").unwrap_or(0.0);
        self.painted(tag, &PathPart::rectangle(self.place((x, y)), (width, height), radius));
        Some(())
    }

    fn circle(&mut self, tag: &str) -> Option<()> {
        let (x, y, radius) = (number(tag, "cx")?, number(tag, "cy")?, number(tag, "r")?);
        self.painted(tag, &PathPart::circle(self.place((x, y)), self.scale * radius));
        Some(())
    }

    fn polyline(&mut self, tag: &str) -> Option<()> {
        let coordinates = numbers(attribute(tag, "points")?)?;
        let points = coordinates.chunks_exact(2).map(|pair| self.place((pair[0], pair[1])));
        let part = |(index, point)| if index == 0 { PathPart::Move(point) } else { PathPart::Line(point) };
        let parts: Vec<PathPart> = points.enumerate().map(part).collect();
        self.painted(tag, &parts);
        Some(())
    }

    fn path(&mut self, tag: &str) -> Option<()> {
        let data = attribute(tag, "d")?;
        let mut commands = Vec::new();
        let starts: Vec<usize> =
            data.match_indices(|letter: char| letter.is_ascii_alphabetic()).map(|(at, _)| at).collect();
        for (index, start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(data.len());
            commands.push((data.get(*start..start + 1)?, numbers(data.get(start + 1..end)?)?));
        }
        let mut parts = Vec::new();
        let (mut x, mut y) = (0.0, 0.0);
        let mut first = (0.0, 0.0);
        for (command, values) in commands {
            match (command, values.as_slice()) {
                ("M", [to_x, to_y]) => {
                    (x, y) = (*to_x, *to_y);
                    first = (x, y);
                    parts.push(PathPart::Move(self.place((x, y))));
                }
                ("L", pairs) => {
                    for pair in pairs.chunks_exact(2) {
                        (x, y) = (pair[0], pair[1]);
                        parts.push(PathPart::Line(self.place((x, y))));
                    }
                }
                ("l", pairs) => {
                    for pair in pairs.chunks_exact(2) {
                        (x, y) = (x + pair[0], y + pair[1]);
                        parts.push(PathPart::Line(self.place((x, y))));
                    }
                }
                ("h", [by]) => {
                    x += by;
                    parts.push(PathPart::Line(self.place((x, y))));
                }
                ("v", [by]) => {
                    y += by;
                    parts.push(PathPart::Line(self.place((x, y))));
                }
                ("q", [middle_x, middle_y, by_x, by_y]) => {
                    let (middle, end) = ((x + middle_x, y + middle_y), (x + by_x, y + by_y));
                    let towards = |from: (f64, f64)| {
                        (from.0 + 2.0 / 3.0 * (middle.0 - from.0), from.1 + 2.0 / 3.0 * (middle.1 - from.1))
                    };
                    let [first, second, last] = [towards((x, y)), towards(end), end].map(|point| self.place(point));
                    parts.push(PathPart::Curve(first, second, last));
                    (x, y) = end;
                }
                ("z" | "Z", []) => {
                    (x, y) = first;
                    parts.push(PathPart::Close);
                }
                _ => return None,
            }
        }
        self.painted(tag, &parts);
        Some(())
    }

    fn text(&mut self, tag: &str, content: &str, inherited: f64) -> Option<()> {
        let size = self.scale * number(tag, "font-size").unwrap_or(inherited);
        let bold = number(tag, "font-weight").is_some_and(|weight| weight >= 600.0);
        let (content, at) = (unescaped(content), (number(tag, "x")?, number(tag, "y")?));
        let width = text_width(&content, size, bold);
        let before = match attribute(tag, "text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
        let place = (self.at.0 + self.scale * at.0 - before, self.at.1 + self.scale * at.1);
        self.page.text(&content, place, size, bold, colour(tag, "fill").unwrap_or(INK));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use rushlab_render::{ImageOptions, Scene, draw_image};

    use super::*;
    use crate::report::axis::{Axis, format_count};
    use crate::report::histogram::histogram;
    use crate::report::plot::{self, Row, Series};

    #[test]
    fn every_element_of_our_pictures_is_drawn() {
        let axis = || Axis::linear("states", [1.0, 9.0].into_iter(), 1.0, format_count);
        let row = || Row { label: "A<B".to_owned(), colour: "#0072b2", values: vec![1.0, 2.0, 9.0] };
        let series = || Series { label: "UCS".to_owned(), colour: "#0072b2", points: vec![(1.0, 2.0)] };
        let puzzle = rushlab::format::parse("..............AA.B.....B......xx.... B3").unwrap();
        for svg in [
            plot::bars("bars", &axis(), &[row()], format_count),
            plot::strips("strips", &axis(), &[row()]),
            plot::scatter_plot("scatter", &axis(), &axis(), &[series(), series(), series(), series()]),
            histogram("histogram", ["x", "y"], &[1.0, 2.0], Some((1, "here"))),
            draw_image(&Scene::of(&puzzle), &ImageOptions::default()).svg(),
        ] {
            assert!(size(&svg).is_some_and(|(width, height)| width > 100.0 && height > 50.0), "{svg}");
            let mut page = PdfPage::new((500.0, 500.0));
            assert_eq!(draw(&mut page, &svg, (10.0, 10.0), 0.5), 0, "{svg}");
        }
        let mut page = PdfPage::new((500.0, 500.0));
        assert_eq!(
            draw(&mut page, "<ellipse rx=\"1\"/><path d=\"M1 2a3 4\"/>", (0.0, 0.0), 1.0),
            2,
            "unknown elements"
        );
    }
}
