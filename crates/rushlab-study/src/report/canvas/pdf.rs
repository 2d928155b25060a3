//! Draws plots on pages of a PDF. PDF colours are opaque here, so they are mixed with the white of the page.

use rushlab_render::palette::{Colour, WHITE, colour as rgb};
use rushlab_render::{PathPart, PdfPage, Point, text_width};

use super::{Anchor, BAND_OPACITY, CORNER, MARK_OPACITY, Mark, Plot, Shape, TEXT, WIDTH};

/// Colour of lines and text that have the colour of the page's text.
const INK: Colour = rgb(0x222222);

impl Plot {
    pub(crate) fn size(&self) -> (f64, f64) {
        (WIDTH, self.height)
    }

    /// Draws the plot with its upper left corner at a point.
    pub(crate) fn draw(&self, page: &mut PdfPage, (left, top): Point, scale: f64) {
        let place = |(x, y): Point| (left + scale * x, top + scale * y);
        let path = |points: &[Point]| -> Vec<PathPart> {
            let points = points.iter().map(|point| place(*point)).enumerate();
            points
                .map(|(index, point)| if index == 0 { PathPart::Move(point) } else { PathPart::Line(point) })
                .collect()
        };
        let area = |points: &[Point]| [path(points), vec![PathPart::Close]].concat();
        for shape in &self.shapes {
            match shape {
                Shape::Text { content, at, anchor } => {
                    let size = scale * TEXT;
                    let width = text_width(content, size, false);
                    let before = match anchor {
                        Anchor::Start => 0.0,
                        Anchor::Middle => width / 2.0,
                        Anchor::End => width,
                    };
                    let (x, y) = place(*at);
                    page.text(content, (x - before, y), size, false, INK);
                }
                Shape::Line { from, to, opacity } => {
                    page.line(place(*from), place(*to), scale, mixed(INK, *opacity));
                }
                Shape::Rectangle { at, size: (width, height), colour, opacity } => {
                    let parts = PathPart::rectangle(place(*at), (scale * width, scale * height), scale * CORNER);
                    page.path(&parts, Some(mixed(parsed(colour), *opacity)), None);
                }
                Shape::Mark { mark, at: (x, y), colour } => {
                    let parts = match mark.corners() {
                        [] => PathPart::circle(place((*x, *y)), scale * Mark::RADIUS),
                        corners => {
                            area(&corners.iter().map(|(right, down)| (x + right, y + down)).collect::<Vec<Point>>())
                        }
                    };
                    page.path(&parts, Some(mixed(parsed(colour), MARK_OPACITY)), None);
                }
                Shape::Curve { points, colour, width } => {
                    page.path(&path(points), None, Some((parsed(colour), scale * width)));
                }
                Shape::Band { outline, colour } => {
                    page.path(&area(outline), Some(mixed(parsed(colour), BAND_OPACITY)), None);
                }
            }
        }
    }
}

/// Returns the colour `#rrggbb`, or the colour of the page's text.
fn parsed(colour: &str) -> Colour {
    let digits = colour.strip_prefix('#').and_then(|digits| u32::from_str_radix(digits, 16).ok());
    digits.map_or(INK, rgb)
}

/// Returns a colour of an opacity over white.
fn mixed(colour: Colour, opacity: f64) -> Colour {
    colour.mix(WHITE, (100.0 * (1.0 - opacity)).round() as u8)
}

#[cfg(test)]
mod tests {
    use rushlab_render::pdf;

    use super::*;
    use crate::report::axis::{Axis, format_count};
    use crate::report::canvas::Canvas;
    use crate::report::histogram::histogram;
    use crate::report::plot::{Row, Series, bars, scatter_plot, strips};

    /// Returns the number of texts and the number of painted paths on a page with a plot.
    fn drawn(plot: &Plot) -> (usize, usize) {
        let mut page = PdfPage::new((500.0, 500.0));
        plot.draw(&mut page, (10.0, 10.0), 0.5);
        let file = pdf("", vec![page]);
        let at = file.windows(7).position(|bytes| bytes == b"stream\n").unwrap() + 7;
        let content = miniz_oxide::inflate::decompress_to_vec_zlib(&file[at..]).unwrap();
        let operators = content.split(u8::is_ascii_whitespace);
        let number = |names: &[&[u8]]| operators.clone().filter(|operator| names.contains(operator)).count();
        (number(&[b"Tj"]), number(&[b"f", b"S"]))
    }

    #[test]
    fn a_pdf_has_every_shape_of_the_svg() {
        let axis = Axis::linear("states", [1.0, 9.0].into_iter(), 1.0, format_count);
        let row = Row { label: "A<B".to_owned(), colour: "#0072b2", values: vec![1.0, 2.0, 9.0] };
        let series = || Series { label: "UCS".to_owned(), colour: "#0072b2", points: vec![(1.0, 2.0)] };
        let mut canvas = Canvas::default();
        canvas.curve(vec![(0.0, 0.0), (1.0, 1.0)], "#0072b2", 1.0);
        canvas.band(&[(0.0, 0.0), (1.0, 1.0)], &[(0.0, 2.0), (1.0, 2.0)], "#0072b2");
        for plot in [
            bars("bars", &axis, std::slice::from_ref(&row), format_count),
            strips("strips", &axis, &[row]),
            scatter_plot("scatter", &axis, &axis, &[series(), series(), series(), series()]),
            histogram("histogram", ["x", "y"], &[1.0, 2.0], Some((1, "here"))),
            canvas.into_plot(10.0, "lines"),
        ] {
            let svg = plot.svg();
            let number = |names: &[&str]| names.iter().map(|name| svg.matches(&format!("<{name} ")).count()).sum();
            let paths = number(&["path", "rect", "circle", "polyline", "polygon"]);
            assert_eq!(drawn(&plot), (number(&["text"]), paths), "{svg}");
        }
    }
}
