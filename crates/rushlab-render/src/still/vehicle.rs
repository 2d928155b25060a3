//! Vehicles from above: cars with two windows, trucks with a cab and a load, the primary with headlights and stripes.
//!
//! Every part is placed by its distance from the nose and from one flank, and turned onto the page in one function; so a car that
//! looks right in one direction does in all four. What tells the primary apart is not only its red: it alone has lights and white
//! stripes, which stay when the colours go.

use rushlab::puzzle::{Cell, Orientation, Side};

use super::Measure;
use crate::palette::{BLACK, Colour, WHITE, colour};
use crate::picture::{Area, Paint, Picture, Shape};
use crate::scene::{Piece, Scene};

/// From this length on a vehicle is a truck.
const TRUCK: u8 = 3;

/// Draws a vehicle.
pub(super) fn draw(piece: &Piece, exit: Side, measure: &Measure, picture: &mut Picture) {
    let body = Body::new(piece, exit, measure);
    body.shell(picture);
    if measure.is_fine() {
        if piece.length >= TRUCK && !piece.primary {
            body.truck(picture);
        } else {
            body.car(picture);
        }
        if piece.primary {
            body.lights(picture);
            body.stripes(picture);
        }
    }
    if measure.labels {
        body.label(picture);
    }
    if let Some(units) = piece.fuel {
        body.tank(units, picture);
    }
}

/// Where a vehicle was before its last move, with an arrow that says where it went: to where it is now, or out.
pub(super) fn ghost(piece: &Piece, scene: &Scene, measure: &Measure, picture: &mut Picture) {
    let body = Body::new(piece, scene.exit.side, measure);
    let faint = measure.ground.paint(piece).mix(measure.ground.cell, 80);
    let line = measure.ground.rim(piece).mix(measure.ground.cell, 40);
    let thickness = measure.parts(3);
    let paint = Paint { fill: Some(faint), stroke: Some((line, thickness)) };
    picture.area(body.area.inset(measure.parts(1)), measure.parts(14), paint);
    let now = scene.pieces.iter().find(|other| other.label == piece.label);
    let back = now.map_or(scene.exit.side.direction().sign() < 0, |now| now.cell < piece.cell);
    // The cell at its tail is the one that is free for certain.
    let cells: Vec<Cell> = piece.cells().collect();
    let Some(tail) = (if back { cells.last() } else { cells.first() }) else { return };
    let (x, y) = measure.cells(*tail, 1, 1).centre();
    let (long, wide) = (measure.parts(10) * if back { -1 } else { 1 }, measure.parts(10));
    let turned = |(along, across): (i32, i32)| match piece.orientation {
        Orientation::Horizontal => (x + along, y + across),
        Orientation::Vertical => (x + across, y + along),
    };
    let chevron = [(-long / 2, -wide), (long / 2, 0), (-long / 2, wide)].map(turned).to_vec();
    let paint = Paint::stroke(line, measure.parts(6));
    picture.shapes.push(Shape::Lines { lines: vec![chevron], closed: false, paint });
}

struct Body<'a> {
    piece: &'a Piece,
    measure: &'a Measure,
    area: Area,
    /// The side it faces: the exit, for the primary.
    nose: Side,
    length: i32,
    breadth: i32,
    paint: Colour,
}

impl<'a> Body<'a> {
    fn new(piece: &'a Piece, exit: Side, measure: &'a Measure) -> Body<'a> {
        let shift = measure.shift(piece.driven.into());
        let (columns, rows, usual, (right, down)) = match piece.orientation {
            Orientation::Horizontal => (piece.length, 1, Side::Left, (shift, 0)),
            Orientation::Vertical => (1, piece.length, Side::Top, (0, shift)),
        };
        let area = measure.cells(piece.cell, columns, rows).inset(measure.parts(5)).moved(right, down);
        let nose = if piece.primary && exit.orientation() == piece.orientation { exit } else { usual };
        let (length, breadth) = (area.width.max(area.height), area.width.min(area.height));
        Body { piece, measure, area, nose, length, breadth, paint: measure.ground.paint(piece) }
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

    fn parts(&self, parts: i32) -> i32 {
        self.measure.parts(parts)
    }

    fn shell(&self, picture: &mut Picture) {
        let (radius, rim) = (self.parts(14), self.measure.ground.rim(self.piece));
        if let Some(shadow) = self.measure.ground.shadow {
            picture.area(self.area.moved(0, self.parts(3)), radius, Paint::fill(shadow));
        }
        let thickness = self.parts(2);
        picture.area(self.area, radius, Paint { fill: Some(self.paint), stroke: Some((rim, thickness)) });
        if !self.measure.is_fine() {
            return;
        }
        let shine = Paint::stroke(self.paint.mix(WHITE, 35), thickness);
        picture.area(self.area.inset(thickness), radius - thickness, shine);
    }

