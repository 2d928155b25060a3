//! Pictures in PDF. Reads the SVG that this program writes: rectangles, circles, polylines, texts, and paths of straight lines and
//! quadratic curves.

use super::{Colour, Page, font, over_white};

/// The colour of lines and text that have the colour of the page's text.
const INK: Colour = [0.13, 0.13, 0.13];

/// Returns the size of a picture.
pub(super) fn size(svg: &str) -> Option<(f64, f64)> {
    let mut numbers = attribute(svg, "viewBox")?.split(' ').map(str::parse);
    let (_, _) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    numbers.next()?.ok().zip(numbers.next()?.ok())
}

/// Draws a picture with its upper left corner at a point. Returns the number of elements that were not drawn, because they are unknown.
pub(super) fn draw(page: &mut Page, svg: &str, at: (f64, f64), scale: f64) -> usize {
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
        Some(digits) => {
            let part = |index: usize| u8::from_str_radix(digits.get(2 * index..2 * index + 2)?, 16).ok();
            [part(0)?, part(1)?, part(2)?].map(|part| f64::from(part) / 255.0)
        }
        None if value == "currentColor" => INK,
        None => return None,
    };
    Some(over_white(colour, opacity))
}

/// Replaces the entities of escaped text.
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

/// Draws shapes of a picture on a page.
struct Pen<'a> {
    page: &'a mut Page,
    at: (f64, f64),
    scale: f64,
}

