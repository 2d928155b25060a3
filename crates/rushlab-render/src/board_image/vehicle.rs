//! Vehicles from above: cars with two windows, trucks with a cab and a load, the primary with headlights and stripes.
//!
//! The position of every part is its distance from the nose and from one side. One function rotates it to the page, so
//! all four directions look alike. The primary differs from the others by its red and, for print in black and white, by
//! its lights and white stripes.
//!
//! The page draws the same parts, except the load of trucks and the stripes; its browser tests compare the two.

use rushlab::puzzle::{Cell, Orientation, Side};

use super::Layout;
use crate::palette::{BLACK, Colour, WHITE, colour};
use crate::scene::{Scene, SceneVehicle};
use crate::vector_image::{Area, Paint, Shape, VectorImage};

/// The length from which a vehicle is drawn as a truck.
const TRUCK_LENGTH: u8 = 3;

pub(super) fn draw(vehicle: &SceneVehicle, exit: Side, layout: &Layout, image: &mut VectorImage) {
    let body = Body::new(vehicle, exit, layout);
    body.shell(image);
    if layout.has_details() {
        if vehicle.length >= TRUCK_LENGTH && !vehicle.primary {
            body.truck(image);
        } else {
            body.car(image);
        }
        if vehicle.primary {
            body.lights(image);
            body.stripes(image);
        }
    }
    if layout.labels {
        body.label(image);
    }
    if let Some(units) = vehicle.fuel {
        body.fuel_badge(units, image);
    }
}

/// Draws a vehicle faintly where it was before its last move, with an arrow in the direction of the move.
pub(super) fn draw_moved_from(vehicle: &SceneVehicle, scene: &Scene, layout: &Layout, image: &mut VectorImage) {
    let body = Body::new(vehicle, scene.exit.side, layout);
    let faint_colour = layout.colours.body(vehicle).mix(layout.colours.cell, 80);
    let line = layout.colours.rim(vehicle).mix(layout.colours.cell, 40);
    let thickness = layout.scale(3);
    let paint = Paint { fill: Some(faint_colour), stroke: Some((line, thickness)) };
    image.area(body.area.inset(layout.scale(1)), layout.scale(14), paint);
    let now = scene.vehicles.iter().find(|other| other.label == vehicle.label);
    let back = now.map_or(scene.exit.side.direction().sign() < 0, |now| now.cell < vehicle.cell);
    // The cell at the tail is free after every move.
    let cells: Vec<Cell> = vehicle.cells().collect();
    let Some(tail) = (if back { cells.last() } else { cells.first() }) else { return };
    let (x, y) = layout.cells(*tail, 1, 1).centre();
    let (long, wide) = (layout.scale(10) * if back { -1 } else { 1 }, layout.scale(10));
    let turned = |(along, across): (i32, i32)| match vehicle.orientation {
        Orientation::Horizontal => (x + along, y + across),
        Orientation::Vertical => (x + across, y + along),
    };
    let chevron = [(-long / 2, -wide), (long / 2, 0), (-long / 2, wide)].map(turned).to_vec();
    let paint = Paint::stroke(line, layout.scale(6));
    image.shapes.push(Shape::Lines { lines: vec![chevron], closed: false, paint });
}

struct Body<'a> {
    vehicle: &'a SceneVehicle,
    layout: &'a Layout,
    area: Area,
    /// The side the vehicle faces: the exit for the primary, left or top for others.
    nose: Side,
    length: i32,
    breadth: i32,
    paint: Colour,
}

