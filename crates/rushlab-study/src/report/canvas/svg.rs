//! Writes plots as SVG.

use std::fmt::Write as _;

use rushlab_render::{Point, escape};

use super::{Anchor, BAND_OPACITY, CORNER, MARK_OPACITY, Mark, Plot, Shape, TEXT, WIDTH};

impl Plot {
    /// Returns the plot as an SVG element of an HTML page.
    pub fn svg(&self) -> String {
        self.element("", "")
    }

    /// Returns the plot as an SVG document with a white background.
    pub fn svg_file(&self) -> String {
        let size = format!(r#"width="{WIDTH}" height="{}""#, self.height);
        let root = format!(r##" xmlns="http://www.w3.org/2000/svg" color="#222" {size}"##);
        self.element(&root, &format!("<rect {size} fill=\"#fff\"/>\n"))
    }

    /// Returns the SVG element with further attributes and a background.
    fn element(&self, attributes: &str, background: &str) -> String {
        let Plot { title, height, shapes } = self;
        let title = escape(title);
        let font = format!(r#"font-family="system-ui, sans-serif" font-size="{TEXT}" fill="currentColor""#);
        let mut out = format!(
            "<svg{attributes} viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\" {font}>\n{background}"
        );
        shapes.iter().for_each(|shape| write(&mut out, shape));
        out.push_str("</svg>\n");
        out
    }
}

fn write(out: &mut String, shape: &Shape) {
    let _ = match shape {
        Shape::Text { content, at: (x, y), anchor } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#, escape(content))
        }
        Shape::Line { from: (x1, y1), to: (x2, y2), opacity } => writeln!(
            out,
            r#"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="currentColor" stroke-opacity="{opacity}"/>"#
        ),
        Shape::Rectangle { at: (x, y), size: (width, height), colour, opacity } => writeln!(
            out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{CORNER}" fill="{colour}" fill-opacity="{opacity}"/>"#
        ),
        Shape::Mark { mark, at, colour } => {
            writeln!(out, r#"{} fill="{colour}" fill-opacity="{MARK_OPACITY}"/>"#, outline(*mark, *at))
        }
        Shape::Curve { points, colour, width } => writeln!(
            out,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"#,
            places(points)
        ),
        Shape::Band { outline, colour } => writeln!(
            out,
            r#"<polygon points="{}" fill="{colour}" fill-opacity="{BAND_OPACITY}" stroke="none"/>"#,
            places(outline)
        ),
    };
}

/// Returns the beginning of the element of a mark.
fn outline(mark: Mark, (x, y): Point) -> String {
    match mark.corners() {
        [] => format!(r#"<circle cx="{x:.1}" cy="{y:.1}" r="{}""#, Mark::RADIUS),
        corners @ [(right, down), ..] => {
            // Corners relative to the one before, so that all marks have the same size after rounding.
            let by =
                corners.windows(2).map(|pair| format!("l{:.1} {:.1}", pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
            format!(r#"<path d="M{:.1} {:.1}{}z""#, x + right, y + down, by.collect::<String>())
        }
    }
}

fn places(points: &[Point]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<String>>().join(" ")
}
