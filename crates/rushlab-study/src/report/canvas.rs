//! The shapes of plots, as SVG. Lines and text have the colour of the page, light or dark.

use std::fmt::Write as _;

use rushlab::search::About;
use rushlab_render::escape;

/// The width of every plot, so that text is legible on a phone.
pub const WIDTH: f64 = 520.0;

/// The font size.
pub const TEXT: f64 = 14.0;

/// The colour of marks that belong to no algorithm.
pub const NEUTRAL: &str = "#7f8792";

/// Returns the colour of an algorithm.
pub fn colour(algorithm: &About) -> &'static str {
    algorithm.colour.unwrap_or(NEUTRAL)
}

/// Returns the approximate width of a text, rather too large than too small.
pub fn text_width(text: &str) -> f64 {
    0.6 * TEXT * text.chars().count() as f64
}

/// Returns a plot's SVG element as an SVG document with a white background. A document is returned unchanged.
pub fn standalone(svg: &str) -> String {
    if svg.contains(" xmlns=") {
        return svg.to_owned();
    }
    let size = svg.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"')).map_or("", |(size, _)| size);
    let (width, height) = size.split_once(' ').unwrap_or_default();
    let size = format!(r#"width="{width}" height="{height}""#);
    let root = format!(r##"<svg xmlns="http://www.w3.org/2000/svg" color="#222" {size}"##);
    let background = format!(r##"<rect {size} fill="#fff"/>"##);
    svg.replacen("<svg", &root, 1).replacen(">\n", &format!(">\n{background}\n"), 1)
}

/// The horizontal alignment of a text relative to its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The shape of a mark, distinguishable without colours.
#[derive(Clone, Copy)]
pub enum Mark {
    Dot,
    Square,
    Triangle,
    Diamond,
}

impl Mark {
    pub const ALL: [Mark; 4] = [Mark::Dot, Mark::Square, Mark::Triangle, Mark::Diamond];
}

/// A plot under construction.
#[derive(Default)]
pub struct Canvas {
    shapes: String,
}

impl Canvas {
    /// Draws text at a point.
    pub fn text(&mut self, content: &str, (x, y): (f64, f64), anchor: Anchor) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let content = escape(content);
        let _ = writeln!(self.shapes, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{content}</text>"#);
    }

    /// Draws text centred at a point, moved sideways if it would not fit on the plot.
    pub fn centred_text(&mut self, content: &str, (x, y): (f64, f64)) {
        let half = 0.5 * text_width(content).min(WIDTH);
        self.text(content, (x.clamp(half, WIDTH - half), y), Anchor::Middle);
    }

    /// Draws a thin line in the page's colour.
    pub fn line(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), opacity: f64) {
        let _ = writeln!(
            self.shapes,
            r#"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="currentColor" stroke-opacity="{opacity}"/>"#
        );
    }

    /// Draws a rectangle.
    pub fn rectangle(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), colour: &str, opacity: f64) {
        let _ = writeln!(
            self.shapes,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="2" fill="{colour}" fill-opacity="{opacity}"/>"#
        );
    }

    /// Draws a mark centred at a point.
    pub fn mark(&mut self, mark: Mark, (x, y): (f64, f64), colour: &str) {
        let paint = format!(r#"fill="{colour}" fill-opacity="0.6""#);
        let _ = match mark {
            Mark::Dot => writeln!(self.shapes, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3.5" {paint}/>"#),
            Mark::Square => {
                writeln!(self.shapes, r#"<path d="M{:.1} {:.1}h6.4v6.4h-6.4z" {paint}/>"#, x - 3.2, y - 3.2)
            }
            Mark::Triangle => writeln!(self.shapes, r#"<path d="M{x:.1} {:.1}l4.2 7.4h-8.4z" {paint}/>"#, y - 4.4),
            Mark::Diamond => {
                writeln!(self.shapes, r#"<path d="M{x:.1} {:.1}l4.4 4.4l-4.4 4.4l-4.4 -4.4z" {paint}/>"#, y - 4.4)
            }
        };
    }

    /// Draws a line through points.
    pub fn curve(&mut self, points: &[(f64, f64)], colour: &str, width: f64) {
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.shapes,
            r#"<polyline points="{}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>"#,
            places.join(" ")
        );
    }

    /// Fills the area between two lines that have the same horizontal positions.
    pub fn band(&mut self, lower: &[(f64, f64)], upper: &[(f64, f64)], colour: &str) {
        let outline = upper.iter().chain(lower.iter().rev());
        let places: Vec<String> = outline.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            self.shapes,
            r#"<polygon points="{}" fill="{colour}" fill-opacity="0.25" stroke="none"/>"#,
            places.join(" ")
        );
    }

    /// Returns the plot as an SVG document with a white background.
    pub fn into_svg_file(self, height: f64, title: &str) -> String {
        standalone(&self.into_svg(height, title))
    }

    /// Returns the plot as an SVG element; `title` is for screen readers.
    pub fn into_svg(self, height: f64, title: &str) -> String {
        let title = escape(title);
        let font = format!(r#"font-family="system-ui, sans-serif" font-size="{TEXT}" fill="currentColor""#);
        format!(
            "<svg viewBox=\"0 0 {WIDTH} {height:.0}\" role=\"img\" aria-label=\"{title}\" {font}>\n{}</svg>\n",
            self.shapes
        )
    }
}