impl<'a> Body<'a> {
    fn new(vehicle: &'a SceneVehicle, exit: Side, layout: &'a Layout) -> Body<'a> {
        let shift = layout.scale_signed(vehicle.displacement.into());
        let (columns, rows, default_nose, (right, down)) = match vehicle.orientation {
            Orientation::Horizontal => (vehicle.length, 1, Side::Left, (shift, 0)),
            Orientation::Vertical => (1, vehicle.length, Side::Top, (0, shift)),
        };
        let area = layout.cells(vehicle.cell, columns, rows).inset(layout.scale(5)).moved(right, down);
        let nose = if vehicle.primary && exit.orientation() == vehicle.orientation { exit } else { default_nose };
        let (length, breadth) = (area.width.max(area.height), area.width.min(area.height));
        Body { vehicle, layout, area, nose, length, breadth, paint: layout.colours.body(vehicle) }
    }

    /// Returns the rectangle at the distance `behind` from the nose and `across` from the upper or left side.
    fn part_area(&self, behind: i32, across: i32, length: i32, breadth: i32) -> Area {
        let Area { x, y, width, height } = self.area;
        match self.nose {
            Side::Left => Area { x: x + behind, y: y + across, width: length, height: breadth },
            Side::Right => Area { x: x + width - behind - length, y: y + across, width: length, height: breadth },
            Side::Top => Area { x: x + across, y: y + behind, width: breadth, height: length },
            Side::Bottom => Area { x: x + across, y: y + height - behind - length, width: breadth, height: length },
        }
    }

    fn scale(&self, length: i32) -> i32 {
        self.layout.scale(length)
    }

    fn shell(&self, image: &mut VectorImage) {
        let (radius, rim) = (self.scale(14), self.layout.colours.rim(self.vehicle));
        if let Some(shadow) = self.layout.colours.shadow {
            image.area(self.area.moved(0, self.scale(3)), radius, Paint::fill(shadow));
        }
        let thickness = self.scale(2);
        image.area(self.area, radius, Paint { fill: Some(self.paint), stroke: Some((rim, thickness)) });
        if !self.layout.has_details() {
            return;
        }
        let shine = Paint::stroke(self.paint.mix(WHITE, 35), thickness);
        image.area(self.area.inset(thickness), radius - thickness, shine);
    }

    /// Draws two windows, and the roof between them.
    fn car(&self, image: &mut VectorImage) {
        let (from, across, deep) = (self.scale(17), self.scale(8), self.scale(8));
        let windows = [from, self.length - from - deep]
            .map(|behind| self.part_area(behind, across, deep, self.breadth - 2 * across))
            .to_vec();
        let glass = Paint::fill(self.paint.mix(BLACK, 30));
        image.areas(windows, self.scale(3), glass);
        let roof = self.part_area(from + deep, across, self.length - 2 * (from + deep), self.breadth - 2 * across);
        image.area(roof, self.scale(3), Paint::fill(self.paint.mix(WHITE, 12)));
    }

    /// Draws a window behind the nose, then the load with its ribs.
    fn truck(&self, image: &mut VectorImage) {
        let (across, deep) = (self.scale(8), self.scale(8));
        let window = self.part_area(self.scale(10), across, deep, self.breadth - 2 * across);
        image.area(window, self.scale(3), Paint::fill(self.paint.mix(BLACK, 30)));
        let (from, inset) = (self.scale(25), self.scale(5));
        let load = self.part_area(from, inset, self.length - from - inset, self.breadth - 2 * inset);
        let seam = self.paint.mix(BLACK, 22);
        let paint = Paint { fill: Some(self.paint.mix(WHITE, 14)), stroke: Some((seam, self.scale(2))) };
        image.area(load, self.scale(5), paint);
        let (thin, high) = (self.scale(2), self.breadth - 2 * self.scale(11));
        let rib = |behind: i32| self.part_area(behind, self.scale(11), thin, high);
        let areas = vec![rib(from + self.scale(9)), rib(self.length - inset - self.scale(9) - thin)];
        image.areas(areas, 0, Paint::fill(seam));
    }

    fn lights(&self, image: &mut VectorImage) {
        let (across, deep, wide) = (self.scale(7), self.scale(6), self.scale(13));
        let lights =
            [across, self.breadth - across - wide].map(|across| self.part_area(self.scale(4), across, deep, wide));
        let paint = Paint::fill(colour(0xFFF3B0));
        image.areas(lights.to_vec(), self.scale(2), paint);
    }

    /// Draws white stripes along both sides.
    fn stripes(&self, image: &mut VectorImage) {
        let (from, wide, across) = (self.scale(25), self.scale(4), self.scale(11));
        let long = self.length - 2 * from;
        let stripes = [across, self.breadth - across - wide].map(|across| self.part_area(from, across, long, wide));
        image.areas(stripes.to_vec(), 0, Paint::fill(WHITE));
    }

    fn label(&self, image: &mut VectorImage) {
        let label = self.vehicle.label.as_str();
        let characters = label.chars().count() as i32;
        if !self.layout.has_details() {
            // Without windows and stripes, the label can use the whole vehicle.
            let size = (self.area.width * 3 / (2 * characters.max(1))).min(self.scale(44));
            return image.label(label, self.area.centre(), size, self.paint.ink());
        }
        let truck = self.vehicle.length >= TRUCK_LENGTH && !self.vehicle.primary;
        // The label is in the middle of the load, or of the roof.
        let behind = if truck { self.scale(25) } else { self.scale(5) };
        let middle = self.part_area(behind, 0, self.length - behind - self.scale(5), self.breadth).centre();
        let available = match self.vehicle.orientation {
            Orientation::Horizontal => self.length - self.scale(if truck { 62 } else { 54 }),
            Orientation::Vertical => self.breadth - self.scale(if self.vehicle.primary { 32 } else { 14 }),
        };
        // A bold letter is about two thirds of its size wide.
        let size = (available * 3 / (2 * characters.max(1))).min(self.scale(26)).max(4);
        image.label(label, middle, size, self.paint.ink());
    }

    /// Draws a badge at the tail with the fuel left; amber if it is 0.
    fn fuel_badge(&self, units: u16, image: &mut VectorImage) {
        let (colour, ink) = if units == 0 { (colour(0xFFC940), BLACK) } else { (colour(0x10151C), WHITE) };
        let units = units.to_string();
        let (width, height) = (self.scale(9) * units.len() as i32 + self.scale(9), self.scale(18));
        let (right, bottom) = (self.area.x + self.area.width, self.area.y + self.area.height);
        let edge = self.scale(1);
        let x = if self.nose == Side::Right { self.area.x + edge } else { right - width - edge };
        let y = if self.nose == Side::Bottom { self.area.y + edge } else { bottom - height - edge };
        let badge = Area { x, y, width, height };
        image.area(badge, height / 2, Paint { fill: Some(colour), stroke: Some((ink, self.scale(1))) });
        image.label(&units, badge.centre(), self.scale(14), ink);
    }
}
