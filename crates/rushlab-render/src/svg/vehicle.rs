//! Vehicles from above: body, windows, roof, lights, label, and what is in the tank.
//!
//! Every part is placed by its distance from the nose and from one flank, and turned onto the page in one function; so a car that
//! looks right in one direction does in all four.

use rushlab::puzzle::{Orientation, Side};

use super::board::Measure;
use super::element::{Area, rectangle, text};
use crate::scene::Piece;

/// Draws a vehicle.
pub(super) fn draw(piece: &Piece, exit: Side, measure: &Measure, out: &mut String) {
    let body = Body::new(piece, exit, measure);
    body.shell(measure, out);
    body.windows(measure, out);
    if piece.primary {
        body.lights(measure, out);
    }
    if measure.labels {
        body.label(measure, out);
    }
    if let Some(units) = piece.fuel {
        body.tank(units, measure, out);
    }
}

struct Body<'a> {
    piece: &'a Piece,
    area: Area,
    /// The side it faces: the exit, for the primary.
    nose: Side,
    length: i32,
    breadth: i32,
}

impl Body<'_> {
    fn new<'a>(piece: &'a Piece, exit: Side, measure: &Measure) -> Body<'a> {
        let (columns, rows, usual) = match piece.orientation {
            Orientation::Horizontal => (piece.length, 1, Side::Left),
            Orientation::Vertical => (1, piece.length, Side::Top),
        };
        let area = measure.cells(piece.cell, columns, rows).inset(measure.parts(5));
        let nose = if piece.primary && exit.orientation() == piece.orientation { exit } else { usual };
        Body { piece, area, nose, length: area.width.max(area.height), breadth: area.width.min(area.height) }
    }

    /// The part that begins `behind` the nose and `across` from the upper or left flank.
    fn part(&self, behind: i32, across: i32, length: i32, breadth: i32) -> Area {
        let Area { x, y, width, height } = self.area;
        match self.nose {
            Side::Left => Area { x: x + behind, y: y + across, width: length, height: breadth },
            Side::Right => Area { x: x + width - behind - length, y: y + across, width: length, height: breadth },
            Side::Top => Area { x: x + across, y: y + behind, width: breadth, height: length },
            Side::Bottom => Area { x: x + across, y: y + height - behind - length, width: breadth, height: length },
        }
    }

    fn shell(&self, measure: &Measure, out: &mut String) {
        let (paint, radius) = (self.piece.paint(), measure.parts(14));
        let shadow = measure.ground.shadow;
        rectangle(
            self.area.lowered(measure.parts(3)),
            radius,
            &format!(r##"fill="#000000" fill-opacity="0.{shadow:02}""##),
            out,
        );
        let (rim, thickness) = (paint.shade(72), measure.parts(2));
        rectangle(self.area, radius, &format!(r#"fill="{paint}" stroke="{rim}" stroke-width="{thickness}""#), out);
        let shine = r##"fill="none" stroke="#ffffff" stroke-opacity="0.35""##;
        rectangle(
            self.area.inset(thickness),
            radius - thickness,
            &format!(r#"{shine} stroke-width="{thickness}""#),
            out,
        );
    }

    fn windows(&self, measure: &Measure, out: &mut String) {
        let (from, across, deep) = (measure.parts(17), measure.parts(8), measure.parts(8));
        let glass = r##"fill="#000000" fill-opacity="0.26""##;
        for behind in [from, self.length - from - deep] {
            rectangle(self.part(behind, across, deep, self.breadth - 2 * across), measure.parts(3), glass, out);
        }
        let roof = self.part(from + deep, across, self.length - 2 * (from + deep), self.breadth - 2 * across);
        rectangle(roof, measure.parts(3), r##"fill="#ffffff" fill-opacity="0.12""##, out);
    }

    fn lights(&self, measure: &Measure, out: &mut String) {
        let (across, deep, wide) = (measure.parts(7), measure.parts(6), measure.parts(13));
        for across in [across, self.breadth - across - wide] {
            rectangle(self.part(measure.parts(4), across, deep, wide), measure.parts(2), r##"fill="#fff3b0""##, out);
        }
    }

    fn label(&self, measure: &Measure, out: &mut String) {
        let label = self.piece.label.as_str();
        let characters = label.chars().count() as i32;
        let room = match self.piece.orientation {
            Orientation::Horizontal => self.length - measure.parts(54),
            Orientation::Vertical => self.breadth - measure.parts(12),
        };
        // A bold letter is about two thirds of its size wide.
        let size = (room * 3 / (2 * characters.max(1))).min(measure.parts(26)).max(4);
        text(label, self.area.centre(), size, self.piece.paint().ink(), out);
    }

    /// A badge at the tail with the units left.
    fn tank(&self, units: u16, measure: &Measure, out: &mut String) {
        let units = units.to_string();
        let size = measure.parts(14);
        let (width, height) = (measure.parts(9) * units.len() as i32 + measure.parts(9), measure.parts(18));
        let (right, bottom) = (self.area.x + self.area.width, self.area.y + self.area.height);
        let edge = measure.parts(1);
        let x = if self.nose == Side::Right { self.area.x + edge } else { right - width - edge };
        let y = if self.nose == Side::Bottom { self.area.y + edge } else { bottom - height - edge };
        let badge = Area { x, y, width, height };
        rectangle(badge, height / 2, r##"fill="#10151c" fill-opacity="0.88""##, out);
        text(&units, badge.centre(), size, "#ffffff", out);
    }
}