impl Pen<'_> {
    /// Returns the place of a point of the picture on the page, from its lower left corner.
    fn place(&self, (x, y): (f64, f64)) -> [f64; 2] {
        [self.at.0 + self.scale * x, self.page.height - self.at.1 - self.scale * y]
    }

    fn move_to(&mut self, point: (f64, f64)) {
        let place = self.place(point);
        self.page.operator("m", &place);
    }

    fn line_to(&mut self, point: (f64, f64)) {
        let place = self.place(point);
        self.page.operator("l", &place);
    }

    fn curve_to(&mut self, first: (f64, f64), second: (f64, f64), end: (f64, f64)) {
        let operands = [self.place(first), self.place(second), self.place(end)].concat();
        self.page.operator("c", &operands);
    }

    /// Sets the colours of a tag. Returns the operator that paints a path with them; without colours, the path is filled.
    fn paint(&mut self, tag: &str) -> &'static str {
        let (fill, stroke) = (colour(tag, "fill"), colour(tag, "stroke"));
        if let Some(fill) = fill {
            self.page.operator("rg", &fill);
        }
        if let Some(stroke) = stroke {
            self.page.operator("RG", &stroke);
            self.page.operator("w", &[self.scale * number(tag, "stroke-width").unwrap_or(1.0)]);
            self.page.operator("J", &[1.0]);
            self.page.operator("j", &[1.0]);
        }
        match (fill, stroke) {
            (Some(_), Some(_)) => "B",
            (Some(_), None) => "f",
            (None, Some(_)) => "S",
            (None, None) => "n",
        }
    }

    fn rectangle(&mut self, tag: &str) -> Option<()> {
        let (x, y) = (number(tag, "x").unwrap_or(0.0), number(tag, "y").unwrap_or(0.0));
        let (width, height) = (number(tag, "width")?, number(tag, "height")?);
        let radius = number(tag, "rx").unwrap_or(0.0).min(width / 2.0).min(height / 2.0);
        let paint = self.paint(tag);
        let (right, bottom) = (x + width, y + height);
        // The control points of a quarter of a circle are at this share of the radius from the corner.
        let near = 0.448 * radius;
        self.move_to((x + radius, y));
        self.line_to((right - radius, y));
        self.curve_to((right - near, y), (right, y + near), (right, y + radius));
        self.line_to((right, bottom - radius));
        self.curve_to((right, bottom - near), (right - near, bottom), (right - radius, bottom));
        self.line_to((x + radius, bottom));
        self.curve_to((x + near, bottom), (x, bottom - near), (x, bottom - radius));
        self.line_to((x, y + radius));
        self.curve_to((x, y + near), (x + near, y), (x + radius, y));
        self.page.operator("h", &[]);
        self.page.operator(paint, &[]);
        Some(())
    }

    fn circle(&mut self, tag: &str) -> Option<()> {
        let (x, y, radius) = (number(tag, "cx")?, number(tag, "cy")?, number(tag, "r")?);
        let paint = self.paint(tag);
        let far = 0.552 * radius;
        self.move_to((x + radius, y));
        self.curve_to((x + radius, y + far), (x + far, y + radius), (x, y + radius));
        self.curve_to((x - far, y + radius), (x - radius, y + far), (x - radius, y));
        self.curve_to((x - radius, y - far), (x - far, y - radius), (x, y - radius));
        self.curve_to((x + far, y - radius), (x + radius, y - far), (x + radius, y));
        self.page.operator(paint, &[]);
        Some(())
    }

    fn polyline(&mut self, tag: &str) -> Option<()> {
        let coordinates = numbers(attribute(tag, "points")?)?;
        let paint = self.paint(tag);
        for (index, pair) in coordinates.chunks_exact(2).enumerate() {
            let point = (pair[0], pair[1]);
            if index == 0 { self.move_to(point) } else { self.line_to(point) }
        }
        self.page.operator(paint, &[]);
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
        let paint = self.paint(tag);
        let (mut x, mut y) = (0.0, 0.0);
        let mut first = (0.0, 0.0);
        for (command, values) in commands {
            match (command, values.as_slice()) {
                ("M", [to_x, to_y]) => {
                    (x, y) = (*to_x, *to_y);
                    first = (x, y);
                    self.move_to((x, y));
                }
                ("L", pairs) => {
                    for pair in pairs.chunks_exact(2) {
                        (x, y) = (pair[0], pair[1]);
                        self.line_to((x, y));
                    }
                }
                ("l", pairs) => {
                    for pair in pairs.chunks_exact(2) {
                        (x, y) = (x + pair[0], y + pair[1]);
                        self.line_to((x, y));
                    }
                }
                ("h", [by]) => {
                    x += by;
                    self.line_to((x, y));
                }
                ("v", [by]) => {
                    y += by;
                    self.line_to((x, y));
                }
                ("q", [middle_x, middle_y, by_x, by_y]) => {
                    let (middle, end) = ((x + middle_x, y + middle_y), (x + by_x, y + by_y));
                    let towards = |from: (f64, f64)| {
                        (from.0 + 2.0 / 3.0 * (middle.0 - from.0), from.1 + 2.0 / 3.0 * (middle.1 - from.1))
                    };
                    self.curve_to(towards((x, y)), towards(end), end);
                    (x, y) = end;
                }
                ("z" | "Z", []) => {
                    (x, y) = first;
                    self.page.operator("h", &[]);
                }
                _ => return None,
            }
        }
        self.page.operator(paint, &[]);
        Some(())
    }

    fn text(&mut self, tag: &str, content: &str, inherited: f64) -> Option<()> {
        let size = self.scale * number(tag, "font-size").unwrap_or(inherited);
        let bold = number(tag, "font-weight").is_some_and(|weight| weight >= 600.0);
        let (content, at) = (unescaped(content), (number(tag, "x")?, number(tag, "y")?));
        let width = font::width(&content, size, bold) / if bold { 1.05 } else { 1.0 };
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

    use super::super::super::axis::{Axis, format_count};
    use super::super::super::histogram::histogram;
    use super::super::super::plot::{self, Row, Series};
    use super::*;

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
            let mut page = Page::new(500.0);
            assert_eq!(draw(&mut page, &svg, (10.0, 10.0), 0.5), 0, "{svg}");
            assert_eq!(page.content.matches(" Tj ").count(), svg.matches("<text").count());
        }
        let mut page = Page::new(500.0);
        assert_eq!(
            draw(&mut page, "<ellipse rx=\"1\"/><path d=\"M1 2a3 4\"/>", (0.0, 0.0), 1.0),
            2,
            "unknown elements"
        );
    }
}