    /// Two windows, and the roof between them.
    fn car(&self, picture: &mut Picture) {
        let (from, across, deep) = (self.parts(17), self.parts(8), self.parts(8));
        let windows = [from, self.length - from - deep]
            .map(|behind| self.part(behind, across, deep, self.breadth - 2 * across))
            .to_vec();
        let glass = Paint::fill(self.paint.mix(BLACK, 30));
        picture.areas(windows, self.parts(3), glass);
        let roof = self.part(from + deep, across, self.length - 2 * (from + deep), self.breadth - 2 * across);
        picture.area(roof, self.parts(3), Paint::fill(self.paint.mix(WHITE, 12)));
    }

    /// A window behind the nose, then the load with its ribs.
    fn truck(&self, picture: &mut Picture) {
        let (across, deep) = (self.parts(8), self.parts(8));
        let window = self.part(self.parts(10), across, deep, self.breadth - 2 * across);
        picture.area(window, self.parts(3), Paint::fill(self.paint.mix(BLACK, 30)));
        let (from, inset) = (self.parts(25), self.parts(5));
        let load = self.part(from, inset, self.length - from - inset, self.breadth - 2 * inset);
        let seam = self.paint.mix(BLACK, 22);
        let paint = Paint { fill: Some(self.paint.mix(WHITE, 14)), stroke: Some((seam, self.parts(2))) };
        picture.area(load, self.parts(5), paint);
        let (thin, high) = (self.parts(2), self.breadth - 2 * self.parts(11));
        let rib = |behind: i32| self.part(behind, self.parts(11), thin, high);
        let areas = vec![rib(from + self.parts(9)), rib(self.length - inset - self.parts(9) - thin)];
        picture.areas(areas, 0, Paint::fill(seam));
    }

    fn lights(&self, picture: &mut Picture) {
        let (across, deep, wide) = (self.parts(7), self.parts(6), self.parts(13));
        let lights = [across, self.breadth - across - wide].map(|across| self.part(self.parts(4), across, deep, wide));
        let paint = Paint::fill(colour(0xFFF3B0));
        picture.areas(lights.to_vec(), self.parts(2), paint);
    }

    /// White stripes along both flanks.
    fn stripes(&self, picture: &mut Picture) {
        let (from, wide, across) = (self.parts(25), self.parts(4), self.parts(11));
        let long = self.length - 2 * from;
        let stripes = [across, self.breadth - across - wide].map(|across| self.part(from, across, long, wide));
        picture.areas(stripes.to_vec(), 0, Paint::fill(WHITE));
    }

    fn label(&self, picture: &mut Picture) {
        let label = self.piece.label.as_str();
        let characters = label.chars().count() as i32;
        if !self.measure.is_fine() {
            // No windows or stripes to keep clear of: the label takes what room there is.
            let size = (self.area.width * 3 / (2 * characters.max(1))).min(self.parts(44));
            return picture.label(label, self.area.centre(), size, self.paint.ink());
        }
        let truck = self.piece.length >= TRUCK && !self.piece.primary;
        // The middle of the load, or of the roof.
        let behind = if truck { self.parts(25) } else { self.parts(5) };
        let middle = self.part(behind, 0, self.length - behind - self.parts(5), self.breadth).centre();
        let room = match self.piece.orientation {
            Orientation::Horizontal => self.length - self.parts(if truck { 62 } else { 54 }),
            Orientation::Vertical => self.breadth - self.parts(if self.piece.primary { 32 } else { 14 }),
        };
        // A bold letter is about two thirds of its size wide.
        let size = (room * 3 / (2 * characters.max(1))).min(self.parts(26)).max(4);
        picture.label(label, middle, size, self.paint.ink());
    }

    /// A badge at the tail with the units left; amber when there are none.
    fn tank(&self, units: u16, picture: &mut Picture) {
        let (colour, ink) = if units == 0 { (colour(0xFFC940), BLACK) } else { (colour(0x10151C), WHITE) };
        let units = units.to_string();
        let (width, height) = (self.parts(9) * units.len() as i32 + self.parts(9), self.parts(18));
        let (right, bottom) = (self.area.x + self.area.width, self.area.y + self.area.height);
        let edge = self.parts(1);
        let x = if self.nose == Side::Right { self.area.x + edge } else { right - width - edge };
        let y = if self.nose == Side::Bottom { self.area.y + edge } else { bottom - height - edge };
        let badge = Area { x, y, width, height };
        picture.area(badge, height / 2, Paint { fill: Some(colour), stroke: Some((ink, self.parts(1))) });
        picture.label(&units, badge.centre(), self.parts(14), ink);
    }
}
