//! The shapes of plots. Lines and text have the colour of the page, light or dark. A finished plot is written as SVG
//! (`svg.rs`) or drawn on a page of a PDF (`pdf.rs`).

mod pdf;
mod svg;

use rushlab::search::About;
use rushlab_render::Point;

/// Width of every plot, so that text is legible on a phone.
pub(crate) const WIDTH: f64 = 520.0;

pub(crate) const TEXT: f64 = 14.0;

/// Colour of marks that belong to no algorithm.
pub(crate) const NEUTRAL: &str = "#7f8792";

pub(crate) fn colour(algorithm: &About) -> &'static str {
    algorithm.colour.unwrap_or(NEUTRAL)
}

/// Colour of the page's text.
pub(crate) const PAGE_COLOUR: &str = "currentColor";

/// Returns the approximate width of a text, rather too large than too small.
pub(crate) fn text_width(text: &str) -> f64 {
    0.6 * TEXT * text.chars().count() as f64
}

/// Horizontal alignment of a text relative to its point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Shape of a mark, distinguishable without colours.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    Dot,
    Square,
    Triangle,
    Diamond,
}

impl Mark {
    pub(crate) const ALL: [Mark; 4] = [Mark::Dot, Mark::Square, Mark::Triangle, Mark::Diamond];

    const RADIUS: f64 = 3.5;

    /// Returns the corners relative to the centre; none for a dot.
    fn corners(self) -> &'static [Point] {
        match self {
            Mark::Dot => &[],
            Mark::Square => &[(-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)],
            Mark::Triangle => &[(0.0, -4.4), (4.2, 3.0), (-4.2, 3.0)],
            Mark::Diamond => &[(0.0, -4.4), (4.4, 0.0), (0.0, 4.4), (-4.4, 0.0)],
        }
    }
}

#[derive(Clone, Debug)]
enum Shape {
    Text {
        content: String,
        at: Point,
        anchor: Anchor,
    },
    /// A thin line in the page's colour.
    Line {
        from: Point,
        to: Point,
        opacity: f64,
    },
    Rectangle {
        at: Point,
        size: (f64, f64),
        colour: &'static str,
        opacity: f64,
    },
    Mark {
        mark: Mark,
        at: Point,
        colour: &'static str,
    },
    Curve {
        points: Vec<Point>,
        colour: &'static str,
        width: f64,
    },
    /// A filled area.
    Band {
        outline: Vec<Point>,
        colour: &'static str,
    },
}

const CORNER: f64 = 2.0;

const MARK_OPACITY: f64 = 0.6;

const BAND_OPACITY: f64 = 0.25;

#[derive(Default)]
pub(crate) struct Canvas {
    shapes: Vec<Shape>,
}

/// A finished plot.
#[derive(Clone, Debug)]
pub struct Plot {
    /// Title for screen readers.
    title: String,
    height: f64,
    shapes: Vec<Shape>,
}

impl Canvas {
    pub(crate) fn text(&mut self, content: &str, at: Point, anchor: Anchor) {
        self.shapes.push(Shape::Text { content: content.to_owned(), at, anchor });
    }

    /// Draws text centred at a point, moved sideways if it would not fit on the plot.
    pub(crate) fn centred_text(&mut self, content: &str, (x, y): Point) {
        let half = 0.5 * text_width(content).min(WIDTH);
        self.text(content, (x.clamp(half, WIDTH - half), y), Anchor::Middle);
    }

    /// Draws a thin line in the page's colour.
    pub(crate) fn line(&mut self, from: Point, to: Point, opacity: f64) {
        self.shapes.push(Shape::Line { from, to, opacity });
    }

    pub(crate) fn rectangle(&mut self, at: Point, size: (f64, f64), colour: &'static str, opacity: f64) {
        self.shapes.push(Shape::Rectangle { at, size, colour, opacity });
    }

    pub(crate) fn mark(&mut self, mark: Mark, at: Point, colour: &'static str) {
        self.shapes.push(Shape::Mark { mark, at, colour });
    }

    /// Draws a line through points.
    pub(crate) fn curve(&mut self, points: Vec<Point>, colour: &'static str, width: f64) {
        self.shapes.push(Shape::Curve { points, colour, width });
    }

    /// Fills the area between two lines that have the same horizontal positions.
    pub(crate) fn band(&mut self, lower: &[Point], upper: &[Point], colour: &'static str) {
        let outline = upper.iter().chain(lower.iter().rev()).copied().collect();
        self.shapes.push(Shape::Band { outline, colour });
    }

    /// Returns the plot; `title` is for screen readers.
    pub(crate) fn into_plot(self, height: f64, title: &str) -> Plot {
        Plot { title: title.to_owned(), height: height.round(), shapes: self.shapes }
    }
}
